// Math, diagrams and the graph: loaded on the pages that have them.
import { isDark } from "./scheme.js";
import { features, loadScript, loadStyles } from "./site.js";

export function startFeatures() {
  if (features.has("math") && document.querySelector(".math")) {
    loadStyles("katex/katex.css");
    loadScript("math.js");
  }
  if (features.has("mermaid") && document.querySelector("pre.mermaid")) diagrams();
  if (document.querySelector(".napkin-graph")) loadScript("graph.js");
}

async function diagrams() {
  const blocks = [...document.querySelectorAll("pre.mermaid")].map((block) => ({ block, source: block.textContent }));
  await loadScript("mermaid.js");
  const draw = async () => {
    window.mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: isDark() ? "dark" : "neutral", fontFamily: getComputedStyle(document.body).fontFamily });
    for (const [number, { block, source }] of blocks.entries()) {
      try {
        const { svg } = await window.mermaid.render(`napkin-diagram-${number}`, source);
        block.innerHTML = svg; // Mermaid's own output, cleaned by it in strict mode
        block.classList.add("is-rendered");
      } catch (error) {
        document.getElementById(`dnapkin-diagram-${number}`)?.remove();
        block.title = String(error.message ?? error); // the source stays readable
      }
    }
  };
  document.addEventListener("napkin:scheme", draw);
  await draw();
}
