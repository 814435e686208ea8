import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { customerId, line, uuid } from "#domain/core/fields.ts";

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;

/** Maximum number of rows in an import. */
export const maxPairs = 5000;

/** Deliberately loose: a row that cannot be imported is returned with its reason and does not block the others. */
const looseField = line(10_000);

export const ignoredReasons = ["empty", "invalid", "duplicate", "unknownCustomer"] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

const importedRow = z.object({
  row: z.int().meta({ description: "Its index in the list, from 0" }),
  id: uuid(),
});
const ignoredRow = z.object({
  row: z.int().meta({ description: "Its index in the list, from 0" }),
  name: z.string(),
  reason: z.enum(ignoredReasons).meta({
    description:
      "`empty`: a field is empty. `invalid`: longer than 255 characters, or contains control characters. `duplicate`: the row already exists, or an earlier row is the same",
  }),
});

export const pairImportResult = z.object({ imported: z.array(importedRow), ignored: z.array(ignoredRow) });
export type PairImportResult = z.output<typeof pairImportResult>;

const pairFields = { customerId: customerId(), name: looseField };
const createItemsBody = <R extends z.ZodObject>(row: R) =>
  z.strictObject({ items: z.array(row).min(1).max(maxPairs) });

export const importDocumentationAliases = defineEndpoint({
  ...superAdminCall,
  method: "POST",
  path: "/documentationAlias/importCSV",
  multiDatabase: "current",
  summary:
    "Create documentation aliases from a list. Rows that cannot be imported are skipped; if the call fails, none is created. Names that already have an alias keep it.",
  body: createItemsBody(z.strictObject({ ...pairFields, alias: looseField })),
  response: pairImportResult,
});

export const importDocumentationTagConfigurations = defineEndpoint({
  ...superAdminCall,
  method: "POST",
  path: "/documentationTagConfiguration/importCSV",
  multiDatabase: "current",
  summary:
    "Create tag configurations from a list. Rows that cannot be imported are skipped; if the call fails, none is created.",
  body: createItemsBody(z.strictObject({ ...pairFields, tag: looseField })),
  response: pairImportResult,
});
