// Light, dark, or as the system has it.

const KEY = "napkin.scheme";
const NEXT = { system: "light", light: "dark", dark: "system" };

export function startScheme() {
  const button = document.querySelector("[data-napkin-scheme]");
  if (!button) return;
  const current = () => document.documentElement.dataset.scheme ?? "system";
  const show = () => {
    const label = `Colours: ${current()}`;
    button.title = label;
    button.setAttribute("aria-label", label);
  };
  button.addEventListener("click", () => {
    const next = NEXT[current()] ?? "system";
    if (next === "system") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = next;
    try {
      if (next === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, next);
    } catch { /* storage is off: the choice lasts for this page */ }
    show();
    announce();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", announce);
  show();
}

function announce() {
  document.dispatchEvent(new CustomEvent("napkin:scheme"));
}

export function isDark() {
  const chosen = document.documentElement.dataset.scheme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
