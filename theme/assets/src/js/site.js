// Where the site's root is, and how to fetch its data and further scripts.

// Pages of the MkDocs plugin carry a block of their own beside Material's.
const config = JSON.parse(document.getElementById("napkin-config")?.dataset.config ?? document.getElementById("__config")?.textContent ?? "{}");

export const root = new URL(config.root, document.baseURI);
export const features = new Set(config.features ?? []);
export const isFile = location.protocol === "file:";

/** Give the absolute address of a place named from the site's root. */
export const siteUrl = (path) => new URL(path.replace(/^\//, ""), root);

export const assetUrl = (name) => siteUrl(config.assets[name]);

/** Give this page's address from the site's root, percent-encoded, without `index.html`. */
export function pagePath() {
  const path = location.pathname.startsWith(root.pathname) ? location.pathname.slice(root.pathname.length) : "";
  return path.replace(/(^|\/)index\.html$/, "$1");
}

const scripts = new Map();

/** Load one of the theme's scripts once. */
export function loadScript(name) {
  if (!scripts.has(name)) {
    scripts.set(name, new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = assetUrl(name);
      script.onload = resolve;
      script.onerror = () => { scripts.delete(name); reject(new Error(`cannot load ${name}`)); };
      document.head.append(script);
    }));
  }
  return scripts.get(name);
}

export function loadStyles(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = assetUrl(name);
  document.head.append(link);
}

/** Fetch a data file the manifest knows by a short name (`nav`, `graph`). */
export async function loadData(name) {
  for (let attempt = 0; ; attempt += 1) {
    const manifest = await fetchJson(siteUrl("-/data/manifest.json"), { cache: "no-cache" });
    try {
      return await fetchJson(siteUrl(manifest.files[name]));
    } catch (error) {
      if (attempt) throw error; // the site was rebuilt in between: ask for the manifest once more
    }
  }
}

export async function fetchJson(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.json();
}

/** Make an element. Text goes in as text, never as HTML. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const icon = (name) => make("span", { class: `napkin-icon napkin-icon-${name}`, "aria-hidden": "true" });
