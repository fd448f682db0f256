// Which heading the reader is at, shown in the table of contents; the current page among its neighbours.

export function startContents() {
  for (const link of document.querySelectorAll('.napkin-nav-list a[href="./"], .napkin-nav-list a[href=""]')) link.setAttribute("aria-current", "page");
  const links = new Map();
  for (const link of document.querySelectorAll(".napkin-toc a")) {
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
