// The navigation as a drawer on small screens: works by keyboard, closes with Escape.

export function startDrawer() {
  const toggle = document.getElementById("__drawer");
  const button = document.querySelector("label.napkin-menu");
  if (!toggle || !button) return;
  const drawer = document.querySelector(".md-sidebar--primary");
  const show = () => button.setAttribute("aria-expanded", String(toggle.checked));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      toggle.checked = !toggle.checked;
      show();
      if (toggle.checked) drawer?.querySelector("a, button")?.focus();
    }
  });
  drawer?.addEventListener("focusout", (event) => {
    if (!toggle.checked || !event.relatedTarget || drawer.contains(event.relatedTarget)) return;
    toggle.checked = false; // who tabs out of the drawer has left it
    show();
  });
  toggle.addEventListener("change", show);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && toggle.checked) {
      toggle.checked = false;
      show();
      button.focus();
    }
  });
  show();
}
