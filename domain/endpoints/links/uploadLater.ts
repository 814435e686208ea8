import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { requiredValues, taskTypes } from "#domain/core/documentationTypes.ts";
import { uuid } from "#domain/core/fields.ts";
import { fileRow, photoRow } from "../documentation/details.ts";
import { token, tokenBody } from "./linkUpload.ts";

/** The contents of a LATER link (2§7): its documentation, tasks, photos and files. Authenticated by the token in the body. */

const laterTask = z.object({
  id: uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(taskTypes),
  required: z.enum(requiredValues),
  /** Allowed extensions separated by `;`; empty allows all. */
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
  summary: "List the reference photos of the link's tasks.",
  response: z.object({
    items: z.array(z.object({ id: uuid(), documentationTaskId: uuid(), name: z.string() })),
  }),
});

const laterFile = fileRow.pick({
  id: true,
  documentationTaskId: true,
  name: true,
  dataSize: true,
  dateCreated: true,
});

export const getLaterFiles = defineEndpoint({
  ...laterLinkCall,
  path: "/uploadLater/getFiles",
  summary: "List the files of the link's tasks.",
  response: z.object({ items: z.array(laterFile) }),
});

export const getLaterPhotos = defineEndpoint({
  ...laterLinkCall,
  path: "/uploadLater/getPhotos",
  summary: "List the photos of the link's tasks.",
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

const defineLaterDownload = (path: string, summary: string, download: "image" | "document") =>
  defineEndpoint({
    method: "GET",
    path,
    authentication: "token",
    linkPurpose: "LATER",
    summary,
    params: z.object({ id: uuid() }),
    // Not `token`, which is the name of a session's download ticket.
    query: z.strictObject({ link: token }),
    download,
  });

export const laterPhotoDownload = defineLaterDownload(
  "/uploadLater/downloadPhoto/{id}",
  "Download a photo of one of the link's tasks, upright, at most 1600 px.",
  "image",
);
export const laterFileDownload = defineLaterDownload(
  "/uploadLater/downloadFile/{id}",
  "Download a file of one of the link's tasks, as an attachment.",
  "document",
);
export const laterReferencePhotoDownload = defineLaterDownload(
  "/uploadLater/downloadReferencePhoto/{id}",
  "Download a reference photo of one of the link's tasks.",
  "image",
);
