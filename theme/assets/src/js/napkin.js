// What every page does once it is there. Search, the graph, math and diagrams are loaded only when asked for.
import { startCodeCopy, startHeadingLinks } from "./copying.js";
import { startDrawer } from "./drawer.js";
import { startRemoteEmbeds } from "./embeds.js";
import { startFileLinks } from "./file-links.js";
import { startFeatures } from "./features.js";
import { markHits } from "./hits.js";
import { startPreviews } from "./previews.js";
import { startScheme } from "./scheme.js";
import { startSearch } from "./search-opener.js";
import { startContents } from "./contents.js";
import { startDirection } from "./direction.js";
import { startTagFilter } from "./tag-filter.js";
import { startTree } from "./tree.js";

for (const start of [
  startScheme, startDirection, startDrawer, startSearch, markHits, startTree, startContents, startHeadingLinks, startCodeCopy,
  startRemoteEmbeds, startFileLinks, startFeatures, startPreviews, startTagFilter,
]) {
  try {
    start();
  } catch (error) {
    console.error(error); // one broken part leaves the others alive
  }
}
