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

let opening = false;

async function open() {
  if (opening) return;
  opening = true;
  let typed = "";
  const keep = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Backspace") typed = typed.slice(0, -1);
    else if ([...event.key].length === 1) typed += event.key;
    else return;
    event.preventDefault(); // what is typed before the dialog is there belongs into it
    event.stopImmediatePropagation();
  };
  addEventListener("keydown", keep, true);
  try {
    await loadScript("search.js");
    window.napkinSearch.open(typed);
  } finally {
    removeEventListener("keydown", keep, true);
    opening = false;
  }
}
