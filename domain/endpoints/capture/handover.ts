import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, name, uuid } from "#domain/core/fields.ts";
import { captureLicense } from "../configuration/licenseCalls.ts";
import { documentationDetails, documentationTask, fileRow, photoRow } from "../documentation/details.ts";
import { documentationSummary, fetchedBy } from "../documentation/list.ts";
import { openRetake } from "../documentation/retake.ts";
import { documentationState, licenseCode, templateForDevice } from "./capture.ts";

/** Going on with a documentation that was handed over (2§4): in the portal, or on a device by licence code. */

const idParams = z.object({ id: uuid() });

const handedOver = z.object({
  ...documentationSummary.shape,
  licenseId: uuid().nullable(),
  numberOfTasks: z.int(),
  lastUpdated: instant(),
  retakes: z.int().meta({ description: "What reviewers want taken again; fetching it says what" }),
  fetched: fetchedBy.nullable().meta({ description: "Who has it, where it is DOWNLOADED" }),
});
export type HandedOver = z.output<typeof handedOver>;

const page = {
  max: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
};

/** As a documentation and its tasks are saved again: what is sent back unchanged changes nothing. */
const fetchedDocumentation = documentationDetails
  .pick({
    id: true,
    customerId: true,
    templateId: true,
    name: true,
    alias: true,
    creator: true,
    deviceId: true,
    appVersion: true,
    osVersion: true,
    phoneModel: true,
    lat: true,
    lng: true,
    accuracy: true,
    email: true,
    dateCreated: true,
    tags: true,
  })
  .extend({
    deleteAutomatically: z.boolean(),
    deleteTimeLimit: z.string().nullable(),
    exportAutomatically: z.boolean(),
    templateLastUpdated: instant().nullable(),
    tasks: z.array(documentationTask.omit({ suggestionListId: true })),
  });

const fetchedFields = {
  fetch: fetchedBy.extend({
    photos: z.int().meta({ description: "Photos announced under it so far" }),
  }),
  status: z.string(),
  /** Photos that have arrived, and all that were announced. */
  uploadedPhotos: z.int(),
  numberOfPhotos: z.int(),
  version: z.int(),
  documentation: fetchedDocumentation,
  /** As it is now. The documentation's tasks name those they come from, which say what suggests their answers. */
  template: templateForDevice,
  /** Those that have not arrived yet have no data. */
  photos: z.array(
    photoRow.pick({
      id: true,
      documentationTaskId: true,
      name: true,
      comment: true,
      creator: true,
      lat: true,
      lng: true,
      rotation: true,
      imported: true,
      dateCreated: true,
      hasData: true,
      dataSize: true,
      sha256: true,
      version: true,
    }),
  ),
  /** What reviewers want taken again: a photo's new bytes are reserved under its ID, a task gets new photos or files. */
  retakes: z.array(openRetake),
  files: z.array(
    fileRow.pick({
      id: true,
      documentationTaskId: true,
      name: true,
      type: true,
      creator: true,
      imported: true,
      dateCreated: true,
      hasData: true,
      dataSize: true,
      sha256: true,
    }),
  ),
};
const fetchedByDevice = z.object(fetchedFields);
export type FetchedDocumentation = z.output<typeof fetchedByDevice>;

const fetchRequest = {
  fetchId: uuid().meta({
    description:
      "Made by the caller, one for each time it goes on. Repeating the call with it gives the newest state",
  }),
  takeOver: z
    .boolean()
    .default(false)
    .meta({ description: "Fetch it although somebody else has it, who can then no longer save" }),
};

const capturing = { authentication: "session", authority: "ROLE_CREATE_DOCUMENTATION" } as const;

export const findHandedOver = defineEndpoint({
  ...capturing,
  method: "GET",
  path: "/documentation/findAllHandedOver",
  multiDatabase: "own",
  summary:
    "List the documentations that the user can go on with, newest first: handed over or fetched, of a licence the user can capture with.",
  query: z.strictObject(page),
  response: z.object({ items: z.array(handedOver) }),
});

export const getHandedOver = defineEndpoint({
  ...capturing,
  method: "GET",
  path: "/documentation/handedOver/{id}",
  summary: "Get the status of a documentation, and who has fetched it.",
  params: idParams,
  response: handedOver,
});

export const fetchDocumentation = defineEndpoint({
  ...capturing,
  method: "POST",
  path: "/documentation/fetch/{id}",
  summary:
    "Fetch a documentation that was handed over to go on with it in the portal: it becomes DOWNLOADED. `fetchedByOther` says who has it already.",
  params: idParams,
  body: z.strictObject(fetchRequest),
  response: z.object({
    ...fetchedFields,
    license: captureLicense.meta({ description: "The licence that it is saved with" }),
  }),
});
export type FetchedInPortal = z.output<NonNullable<typeof fetchDocumentation.response>>;

export const handBackDocumentation = defineEndpoint({
  ...capturing,
  method: "POST",
  path: "/documentation/handBack/{id}",
  summary:
    "Give a fetched documentation back: it is PAUSED again, for anyone to go on with. What has been saved stays.",
  params: idParams,
  body: z.strictObject({ fetchId: uuid() }),
  response: documentationState,
});

export const findHandedOverByLicenseCode = defineEndpoint({
  method: "POST",
  path: "/documentation/findHandedOverByLicenseCode",
  authentication: "license",
  summary: "List the documentations of the licence that were handed over or fetched, newest first.",
  body: z.strictObject({ licenseCode, ...page }),
  response: z.object({ items: z.array(handedOver) }),
});

export const fetchWithLicenseCode = defineEndpoint({
  method: "POST",
  path: "/documentation/fetchWithLicenseCode",
  authentication: "license",
  summary:
    "Fetch a documentation that was handed over, with its tasks, answers, photos and files: it becomes DOWNLOADED. Save, complete or pause it afterwards with `fetchId`. `fetchedByOther` says who has it already.",
  body: z.strictObject({
    id: uuid(),
    licenseCode,
    ...fetchRequest,
    creator: name(),
    deviceId: name(100).default("N/A"),
  }),
  response: fetchedByDevice,
});

export const handBackWithLicenseCode = defineEndpoint({
  method: "POST",
  path: "/documentation/handBackWithLicenseCode",
  authentication: "license",
  summary:
    "Give a fetched documentation back: it is PAUSED again, for anyone to go on with. What has been saved stays.",
  body: z.strictObject({ id: uuid(), licenseCode, fetchId: uuid(), creator: name() }),
  response: documentationState,
});

const licenseDownload = { method: "GET", authentication: "license", params: idParams } as const;

export const downloadPhotoWithLicenseCode = defineEndpoint({
  ...licenseDownload,
  path: "/photo/downloadWithLicenseCode/{id}",
  summary: "Download a photo of a documentation that is not completed: as it was captured, or made smaller.",
  query: z.strictObject({
    licenseCode,
    form: z.enum(["original", "rendition", "thumbnail"]).default("original"),
  }),
  download: "image",
});

export const downloadFileWithLicenseCode = defineEndpoint({
  ...licenseDownload,
  path: "/file/downloadWithLicenseCode/{id}",
  summary: "Download a file of a documentation that is not completed, always as an attachment.",
  query: z.strictObject({ licenseCode }),
  download: "document",
});
