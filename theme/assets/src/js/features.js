// Math, diagrams and the graph: loaded on the pages that have them.
import { isDark } from "./scheme.js";
import { readColours } from "./css-colours.js";
import { features, loadScript, loadStyles } from "./site.js";

export function startFeatures() {
  if (features.has("math") && document.querySelector(".math")) {
    loadStyles("katex/katex.css");
    loadScript("math.js");
  }
  if (features.has("mermaid") && document.querySelector("pre.mermaid")) diagrams();
  if (document.querySelector(".napkin-graph")) loadScript("graph.js");
}

export async function diagrams() {
  const blocks = [...document.querySelectorAll("pre.mermaid")].map((block) => ({ block, source: block.textContent }));
  await loadScript("mermaid.js");
  const draw = async () => {
    window.mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: "base", themeVariables: variables() });
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

const PIE = ["accent", "blue", "orange", "purple", "cyan", "pink", "yellow", "red", "green", "grey"];

/** Mermaid derives all its colours from these. */
function variables() {
  const read = readColours([...PIE, "bg", "surface", "raised", "fg", "strong", "muted", "line-strong"]);
  return {
    darkMode: isDark(), background: read.bg, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: "15px",
    primaryColor: read.surface, primaryTextColor: read.fg, primaryBorderColor: read["line-strong"], secondaryColor: read.raised, tertiaryColor: read.bg,
    lineColor: read.muted, textColor: read.fg, titleColor: read.strong, edgeLabelBackground: read.bg, noteBkgColor: read.surface, noteTextColor: read.fg, noteBorderColor: read["line-strong"],
    pieStrokeColor: read.bg, pieOuterStrokeColor: read["line-strong"], pieSectionTextColor: isDark() ? read.bg : "#ffffff", pieTitleTextColor: read.strong, pieLegendTextColor: read.fg, pieOpacity: "0.9",
    ...Object.fromEntries(PIE.map((name, place) => [`pie${place + 1}`, read[name]])),
  };
}
