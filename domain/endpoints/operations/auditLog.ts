import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, toSortKey } from "#domain/contract/merge/compareValues.ts";
import type { PageRange } from "#domain/contract/merge/deepPage.ts";
import type { CallInput, MergeStrategy, PagedMergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { minFilterDay, validatePeriod } from "#domain/core/calendar/days.ts";
import { day, instant, searchTerm, uuid } from "#domain/core/fields.ts";
import { domainChange } from "#domain/resources/domainChange.ts";

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN" } as const;
const { list } = domainChange;
const openDay = day().or(z.literal("")).default("");

/** An omitted filter matches everything; an empty list of classes matches nothing. */
const filters = z
  .strictObject({
    dateRange: z
      .strictObject({ startDate: openDay, endDate: openDay })
      .superRefine((period, context) => {
        const errors = validatePeriod(period, { minDay: minFilterDay, canOmitDays: true });
        for (const [field, error] of Object.entries(errors))
          context.issues.push({ code: "custom", path: [field], input: period, params: { fault: error } });
      })
      .optional(),
    objectClasses: z.array(z.string().max(200)).max(500).optional(),
    termClasses: z.array(z.string().max(200)).max(500).optional().meta({
      description: "Object types that `q` matches by the names that users see",
    }),
  })
  .default({});
const q = searchTerm().default("");
export type LogFilters = z.input<typeof filters>;

/** An entry with names instead of IDs; deleted objects have the name recorded in the log. */
const readableEntry = z.object({
  ...domainChange.listRow.shape,
  fullName: z.string().nullable().meta({ description: "Full name of `userId`" }),
  object: z
    .object({
      name: z.string(),
      exists: z.boolean(),
      documentationId: uuid()
        .nullable()
        .meta({ description: "The documentation that the object is or belongs to" }),
    })
    .nullable()
    .meta({ description: "The changed object; null if it has no name" }),
  names: z
    .record(z.string(), z.string())
    .meta({ description: "Names of the IDs in `params`; numeric IDs as customer/7 and user/3" }),
});

const sinceSchema = instant().nullable().default(null).meta({
  description:
    "If there is too much to search or sort: entries older than this were compared by user and object type only, or left out. Narrow the dates. null if everything was covered",
});

type Entry = z.output<typeof readableEntry>;
type LogResponse = { items: readonly Entry[]; since?: string | null };
interface LogBody extends PageRange {
  sort: "dateCreated" | "userId" | "objectClass" | "objectId";
  order: "asc" | "desc";
}

const findLatestSince = (responses: readonly { since?: string | null }[]): string | null =>
  responses
    .flatMap((response) => response.since ?? [])
    .sort()
    .at(-1) ?? null;

/** The sort key of an object ID in the database: numbers and other non-UUIDs before UUIDs. */
export const toObjectIdSortKey = (id: string): string => (id.length === 36 ? `1${id}` : `0${id}`);

const logPages: PagedMergeStrategy<Entry, LogResponse, CallInput & { body: LogBody }> = {
  pageOf: ({ body: { max, offset } }) => ({ max, offset }),
  withPage: (input, page) => ({ ...input, body: { ...input.body, ...page } }),
  rowsOf: (response) => response.items,
  compare: (a, b, { body: { sort, order } }) =>
    compareByKeys<Entry>(
      order,
      (row) =>
        sort === "dateCreated"
          ? row.dateCreated
          : sort === "objectId"
            ? toObjectIdSortKey(row.objectId)
            : toSortKey(row[sort]),
      ({ id }) => id,
    )(a, b),
  respond: (rows, responses) => ({ items: rows, since: findLatestSince(responses) }),
  maxRows: 10_000,
};

const logCount: MergeStrategy<{ total: number; since?: string | null }> = {
  merge: (responses) => ({
    total: responses.reduce((sum, { total }) => sum + total, 0),
    since: findLatestSince(responses),
  }),
};

const objectClassMerge: MergeStrategy<readonly string[]> = {
  merge: (responses) => [...new Set(responses.flat())].sort(compareByKeys("asc", (name) => name)),
};

export const listAuditLog = defineEndpoint({
  ...superAdminCall,
  method: "POST",
  path: "/domainChangeLog/index",
  repeatable: true,
  multiDatabase: logPages,
  summary: "List the audit log, filtered by dates (both included) and object types.",
  body: z.strictObject({
    filters,
    q,
    max: z.int().min(-1).max(10_000).default(list.max),
    offset: z.int().min(0).default(0),
    sort: z.enum(list.sortable).default(list.sort),
    order: z.enum(["asc", "desc"]).default(list.order),
  }),
  response: z.object({ items: z.array(readableEntry), since: sinceSchema }),
});

export const countAuditLog = defineEndpoint({
  ...superAdminCall,
  method: "POST",
  path: "/domainChangeLog/count",
  repeatable: true,
  multiDatabase: logCount,
  summary: "Count the audit log entries that match the filters.",
  body: z.strictObject({ filters, q }),
  response: z.object({ total: z.int(), since: sinceSchema }),
});

export const getObjectClasses = defineEndpoint({
  ...superAdminCall,
  method: "GET",
  path: "/domainChangeLog/getObjectClasses",
  multiDatabase: objectClassMerge,
  summary: "List the object types in the audit log.",
  response: z.array(z.string()),
});

/** `id` is the user's. */
export const lastLoginColumns = ["id", "username", "customerName", "remoteAddr", "date"] as const;

export const getLastAuthenticationSuccessEvent = defineEndpoint({
  ...superAdminCall,
  directory: true,
  method: "GET",
  path: "/authenticationSuccessEvent/getLastAuthenticationSuccessEvent",
  summary: "List the last login of each user who has logged in.",
  query: z.strictObject({
    q,
    max: z.coerce.number().int().min(-1).max(10_000).default(1000),
    offset: z.coerce.number().int().min(0).default(0),
    sort: z.enum(lastLoginColumns).default("date"),
    order: z.enum(["asc", "desc"]).default("desc"),
  }),
  response: z.object({
    items: z.array(
      z.object({
        userId: z.int(),
        username: z.string(),
        customerId: z.int(),
        customerName: z.string(),
        remoteAddr: z.string().nullable(),
        date: instant(),
      }),
    ),
    total: z.int(),
  }),
});
