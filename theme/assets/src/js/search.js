// The search dialog: results by note, with the sections that match; all of it works from the keyboard.
import { assetUrl, icon, isFile, loadScript, make, root, siteUrl } from "./site.js";

const PAGE = 20;

class Client {
  constructor() {
    this.waiting = new Map();
    this.next = 0;
    try {
      this.worker = new Worker(assetUrl("search-worker.js"));
      this.worker.addEventListener("message", ({ data }) => {
        const { resolve, reject } = this.waiting.get(data.id);
        this.waiting.delete(data.id);
        if (data.error) reject(new Error(data.error));
        else resolve(data.answer);
      });
      this.worker.addEventListener("error", () => this.fail());
    } catch {
      this.worker = null;
    }
  }

  fail() {
    this.worker = null;
    for (const { resolve, reject, input, limit } of this.waiting.values()) this.inPage(input, limit).then(resolve, reject);
    this.waiting.clear();
  }

  ask(input, limit) {
    if (!this.worker) return this.inPage(input, limit);
    this.next += 1;
    const id = this.next;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, input, limit });
      this.worker.postMessage({ id, root: root.href, input, limit });
    });
  }

  async inPage(input, limit) {
    this.engine ??= loadScript("search-worker.js").then(async () => {
      const engine = new window.napkinSearchEngine(root.href);
      await engine.load();
      return engine;
    });
    this.engine.catch(() => { this.engine = undefined; });
    const engine = await this.engine;
    return input === undefined ? null : engine.query(input, limit);
  }
}

class Dialog {
  constructor() {
    this.client = new Client();
    this.limit = PAGE;
    this.turn = 0;
    this.input = make("input", {
      type: "search", class: "napkin-search-input", placeholder: document.querySelector(".napkin-search-label")?.textContent || "Search", "aria-label": "Search", autocomplete: "off", spellcheck: "false",
      role: "combobox", "aria-expanded": "true", "aria-controls": "napkin-search-results", "aria-autocomplete": "list", enterkeyhint: "go",
    });
    this.status = make("p", { class: "napkin-search-status", role: "status" }, "Type to start searching");
    this.results = make("ul", { class: "napkin-search-results", id: "napkin-search-results", role: "listbox", "aria-label": "Results" });
    const close = make("button", { type: "button", class: "napkin-search-close", "aria-label": "Close" }, "Esc");
    this.element = make("dialog", { class: "napkin-search", "aria-label": "Search" },
      make("form", { class: "napkin-search-form", role: "search" }, icon("search"), this.input, close),
      this.status, this.results,
      make("div", { class: "napkin-search-hint", "aria-hidden": "true" }, "↑ ↓ choose", make("span", {}, "↵ open"), make("span", {}, "esc close")));
    close.addEventListener("click", () => this.element.close());
    this.element.addEventListener("click", (event) => event.target === this.element && this.element.close());
    this.element.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
    this.input.addEventListener("input", () => { this.limit = PAGE; this.search(); });
    this.element.addEventListener("keydown", (event) => this.key(event));
    document.body.append(this.element);
  }

  /** Open; `typed` is what the reader wrote while all this was loading. */
  open(typed = "") {
    if (!this.element.open) this.element.showModal();
    this.input.focus();
    if (typed) {
      this.input.value = typed;
      this.search();
    } else this.input.select();
    if (isFile) this.status.textContent = "Search needs a web server: open the site with `napkin serve`.";
    else this.client.ask(undefined, 0).catch(() => this.fail());
  }

  fail() {
    this.status.textContent = "The search index cannot be loaded.";
  }

  async search() {
    this.turn += 1;
    const turn = this.turn;
    const input = this.input.value;
    if (isFile) return;
    if (!input.trim()) {
      this.status.textContent = "Type to start searching";
      this.results.replaceChildren();
      return;
    }
    try {
      const answer = await this.client.ask(input, this.limit);
      if (turn === this.turn) this.show(answer);
    } catch {
      this.fail();
    }
  }

  show({ total, hits }) {
    this.status.textContent = total === 0 ? "Nothing found" : total === 1 ? "1 note" : `${total} notes`;
    this.results.replaceChildren(...hits.map((hit) => this.note(hit)));
    if (total > hits.length) {
      const more = make("button", { type: "button", class: "napkin-tree-more" }, `Show more of ${total}`);
      more.addEventListener("click", () => { this.limit += 2 * PAGE; this.search(); });
      this.results.append(make("li", { role: "presentation" }, more));
    }
    this.results.scrollTop = 0;
    this.choose(this.options()[0], false);
  }

  note(hit) {
    const title = make("a", { class: "napkin-result-title", role: "option", href: address(hit, ""), tabindex: "-1" }, ...marked(hit.title));
    if (hit.folder) title.append(make("small", {}, hit.folder.replaceAll("/", " / ")));
    if (hit.opening.length) title.append(make("span", { class: "napkin-result-text" }, ...marked(hit.opening)));
    const sections = hit.sections.map((section) => make("a", { class: "napkin-result-section", role: "option", href: address(hit, section.anchor), tabindex: "-1" },
      ...(section.heading.length ? [make("b", {}, ...marked(section.heading))] : []),
      make("span", { class: "napkin-result-text" }, ...marked(section.text))));
    return make("li", { role: "presentation" }, title, ...sections);
  }

  options() {
    return [...this.results.querySelectorAll('[role="option"]')];
  }

  choose(option, scroll = true) {
    this.results.querySelector('[aria-selected="true"]')?.removeAttribute("aria-selected");
    this.input.removeAttribute("aria-activedescendant");
    if (!option) return;
    option.setAttribute("aria-selected", "true");
    option.id ||= `napkin-result-${Math.random().toString(36).slice(2)}`;
    this.input.setAttribute("aria-activedescendant", option.id);
    if (scroll) option.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  key(event) {
    if (event.key === "Escape") {
      event.preventDefault(); // a search field would only empty itself
      this.element.close();
      return;
    }
    const options = this.options();
    const place = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      this.choose(options[(place + step + options.length) % options.length]);
    } else if (event.key === "Enter" && event.target === this.input && place >= 0) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) open(options[place].href);
      else this.go(options[place]);
    }
  }

  go(option) {
    this.element.close();
    option.click();
  }
}

/** A result's address; the words go along so that the page can mark them. */
function address(hit, anchor) {
  const url = siteUrl(hit.url);
  if (hit.words.length) url.searchParams.set("h", hit.words.join(" "));
  if (anchor) url.hash = encodeURIComponent(anchor);
  return url.href;
}

const marked = (pieces) => pieces.map(([text, hit]) => (hit ? make("mark", {}, text) : text));

const dialog = new Dialog();
dialog.results.addEventListener("click", (event) => event.target.closest("a") && !event.ctrlKey && !event.metaKey && dialog.element.close());
window.napkinSearch = dialog;
