// What notes need on a page that MkDocs made: boxes that load on a click, formulas, diagrams. The rest is the theme's.
import { startRemoteEmbeds } from "./embeds.js";
import { diagrams, typeset } from "./features.js";

function start() {
  startRemoteEmbeds();
  if (document.querySelector(".math:not(.is-rendered)")) typeset();
  // Material draws diagrams itself, with the library that the page has loaded.
  if (!window.document$ && document.querySelector("pre.mermaid")) diagrams();
}

if (document.getElementById("napkin-config")) {
  if (window.document$) window.document$.subscribe(start); // also after Material swapped the page without a reload
  else start();
}
