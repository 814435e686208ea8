import { z } from "zod";

/** The fields in which a search text can match, most relevant first. */
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

/** Maximum number of rows on a page for which matches are returned. */
export const maxRowsWithMatches = 100;

export const searchMatch = z.object({
  field: z.enum(searchMatchFields),
  text: z.string().meta({ description: "The matching line, shortened around the match" }),
});
export type SearchMatch = z.output<typeof searchMatch>;
