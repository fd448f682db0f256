// A look at a link's target while the pointer rests on it.
import { typeset } from "./features.js";
import { isFile, make } from "./site.js";

const pages = new Map();
let box = null;
let shown = null; // the link whose target the box shows
let timer = 0;

export function startPreviews() {
  if (isFile || !matchMedia("(hover: hover) and (pointer: fine)").matches) return;
  document.addEventListener("pointerover", (event) => {
    const link = event.target.closest?.("article a.internal-link[href], a.napkin-backlink[href]");
    clearTimeout(timer);
    if (box?.contains(event.target)) return;
    if (box && link === shown) return; // moving over a link's parts must not draw the box anew
    if (link) timer = setTimeout(() => show(link), 350);
    else if (box) timer = setTimeout(hide, 250);
  });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  addEventListener("scroll", () => clearTimeout(timer), { passive: true });
}

function hide() {
  box?.remove();
  box = shown = null;
}

async function show(link) {
  const address = new URL(link.href);
  if (address.origin !== location.origin || (address.pathname === location.pathname && !address.hash)) return;
  const page = await fetchPage(address).catch(() => null);
  if (!page || !link.matches(":hover")) return;
  const content = page.querySelector(".napkin-content") ?? page.querySelector("article .napkin-folders, article .napkin-note-list");
  if (!content) return;
  hide();
  const copy = excerpt(content, address);
  for (const element of copy.querySelectorAll("[id]")) element.removeAttribute("id");
  rebase(copy, address);
  const title = page.querySelector("h1")?.textContent ?? "";
  if (copy.firstElementChild?.localName === "h1" && copy.firstElementChild.textContent.trim() === title.trim()) copy.firstElementChild.remove();
  shown = link;
  box = make("aside", { class: "napkin-preview md-typeset" }, make("p", { class: "napkin-preview-title" }, title), copy);
  document.body.append(box);
  place(link);
  if (box.querySelector(".math")) typeset();
}

async function fetchPage(address) {
  const key = address.origin + address.pathname;
  if (!pages.has(key)) {
    pages.set(key, fetch(key).then(async (response) => {
      if (!response.ok || !response.headers.get("content-type")?.includes("text/html")) throw new Error("no page");
      return new DOMParser().parseFromString(await response.text(), "text/html");
    }));
    if (pages.size > 30) pages.delete(pages.keys().next().value);
  }
  return pages.get(key);
}

/** Copy the first blocks of a note, or those from the linked heading or block on. */
function excerpt(content, address) {
  const copy = content.cloneNode(false);
  const anchor = address.hash && content.querySelector(`#${CSS.escape(decodeURIComponent(address.hash.slice(1)))}`);
  let block = anchor || content.firstElementChild;
  while (anchor && block.parentElement && block.parentElement !== content) block = block.parentElement;
  for (let count = 0; block && count < 8; count += 1, block = block.nextElementSibling) copy.append(block.cloneNode(true));
  return copy;
}

function rebase(copy, address) {
  for (const element of copy.querySelectorAll("[href], [src]")) {
    const name = element.hasAttribute("href") ? "href" : "src";
    element.setAttribute(name, new URL(element.getAttribute(name), address).href);
  }
  for (const frame of copy.querySelectorAll("iframe, object, video, audio, pre.mermaid, .remote-embed")) frame.remove();
}

function place(link) {
  const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const below = at.bottom + box.offsetHeight + 12 < innerHeight || at.top < box.offsetHeight + 12;
  box.style.top = `${scrollY + (below ? at.bottom + 6 : at.top - box.offsetHeight - 6)}px`;
  box.style.left = `${scrollX + Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 20))}px`;
}
