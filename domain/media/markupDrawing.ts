import { type MarkupShape, markupInk } from "./markup.ts";

/**
 * Draws markup as SVG elements in pixels of the picture, which the console shows over a photo and the service draws into one. A
 * blur has no elements: it changes pixels.
 */
export interface MarkupElement {
  tag: "path" | "ellipse" | "rect" | "text";
  attributes: Readonly<Record<string, string | number>>;
  text?: string;
}

interface Size {
  width: number;
  height: number;
}

/** The font of texts: metric-compatible wherever it is drawn. */
export const markupFont = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";
/** The distance of the letters' centre from their baseline, as a fraction of their height. */
const textBaselineRatio = 0.36;
/** The width of the outline on each side, as a fraction of the line's. */
const outlineRatio = 0.45;

/** The elements of a shape, in drawing order; none for a blur. */
export function shapeToElements(shape: MarkupShape, { width, height }: Size): MarkupElement[] {
  if (shape.type === "BLUR") return [];
  const longerSide = Math.max(width, height);
  const { color, outline } = markupInk[shape.color];
  if (shape.type === "TEXT") {
    const size = shape.size * longerSide;
    return [
      {
        tag: "text",
        attributes: {
          x: roundTo2(shape.at[0] * width),
          y: roundTo2(shape.at[1] * height + size * textBaselineRatio),
          "font-family": markupFont,
          "font-weight": 700,
          "font-size": roundTo2(size),
          "text-anchor": "middle",
          fill: color,
          stroke: outline,
          "stroke-width": roundTo2(size * 0.16),
          "stroke-linejoin": "round",
          "paint-order": "stroke",
        },
        text: shape.text,
      },
    ];
  }
  const lineWidth = Math.max(1, shape.width * longerSide);
  const from = { x: shape.from[0] * width, y: shape.from[1] * height };
  const to = { x: shape.to[0] * width, y: shape.to[1] * height };
  const geometry = shapeGeometry(shape.type, from, to, lineWidth);
  const strokeElement = (stroke: string, strokeWidth: number): MarkupElement => ({
    tag: geometry.tag,
    attributes: {
      ...geometry.attributes,
      fill: "none",
      stroke,
      "stroke-width": roundTo2(strokeWidth),
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
  });
  return [strokeElement(outline, lineWidth * (1 + 2 * outlineRatio)), strokeElement(color, lineWidth)];
}

interface Pixel {
  x: number;
  y: number;
}

function shapeGeometry(
  type: "ARROW" | "LINE" | "CIRCLE" | "RECTANGLE",
  from: Pixel,
  to: Pixel,
  line: number,
): Pick<MarkupElement, "tag" | "attributes"> {
  const width = roundTo2(Math.abs(to.x - from.x));
  const height = roundTo2(Math.abs(to.y - from.y));
  if (type === "RECTANGLE")
    return {
      tag: "rect",
      attributes: {
        x: roundTo2(Math.min(from.x, to.x)),
        y: roundTo2(Math.min(from.y, to.y)),
        width,
        height,
      },
    };
  if (type === "CIRCLE")
    return {
      tag: "ellipse",
      attributes: {
        cx: roundTo2((from.x + to.x) / 2),
        cy: roundTo2((from.y + to.y) / 2),
        rx: roundTo2(width / 2),
        ry: roundTo2(height / 2),
      },
    };
  const shaft = `M${formatPoint(from)}L${formatPoint(to)}`;
  return {
    tag: "path",
    attributes: { d: type === "LINE" ? shaft : `${shaft}${arrowheadPath(from, to, line)}` },
  };
}

/** The two strokes of an arrowhead, at most half as long as its shaft. */
function arrowheadPath(from: Pixel, to: Pixel, line: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const head = Math.min(length / 2, line * 5);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const end = (rotation: number): Pixel => ({
    x: to.x - head * Math.cos(angle + rotation),
    y: to.y - head * Math.sin(angle + rotation),
  });
  return `M${formatPoint(end(Math.PI / 6))}L${formatPoint(to)}L${formatPoint(end(-Math.PI / 6))}`;
}

const roundTo2 = (value: number): number => Math.round(value * 100) / 100;
const formatPoint = ({ x, y }: Pixel): string => `${roundTo2(x)} ${roundTo2(y)}`;
