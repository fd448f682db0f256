// Opened from disk, a folder's address shows the folder: lead to the page in it instead.
import { isFile } from "./site.js";

export function startFileLinks() {
  if (!isFile) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || new URL(link.href).protocol !== "file:") return;
    const address = new URL(link.href);
    if (!address.pathname.endsWith("/")) return;
    address.pathname += "index.html";
    link.href = address.href;
  }, true);
}
