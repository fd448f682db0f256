// Come from search: mark the words that were found and go to the first one. Escape takes the marks away.

const MOST = 400;

export function markHits() {
  const address = new URL(location.href);
  const words = (address.searchParams.get("h") ?? "").split(" ").filter(Boolean).slice(0, 12);
  if (!words.length) return;
  address.searchParams.delete("h");
  history.replaceState(null, "", address);
  const article = document.querySelector("article.md-content__inner");
  if (!article) return;
  const marks = mark(article, pattern(words));
  const anchor = address.hash && document.getElementById(decodeURIComponent(address.hash.slice(1)));
  const first = marks.find((found) => !anchor || anchor.contains(found) || anchor.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_FOLLOWING) ?? marks[0];
  if (first) {
    for (let parent = first.parentElement; parent; parent = parent.parentElement) if (parent.localName === "details") parent.open = true;
    requestAnimationFrame(() => first.scrollIntoView({ block: "center", behavior: "instant" }));
  }
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const found of document.querySelectorAll("mark.napkin-hit")) found.replaceWith(...found.childNodes);
  });
}

function pattern(words) {
  const escaped = words.sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const spaced = words.every((word) => !/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u9fff\uac00-\ud7ff]/.test(word));
  const body = `(?:${escaped.join("|")})`;
  return new RegExp(spaced ? `(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])` : body, "giu");
}

function mark(article, wanted) {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest("script, style, .math, pre.mermaid, button, .napkin-backlinks") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const marks = [];
  for (const node of nodes) {
    const found = [...node.data.matchAll(wanted)].slice(0, MOST - marks.length).reverse();
    const here = [];
    for (const match of found) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const element = document.createElement("mark");
      element.className = "napkin-hit";
      range.surroundContents(element);
      here.unshift(element);
    }
    marks.push(...here);
    if (marks.length >= MOST) break;
  }
  return marks;
}
