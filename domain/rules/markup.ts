import { z } from "zod";

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
export const markup = z.array(markupShape).min(1).max(200);
export type Markup = z.output<typeof markup>;
