import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, toSortKey } from "#domain/contract/merge/compareValues.ts";
import type { CallInput, PagedMergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { instant, searchTerm, uuid } from "#domain/core/fields.ts";

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;

/** Inconsistencies between a stored object and the row that refers to it. */
export const mediaFaultKinds = ["MISSING", "DAMAGED", "UNREFERENCED"] as const;
export type MediaFaultKind = (typeof mediaFaultKinds)[number];

/** The kinds of rows that refer to objects in storage. */
export const mediaHolders = [
  "PHOTO",
  "EARLIER_PHOTO",
  "FILE",
  "TEMP_FILE",
  "GRAPHIC",
  "REFERENCE_PHOTO",
  "EXPORT_DOCUMENT",
  "PHOTO_VARIANT",
  "AUDIT_PACK",
] as const;
export type MediaHolder = (typeof mediaHolders)[number];

export const mediaFaultRow = z.object({
  key: z.string().meta({ description: "Key of the object in storage" }),
  kind: z.enum(mediaFaultKinds).meta({
    description:
      "MISSING: a row refers to an object that does not exist. DAMAGED: the object's bytes differ from what the row recorded. UNREFERENCED: no row refers to the object",
  }),
  holder: z
    .enum(mediaHolders)
    .nullable()
    .meta({ description: "The kind of row that refers to the object; null for UNREFERENCED" }),
  holderId: uuid().nullable(),
  documentationId: uuid().nullable(),
  customerId: z.int().nullable(),
  customerName: z.string().nullable(),
  expected: z.string().nullable().meta({ description: "Size in bytes and SHA-256 in the row" }),
  found: z.string().nullable().meta({ description: "Size in bytes and SHA-256 of the object" }),
  firstSeenAt: instant(),
  lastSeenAt: instant(),
});
export type MediaFaultRow = z.output<typeof mediaFaultRow>;

/** A file's id is its key. */
export const mediaFaultColumns = ["id", "firstSeenAt", "lastSeenAt", "kind", "customerName"] as const;

const faultQuery = z.strictObject({
  q: searchTerm().default(""),
  max: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  sort: z.enum(mediaFaultColumns).default("firstSeenAt"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

const mediaCheck = z.object({
  began: instant(),
  ended: instant().nullable(),
  checked: z.int().meta({ description: "Objects compared so far" }),
  bytes: z.int().meta({ description: "Bytes read" }),
});
type MediaCheck = z.output<typeof mediaCheck>;

interface Faults {
  items: readonly MediaFaultRow[];
  total: number;
  lastWalk: MediaCheck | null;
}

/**
 * Merges the checks of several databases, each of which compares its own customers' objects: from the first start to the last end.
 */
function mergeChecks(checks: readonly MediaCheck[]): MediaCheck | null {
  const [firstCheck] = checks;
  if (!firstCheck) return null;
  const sumField = (key: "checked" | "bytes") => checks.reduce((sum, check) => sum + check[key], 0);
  return {
    began: checks.map(({ began }) => began).reduce((a, b) => (a < b ? a : b)),
    ended: checks.map(({ ended }) => ended).reduce((a, b) => a && b && (a > b ? a : b)),
    checked: sumField("checked"),
    bytes: sumField("bytes"),
  };
}

const mediaFaultMerge: PagedMergeStrategy<
  MediaFaultRow,
  Faults,
  CallInput & { query: z.output<typeof faultQuery> }
> = {
  pageOf: ({ query: { max, offset } }) => ({ max, offset }),
  withPage: (input, page) => ({ ...input, query: { ...input.query, ...page } }),
  rowsOf: (response) => response.items,
  compare: (a, b, { query: { sort, order } }) =>
    compareByKeys<MediaFaultRow>(
      order,
      (row) => (sort === "id" ? row.key : toSortKey(row[sort])),
      ({ key }) => key,
    )(a, b),
  respond: (rows, responses) => ({
    items: rows,
    total: responses.reduce((sum, { total }) => sum + total, 0),
    lastWalk: mergeChecks(responses.flatMap((response) => response.lastWalk ?? [])),
  }),
};

export const listMediaFaults = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/storedFile/faults",
  multiDatabase: mediaFaultMerge,
  summary:
    "List the inconsistencies found by the monthly comparison of rows and stored files, newest first. Resolved ones are removed from the list.",
  query: faultQuery,
  response: z.object({
    items: z.array(mediaFaultRow),
    total: z.int(),
    lastWalk: mediaCheck.nullable().meta({ description: "The latest comparison; null before the first" }),
  }),
});
