import type { ComponentType } from "react";
import { type MarkupColor, type MarkupShape, mapPoints } from "#domain/media/markup.ts";
import { ArrowMark, BlurMark, CircleMark, LineMark, RectangleMark, TextMark } from "./toolIcons.tsx";

type Point = readonly [number, number];

/** The tools: each draws one type of shape, and has a letter as its key. */
export const markupTools: readonly { type: MarkupShape["type"]; key: string; icon: ComponentType }[] = [
  { type: "ARROW", key: "a", icon: ArrowMark },
  { type: "LINE", key: "l", icon: LineMark },
  { type: "CIRCLE", key: "o", icon: CircleMark },
  { type: "RECTANGLE", key: "r", icon: RectangleMark },
  { type: "TEXT", key: "t", icon: TextMark },
  { type: "BLUR", key: "b", icon: BlurMark },
];

/** Fractions of the picture's longer side. */
const lineWidth = 0.006;
const letterSize = 0.045;

/** Rounds to ten-thousandths, which are finer than a pixel of the rendition. */
const clampToUnit = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
const clampPoint = ([x, y]: Point): [number, number] => [clampToUnit(x), clampToUnit(y)];

interface ToolSettings {
  type: MarkupShape["type"];
  color: MarkupColor;
  text: string;
}

export function newShape({ type, color, text }: ToolSettings, from: Point, to: Point): MarkupShape {
  const span = { from: clampPoint(from), to: clampPoint(to) };
  if (type === "TEXT") return { type, at: clampPoint(to), text, color, size: letterSize };
  if (type === "BLUR") return { type, ...span };
  return { type, ...span, color, width: lineWidth };
}

/** Moves a shape by a fraction of the picture; all of it stays inside. */
export function moveShape(shape: MarkupShape, [x, y]: Point): MarkupShape {
  const points = shape.type === "TEXT" ? [shape.at] : [shape.from, shape.to];
  const clampOffset = (axis: 0 | 1, offset: number) => {
    const all = points.map((point) => point[axis]);
    return Math.min(1 - Math.max(...all), Math.max(-Math.min(...all), offset));
  };
  const [right, down] = [clampOffset(0, x), clampOffset(1, y)];
  return mapPoints(shape, (point) => clampPoint([point[0] + right, point[1] + down]));
}

/** Moves one end of a shape; a text has no ends. */
export const resizeShape = (shape: MarkupShape, end: "from" | "to", point: Point): MarkupShape =>
  shape.type === "TEXT" ? shape : { ...shape, [end]: clampPoint(point) };

/** Whether a gesture was only a tap, which draws nothing except a text. */
export const isTap = (shape: MarkupShape): boolean =>
  shape.type !== "TEXT" && Math.hypot(shape.to[0] - shape.from[0], shape.to[1] - shape.from[1]) < 0.01;
