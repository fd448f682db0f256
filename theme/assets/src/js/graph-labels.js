// The labels of nodes, in the page's colours: of many, and of the one under the pointer.

const LONGEST = 36;

/** Draws labels where there is room: none over another, none beyond the edge, readable over nodes and lines. */
export class Labels {
  constructor(picture) {
    this.picture = picture;
    this.taken = [];
  }

  /** Forget where labels stand; a new frame begins. */
  clear() {
    this.taken = [];
  }

  draw = (context, data, settings) => {
    if (!data.label) return;
    const { canvas, colours } = this.picture;
    const size = settings.labelSize;
    const text = data.label.length > LONGEST ? `${data.label.slice(0, LONGEST - 1).trimEnd()}…` : data.label;
    context.font = `${settings.labelWeight} ${size}px ${settings.labelFont}`;
    const width = context.measureText(text).width;
    const gap = data.size + 4;
    const left = data.x + gap + width > canvas.clientWidth - 4 ? data.x - gap - width : data.x + gap;
    const [top, bottom] = [data.y - size * 0.7, data.y + size * 0.7];
    if (this.taken.some((other) => left < other.right && other.left < left + width && top < other.bottom && other.top < bottom)) return;
    this.taken.push({ left, right: left + width, top, bottom });
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = colours.ground;
    context.strokeText(text, left, data.y + size / 3);
    context.fillStyle = colours.label;
    context.fillText(text, left, data.y + size / 3);
  };
}

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
