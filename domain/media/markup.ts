import { z } from "zod";
import { normalizeQuarterTurns } from "./rotation.ts";

/**
 * What reviewers draw on a photo. Coordinates are fractions, 0 to 1, of the upright picture as it is shown after its turns; widths of lines
 * and heights of letters are fractions of the picture's longer side.
 */
const fraction = z.number().min(0).max(1);
const point = z.tuple([fraction, fraction]);

/** Colours that stand out from any photo: each is drawn with an outline of the opposite brightness. */
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
    /** Its middle. */
    at: point,
    text: z.string().trim().min(1).max(200),
    color: z.enum(markupColors),
    size: z.number().min(0.01).max(0.2),
  }),
  /** Hides a face or a number plate; drawn below every other shape. */
  z.strictObject({ type: z.literal("BLUR"), ...span }),
]);
export type MarkupShape = z.output<typeof markupShape>;

/** In drawing order. */
export const markup = z.array(markupShape).min(1).max(100);
export type Markup = z.output<typeof markup>;

/** Whether it hides something: then the bytes below it are for those who may take that away, and for nobody else. */
export const isBlurred = (shapes: readonly MarkupShape[] | null | undefined): boolean =>
  shapes?.some(({ type }) => type === "BLUR") ?? false;

type Point = z.output<typeof point>;
/** Whether something is drawn on a photo. */
export const hasMarkup = ({ markup }: { markup: Markup | null }): boolean => markup !== null;

export type MarkupColor = (typeof markupColors)[number];

/** What each colour looks like, and that of its outline. */
export const markupInk: Readonly<Record<MarkupColor, { color: string; outline: string }>> = {
  red: { color: "#e5242a", outline: "#ffffff" },
  yellow: { color: "#ffd60a", outline: "#000000" },
  green: { color: "#1fbf4b", outline: "#000000" },
  blue: { color: "#0b6bff", outline: "#ffffff" },
  white: { color: "#ffffff", outline: "#000000" },
  black: { color: "#000000", outline: "#ffffff" },
};

/** A shape with each of its points led somewhere else. */
export const mapPoints = (shape: MarkupShape, lead: (at: Point) => Point): MarkupShape =>
  shape.type === "TEXT"
    ? { ...shape, at: lead(shape.at) }
    : { ...shape, from: lead(shape.from), to: lead(shape.to) };

/** Markup after quarter turns clockwise of the picture below it. Texts stay upright, about their middle. */
export function rotateMarkup(shapes: Markup, quarters: number): Markup {
  const turns = normalizeQuarterTurns(quarters);
  const once = ([x, y]: Point): Point => [1 - y, x];
  return shapes.map((shape) =>
    mapPoints(shape, (at) => Array.from({ length: turns }).reduce<Point>(once, at)),
  );
}

/** What a shape covers, in whole pixels of a picture; null for less than one. */
export function pixelBounds(
  { from, to }: { from: Point; to: Point },
  { width, height }: { width: number; height: number },
): { left: number; top: number; right: number; bottom: number } | null {
  const left = Math.floor(Math.min(from[0], to[0]) * width);
  const right = Math.ceil(Math.max(from[0], to[0]) * width);
  const top = Math.floor(Math.min(from[1], to[1]) * height);
  const bottom = Math.ceil(Math.max(from[1], to[1]) * height);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}
