// What notes need on a page that MkDocs made: boxes that load on a click, formulas, diagrams. The rest is the theme's.
import { startRemoteEmbeds } from "./embeds.js";
import { diagrams } from "./features.js";
import { assetUrl, loadStyles } from "./site.js";

function start() {
  startRemoteEmbeds();
  if (document.querySelector(".math:not(.is-rendered)")) formulas();
  // Material draws diagrams itself, with the library that the page has loaded.
  if (!window.document$ && document.querySelector("pre.mermaid")) diagrams();
}

let hasStyles = false;

function formulas() {
  if (!hasStyles) loadStyles("katex/katex.css");
  hasStyles = true;
  const script = document.createElement("script"); // it sets what it finds when it runs, so it runs for each page
  script.src = assetUrl("math.js");
  document.head.append(script);
  script.addEventListener("load", () => script.remove());
}

if (document.getElementById("napkin-config")) {
  if (window.document$) window.document$.subscribe(start); // also after Material swapped the page without a reload
  else start();
}
