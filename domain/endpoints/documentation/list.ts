import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { type Compare, compareByKeys, mergeSorted, toSortKey } from "#domain/contract/merge/compareValues.ts";
import {
  type CallInput,
  type MergeStrategy,
  mergeItems,
  mergePages,
  sumFields,
} from "#domain/contract/merge/mergeResponses.ts";
import { maxPageSize } from "#domain/contract/resource.ts";
import { instant, searchTerm, uuid } from "#domain/core/fields.ts";
import { pluck } from "#domain/core/objects.ts";
import { type DocumentationSort, documentationSorts, exportColumns } from "#domain/documentation/columns.ts";
import { documentationFields } from "#domain/documentation/documentationFields.ts";
import { maxRowsWithMatches, searchMatch } from "#domain/documentation/searchMatch.ts";
import { documentationFilter, semicolonList } from "../shared/documentationFilter.ts";
import { exportSummary } from "../shared/exportEvents.ts";

/** The documentation list (2§2, 2§7). */

/** A documentation in lists and groups. */
export const documentationSummary = z.object(pluck(documentationFields, "summary"));
export type DocumentationSummary = z.output<typeof documentationSummary>;

/** Who has fetched a handed-over documentation, and when. */
export const documentationFetch = z.object({
  /** The ID of the fetch, used to hand it back. */
  id: uuid(),
  creator: z.string(),
  /** `N/A` if fetched in the portal. */
  deviceId: z.string(),
  dateCreated: instant(),
});

export const documentationListRow = z.object({
  ...documentationSummary.shape,
  ...pluck(documentationFields, "list"),
  /** Who has fetched it, if it is DOWNLOADED. */
  fetched: documentationFetch.nullable().default(null),
  /** Its exports, newest first. */
  exportEvents: z.array(exportSummary),
  /** Number of received files waiting for staff. */
  waitingFileCount: z.int(),
  /** The state of its retakes, until the documentation is reviewed; in lists only. */
  sentBack: z
    .object({
      state: z.enum(["SENT", "OPENED", "LATE", "ANSWERED"]),
      /** The earliest day by which something open should be answered, YYYY-MM-DD. */
      dueDay: z.string().nullable(),
    })
    .nullable()
    .optional(),
  /** Number of threads that are not resolved. */
  openThreadCount: z.int().default(0),
  matches: z
    .array(searchMatch)
    .optional()
    .meta({ description: `Where the search matched; in pages of at most ${maxRowsWithMatches} rows` }),
});
export type DocumentationListRow = z.output<typeof documentationListRow>;

const readAccess = {
  method: "GET",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
} as const;

/** The order of the list and of its export. */
export const documentationOrder = {
  sort: z.enum(documentationSorts).default("dateCreated"),
  order: z.enum(["asc", "desc"]).default("desc"),
};

const listQuery = z.strictObject({
  ...documentationFilter,
  ...documentationOrder,
  max: z.coerce.number().int().min(-1).max(10_000).default(500),
  offset: z.coerce.number().int().min(0).default(0),
});

type OrderedRow = Pick<DocumentationListRow, DocumentationSort | "templateName">;

/** The order of the list, as in each database. Rows that compare as equal keep the order of their database. */
export function createDocumentationOrder({
  sort,
  order,
}: Pick<z.output<typeof listQuery>, "sort" | "order">): Compare<OrderedRow> {
  const getCreationDate = (row: OrderedRow) => row.dateCreated;
  switch (sort) {
    case "name":
      return compareByKeys(order, ({ name }) => toSortKey(name));
    case "creator":
      return compareByKeys(order, ({ creator }) => toSortKey(creator), getCreationDate);
    case "templateId":
      return compareByKeys(
        order,
        (row) => toSortKey(row.templateName),
        (row) => row.templateId,
        getCreationDate,
      );
    case "customerName":
      return compareByKeys(
        order,
        (row) => toSortKey(row.customerName),
        (row) => row.customerName,
        getCreationDate,
      );
    case "dateCreated":
      return compareByKeys(order, getCreationDate);
    case "id":
      return compareByKeys(order, ({ id }) => id);
    default:
      return compareByKeys(order, (row) => row[sort], getCreationDate);
  }
}

/** Maximum number of rows in a response; `max` -1 is read in pages of this size. */
export const maxListRows = 10_000;

const listPages = mergePages<DocumentationListRow, z.output<typeof listQuery>>(
  createDocumentationOrder,
  maxListRows,
);

export const listDocumentations = defineEndpoint({
  ...readAccess,
  path: "/documentations",
  multiDatabase: listPages,
  summary: "List documentations, newest first by default. `max` -1 means all, returned 10 000 at a time.",
  query: listQuery,
  response: z.object({ items: z.array(documentationListRow) }),
});

export const simpleDocumentationList = defineEndpoint({
  ...readAccess,
  path: "/documentation/simpleList",
  multiDatabase: listPages,
  summary: "List documentations, names only.",
  query: listQuery,
  response: z.object({
    items: z.array(
      documentationListRow.pick({
        id: true,
        customerId: true,
        templateId: true,
        name: true,
        alias: true,
        dateCreated: true,
        status: true,
      }),
    ),
  }),
});

export const findAllDocumentationsByCustomerId = defineEndpoint({
  ...readAccess,
  path: "/documentation/findAllByCustomerId/{id}",
  multiDatabase: { customer: ({ params }: CallInput & { params: { id: number } }) => params.id },
  summary:
    "List the documentations of one customer; `id` is the customer's. Only super admins can name another customer.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  query: listQuery.omit({ customerId: true }),
  response: z.object({ items: z.array(documentationListRow) }),
});

export const countDocumentations = defineEndpoint({
  ...readAccess,
  path: "/documentation/count",
  multiDatabase: sumFields("total"),
  summary: "Count the documentations that match the filter.",
  query: z.strictObject(documentationFilter),
  response: z.object({ total: z.int() }),
});

/** Filter choices are looked up by part of their name. */
const lookupQuery = {
  q: searchTerm().default(""),
  max: z.coerce.number().int().min(1).max(maxPageSize).default(50),
  customerId: documentationFilter.customerId,
};

const getMax = ({ query }: CallInput & { query: { max: number } }) => query.max;
const compareByName: Compare<{ name: string; id: string }> = compareByKeys(
  "asc",
  ({ name }) => toSortKey(name),
  ({ id }) => id,
);
const creatorMerge: MergeStrategy<{ items: readonly string[] }, CallInput & { query: { max: number } }> = {
  merge(responses, { query }) {
    const compareByCreator = compareByKeys<string>("asc", toSortKey, (creator) => creator);
    const allCreators = mergeSorted(
      responses.map((response) => response.items),
      compareByCreator,
    );
    return { items: [...new Set(allCreators)].slice(0, query.max) };
  },
};

export const getCreators = defineEndpoint({
  ...readAccess,
  path: "/documentation/getCreators",
  multiDatabase: creatorMerge,
  summary: "List everyone who has captured documentations, in alphabetical order.",
  query: z.strictObject(lookupQuery),
  response: z.object({ items: z.array(z.string()) }),
});

export const getFilterTemplates = defineEndpoint({
  ...readAccess,
  path: "/documentation/getTemplates",
  multiDatabase: mergeItems(compareByName, getMax),
  summary: "List the templates that have documentations, or those with the given IDs, in alphabetical order.",
  query: z.strictObject({ ...lookupQuery, ids: documentationFilter.templateFilter }),
  response: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        name: z.string(),
        customerName: z.string(),
        deleted: z.boolean(),
      }),
    ),
  }),
});

const exportAccess = { authentication: "session", authority: "ROLE_EXPORT_DOCUMENTATION_LIST" } as const;

export const requestExcelExport = defineEndpoint({
  ...exportAccess,
  method: "POST",
  path: "/documentation/requestExcelExport",
  repeatable: true,
  multiDatabase: "current",
  summary:
    "Get a token for exportExcel. It is tied to the filter and the session, and expires after 15 minutes.",
  body: z.strictObject({
    ...documentationFilter,
    ...documentationOrder,
    language: z.enum(["en", "sv"]).default("en"),
  }),
  response: z.object({ token: z.string() }),
});

export const exportExcel = defineEndpoint({
  ...exportAccess,
  method: "GET",
  path: "/documentation/exportExcel/{token}",
  callLimit: "documents",
  multiDatabase: "handler",
  summary:
    "Download the documentations that match the token's filter as an Excel file. Choose at least one column, separated by ';'.",
  params: z.object({ token: z.string().min(1).max(16_000) }),
  query: z.strictObject({
    options: semicolonList(z.enum(exportColumns), {
      maxItems: exportColumns.length,
      description: "Columns, separated by ';'",
      example: "name;dateCreated",
    }).refine((columns) => columns.length > 0, { params: { fault: "required" } }),
  }),
  download: "document",
});
