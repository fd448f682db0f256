// The search engine behind messages. Loaded as a plain script it offers the same to the page itself.
import { Engine } from "./search-engine.js";

if (typeof document === "undefined") {
  let engine = null;
  self.addEventListener("message", async ({ data: { id, root, input, limit } }) => {
    try {
      if (!engine) {
        const loading = new Engine(root);
        engine = loading.load().then(() => loading);
        engine.catch(() => { engine = null; });
      }
      const ready = await engine;
      self.postMessage({ id, answer: input === undefined ? null : await ready.query(input, limit) });
    } catch (error) {
      self.postMessage({ id, error: String(error.message ?? error) });
    }
  });
} else {
  window.napkinSearchEngine = Engine;
}
