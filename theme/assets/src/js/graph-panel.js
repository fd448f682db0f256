// The controls over the picture: find, colour by, what is shown, and what the colours mean.
import { icon, make, siteUrl } from "./site.js";

const MOST_FOUND = 8;

export function panel(picture) {
  const find = make("input", { type: "search", placeholder: "Find a note", "aria-label": "Find a note in the graph" });
  const found = make("ul", { class: "napkin-graph-found", "aria-label": "Notes found" });
  find.addEventListener("input", () => {
    picture.wanted = find.value.trim().toLowerCase();
    picture.refresh();
    found.replaceChildren(...matches(picture).slice(0, MOST_FOUND).map((node) => match(picture, node)));
  });
  find.addEventListener("keydown", (event) => event.key === "Enter" && openFirst(picture));
  const by = make("select", { "aria-label": "Colour by" }, make("option", { value: "folder" }, "Colour by folder"), make("option", { value: "tag" }, "Colour by tag"));
  const legend = make("ul", { class: "napkin-graph-legend" });
  const draw = () => legend.replaceChildren(...picture.groups.list.map((group) => entry(picture, group)));
  by.addEventListener("change", () => {
    picture.by = by.value;
    picture.hidden.clear();
    picture.paint();
    draw();
    picture.refresh();
  });
  picture.place.addEventListener("napkin:groups", draw);
  draw();
  const wide = picture.place.clientWidth > 620;
  return make("details", { class: "napkin-graph-panel", open: wide }, make("summary", {}, "Find and filter"), find, found, by,
    check("Not written yet", picture, "showUnresolved"), check("Notes without links", picture, "showOrphans"), legend);
}

export function tools(picture) {
  const camera = picture.renderer.getCamera();
  const button = (name, label, act) => make("button", { type: "button", title: label, "aria-label": label, onclick: act }, icon(name));
  return make("div", { class: "napkin-graph-tools" },
    button("plus", "Zoom in", () => camera.animatedZoom({ duration: 150 })),
    button("minus", "Zoom out", () => camera.animatedUnzoom({ duration: 150 })),
    button("fit", "Show all", () => camera.animatedReset({ duration: 200 })));
}

function entry(picture, group) {
  const button = make("button", { type: "button", "aria-pressed": String(!picture.hidden.has(group.name)) }, make("i", { style: `--dot:${group.colour}` }), group.title, make("span", { class: "napkin-count" }, String(group.count)));
  button.addEventListener("click", () => {
    if (!picture.hidden.delete(group.name)) picture.hidden.add(group.name);
    button.setAttribute("aria-pressed", String(!picture.hidden.has(group.name)));
    picture.refresh();
  });
  return make("li", {}, button);
}

function check(label, picture, field) {
  const box = make("input", { type: "checkbox" });
  box.checked = picture[field];
  box.addEventListener("change", () => {
    picture[field] = box.checked;
    picture.refresh();
  });
  return make("label", {}, box, label);
}

/** Give the notes wanted, the nearest names first. */
function matches(picture) {
  if (!picture.wanted) return [];
  const found = picture.graph.filterNodes((node, data) => !data.unresolved && data.search.includes(picture.wanted));
  const rank = (node) => picture.graph.getNodeAttribute(node, "label").length + (picture.graph.getNodeAttribute(node, "label").toLowerCase().includes(picture.wanted) ? 0 : 1000);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** A link to a note that shows it in the picture while the pointer or the focus is on it. */
function match(picture, node) {
  const { label, url } = picture.graph.getNodeAttributes(node);
  const links = picture.graph.neighbors(node).length;
  const link = make("a", { href: siteUrl(url).href }, label, make("span", { class: "napkin-count", title: "Linked notes" }, String(links)));
  for (const name of ["pointerenter", "focus"]) link.addEventListener(name, () => picture.hover(node));
  for (const name of ["pointerleave", "blur"]) link.addEventListener(name, () => picture.hover(null));
  return make("li", {}, link);
}

function openFirst(picture) {
  const [first] = matches(picture);
  if (first) picture.open(first);
}
