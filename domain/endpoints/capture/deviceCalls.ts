import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { suggestionListTypes } from "#domain/lists/suggestion.ts";
import { licenseCode, saveDevice, templateForDevice } from "./capture.ts";

/** Data for devices (3§3). Each response has an entity tag, so that nothing is transferred twice. */

const licenseQuery = z.strictObject({ licenseCode });
const deviceGet = { method: "GET", authentication: "license", conditional: true } as const;

export const getDeviceSettings = defineEndpoint({
  ...deviceGet,
  path: "/device/getSettings",
  summary: "Get the licence's settings for the app, with its logo as base64.",
  query: licenseQuery,
  response: saveDevice.response!.shape.license,
});

export const getDeviceTemplates = defineEndpoint({
  ...deviceGet,
  path: "/device/getTemplates",
  summary:
    "List the templates the licence can use, in order, with their tasks, replacement texts and the ids of their graphics, reference photos and lists.",
  query: licenseQuery,
  response: z.object({ items: z.array(templateForDevice) }),
});

const defineImageDownload = (path: string, summary: string) =>
  defineEndpoint({
    method: "GET",
    authentication: "license",
    path,
    summary,
    params: z.object({ id: uuid() }),
    query: licenseQuery,
    download: "image",
  });
export const getDeviceGraphic = defineImageDownload(
  "/device/getGraphic/{id}",
  "Download a template's graphic as PNG.",
);
export const getDeviceReferencePhoto = defineImageDownload(
  "/device/getReferencePhoto/{id}",
  "Download a task's reference photo as JPEG.",
);

const listFields = { id: uuid(), name: z.string(), description: z.string().nullable() };

export const getDeviceSuggestionLists = defineEndpoint({
  ...deviceGet,
  path: "/device/getSuggestionLists",
  summary: "List the suggestion lists for all licences or for this one, without their suggestions.",
  query: licenseQuery,
  response: z.object({
    items: z.array(
      z.object({
        ...listFields,
        type: z.enum(suggestionListTypes),
        params: z.record(z.string(), z.string()),
        count: z.int(),
      }),
    ),
  }),
});

/** Maximum number of entries per page; a list can have 100 000. */
export const maxEntriesPerPage = 5000;
const pagedEntries = {
  params: z.object({ id: uuid() }),
  query: licenseQuery.extend({
    after: z
      .string()
      .max(5000)
      .default("")
      .meta({ description: "`next` of the previous page; empty for the first", examples: [""] }),
    max: z.coerce.number().int().min(1).max(maxEntriesPerPage).default(maxEntriesPerPage),
  }),
};
const nextCursor = z
  .string()
  .nullable()
  .meta({ description: "Cursor of the next page; null after the last" });

export const getDeviceSuggestions = defineEndpoint({
  ...deviceGet,
  ...pagedEntries,
  path: "/device/getSuggestions/{id}",
  summary: "Get a page of a suggestion list's entries. `id` is the ID of the list.",
  response: z.object({
    items: z.array(z.object({ text: z.string(), lat: z.number(), lng: z.number() })),
    next: nextCursor,
  }),
});

export const getDeviceExpectedAnswerLists = defineEndpoint({
  ...deviceGet,
  path: "/device/getExpectedAnswerLists",
  summary: "List the customer's lists of expected answers, without their answers.",
  query: licenseQuery,
  response: z.object({ items: z.array(z.object({ ...listFields, count: z.int() })) }),
});

export const getDeviceExpectedAnswers = defineEndpoint({
  ...deviceGet,
  ...pagedEntries,
  path: "/device/getExpectedAnswers/{id}",
  summary: "Get a page of a list's expected answers. `id` is the ID of the list.",
  response: z.object({
    items: z.array(z.object({ answer: z.string(), params: z.record(z.string(), z.string()) })),
    next: nextCursor,
  }),
});

export const getDeviceTempFiles = defineEndpoint({
  ...deviceGet,
  path: "/device/getTempFiles",
  summary:
    "List the files received through upload links for the licence's documentations, newest first; empty if the licence does not have tempFiles. Download them with getTempFile.",
  query: licenseQuery.extend({
    max: z.coerce.number().int().min(1).max(1000).default(1000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  response: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        documentationId: uuid().nullable(),
        name: z.string(),
        type: z.string().nullable(),
        dataSize: z.int().meta({ description: "Bytes" }),
        sha256: z.string().nullable(),
        dateUploaded: instant(),
      }),
    ),
  }),
});
