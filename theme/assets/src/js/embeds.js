// Boxes that stand for pages of other hosts: nothing is fetched until the reader asks.
import { make } from "./site.js";

const NAMES = { youtube: "YouTube", twitter: "X" };

export function startRemoteEmbeds() {
  for (const box of document.querySelectorAll(".remote-embed[data-src]")) {
    const address = new URL(box.dataset.src, location.href);
    if (address.protocol !== "https:" && address.protocol !== "http:") continue;
    const from = NAMES[box.dataset.provider] ?? address.host;
    const button = make("button", { type: "button", class: "napkin-load" }, `Load from ${from}`);
    button.addEventListener("click", () => {
      box.classList.add("is-loaded");
      box.replaceChildren(box.dataset.provider === "image" ? picture(box, address) : frame(from, address));
    });
    box.prepend(button);
  }
}

function picture(box, address) {
  const size = { width: box.getAttribute("width"), height: box.getAttribute("height") };
  return make("img", { src: address.href, alt: box.dataset.alt ?? "", referrerpolicy: "no-referrer", ...size });
}

function frame(from, address) {
  return make("iframe", {
    src: address.href, loading: "lazy", referrerpolicy: "strict-origin-when-cross-origin", title: `From ${from}`,
    sandbox: "allow-scripts allow-same-origin allow-popups allow-presentation allow-forms",
    allow: "fullscreen; encrypted-media; picture-in-picture", allowfullscreen: true,
  });
}
