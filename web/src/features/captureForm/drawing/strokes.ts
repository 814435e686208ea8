/** A continuous line. Positions and width in pixels of the canvas. */
export interface Stroke {
  colour: string;
  width: number;
  points: { x: number; y: number }[];
}

/** The position of a pointer in canvas pixels, for a canvas displayed at another size. */
export function toCanvasPoint(
  canvas: { width: number; height: number; getBoundingClientRect(): DOMRect },
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number } {
  const bounds = canvas.getBoundingClientRect();
  return {
    x: ((clientX - bounds.left) * canvas.width) / (bounds.width || 1),
    y: ((clientY - bounds.top) * canvas.height) / (bounds.height || 1),
  };
}

/** Draws a stroke, smoothed through the midpoints of its points; a single point becomes a dot. */
export function drawStroke(context: CanvasRenderingContext2D, { colour, width, points }: Stroke): void {
  const [firstPoint, ...otherPoints] = points;
  if (!firstPoint) return;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(firstPoint.x, firstPoint.y);
  let previous = firstPoint;
  for (const point of otherPoints) {
    context.quadraticCurveTo(previous.x, previous.y, (previous.x + point.x) / 2, (previous.y + point.y) / 2);
    previous = point;
  }
  context.lineTo(previous.x, previous.y);
  context.stroke();
}
