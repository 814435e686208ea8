import { z } from "zod";
import { name } from "#domain/core/fields.ts";
import { normalizeQuarterTurns } from "./rotation.ts";

/**
 * Markup that reviewers draw on a photo. Coordinates are fractions, 0 to 1, of the upright picture after its rotation; line widths
 * and letter heights are fractions of the picture's longer side.
 */
const fraction = z.number().min(0).max(1);
const point = z.tuple([fraction, fraction]);

/** Colours that stand out on any photo: each is drawn with an outline of the opposite brightness. */
export const markupColors = ["red", "yellow", "green", "blue", "white", "black"] as const;

const stroke = { color: z.enum(markupColors), width: z.number().min(0.001).max(0.05) };
const span = { from: point, to: point };

export const markupShape = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ARROW"), ...span, ...stroke }),
  z.strictObject({ type: z.literal("LINE"), ...span, ...stroke }),
  z.strictObject({ type: z.literal("CIRCLE"), ...span, ...stroke }),
  z.strictObject({ type: z.literal("RECTANGLE"), ...span, ...stroke }),
  z.strictObject({
    type: z.literal("TEXT"),
    /** The centre of the text. */
    position: point,
    text: name(200),
    color: z.enum(markupColors),
    size: z.number().min(0.01).max(0.2),
  }),
  /** Hides a face or a number plate; drawn below all other shapes. */
  z.strictObject({ type: z.literal("BLUR"), ...span }),
]);
export type MarkupShape = z.output<typeof markupShape>;

/** Shapes in drawing order. */
export const markup = z.array(markupShape).min(1).max(100);
export type Markup = z.output<typeof markup>;

/** Whether the markup has a blur: then only users who can remove blurs may get the original bytes. */
export const isBlurred = (shapes: readonly MarkupShape[] | null | undefined): boolean =>
  shapes?.some(({ type }) => type === "BLUR") ?? false;

type Point = z.output<typeof point>;
/** Whether a photo has markup. */
export const hasMarkup = ({ markup }: { markup: Markup | null }): boolean => markup !== null;

export type MarkupColor = (typeof markupColors)[number];

/** The value of each colour, and of its outline. */
export const markupInk: Readonly<Record<MarkupColor, { color: string; outline: string }>> = {
  red: { color: "#e5242a", outline: "#ffffff" },
  yellow: { color: "#ffd60a", outline: "#000000" },
  green: { color: "#1fbf4b", outline: "#000000" },
  blue: { color: "#0b6bff", outline: "#ffffff" },
  white: { color: "#ffffff", outline: "#000000" },
  black: { color: "#000000", outline: "#ffffff" },
};

/** Maps each point of a shape. */
export const mapPoints = (shape: MarkupShape, map: (point: Point) => Point): MarkupShape =>
  shape.type === "TEXT"
    ? { ...shape, position: map(shape.position) }
    : { ...shape, from: map(shape.from), to: map(shape.to) };

/** Rotates markup together with the picture, in clockwise quarter turns. Texts stay upright, around their centre. */
export function rotateMarkup(shapes: Markup, quarterTurns: number): Markup {
  const turns = normalizeQuarterTurns(quarterTurns);
  const rotateOnce = ([x, y]: Point): Point => [1 - y, x];
  return shapes.map((shape) =>
    mapPoints(shape, (point) => Array.from({ length: turns }).reduce<Point>(rotateOnce, point)),
  );
}

/** The bounds of a shape in whole pixels of a picture; null if less than one pixel. */
export function computePixelBounds(
  { from, to }: { from: Point; to: Point },
  { width, height }: { width: number; height: number },
): { left: number; top: number; right: number; bottom: number } | null {
  const left = Math.floor(Math.min(from[0], to[0]) * width);
  const right = Math.ceil(Math.max(from[0], to[0]) * width);
  const top = Math.floor(Math.min(from[1], to[1]) * height);
  const bottom = Math.ceil(Math.max(from[1], to[1]) * height);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}
