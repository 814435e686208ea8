import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { line, name, uuid } from "#domain/core/fields.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";
import { layoutDownloadQuery, markupQuery } from "./details.ts";
import { defineGroupLists } from "./groups.ts";

/** Comparisons within a group (2§2): the documentations with one name or tag. */

const product = "DOCUMENTATION_COMPARISON";

export const { list: listDocumentationComparisons, count: countDocumentationComparisons } = defineGroupLists(
  "documentationComparison",
  product,
  "desc",
);

/** Maximum number of photos in one download. */
export const maxSelectedPhotos = 5000;

export const selectPhotos = defineEndpoint({
  method: "POST",
  path: "/documentationComparison/selectPhotos",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  product,
  summary:
    "Save a selection of photos for one day and get an ID for it, to use in a download URL, which cannot hold hundreds of photo IDs.",
  body: z.strictObject({ photos: z.array(uuid()).max(maxSelectedPhotos) }),
  response: z.object({ selection: uuid() }),
});

/** `photo` can be repeated, which the contract cannot express. */
export const selectionQuery = {
  photo: uuid().optional(),
  selection: uuid().optional(),
  /** The heading; defaults to the name of the newest documentation. */
  name: line().optional(),
  language: z.enum(["en", "sv"]).default("en"),
  ...markupQuery,
};

const selectionDownload = {
  method: "GET",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  product,
  query: z.object(selectionQuery),
  callLimit: "documents",
  download: "document",
} as const;

export const downloadComparisonPowerPoint = defineEndpoint({
  ...selectionDownload,
  path: "/documentationComparison/downloadPowerPoint",
  summary:
    "Download the selected photos as slides, with the photos of each task side by side. Select photos with `photo=…&photo=…`, or with `selection=` from selectPhotos.",
});

export const downloadComparisonZipFile = defineEndpoint({
  ...selectionDownload,
  path: "/documentationComparison/downloadZipFile",
  summary:
    "Download the originals of the selected photos in folders by task, template and date, with a manifest.",
});

export const downloadComparisonDocument = defineEndpoint({
  ...selectionDownload,
  path: "/documentationComparison/downloadExportDocument",
  summary:
    "Download the selected photos and their documentations with a report layout granted to the customer.",
  query: z.object({ ...selectionQuery, ...layoutDownloadQuery }),
});

const projectIdLookup = {
  multiDatabase: "current",
  method: "GET",
  authentication: "session",
  authority: "ROLE_EXPORT_DOCUMENTATION",
  summary:
    "Get the project ID used by the export configurations of a name's templates, from the newest documentation that has one; null if there is none.",
  params: z.object({ name: name() }),
  query: z.strictObject({ customerId: otherCustomer }),
  response: z.object({ projectId: z.string().nullable() }),
} as const;

export const getProjectId = defineEndpoint({
  ...projectIdLookup,
  path: "/documentationComparison/getProjectId/{name}",
  product,
});

/** Like `getProjectId`, for customers without comparisons (2§7). */
export const getDocumentationProjectId = defineEndpoint({
  ...projectIdLookup,
  path: "/documentation/getProjectId/{name}",
});
