// Colours of the picture in the page's scheme, and which group a node belongs to.
import { readColours } from "./css-colours.js";

const NAMES = ["blue", "orange", "green", "purple", "red", "cyan", "pink", "yellow"];

export function colours() {
  const read = readColours([...NAMES, "fg", "accent", "grey", "line-strong", "line", "raised", "surface"]);
  return {
    label: read.fg, accent: read.accent, other: read.grey, unresolved: read["line-strong"], edge: read["line-strong"], faintEdge: read.line, dim: read.line,
    surface: read.raised, ground: read.surface, groups: NAMES.map((name) => read[name]),
  };
}

/** Sort nodes into the largest folders or tags; the rest share one colour. */
export function groupsOf(graph, by, palette) {
  const counts = new Map();
  const names = new Map();
  graph.forEachNode((node, data) => {
    if (data.unresolved) return;
    const name = by === "tag" ? (data.tags[0] ?? "").split("/")[0] : data.folder.split("/")[0];
    names.set(node, name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const named = ranked.filter(([name]) => name).slice(0, palette.groups.length);
  const list = named.map(([name, count], place) => ({ name, title: by === "tag" ? `#${name}` : name, count, colour: palette.groups[place] }));
  const rest = ranked.reduce((sum, entry) => sum + entry[1], 0) - named.reduce((sum, entry) => sum + entry[1], 0);
  const other = { name: "", title: list.length ? "Others" : "Notes", count: rest, colour: list.length ? palette.other : palette.groups[0] };
  if (rest) list.push(other);
  const byName = new Map(list.map((group) => [group.name, group]));
  return { list, of: (node) => byName.get(names.get(node)) ?? other };
}
