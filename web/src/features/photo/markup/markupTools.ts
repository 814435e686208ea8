import type { ComponentType } from "react";
import { type MarkupColor, type MarkupShape, mapPoints } from "#domain/media/markup.ts";
import { ArrowMark, BlurMark, CircleMark, LineMark, RectangleMark, TextMark } from "./toolIcons.tsx";

type Point = readonly [number, number];

/** The tools: each draws one kind of shape, and has a letter. */
export const markupTools: readonly { type: MarkupShape["type"]; key: string; icon: ComponentType }[] = [
  { type: "ARROW", key: "a", icon: ArrowMark },
  { type: "LINE", key: "l", icon: LineMark },
  { type: "CIRCLE", key: "o", icon: CircleMark },
  { type: "RECTANGLE", key: "r", icon: RectangleMark },
  { type: "TEXT", key: "t", icon: TextMark },
  { type: "BLUR", key: "b", icon: BlurMark },
];

/** Of the picture's longer side. */
const lineWidth = 0.006;
const letterSize = 0.045;

/** Ten-thousandths are finer than a pixel of the rendition. */
const clampToUnit = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
const insidePoint = ([x, y]: Point): [number, number] => [clampToUnit(x), clampToUnit(y)];

interface ToolSettings {
  type: MarkupShape["type"];
  color: MarkupColor;
  text: string;
}

export function newShape({ type, color, text }: ToolSettings, from: Point, to: Point): MarkupShape {
  const span = { from: insidePoint(from), to: insidePoint(to) };
  if (type === "TEXT") return { type, at: insidePoint(to), text, color, size: letterSize };
  if (type === "BLUR") return { type, ...span };
  return { type, ...span, color, width: lineWidth };
}

/** Moved by a part of the picture; as a whole it stays inside. */
export function movedShape(shape: MarkupShape, [x, y]: Point): MarkupShape {
  const points = shape.type === "TEXT" ? [shape.at] : [shape.from, shape.to];
  const within = (axis: 0 | 1, by: number) => {
    const all = points.map((point) => point[axis]);
    return Math.min(1 - Math.max(...all), Math.max(-Math.min(...all), by));
  };
  const [right, down] = [within(0, x), within(1, y)];
  return mapPoints(shape, (at) => insidePoint([at[0] + right, at[1] + down]));
}

/** With one end elsewhere; a text has none. */
export const resizeShape = (shape: MarkupShape, end: "from" | "to", at: Point): MarkupShape =>
  shape.type === "TEXT" ? shape : { ...shape, [end]: insidePoint(at) };

/** A tap is no shape, except for a text. */
export const tooSmall = (shape: MarkupShape): boolean =>
  shape.type !== "TEXT" && Math.hypot(shape.to[0] - shape.from[0], shape.to[1] - shape.from[1]) < 0.01;
