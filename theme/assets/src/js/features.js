// Math, diagrams and the graph: loaded on the pages that have them.
import { isDark } from "./scheme.js";
import { readColours } from "./css-colours.js";
import { features, loadScript, loadStyles, make } from "./site.js";

export function startFeatures() {
  if (features.has("math") && document.querySelector(".math")) typeset();
  if (features.has("mermaid") && document.querySelector("pre.mermaid")) diagrams();
  if (document.querySelector(".napkin-graph")) loadScript("graph.js");
}

let hasStyles = false;

/** Set the formulas that are not set yet. */
export async function typeset() {
  if (!hasStyles) loadStyles("katex/katex.css");
  hasStyles = true;
  await loadScript("math.js");
  window.napkinTypeset();
}

// `secure` names what a diagram may not set itself: Mermaid's own list, and what gets into its style sheet as text.
const SETTINGS = {
  startOnLoad: false,
  securityLevel: "strict",
  theme: "base",
  dompurifyConfig: { FORBID_TAGS: ["audio", "iframe", "image", "img", "link", "picture", "source", "style", "video"] },
  secure: [
    "secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges",
    "altFontFamily", "dompurifyConfig", "fontFamily", "themeCSS",
  ],
};

/** Take out of a diagram what would make the browser ask another host: pictures, and addresses in its styles. */
function withoutRequests(source) {
  return source
    .replace(/%%\{[^]*?\}%%|^\s*---\n[^]*?\n---|^\s*(?:style|classDef|linkStyle)\b.*$/gm, (part) => part.replace(/\\|@import/gi, ""))
    .replace(/\b(url|image|image-set|cross-fade|src)\s*\(/gi, "$1 (") // with a blank, no function to CSS
    .replace(/\bimg\s*:\s*(?:"[^"]*"|'[^']*'|[^,}\n]*)/g, "");
}

export async function diagrams() {
  const blocks = [...document.querySelectorAll("pre.mermaid")].map((block) => ({ block, source: block.textContent }));
  await loadScript("mermaid.js");
  const draw = async () => {
    window.mermaid.initialize({ ...SETTINGS, themeVariables: variables() });
    for (const [number, { block, source }] of blocks.entries()) {
      try {
        const { svg } = await window.mermaid.render(`napkin-diagram-${number}`, withoutRequests(source));
        block.innerHTML = svg; // Mermaid's own output, cleaned by it in strict mode
        block.classList.add("is-rendered");
        linkNodes(block);
      } catch (error) {
        document.getElementById(`dnapkin-diagram-${number}`)?.remove();
        fail(block, error); // the source stays readable
      }
    }
  };
  document.addEventListener("napkin:scheme", draw);
  await draw();
}

/** Make links of the nodes that name a note; the page says where each name leads. */
function linkNodes(block) {
  const links = JSON.parse(block.dataset.links ?? "{}");
  for (const node of block.querySelectorAll("g.internal-link")) {
    const href = links[node.textContent.trim().replace(/\s+/g, " ")];
    if (!href) continue;
    const link = document.createElementNS("http://www.w3.org/2000/svg", "a");
    link.setAttribute("href", href);
    link.setAttribute("class", "napkin-diagram-link");
    node.replaceWith(link);
    link.append(node);
  }
}

function fail(block, error) {
  if (block.nextElementSibling?.matches(".napkin-diagram-error")) return;
  const [said] = String(error.message ?? error).split("\n");
  block.after(make("p", { class: "napkin-diagram-error" }, `This diagram cannot be drawn: ${said.replace(/[:.\s]+$/, "")}.`));
}

const PIE = ["accent", "blue", "orange", "purple", "cyan", "pink", "yellow", "red", "green", "grey"];

/** Mermaid derives all its colours from these. */
function variables() {
  const read = readColours([...PIE, "bg", "surface", "raised", "fg", "strong", "muted", "line-strong"]);
  return {
    darkMode: isDark(), background: read.bg, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: "15px",
    primaryColor: read.surface, primaryTextColor: read.fg, primaryBorderColor: read["line-strong"], secondaryColor: read.raised, tertiaryColor: read.bg,
    lineColor: read.muted, textColor: read.fg, titleColor: read.strong, edgeLabelBackground: read.bg, noteBkgColor: read.surface, noteTextColor: read.fg, noteBorderColor: read["line-strong"],
    pieStrokeColor: read.bg, pieOuterStrokeColor: read["line-strong"], pieSectionTextColor: isDark() ? read.bg : "#ffffff", pieTitleTextColor: read.strong, pieLegendTextColor: read.fg, pieOpacity: "1",
    ...Object.fromEntries(PIE.map((name, place) => [`pie${place + 1}`, read[name]])),
  };
}
