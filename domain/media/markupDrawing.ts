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
          x: roundTo2(shape.position[0] * width),
          y: roundTo2(shape.position[1] * height + size * textBaselineRatio),
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
  const startPixel = { x: shape.from[0] * width, y: shape.from[1] * height };
  const endPixel = { x: shape.to[0] * width, y: shape.to[1] * height };
  const geometry = createShapeGeometry(shape.type, startPixel, endPixel, lineWidth);
  const createStrokeElement = (stroke: string, strokeWidth: number): MarkupElement => ({
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
  return [
    createStrokeElement(outline, lineWidth * (1 + 2 * outlineRatio)),
    createStrokeElement(color, lineWidth),
  ];
}

interface Pixel {
  x: number;
  y: number;
}

function createShapeGeometry(
  type: "ARROW" | "LINE" | "CIRCLE" | "RECTANGLE",
  startPixel: Pixel,
  endPixel: Pixel,
  lineWidth: number,
): Pick<MarkupElement, "tag" | "attributes"> {
  const width = roundTo2(Math.abs(endPixel.x - startPixel.x));
  const height = roundTo2(Math.abs(endPixel.y - startPixel.y));
  if (type === "RECTANGLE")
    return {
      tag: "rect",
      attributes: {
        x: roundTo2(Math.min(startPixel.x, endPixel.x)),
        y: roundTo2(Math.min(startPixel.y, endPixel.y)),
        width,
        height,
      },
    };
  if (type === "CIRCLE")
    return {
      tag: "ellipse",
      attributes: {
        cx: roundTo2((startPixel.x + endPixel.x) / 2),
        cy: roundTo2((startPixel.y + endPixel.y) / 2),
        rx: roundTo2(width / 2),
        ry: roundTo2(height / 2),
      },
    };
  const shaft = `M${formatPoint(startPixel)}L${formatPoint(endPixel)}`;
  return {
    tag: "path",
    attributes: {
      d: type === "LINE" ? shaft : `${shaft}${createArrowheadPath(startPixel, endPixel, lineWidth)}`,
    },
  };
}

/** The two strokes of an arrowhead, at most half as long as its shaft. */
function createArrowheadPath(startPixel: Pixel, endPixel: Pixel, lineWidth: number): string {
  const length = Math.hypot(endPixel.x - startPixel.x, endPixel.y - startPixel.y);
  const headLength = Math.min(length / 2, lineWidth * 5);
  const angle = Math.atan2(endPixel.y - startPixel.y, endPixel.x - startPixel.x);
  const computeEnd = (rotation: number): Pixel => ({
    x: endPixel.x - headLength * Math.cos(angle + rotation),
    y: endPixel.y - headLength * Math.sin(angle + rotation),
  });
  return `M${formatPoint(computeEnd(Math.PI / 6))}L${formatPoint(endPixel)}L${formatPoint(computeEnd(-Math.PI / 6))}`;
}

const roundTo2 = (value: number): number => Math.round(value * 100) / 100;
const formatPoint = ({ x, y }: Pixel): string => `${roundTo2(x)} ${roundTo2(y)}`;
