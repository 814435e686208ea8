import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { requiredValues, taskTypes } from "#domain/core/documentationTypes.ts";
import { uuid } from "#domain/core/fields.ts";
import { fileRow, photoRow } from "../documentation/details.ts";
import { token, tokenBody } from "./linkUpload.ts";

/** What a link for later shows (2§7): its documentation, tasks, photos and files. The token in the body is what lets in. */

const laterTask = z.object({
  id: uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(taskTypes),
  required: z.enum(requiredValues),
  /** Extensions a file may have, separated by `;`; empty takes all. */
  options: z.string().nullable(),
});

const laterLinkCall = {
  method: "POST",
  authentication: "token",
  linkPurpose: "LATER",
  body: tokenBody,
} as const;

export const getUploadLaterTasks = defineEndpoint({
  ...laterLinkCall,
  path: "/tempFile/getUploadLaterTasks",
  summary: "List the tasks that can be answered later, in reading order. The same as uploadLater/getTasks.",
  response: z.object({ items: z.array(laterTask) }),
});

export const getLaterDocumentation = defineEndpoint({
  ...laterLinkCall,
  path: "/uploadLater/getDocumentation",
  summary: "Get the documentation of a link.",
  response: z.object({ id: uuid(), name: z.string(), templateName: z.string(), creator: z.string() }),
});

export const getLaterTasks = defineEndpoint({
  ...laterLinkCall,
  path: "/uploadLater/getTasks",
  summary: "List the photo and file tasks that can be answered later, in reading order.",
  response: z.object({ items: z.array(laterTask) }),
});

export const getLaterReferencePhotos = defineEndpoint({
  ...laterLinkCall,
  path: "/uploadLater/getReferencePhotos",
  summary: "List the reference photos of these tasks.",
  response: z.object({
    items: z.array(z.object({ id: uuid(), documentationTaskId: uuid(), name: z.string() })),
  }),
});

const shownFile = fileRow.pick({
  id: true,
  documentationTaskId: true,
  name: true,
  dataSize: true,
  dateCreated: true,
});

export const getLaterFiles = defineEndpoint({
  ...laterLinkCall,
  path: "/uploadLater/getFiles",
  summary: "List the files of these tasks.",
  response: z.object({ items: z.array(shownFile) }),
});

export const getLaterPhotos = defineEndpoint({
  ...laterLinkCall,
  path: "/uploadLater/getPhotos",
  summary: "List the photos of these tasks.",
  response: z.object({
    items: z.array(
      photoRow.pick({
        id: true,
        documentationTaskId: true,
        name: true,
        comment: true,
        dataSize: true,
        dateCreated: true,
      }),
    ),
  }),
});

const laterDownload = (path: string, summary: string, download: "image" | "document") =>
  defineEndpoint({
    method: "GET",
    path,
    authentication: "token",
    linkPurpose: "LATER",
    summary,
    params: z.object({ id: uuid() }),
    // Not `token`: that is what a session's download tickets are called.
    query: z.strictObject({ link: token }),
    download,
  });

export const laterPhotoDownload = laterDownload(
  "/uploadLater/downloadPhoto/{id}",
  "Download a photo of one of the link's tasks, upright, 1600 px at most.",
  "image",
);
export const laterFileDownload = laterDownload(
  "/uploadLater/downloadFile/{id}",
  "Download a file of one of the link's tasks, as an attachment.",
  "document",
);
export const laterReferencePhotoDownload = laterDownload(
  "/uploadLater/downloadReferencePhoto/{id}",
  "Download a reference photo of one of the link's tasks.",
  "image",
);
