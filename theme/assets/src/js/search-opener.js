// Opens search by button, `/` or Ctrl-K. Nothing of it is loaded before.
import { loadScript } from "./site.js";

export function startSearch() {
  const buttons = document.querySelectorAll("[data-napkin-search]");
  if (!buttons.length) return;
  for (const button of buttons) button.addEventListener("click", open);
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (slash || command) {
      event.preventDefault();
      open();
    }
  });
}

async function open() {
  await loadScript("search.js");
  window.napkinSearch.open();
}
