// The tree of all notes, fetched when first opened and built branch by branch.
import { isFile, loadData, make, pagePath, siteUrl } from "./site.js";

const KEY = "napkin.tree";
const FIRST = 200; // entries of a branch shown at once

export function startTree() {
  const button = document.querySelector("[data-napkin-tree]");
  const place = document.querySelector("[data-napkin-tree-root]");
  if (!button || !place) return;
  if (isFile) {
    button.parentElement.remove(); // a browser fetches nothing from a folder on disk
    return;
  }
  let loaded = false;
  const toggle = async (open, scroll) => {
    button.setAttribute("aria-expanded", String(open));
    place.hidden = !open;
    remember(open);
    if (!open || loaded) return;
    loaded = true;
    try {
      build(place, (await loadData("nav")).tree);
      if (scroll) place.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    } catch {
      loaded = false;
      place.replaceChildren(make("p", {}, "The list of notes cannot be loaded."));
    }
  };
  button.addEventListener("click", async () => {
    await toggle(place.hidden);
    if (!place.hidden) button.scrollIntoView({ block: matchMedia("(min-width: 76.25em)").matches ? "nearest" : "start" });
  });
  if (recalled() && matchMedia("(min-width: 76.25em)").matches) toggle(true, true);
}

function build(place, tree) {
  const here = pagePath();
  const filter = make("input", { type: "search", placeholder: "Filter", "aria-label": "Filter notes" });
  const body = make("div");
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    body.replaceChildren(wanted ? matches(tree, wanted) : branch(tree, here));
  });
  body.append(branch(tree, here));
  place.replaceChildren(filter, body);
}

function branch(nodes, here, from = 0) {
  const list = make("ul");
  for (const node of nodes.slice(from, from + FIRST)) list.append(entry(node, here));
  if (nodes.length > from + FIRST) {
    const more = make("button", { type: "button", class: "napkin-tree-more" }, `${nodes.length - from - FIRST} more`);
    more.addEventListener("click", () => more.parentElement.replaceWith(...branch(nodes, here, from + FIRST).children));
    list.append(make("li", {}, more));
  }
  return list;
}

function entry([title, url, children], here) {
  const link = url === null ? make("span", {}, title) : make("a", { href: siteUrl(url), "aria-current": url === here && "page" }, title);
  if (!children?.length) return make("li", {}, link);
  const details = make("details", {}, make("summary", {}, link));
  const fill = () => {
    if (details.open && details.children.length === 1) details.append(branch(children, here));
  };
  details.addEventListener("toggle", fill);
  if (url === null ? holds(children, here) : url && here.startsWith(url)) {
    details.open = true;
    fill();
  }
  return make("li", {}, details);
}

/** A section of the owner's navigation has no address of its own. */
function holds(nodes, here) {
  return nodes.some(([, url, children]) => url === here || (children && holds(children, here)));
}

function matches(tree, wanted) {
  const list = make("ul");
  const waiting = [...tree].reverse();
  while (waiting.length && list.children.length < 60) {
    const [title, url, children] = waiting.pop();
    if (url !== null && title.toLowerCase().includes(wanted)) list.append(make("li", {}, make("a", { href: siteUrl(url) }, title)));
    if (children) waiting.push(...[...children].reverse());
  }
  if (!list.children.length) list.append(make("li", { class: "napkin-tree-more" }, "Nothing found"));
  return list;
}

function remember(open) {
  try {
    if (open) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch { /* storage is off */ }
}

function recalled() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}
