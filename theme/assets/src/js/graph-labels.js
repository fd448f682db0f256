// The label of the node under the pointer, in the page's colours.

export function drawHover(picture) {
  return (context, data, settings) => {
    const size = settings.labelSize + 1;
    context.font = `600 ${size}px ${settings.labelFont}`;
    context.beginPath();
    context.arc(data.x, data.y, data.size + 2, 0, Math.PI * 2);
    context.fillStyle = picture.colours.accent;
    context.fill();
    context.beginPath();
    context.arc(data.x, data.y, data.size, 0, Math.PI * 2);
    context.fillStyle = data.color;
    context.fill();
    if (!data.label) return;
    const width = context.measureText(data.label).width;
    const left = data.x + data.size + 5;
    context.fillStyle = picture.colours.surface;
    context.beginPath();
    context.roundRect(left - 3, data.y - size * 0.85, width + 10, size * 1.7, 4);
    context.fill();
    context.fillStyle = picture.colours.label;
    context.fillText(data.label, left + 2, data.y + size * 0.35);
  };
}
