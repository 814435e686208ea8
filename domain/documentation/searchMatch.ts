import { z } from "zod";

/** Where free text found a documentation, most telling first. */
export const searchMatchFields = [
  "NAME",
  "ALIAS",
  "TAG",
  "ANSWER",
  "COMMENT",
  "REVIEW_COMMENT",
  "PHOTO",
  "FILE",
  "CUSTOMER",
] as const;
export type SearchMatchField = (typeof searchMatchFields)[number];

/** Rows of a page up to which they say where they matched. */
export const maxRowsWithMatches = 100;

export const searchMatch = z.object({
  field: z.enum(searchMatchFields),
  text: z.string().meta({ description: "The matching line, shortened around the match" }),
});
export type SearchMatch = z.output<typeof searchMatch>;
