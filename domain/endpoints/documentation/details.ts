import { z } from "zod";
import { products } from "#domain/access/authorities.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { limitAndOrder } from "#domain/contract/resource.ts";
import {
  completionGaps,
  deletionBlockers,
  documentationEventTypes,
  exportDocumentTypes,
  grantableStatuses,
  preconditionTypes,
  requiredValues,
  taskEventTypes,
  taskTypes,
} from "#domain/core/documentationTypes.ts";
import { booleanOrString, instant, uuid } from "#domain/core/fields.ts";
import { pluck } from "#domain/core/objects.ts";
import { documentationFields } from "#domain/documentation/documentationFields.ts";
import { markup } from "#domain/media/markup.ts";
import { photoDateSources } from "#domain/media/photoDate.ts";
import { photoSizes } from "#domain/media/photoSize.ts";
import { documentationTaskFilter } from "#domain/resources/documentationTaskFilter.ts";
import { deleteTimeLimits, taskSizes } from "#domain/template/types.ts";
import { exportEvent, exportSummary } from "../shared/exportEvents.ts";
import { documentationListRow } from "./list.ts";

const idParams = z.object({ id: uuid() });

/** The automatic deletion of a documentation: its time limit, and what blocks it even after `deleteAfter`. */
export const automaticDeletion = z.object({
  /** The time from its completion to its deletion. */
  limit: z.enum(deleteTimeLimits),
  blockers: z.array(
    z.object({
      type: z.enum(deletionBlockers),
      /** The name of the destination or document; empty for other blockers. */
      name: z.string(),
      until: instant().nullable(),
    }),
  ),
});

export const documentationDetails = z.object({
  ...documentationListRow.shape,
  /** Its exports and their results, newest first. */
  exportEvents: z.array(exportEvent),
  ...pluck(documentationFields, "details"),
  /** The products of its customer, because super admins see documentations of all customers. */
  customerProducts: z.array(z.enum(products)),
  customerStatuses: z.array(z.enum(grantableStatuses)),
  /** The document types named by its template; if empty, all types granted to the user are offered. */
  exportDocumentTypes: z.array(z.enum(exportDocumentTypes)),
  /** The task filters of its customer, in order. */
  taskFilters: z.array(
    documentationTaskFilter.row.pick({ id: true, name: true, type: true, automatic: true, params: true }),
  ),
  /** Null unless it is deleted automatically some time after its completion. */
  deletion: automaticDeletion.nullable(),
  tags: z.array(z.string()),
  linkedDocumentations: z.array(z.object({ id: uuid(), name: z.string() })),
  /** Uploads that were refused and have not been replaced since. */
  refusedUploads: z.array(
    z.object({
      id: uuid(),
      kind: z.enum(["PHOTO", "FILE"]),
      name: z.string(),
      reason: z.string(),
      dateCreated: instant(),
    }),
  ),
  completedWithout: z
    .array(z.object({ kind: z.enum(completionGaps), task: z.string().nullable() }))
    .nullable()
    .meta({
      description:
        "Requirements of the template or licence that were not met when the documentation was completed; null if all were met",
    }),
  /** Number of retakes that are neither answered nor withdrawn. */
  openRetakeCount: z.int(),
  /** Number of threads, and of unresolved threads. */
  threadCount: z.int().default(0),
  openThreadCount: z.int().default(0),
  /** When it or its contents last changed. */
  lastUpdated: instant().optional(),
  version: z.int(),
});
export type DocumentationDetails = z.output<typeof documentationDetails>;

export const getDocumentation = defineEndpoint({
  method: "GET",
  path: "/documentations/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary: "Get a documentation.",
  params: idParams,
  response: documentationDetails,
});

export const documentationEvent = z.object({
  id: uuid(),
  type: z.enum(documentationEventTypes),
  eventDate: instant(),
  creator: z.string(),
  params: z.record(z.string(), z.string()),
});

export const listDocumentationEvents = defineEndpoint({
  method: "GET",
  path: "/documentationEvent/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary: "List the events of a documentation, newest first, at most 100.",
  params: idParams,
  response: z.object({ items: z.array(documentationEvent) }),
});

/** An event of a task (2§3). */
const taskEvent = z.object({
  id: uuid(),
  type: z.enum(taskEventTypes),
  creator: z.string(),
  dateCreated: instant(),
  dateUploaded: instant().nullable(),
});

export const documentationTask = z.object({
  id: uuid(),
  customerId: z.int(),
  /** The ID of its documentation. */
  documentation: uuid(),
  parentId: uuid().nullable(),
  templateTaskId: z.string().nullable(),
  name: z.string(),
  key: z.string().nullable(),
  description: z.string().nullable(),
  type: z.enum(taskTypes),
  options: z.string().nullable(),
  answer: z.string().nullable(),
  required: z.enum(requiredValues),
  enabled: z.boolean(),
  position: z.int(),
  level: z.int(),
  size: z.enum(taskSizes),
  version: z.int(),
  params: z.record(z.string(), z.string()),
  /** The list from which its template suggests answers. */
  suggestionListId: uuid().nullable().default(null),
  dateCreated: instant(),
  preconditions: z.array(
    z.object({
      id: uuid(),
      /** The ID of the task that is shown or hidden; `params.task` names the task it depends on. */
      task: uuid(),
      type: z.enum(preconditionTypes),
      params: z.record(z.string(), z.string()),
      dateCreated: instant(),
    }),
  ),
  events: z.array(taskEvent),
  /** Examples for its photos; the images are at referencePhoto/thumbnail and referencePhoto/download. */
  referencePhotos: z.array(z.object({ id: uuid(), name: z.string() })),
  unexpectedAnswerEvents: z.array(
    z.object({ id: uuid(), expectedAnswerListName: z.string(), expectedAnswer: z.string() }),
  ),
});
export type DocumentationTask = z.output<typeof documentationTask>;

export const listDocumentationTasks = defineEndpoint({
  method: "GET",
  path: "/documentationTasks",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: "firstMatch",
  summary:
    "List the tasks of a documentation with their answers, in reading order or reversed. `max` -1 means all, at most 1000.",
  query: z.strictObject({ documentationId: uuid(), ...limitAndOrder }),
  response: z.object({ items: z.array(documentationTask) }),
});

export const photoRow = z.object({
  id: uuid(),
  customerId: z.int(),
  documentationId: uuid(),
  documentationTaskId: uuid().nullable(),
  name: z.string(),
  alias: z.string().nullable(),
  /** Written by the person who captured or imported the photo. Staff never change it. */
  comment: z.string().nullable(),
  /** Written by staff. */
  reviewComment: z.string().nullable().default(null),
  /** Clockwise quarter turns by the reviewer. */
  rotation: z.int().min(0).max(3),
  /** The quarter turns already applied to the current thumbnail and rendition; the original has none. */
  derivativeRotation: z.int().min(0).max(3).default(0),
  /** Its markup, in fractions of the upright, rotated picture. */
  markup: markup.nullable().default(null),
  /** Identifies the pixels of the current thumbnail and rendition; it changes when they change. */
  derivativeRevision: z.string(),
  creator: z
    .string()
    .meta({ description: "Empty if received through an upload link, because the sender is unknown" }),
  lat: z.number(),
  lng: z.number(),
  direction: z
    .number()
    .nullable()
    .default(null)
    .meta({ description: "Where the camera pointed according to EXIF: degrees clockwise from north" }),
  /** Added by staff or by an upload link, not captured by the device. */
  imported: z.boolean(),
  dateCreated: instant(),
  /** Where `dateCreated` comes from. ARRIVAL: it is not known when the photo was taken. */
  dateSource: z.enum(photoDateSources),
  dateUploaded: instant().nullable(),
  lastUpdated: instant(),
  hasData: z.boolean(),
  hasOriginalData: z.boolean(),
  /** Bytes of the original, and its pixels as displayed: upright and rotated. */
  dataSize: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string().nullable(),
  /** The exports of its documentation since it was uploaded, newest first, at most 20. */
  exportEvents: z.array(exportSummary),
  version: z.int(),
});
export type PhotoRow = z.output<typeof photoRow>;

/** The query of a documentation's media lists. Ties are broken by ID, so that pages neither overlap nor skip rows. */
const mediaListQuery = <S extends z.ZodType>(sort: S) =>
  z.strictObject({
    documentationId: uuid(),
    sort,
    order: z.enum(["asc", "desc"]).default("asc"),
    max: z.coerce.number().int().min(1).max(10_000).default(1000),
    offset: z.coerce.number().int().min(0).default(0),
  });

export const photoSorts = [
  "id",
  "dateCreated",
  "dateUploaded",
  "lastUpdated",
  "name",
  "creator",
  "dataSize",
] as const;
const photoListQuery = mediaListQuery(z.enum(photoSorts).default("dateCreated"));

export const listPhotos = defineEndpoint({
  method: "GET",
  path: "/photos",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: "firstMatch",
  summary:
    "List the photos of a documentation, 1000 at a time, by default in the order in which they were taken.",
  query: photoListQuery,
  response: z.object({ items: z.array(photoRow) }),
});

export const getAllDocumentationPhotos = defineEndpoint({
  method: "GET",
  path: "/photo/getAllDocumentationPhotos/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary: "List all photos of a documentation, 10 000 at a time. `id` is the documentation's.",
  params: idParams,
  query: photoListQuery
    .omit({ documentationId: true })
    .extend({ max: photoListQuery.shape.max.default(10_000) }),
  response: z.object({ items: z.array(photoRow) }),
});

export const getPhoto = defineEndpoint({
  method: "GET",
  path: "/photos/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary: "Get a photo.",
  params: idParams,
  response: photoRow,
});

export const fileRow = z.object({
  id: uuid(),
  customerId: z.int(),
  documentationId: uuid(),
  documentationTaskId: uuid().nullable(),
  name: z.string(),
  type: z.string().nullable(),
  creator: z
    .string()
    .meta({ description: "Empty if received through an upload link, because the sender is unknown" }),
  /** Added by staff or by an upload link, not captured by the device. */
  imported: z.boolean(),
  dateCreated: instant(),
  dateUploaded: instant().nullable(),
  hasData: z.boolean(),
  dataSize: z.int(),
  sha256: z.string().nullable(),
  /** The exports of its documentation since it was uploaded, newest first, at most 20. */
  exportEvents: z.array(exportSummary),
  version: z.int(),
});
export type FileRow = z.output<typeof fileRow>;

export const fileSorts = [
  "id",
  "dateCreated",
  "dateUploaded",
  "name",
  "type",
  "creator",
  "dataSize",
] as const;

export const listFiles = defineEndpoint({
  method: "GET",
  path: "/files",
  authentication: "session",
  authority: "ROLE_FILE_READ",
  multiDatabase: "firstMatch",
  summary: "List the files of a documentation, 1000 at a time, oldest first by default.",
  query: mediaListQuery(z.enum(fileSorts).default("dateCreated")),
  response: z.object({ items: z.array(fileRow) }),
});

export const getFile = defineEndpoint({
  method: "GET",
  path: "/files/{id}",
  authentication: "session",
  authority: "ROLE_FILE_READ",
  summary: "Get a file.",
  params: idParams,
  response: fileRow,
});

/** With `v` (the photo's `derivativeRevision`) the response can be cached forever; without it, it must be revalidated. */
const defineImageDownload = (path: string, summary: string) =>
  defineEndpoint({
    method: "GET",
    path,
    authentication: "session",
    authority: "ROLE_DOCUMENTATION_READ",
    summary,
    params: idParams,
    query: z.strictObject({
      v: z
        .string()
        .max(200)
        .optional()
        .meta({ examples: ["2c1a90b4-1"] }),
    }),
    download: "image",
  });

export const photoThumbnail = defineImageDownload(
  "/photo/thumbnail/{id}",
  "Get the photo upright and with the reviewer's rotation, at most 400 px.",
);
export const photoDownload = defineImageDownload(
  "/photo/download/{id}",
  "Get the photo upright and with the reviewer's rotation, at most 1600 px.",
);
export const photoDownloadWithoutMarkup = defineImageDownload(
  "/photo/downloadPlain/{id}",
  "Get the photo upright and with the reviewer's rotation, at most 1600 px, without markup.",
);
export const photoDownloadOriginal = defineImageDownload(
  "/photo/downloadOriginal/{id}",
  "Download the original bytes as captured.",
);

export const fileDownload = defineEndpoint({
  method: "GET",
  path: "/file/download/{id}",
  authentication: "session",
  authority: "ROLE_FILE_READ",
  summary: "Download a file, always as an attachment.",
  params: idParams,
  download: "document",
});

/**
 * The language of the content. A query parameter, because a browser that opens a download URL does not send the console's language.
 */
export const languageQuery = { language: z.enum(["en", "sv"]).default("en") };

/** Whether photos include their markup. */
export const markupQuery = {
  markup: booleanOrString().default(true).meta({
    description:
      "true: photos include their markup, and a rendition with markup replaces an original; false: photos have no markup",
  }),
};

/** Whether the discussion is included. */
const threadsQuery = {
  threads: booleanOrString().default(false).meta({ description: "true: includes the threads" }),
};

export const downloadZipFile = defineEndpoint({
  method: "GET",
  path: "/documentation/downloadZipFile/{id}",
  callLimit: "documents",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Download all originals and files of a documentation in folders by task, with a manifest. Paths longer than 180 characters are shortened; the manifest lists the full paths. For a photo with markup, the zip file contains the rendition with the markup instead of the original, unless `markup=false`. The response has an exact length and a strong ETag and supports ranges. `earlier` adds photos that were replaced by retakes, `threads` the discussion.",
  params: idParams,
  query: z.object({
    ...languageQuery,
    ...markupQuery,
    earlier: booleanOrString().default(false),
    ...threadsQuery,
  }),
  download: "document",
});

/** The size of the photos in a document. It overrides the layout's. */
export const photoSizeOption = z.enum(photoSizes).optional().meta({
  description:
    "SMALL: 150 pixels per inch where a photo is drawn, at most 1600, for mails; NORMAL: the renditions; PRINT: 300 pixels per inch; ORIGINAL: the captured files. Without it the layout decides, or NORMAL",
});

/** The query for a document made with a report layout (2§7). */
export const layoutDownloadQuery = {
  configuration: uuid().meta({ description: "ID of a report layout granted to the customer" }),
  pdf: booleanOrString().default(false).meta({ description: "A type or a Word layout as PDF" }),
  photoSize: photoSizeOption,
};

export const downloadExportDocument = defineEndpoint({
  method: "GET",
  path: "/documentation/downloadExportDocument/{id}",
  callLimit: "documents",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Download a documentation as a document that is available to the user. `type` selects a PowerPoint, Word or Excel document with its photos or its form, with `pdf` as PDF; `configuration` selects a report layout granted to its customer. `photos=original` uses the original photos instead of the upright renditions; layouts specify this themselves.",
  params: idParams,
  query: z.object({
    ...languageQuery,
    ...layoutDownloadQuery,
    configuration: layoutDownloadQuery.configuration.optional(),
    type: z.enum(exportDocumentTypes).optional().meta({ description: "Required without configuration" }),
    photos: z.enum(["rendition", "original"]).default("rendition"),
    ...markupQuery,
    ...threadsQuery,
  }),
  download: "document",
});
