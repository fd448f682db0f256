// Colours of the style sheet as they are right now, for libraries that know only plain ones.

/** Give each named colour (`fg` for `--napkin-fg`) as `#rrggbb`. */
export function readColours(names) {
  const probe = document.createElement("span");
  document.body.append(probe);
  const found = Object.fromEntries(names.map((name) => {
    probe.style.color = `var(--napkin-${name})`;
    return [name, hex(getComputedStyle(probe).color)];
  }));
  probe.remove();
  return found;
}

function hex(colour) {
  const numbers = colour.match(/[\d.]+/g) ?? ["0", "0", "0"];
  const scale = colour.startsWith("color(") ? 255 : 1;
  return `#${numbers.slice(0, 3).map((value) => Math.round(Number(value) * scale).toString(16).padStart(2, "0")).join("")}`;
}
