import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, toNoCase } from "#domain/contract/merge/compare.ts";
import type { CallInput, PagedMergeStrategy } from "#domain/contract/merge/mergeAnswers.ts";
import { instant, uuid } from "#domain/core/fields.ts";

const admin = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;

/** What can be wrong with a stored object and the row that names it. */
export const mediaFaultKinds = ["MISSING", "DAMAGED", "UNNAMED"] as const;
export type MediaFaultKind = (typeof mediaFaultKinds)[number];

/** What names objects in storage. */
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
  key: z.string().meta({ description: "Of the object in storage" }),
  kind: z.enum(mediaFaultKinds).meta({
    description:
      "MISSING: a row names it and it is not there. DAMAGED: its bytes are not those that the row remembers. UNNAMED: no row names it",
  }),
  holder: z.enum(mediaHolders).nullable().meta({ description: "What names it; null for UNNAMED" }),
  holderId: uuid().nullable(),
  documentationId: uuid().nullable(),
  customerId: z.int().nullable(),
  customerName: z.string().nullable(),
  expected: z.string().nullable().meta({ description: "Size in bytes and SHA-256, as the row has them" }),
  found: z.string().nullable().meta({ description: "The same of the object" }),
  firstSeen: instant(),
  lastSeen: instant(),
});
export type MediaFaultRow = z.output<typeof mediaFaultRow>;

export const mediaFaultColumns = ["firstSeen", "lastSeen", "kind", "customerName"] as const;

const faultQuery = z.strictObject({
  q: z.string().trim().max(200).default(""),
  max: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  sort: z.enum(mediaFaultColumns).default("firstSeen"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

const lastCheck = z.object({
  began: instant(),
  ended: instant().nullable(),
  checked: z.int().meta({ description: "Objects compared so far" }),
  bytes: z.int().meta({ description: "Bytes read for it" }),
});
type Walk = z.output<typeof lastCheck>;

interface Faults {
  items: readonly MediaFaultRow[];
  total: number;
  lastWalk: Walk | null;
}

/** Each database compares the objects of its own customers; together they began with the first and ended with the last. */
function mergeChecks(walks: readonly Walk[]): Walk | null {
  const [first] = walks;
  if (!first) return null;
  const total = (key: "checked" | "bytes") => walks.reduce((sum, walk) => sum + walk[key], 0);
  return {
    began: walks.map(({ began }) => began).reduce((a, b) => (a < b ? a : b)),
    ended: walks.map(({ ended }) => ended).reduce((a, b) => a && b && (a > b ? a : b)),
    checked: total("checked"),
    bytes: total("bytes"),
  };
}

const mediaFaultMerge: PagedMergeStrategy<
  MediaFaultRow,
  Faults,
  CallInput & { query: z.output<typeof faultQuery> }
> = {
  pageOf: ({ query: { max, offset } }) => ({ max, offset }),
  at: (input, wanted) => ({ ...input, query: { ...input.query, ...wanted } }),
  rowsOf: (answer) => answer.items,
  compare: (one, other, { query: { sort, order } }) =>
    compareByKeys<MediaFaultRow>(
      order,
      (row) => toNoCase(row[sort]),
      ({ key }) => key,
    )(one, other),
  answer: (rows, answers) => ({
    items: rows,
    total: answers.reduce((sum, { total }) => sum + total, 0),
    lastWalk: mergeChecks(answers.flatMap((answer) => answer.lastWalk ?? [])),
  }),
};

export const listMediaFaults = defineEndpoint({
  ...admin,
  method: "GET",
  path: "/storedFile/faults",
  multiDatabase: mediaFaultMerge,
  summary:
    "List what the monthly comparison of rows and stored files has found wrong, newest first; what it no longer finds is gone from the list.",
  query: faultQuery,
  response: z.object({
    items: z.array(mediaFaultRow),
    total: z.int(),
    lastWalk: lastCheck.nullable().meta({ description: "The newest comparison; null before the first" }),
  }),
});
