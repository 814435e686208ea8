import { z } from "zod";
import { textEncodings } from "#domain/core/text/decodeText.ts";
import { tableSeparators } from "#domain/core/text/table.ts";

/** How an imported file was read (core/text/table.ts). */
export const tableReading = z
  .object({
    encoding: z.enum(textEncodings),
    separator: z.enum(tableSeparators).nullable().meta({ description: "null for one column" }),
    hasHeader: z.boolean().meta({ description: "The first row names the columns, and is not imported" }),
    columns: z.array(
      z.object({
        heading: z.string().nullable(),
        field: z.string().nullable().meta({ description: "null for a column that is not imported" }),
      }),
    ),
    looksSeparated: z.boolean().meta({
      description: "Most lines look as if they had several columns, although one is read",
    }),
  })
  .meta({ description: "How the file was understood" });
