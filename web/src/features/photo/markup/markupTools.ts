import type { ComponentType } from "react";
import { type MarkupColor, type MarkupShape, mapPoints } from "#domain/media/markup.ts";
import { ArrowIcon, BlurIcon, CircleIcon, LineIcon, RectangleIcon, TextIcon } from "./toolIcons.tsx";

type Point = readonly [number, number];

/** The tools: each draws one type of shape, and has a letter as its key. */
export const markupTools: readonly { type: MarkupShape["type"]; key: string; icon: ComponentType }[] = [
  { type: "ARROW", key: "a", icon: ArrowIcon },
  { type: "LINE", key: "l", icon: LineIcon },
  { type: "CIRCLE", key: "o", icon: CircleIcon },
  { type: "RECTANGLE", key: "r", icon: RectangleIcon },
  { type: "TEXT", key: "t", icon: TextIcon },
  { type: "BLUR", key: "b", icon: BlurIcon },
];

/** Fractions of the picture's longer side. */
const lineWidth = 0.006;
const letterSize = 0.045;

/** Limits a fraction to 0 to 1, and rounds it to ten-thousandths, which are finer than a pixel of the rendition. */
const clampToUnit = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
const clampPoint = ([x, y]: Point): [number, number] => [clampToUnit(x), clampToUnit(y)];

interface ToolSettings {
  type: MarkupShape["type"];
  color: MarkupColor;
  text: string;
}

export function buildShape({ type, color, text }: ToolSettings, from: Point, to: Point): MarkupShape {
  const span = { from: clampPoint(from), to: clampPoint(to) };
  if (type === "TEXT") return { type, position: clampPoint(to), text, color, size: letterSize };
  if (type === "BLUR") return { type, ...span };
  return { type, ...span, color, width: lineWidth };
}

/** Moves a shape by a fraction of the picture; the whole shape stays inside. */
export function moveShape(shape: MarkupShape, [x, y]: Point): MarkupShape {
  const points = shape.type === "TEXT" ? [shape.position] : [shape.from, shape.to];
  const clampOffset = (axis: 0 | 1, offset: number) => {
    const coordinates = points.map((point) => point[axis]);
    return Math.min(1 - Math.max(...coordinates), Math.max(-Math.min(...coordinates), offset));
  };
  const [offsetX, offsetY] = [clampOffset(0, x), clampOffset(1, y)];
  return mapPoints(shape, (point) => clampPoint([point[0] + offsetX, point[1] + offsetY]));
}

/** Moves one end of a shape; a text has no ends. */
export const resizeShape = (shape: MarkupShape, end: "from" | "to", point: Point): MarkupShape =>
  shape.type === "TEXT" ? shape : { ...shape, [end]: clampPoint(point) };

/** Whether a gesture was only a tap, which draws nothing except a text. */
export const isTap = (shape: MarkupShape): boolean =>
  shape.type !== "TEXT" && Math.hypot(shape.to[0] - shape.from[0], shape.to[1] - shape.from[1]) < 0.01;
