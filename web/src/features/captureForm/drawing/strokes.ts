/** A continuous line. Positions and width in pixels of the canvas. */
export interface Stroke {
  colour: string;
  width: number;
  points: { x: number; y: number }[];
}

/** A pointer's position on a canvas whose displayed size differs from its own. */
export function pointOn(
  canvas: { width: number; height: number; getBoundingClientRect(): DOMRect },
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number } {
  const shown = canvas.getBoundingClientRect();
  return {
    x: ((clientX - shown.left) * canvas.width) / (shown.width || 1),
    y: ((clientY - shown.top) * canvas.height) / (shown.height || 1),
  };
}

/** Draws a stroke, smoothed through the midpoints of its points; a single point is a dot. */
export function drawStroke(context: CanvasRenderingContext2D, { colour, width, points }: Stroke): void {
  const [first, ...rest] = points;
  if (!first) return;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(first.x, first.y);
  let before = first;
  for (const point of rest) {
    context.quadraticCurveTo(before.x, before.y, (before.x + point.x) / 2, (before.y + point.y) / 2);
    before = point;
  }
  context.lineTo(before.x, before.y);
  context.stroke();
}
