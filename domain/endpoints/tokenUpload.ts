import { z } from "zod";
import { requiredValues, taskTypes } from "../documentation";
import { defineEndpoint } from "../endpoint";
import { customerId, givenInstant, instant, text, uuid } from "../fields";
import { linkLimits, linkPurposes } from "../rules/uploadToken";
import { itemFailure, md5, mostAtOnce } from "./captureMedia";
import { fileRow, photoRow } from "./documentation";
import { longestComment } from "./review";

/** What the public pages call (2§2, 2§7): the token in the body is what lets them in. */

const token = z.string().min(1).max(200);
/** Whatever the sender's system calls it, control characters and all: it is made harmless here, and kept as it was. */
const givenName = z.string().min(1).max(1000);
const byToken = z.strictObject({ token });

export const getTokenInfo = defineEndpoint({
  method: "POST",
  path: "/tempFile/getInfo",
  entrance: "token",
  summary: "Get the documentation name, template name and creator of a link.",
  body: byToken,
  answer: z.object({
    documentationName: z.string(),
    templateName: z.string(),
    creator: z.string(),
    customerName: z.string(),
    purpose: z.enum(linkPurposes),
    expireDate: instant(),
    /** What may still come: files, and bytes. */
    filesLeft: z.int(),
    bytesLeft: z.int(),
  }),
});

const laterTask = z.object({
  id: uuid(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(taskTypes),
  required: z.enum(requiredValues),
  /** Extensions a file may have, separated by `;`; empty takes all. */
  options: z.string().nullable(),
});

const later = { method: "POST", entrance: "token", linkPurpose: "LATER", body: byToken } as const;

export const getUploadLaterTasks = defineEndpoint({
  ...later,
  path: "/tempFile/getUploadLaterTasks",
  summary: "List the tasks that can be answered later, in reading order. The same as uploadLater/getTasks.",
  answer: z.object({ items: z.array(laterTask) }),
});

export const getLaterDocumentation = defineEndpoint({
  ...later,
  path: "/uploadLater/getDocumentation",
  summary: "Get the documentation of a link.",
  answer: z.object({ id: uuid(), name: z.string(), templateName: z.string(), creator: z.string() }),
});

export const getLaterTasks = defineEndpoint({
  ...later,
  path: "/uploadLater/getTasks",
  summary: "List the photo and file tasks that can be answered later, in reading order.",
  answer: z.object({ items: z.array(laterTask) }),
});

export const getLaterReferencePhotos = defineEndpoint({
  ...later,
  path: "/uploadLater/getReferencePhotos",
  summary: "List the reference photos of these tasks.",
  answer: z.object({
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
  ...later,
  path: "/uploadLater/getFiles",
  summary: "List the files of these tasks.",
  answer: z.object({ items: z.array(shownFile) }),
});

export const getLaterPhotos = defineEndpoint({
  ...later,
  path: "/uploadLater/getPhotos",
  summary: "List the photos of these tasks.",
  answer: z.object({
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
    entrance: "token",
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

/** The base64 calls of the specification carry so many bytes at most in one call; larger files go by `reserve`. */
export const maximumBase64Upload = 25_000_000;

const uploaded = z.object({ items: z.array(z.object({ id: uuid(), name: z.string(), sha256: z.string() })) });

export const uploadFiles = defineEndpoint({
  linkPurpose: "FILES",
  method: "POST",
  path: "/tempFile/uploadFiles",
  entrance: "token",
  summary: "Upload base64-encoded files, 25 MB in total. Either all of them are stored, or none.",
  body: z.strictObject({
    token,
    files: z
      .array(
        z.strictObject({
          name: givenName,
          size: z.int().min(0).optional(),
          data: z.string(),
          type: z.string().max(255).optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  answer: uploaded,
});

export const uploadLater = defineEndpoint({
  linkPurpose: "LATER",
  method: "POST",
  path: "/uploadLater/upload",
  entrance: "token",
  summary:
    "Upload base64-encoded photos and files for tasks, 25 MB in total. Either all of them are stored, or none.",
  body: z.strictObject({
    token,
    items: z
      .array(
        z.strictObject({
          id: uuid().optional(),
          name: givenName,
          comment: text(longestComment).nullable().optional(),
          size: z.int().min(0).optional(),
          data: z.string(),
          type: z.string().max(255).optional(),
          customerId: customerId().optional(),
          documentationTask: uuid(),
          documentation: uuid().optional(),
          imported: z.literal(true).optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  answer: uploaded,
});

/** SHA-256 in hex, as the browser computes it of what it is about to send. */
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"] });

const part = z.object({ partNumber: z.int(), url: z.string(), headers: z.record(z.string(), z.string()) });

const reservation = z.object({
  /** The item's own id, as the browser gave it. */
  id: uuid(),
  uploadId: uuid(),
  /** What it is called here: the name it came with, made harmless, or the task's next number. */
  name: z.string(),
  state: z.enum(["RESERVED", "STORED"]),
  /** One PUT of the whole; absent for files that go in parts. */
  put: z
    .object({ method: z.literal("PUT"), url: z.string(), headers: z.record(z.string(), z.string()) })
    .optional(),
  /** Bytes of every part but the last; absent for files that go whole. */
  partSize: z.int().optional(),
  /** Parts that are here already, from before a reload. */
  partsDone: z.array(z.int()).optional(),
  expires: instant(),
});

/** A file that is about to be sent. */
const announced = {
  id: uuid(),
  name: givenName,
  /** Bytes. */
  size: z.int().min(1).max(linkLimits.fileBytes),
  sha256,
  /** The whole file's MD5. */
  md5: md5(),
  documentationTaskId: uuid().optional(),
  comment: text(longestComment).nullable().optional(),
};

export const reserveTokenUpload = defineEndpoint({
  method: "POST",
  path: "/uploadToken/reserve",
  entrance: "token",
  summary:
    "Register a file and get signed URLs to upload it to, in parts if it is large. Registering the same ID again resumes the upload, also after a reload.",
  body: z.strictObject({ token, ...announced }),
  answer: reservation,
});

export const reserveTokenUploads = defineEndpoint({
  method: "POST",
  path: "/uploadToken/reserveUploads",
  entrance: "token",
  summary:
    "Register up to 100 files in their order, as reserve does for one. Each is answered for itself: `reservation` or `failure`. Safe to repeat.",
  body: z.strictObject({ token, files: z.array(z.strictObject(announced)).min(1).max(mostAtOnce) }),
  answer: z.object({
    items: z.array(
      z.object({ id: uuid(), reservation: reservation.nullable(), failure: itemFailure.nullable() }),
    ),
  }),
});

export const signTokenParts = defineEndpoint({
  method: "POST",
  path: "/uploadToken/signParts",
  entrance: "token",
  summary: "Get signed URLs for parts of a registered file, one for each MD5 given.",
  body: z.strictObject({
    token,
    uploadId: uuid(),
    parts: z
      .array(z.strictObject({ partNumber: z.int().min(1).max(10_000), md5: md5() }))
      .min(1)
      .max(50),
  }),
  answer: z.object({ parts: z.array(part), expires: instant() }),
});

export const confirmTokenParts = defineEndpoint({
  method: "POST",
  path: "/uploadToken/confirmParts",
  entrance: "token",
  summary: "Report which parts have been uploaded, with the entity tags returned by storage.",
  body: z.strictObject({
    token,
    uploadId: uuid(),
    parts: z
      .array(z.strictObject({ partNumber: z.int().min(1).max(10_000), etag: z.string().min(1).max(1000) }))
      .min(1)
      .max(50),
  }),
  answer: z.object({ success: z.literal(true) }),
});

const storedByToken = z.object({ id: uuid(), name: z.string(), dataSize: z.int(), sha256: z.string() });

export const settleTokenUpload = defineEndpoint({
  method: "POST",
  path: "/uploadToken/settle",
  entrance: "token",
  summary: "Verify an uploaded file and store it, or return why it was refused. Safe to repeat.",
  body: z.strictObject({ token, uploadId: uuid() }),
  answer: storedByToken,
});

export const settleTokenUploads = defineEndpoint({
  method: "POST",
  path: "/uploadToken/settleUploads",
  entrance: "token",
  summary:
    "Verify and store up to 100 uploaded files, as settle does for one. Each is answered for itself: `stored` or `failure`; neither if there was no time for it. Ask again for those.",
  body: z.strictObject({ token, uploadIds: z.array(uuid()).min(1).max(mostAtOnce) }),
  answer: z.object({
    items: z.array(
      z.object({ uploadId: uuid(), stored: storedByToken.nullable(), failure: itemFailure.nullable() }),
    ),
  }),
});

/** Strict, so that what is checked is all that is shown. */
const receipt = z.strictObject({
  documentationName: z.string(),
  customerName: z.string(),
  creator: z.string(),
  expected: z.int(),
  received: z.int(),
  items: z.array(
    z.strictObject({
      name: z.string(),
      dataSize: z.int(),
      sha256: z.string(),
      dateUploaded: givenInstant(),
    }),
  ),
  refused: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
  dateCreated: givenInstant(),
});

/** What came in by a link, as whoever sent it and whoever made the link can keep it. */
export const signedReceipt = z.strictObject({ receipt, signature: z.string() });

export const getReceipt = defineEndpoint({
  method: "POST",
  path: "/uploadToken/getReceipt",
  entrance: "token",
  summary:
    "Get the receipt of the link: what was received, with sizes and SHA-256, signed by Siteproof. `signature` is an HMAC that verifyReceipt checks.",
  body: byToken,
  answer: signedReceipt,
});

export const verifyReceipt = defineEndpoint({
  method: "POST",
  path: "/uploadToken/verifyReceipt",
  entrance: "public",
  summary: "Check that a receipt was issued by this service and has not been changed.",
  body: signedReceipt,
  answer: z.object({ valid: z.boolean() }),
});
