// The navigation as a drawer on small screens: works by keyboard, closes with Escape.

export function startDrawer() {
  const toggle = document.getElementById("__drawer");
  const button = document.querySelector("label.napkin-menu");
  if (!toggle || !button) return;
  const show = () => button.setAttribute("aria-expanded", String(toggle.checked));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      toggle.checked = !toggle.checked;
      show();
    }
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
