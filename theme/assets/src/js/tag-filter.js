// A field over a long index of tags that leaves only the ones wanted.
import { make } from "./site.js";

const FEW = 24;

export function startTagFilter() {
  const tree = document.querySelector(".napkin-tag-tree");
  const items = [...(tree?.querySelectorAll("li") ?? [])].map((item) => ({ item, name: item.querySelector(".tag").textContent.toLowerCase() }));
  if (items.length <= FEW) return;
  const field = make("input", { type: "search", class: "napkin-filter", placeholder: `Filter ${items.length} tags`, "aria-label": "Filter tags" });
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase().replace(/^#/, "");
    const kept = new Set();
    for (const { item, name } of items) {
      if (!name.includes(wanted)) continue;
      for (let at = item; at && at !== tree; at = at.parentElement) if (at.localName === "li") kept.add(at);
    }
    for (const { item } of items) item.hidden = !kept.has(item);
  });
  tree.before(field);
}
