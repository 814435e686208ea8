import { z } from "zod";
import { name, searchTerm, uuid } from "#domain/core/fields.ts";
import { fieldErrors } from "#domain/core/problem.ts";
import { tableReading } from "#domain/endpoints/shared/tableReading.ts";
import { maxEntryLength } from "#domain/lists/entryFile.ts";

/** Shared by the calls for the entries of lists: suggestions, expected answers. */

export const idInPath = z.object({ id: uuid() });

export const entryQuery = <S extends z.ZodType>(sort: S) =>
  z.strictObject({
    q: searchTerm().default(""),
    // Unlike in other lists, -1 for all is not allowed: a list can have 100 000 entries.
    max: z.coerce.number().int().min(1).max(10_000).default(100),
    offset: z.coerce.number().int().min(0).default(0),
    sort,
    order: z.enum(["asc", "desc"]).default("asc"),
  });

export const entryCountQuery = z.strictObject({ q: searchTerm().default("") });
export const entryCount = z.object({ total: z.int() });

/** A single line; the rules of the list decide which characters are kept. */
export const entryText = () => name(maxEntryLength);

export const removeResult = z.object({ success: z.boolean() });
export const removedCount = z.object({ removed: z.int() });

export const fileData = z
  .string()
  .meta({ description: "A .txt or .csv file, base64-encoded, at most 10 MB", examples: ["TWFzdCAx"] });
export const preview = z.boolean().default(false).meta({ description: "Preview only; nothing is written" });

/** The result or preview of an import. Lines with errors are listed and skipped; the others are imported. */
export const importResult = <E extends z.ZodRawShape>(entry: E) =>
  z.object({
    reading: tableReading,
    lineCount: z.int().meta({ description: "Number of lines that are not empty" }),
    addedCount: z.int(),
    updatedCount: z.int(),
    unchangedCount: z.int().meta({ description: "Already in the list, unchanged" }),
    omittedCount: z.int().meta({
      description: "Names that already have a documentation, if the list removes documented suggestions",
    }),
    repeatedLineCount: z.int().meta({ description: "Lines with the same text as a later line, which wins" }),
    caseVariants: z
      .array(z.string())
      .default([])
      .meta({ description: "The first texts that differ from an earlier one only in case" }),
    errorCount: z.int(),
    errors: z
      .array(z.object({ line: z.int(), field: z.string(), error: z.enum(fieldErrors), text: z.string() }))
      .meta({ description: "The first 1000. `field` is text, lat, lng or a column name" }),
    items: z
      .array(z.object({ ...entry, state: z.enum(["NEW", "UPDATED", "UNCHANGED", "LEFT_OUT"]) }))
      .meta({ description: "The first 100 entries" }),
  });
