// Buttons that copy: the address of a heading, the text of a code block.
import { icon, make } from "./site.js";

export function startHeadingLinks() {
  for (const heading of document.querySelectorAll(".napkin-content :is(h1, h2, h3, h4, h5, h6)[id]")) {
    const button = make("button", { type: "button", class: "napkin-heading-link", title: "Copy link", "aria-label": "Copy link to this heading" }, icon("link"));
    button.addEventListener("click", () => {
      const address = new URL(location.href);
      address.hash = heading.id;
      history.replaceState(null, "", address);
      copy(address.href, button);
    });
    heading.append(button);
  }
}

export function startCodeCopy() {
  for (const block of document.querySelectorAll(".md-typeset .highlight")) {
    const code = block.querySelector("pre");
    if (!code) continue;
    const button = make("button", { type: "button", class: "napkin-copy", title: "Copy", "aria-label": "Copy code" }, icon("copy"));
    button.addEventListener("click", () => copy(code.textContent.replace(/\n$/, ""), button));
    block.append(button);
  }
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { style: "position:fixed;opacity:0" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy"); // where the clipboard needs a secure page
    area.remove();
  }
  button.classList.add("is-done");
  setTimeout(() => button.classList.remove("is-done"), 1500);
}
