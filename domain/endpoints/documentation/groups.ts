import { z } from "zod";
import type { Product } from "#domain/access/authorities.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { type Compare, compareByKeys, toSortKey } from "#domain/contract/merge/compareValues.ts";
import {
  type MultiDatabaseStrategy,
  mergeItems,
  mergePages,
  sumFields,
} from "#domain/contract/merge/mergeResponses.ts";
import { booleanOrString, instant, name, searchTerm, uuid } from "#domain/core/fields.ts";
import { exportEvent } from "../shared/exportEvents.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";
import { documentationTask, layoutDownloadQuery, markupQuery, photoRow } from "./details.ts";
import { documentationSummary } from "./list.ts";

/**
 * Groups: the documentations with one name, and those with it as a tag, without hidden and deleted ones. Groups, comparisons and
 * form months (2§2) are three views of the same data.
 */

const readAccess = {
  method: "GET",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
} as const;

/** The same name at two customers is two groups: super admins choose the customer, by default their own. */
const customerParam = { customerId: otherCustomer };
const nameParams = z.object({ name: name() });

export const exportedStates = ["NONE", "SOME", "ALL"] as const;

export const documentationGroupRow = z.object({
  customerId: z.int(),
  customerName: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  /** true if no documentation has this name, but some have it as a tag. */
  tag: z.boolean(),
  documentations: z.int(),
  /** When the newest documentation was created. */
  latest: instant(),
  /** Whether none, some or all of the documentations have been exported. */
  exported: z.enum(exportedStates),
  /** The documentations' templates by name, each with the date of its newest documentation. */
  templates: z.array(z.object({ id: uuid(), name: z.string(), documentations: z.int(), latest: instant() })),
});
export type DocumentationGroupRow = z.output<typeof documentationGroupRow>;

/** A group's id is its name. */
export const documentationGroupSorts = ["id", "name", "customerName", "alias", "latest", "exported"] as const;

const filter = { query: searchTerm().default(""), ...customerParam };

interface GroupQuery {
  sort: string;
  order: "asc" | "desc";
  max: number;
  offset: number;
}

/** The order of a list of groups. Groups without a value in the sort column come last, by name. */
function createGroupOrder({ sort, order }: GroupQuery): Compare<DocumentationGroupRow> {
  const getNameKey = (row: DocumentationGroupRow) => toSortKey(row.name);
  const compareNullsLast = (
    getValue: (row: DocumentationGroupRow) => unknown,
  ): Compare<DocumentationGroupRow> => {
    const [compareByValue, compareNames] = [compareByKeys(order, getValue), compareByKeys(order, getNameKey)];
    return (rowA, rowB) => {
      const [a, b] = [getValue(rowA) ?? null, getValue(rowB) ?? null];
      if (a === null || b === null) return a === b ? compareNames(rowA, rowB) : a === null ? 1 : -1;
      return compareByValue(rowA, rowB);
    };
  };
  switch (sort) {
    case "id":
    case "name":
      return compareByKeys(order, getNameKey);
    case "latest":
      return compareByKeys(order, (row) => row.latest);
    case "exported":
      return compareByKeys(
        order,
        (row) => exportedStates.indexOf(row.exported),
        (row) => row.latest,
      );
    case "alias":
      return compareNullsLast((row) => toSortKey(row.alias));
    case "customerName":
      return compareByKeys(
        order,
        (row) => toSortKey(row.customerName),
        (row) => row.customerName,
        getNameKey,
      );
    default:
      return compareNullsLast((row) => row.templates.find(({ id }) => id === sort)?.latest);
  }
}

const groupPages = mergePages(createGroupOrder);

/** The list and count calls of one of the three screens. A template ID as `sort` sorts by the date in its column. */
export const defineGroupLists = (controller: string, product: Product, order: "asc" | "desc") => ({
  list: defineEndpoint({
    ...readAccess,
    path: `/${controller}s`,
    product,
    multiDatabase: groupPages,
    summary:
      "List names and tags of documentations with their templates, latest dates and export status. `sort` can be a template ID: groups are then sorted by the date of the template's newest documentation, and groups without one come last.",
    query: z.strictObject({
      ...filter,
      sort: z
        .enum(documentationGroupSorts)
        .or(uuid())
        .default(order === "asc" ? "name" : "latest"),
      order: z.enum(["asc", "desc"]).default(order),
      max: z.coerce.number().int().min(1).max(1000).default(25),
      offset: z.coerce.number().int().min(0).default(0),
    }),
    response: z.object({ items: z.array(documentationGroupRow) }),
  }),
  count: defineEndpoint({
    ...readAccess,
    path: `/${controller}/count`,
    product,
    multiDatabase: sumFields("total"),
    summary: "Count the names and tags that match the filter.",
    query: z.strictObject(filter),
    response: z.object({ total: z.int() }),
  }),
});

export const { list: listDocumentationGroups, count: countDocumentationGroups } = defineGroupLists(
  "documentationGroup",
  "DOCUMENTATION_GROUP",
  "asc",
);

const compareByUse: Compare<{ name: string; documentations: number }> = compareByKeys(
  "asc",
  ({ documentations }) => -documentations,
  ({ name }) => toSortKey(name),
);
const compareByName: Compare<{ name: string; id: number }> = compareByKeys(
  "asc",
  ({ name }) => toSortKey(name),
  ({ id }) => id,
);

export const getGroupTemplates = defineEndpoint({
  ...readAccess,
  path: "/documentationGroup/getTemplates",
  product: "DOCUMENTATION_GROUP",
  multiDatabase: mergeItems(compareByUse, () => 500),
  summary: "List the templates of the groups, the most used first: the columns of the list.",
  query: z.strictObject(customerParam),
  response: z.object({
    items: z.array(z.object({ id: uuid(), name: z.string(), documentations: z.int() })),
  }),
});

export const getDocumentationGroup = defineEndpoint({
  ...readAccess,
  path: "/documentationGroup/getGroup/{name}",
  multiDatabase: "current",
  summary: "Get the group of a name or tag, as shown in lists.",
  params: nameParams,
  query: z.strictObject(customerParam),
  response: documentationGroupRow,
});

export const getGroupCustomers = defineEndpoint({
  ...readAccess,
  path: "/documentationGroup/getCustomers/{name}",
  multiDatabase: mergeItems(compareByName),
  summary:
    "List the customers that have a group with this name, by name: all of them for a super admin, otherwise at most the caller's own.",
  params: nameParams,
  response: z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) }),
});

const pageQuery = (max: number) => ({
  ...customerParam,
  max: z.coerce.number().int().min(1).max(max).default(max),
  offset: z.coerce.number().int().min(0).default(0),
});

const defineGroupDocumentations = (call: string, suffix: string) =>
  defineEndpoint({
    ...readAccess,
    path: `/documentation/${call}/{name}`,
    multiDatabase: "current",
    summary: `List the documentations with a name${suffix}, by template and date, 1000 at a time. Hidden and deleted ones are left out.`,
    params: nameParams,
    query: z.strictObject(pageQuery(1000)),
    response: z.object({ items: z.array(documentationSummary) }),
  });

export const findAllByName = defineGroupDocumentations("findAllByName", "");
export const findAllByDocumentationNameOrTag = defineGroupDocumentations(
  "findAllByDocumentationNameOrTag",
  " and those tagged with it",
);

export const findPhotosByDocumentationNameOrTag = defineEndpoint({
  ...readAccess,
  path: "/photo/findAllByDocumentationNameOrTag/{name}",
  multiDatabase: "current",
  summary:
    "List the photos of the documentations with a name or tag, in the order of the documentations, 1000 at a time.",
  params: nameParams,
  query: z.strictObject(pageQuery(1000)),
  response: z.object({ items: z.array(photoRow) }),
});

/** A task with its answer, and the fields that identify it across documentations. */
export const groupedTask = documentationTask
  .pick({
    id: true,
    parentId: true,
    templateTaskId: true,
    name: true,
    key: true,
    type: true,
    answer: true,
    position: true,
  })
  .extend({
    documentationId: uuid(),
    groups: z
      .array(z.string())
      .meta({ description: "The names of the groups that contain the task, outermost first" }),
  });
export type GroupedTask = z.output<typeof groupedTask>;

const defineGroupTasks = (call: string, documentations: string) =>
  defineEndpoint({
    ...readAccess,
    path: `/documentationTask/${call}/{name}`,
    multiDatabase: "current",
    summary: `List the tasks of ${documentations}, 1000 at a time. \`photos\` leaves out tasks without photos.`,
    params: nameParams,
    query: z.strictObject({ ...pageQuery(1000), photos: booleanOrString().default(false) }),
    response: z.object({ items: z.array(groupedTask) }),
  });

export const findTasksByDocumentationName = defineGroupTasks(
  "findAllByDocumentationName",
  "the documentations with a name",
);
export const findTasksByTag = defineGroupTasks("findAllByTag", "the documentations with a tag");
export const findTasksByDocumentationNameOrTag = defineGroupTasks(
  "findAllByDocumentationNameOrTag",
  "the documentations with a name and of those tagged with it",
);

export const namedExportEvent = exportEvent.extend({ templateName: z.string() });
export type NamedExportEvent = z.output<typeof namedExportEvent>;

const defineExportEvents = <P extends z.ZodType, Q extends z.ZodType>(
  call: string,
  subject: string,
  options: { params: P; query: Q; multiDatabase: MultiDatabaseStrategy },
) =>
  defineEndpoint({
    ...readAccess,
    ...options,
    path: `/exportEvent/${call}`,
    summary: `List where ${subject} exported to and the results, newest first, at most 100.`,
    response: z.object({ items: z.array(namedExportEvent) }),
  });

export const findExportEventsByDocumentationId = defineExportEvents(
  "findAllByDocumentationId/{id}",
  "a documentation was",
  { params: z.object({ id: uuid() }), query: z.strictObject({}), multiDatabase: "firstMatch" },
);

export const findExportEventsByDocumentationName = defineExportEvents(
  "findAllByDocumentationName/{name}",
  "the documentations with a name were",
  { params: nameParams, query: z.strictObject(customerParam), multiDatabase: "current" },
);

/** The URL of a group's download. A `userId` in it is not trusted: the ticket or session identifies the caller. */
export const groupDownload = {
  ...readAccess,
  params: z.object({
    id: name().meta({ description: "Name or tag, percent-encoded" }),
  }),
  callLimit: "documents",
  download: "document",
} as const;
export const groupDownloadQuery = { ...customerParam, language: z.enum(["en", "sv"]).default("en") };

export const downloadGroupZipFile = defineEndpoint({
  ...groupDownload,
  path: "/documentationGroup/downloadZipFile/{id}",
  product: "DOCUMENTATION_GROUP",
  summary:
    "Download all originals and files of a group in folders by template, date and task, with a manifest. Exact length, ranges, strong ETag.",
  query: z.object({ ...groupDownloadQuery, ...markupQuery }),
});

export const downloadGroupDocument = defineEndpoint({
  ...groupDownload,
  path: "/documentationGroup/downloadExportDocument/{id}",
  product: "DOCUMENTATION_GROUP",
  summary: "Download a group as one document with a report layout granted to the customer.",
  query: z.object({ ...groupDownloadQuery, ...layoutDownloadQuery, ...markupQuery }),
});
