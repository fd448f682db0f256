// Lists the visible texts of a page whose colour stands out too little from what is behind them (WCAG 2.2, 1.4.3).
() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });

  /** Any CSS colour as [red, green, blue, alpha]. */
  const parse = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, below) => [...[0, 1, 2].map((index) => top[index] * top[3] + below[index] * (1 - top[3])), 1];
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ancestors = function* (element) {
    for (let at = element; at; at = at.parentElement) yield at;
  };
  const background = (element) => {
    const layers = [];
    for (const at of ancestors(element)) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };

  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("svg, script, style, .katex, .md-skip")) continue;
    const style = getComputedStyle(element);
    const behind = background(element);
    const colour = parse(style.color);
    for (const at of ancestors(element)) colour[3] *= Number(getComputedStyle(at).opacity);
    const [lighter, darker] = [luminance(over(colour, behind)), luminance(behind)].sort((a, b) => b - a);
    const ratio = (lighter + 0.05) / (darker + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`${element.localName}.${element.className} "${text.slice(0, 24)}" ${ratio.toFixed(2)}`);
  }
  return found;
}
