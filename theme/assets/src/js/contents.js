// Which heading the reader is at, shown in the table of contents; the current page among its neighbours.

export function startContents() {
  for (const link of document.querySelectorAll('.napkin-nav-list a[href="./"], .napkin-nav-list a[href=""]')) link.setAttribute("aria-current", "page");
  const toc = document.querySelector(".napkin-toc");
  const drawer = document.querySelector(".md-sidebar--primary .md-sidebar__inner");
  if (toc && drawer) {
    const copy = toc.cloneNode(true); // shown where the column of its own does not fit
    copy.classList.add("napkin-toc-inner");
    copy.addEventListener("click", (event) => event.target.closest("a") && (document.getElementById("__drawer").checked = false));
    drawer.prepend(copy);
  }
  const links = new Map();
  for (const link of document.querySelectorAll(".md-sidebar--secondary .napkin-toc a")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  if (!links.size) return;
  let active = null;
  let waiting = false;
  const update = () => {
    waiting = false;
    let current = null;
    for (const [heading, link] of links) {
      if (heading.getBoundingClientRect().top > 120) break;
      current = link;
    }
    if (current === active) return;
    active?.classList.remove("is-active");
    current?.classList.add("is-active");
    active = current;
  };
  addEventListener("scroll", () => {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(update);
    }
  }, { passive: true });
  update();
}
