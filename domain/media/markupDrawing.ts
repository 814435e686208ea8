import { type MarkupShape, markupInk } from "./markup.ts";

/**
 * How markup is drawn: SVG elements in pixels of the picture, which the console shows over a photo and the service draws into one. A blur
 * is none of them: it changes pixels.
 */
export interface DrawnElement {
  tag: "path" | "ellipse" | "rect" | "text";
  attributes: Readonly<Record<string, string | number>>;
  text?: string;
}

interface Size {
  width: number;
  height: number;
}

/** The face of texts: of the same widths wherever it is drawn. */
export const markupFont = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";
/** Of the letters' height: how far their middle is above their line. */
const textBaselineRatio = 0.36;
/** The outline's width on either side, of the line's. */
const outlineRatio = 0.45;

/** The elements of a shape, in drawing order; none for a blur. */
export function shapeToElements(shape: MarkupShape, { width, height }: Size): DrawnElement[] {
  if (shape.type === "BLUR") return [];
  const longer = Math.max(width, height);
  const { color, outline } = markupInk[shape.color];
  if (shape.type === "TEXT") {
    const size = shape.size * longer;
    return [
      {
        tag: "text",
        attributes: {
          x: rounded(shape.at[0] * width),
          y: rounded(shape.at[1] * height + size * textBaselineRatio),
          "font-family": markupFont,
          "font-weight": 700,
          "font-size": rounded(size),
          "text-anchor": "middle",
          fill: color,
          stroke: outline,
          "stroke-width": rounded(size * 0.16),
          "stroke-linejoin": "round",
          "paint-order": "stroke",
        },
        text: shape.text,
      },
    ];
  }
  const line = Math.max(1, shape.width * longer);
  const from = { x: shape.from[0] * width, y: shape.from[1] * height };
  const to = { x: shape.to[0] * width, y: shape.to[1] * height };
  const figure = shapeGeometry(shape.type, from, to, line);
  const stroked = (stroke: string, strokeWidth: number): DrawnElement => ({
    tag: figure.tag,
    attributes: {
      ...figure.attributes,
      fill: "none",
      stroke,
      "stroke-width": rounded(strokeWidth),
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
  });
  return [stroked(outline, line * (1 + 2 * outlineRatio)), stroked(color, line)];
}

interface Place {
  x: number;
  y: number;
}

function shapeGeometry(
  type: "ARROW" | "LINE" | "CIRCLE" | "RECTANGLE",
  from: Place,
  to: Place,
  line: number,
): Pick<DrawnElement, "tag" | "attributes"> {
  const multiDatabase = rounded(Math.abs(to.x - from.x));
  const down = rounded(Math.abs(to.y - from.y));
  if (type === "RECTANGLE")
    return {
      tag: "rect",
      attributes: {
        x: rounded(Math.min(from.x, to.x)),
        y: rounded(Math.min(from.y, to.y)),
        width: multiDatabase,
        height: down,
      },
    };
  if (type === "CIRCLE")
    return {
      tag: "ellipse",
      attributes: {
        cx: rounded((from.x + to.x) / 2),
        cy: rounded((from.y + to.y) / 2),
        rx: rounded(multiDatabase / 2),
        ry: rounded(down / 2),
      },
    };
  const shaft = `M${at(from)}L${at(to)}`;
  return {
    tag: "path",
    attributes: { d: type === "LINE" ? shaft : `${shaft}${arrowheadPath(from, to, line)}` },
  };
}

/** The two strokes of an arrow's head, at most half as long as its shaft. */
function arrowheadPath(from: Place, to: Place, line: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const head = Math.min(length / 2, line * 5);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const end = (turn: number): Place => ({
    x: to.x - head * Math.cos(angle + turn),
    y: to.y - head * Math.sin(angle + turn),
  });
  return `M${at(end(Math.PI / 6))}L${at(to)}L${at(end(-Math.PI / 6))}`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const at = ({ x, y }: Place): string => `${rounded(x)} ${rounded(y)}`;
