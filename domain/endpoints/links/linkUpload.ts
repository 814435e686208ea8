import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { customerId, instant, text, uuid } from "#domain/core/fields.ts";
import { linkLimits, linkPurposes } from "#domain/links/uploadLink.ts";
import { maxCommentLength } from "#domain/media/limits.ts";
import { itemFailure, maxUploadBatch, md5 } from "../capture/captureMedia.ts";

/** What the public pages call (2§2, 2§7): the token in the body is what lets them in. */

export const token = z.string().min(1).max(200);
/** Whatever the sender's system calls it, control characters and all: it is made harmless here, and kept as it was. */
const originalName = z.string().min(1).max(1000);
export const tokenBody = z.strictObject({ token });

export const getTokenInfo = defineEndpoint({
  method: "POST",
  path: "/tempFile/getInfo",
  authentication: "token",
  summary: "Get the documentation name, template name and creator of a link.",
  body: tokenBody,
  response: z.object({
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

/** The base64 calls of the specification carry so many bytes at most in one call; larger files go by `reserve`. */
export const maxBase64UploadBytes = 25_000_000;

const uploaded = z.object({ items: z.array(z.object({ id: uuid(), name: z.string(), sha256: z.string() })) });

export const uploadFiles = defineEndpoint({
  linkPurpose: "FILES",
  method: "POST",
  path: "/tempFile/uploadFiles",
  authentication: "token",
  summary: "Upload base64-encoded files, 25 MB in total. Either all of them are stored, or none.",
  body: z.strictObject({
    token,
    files: z
      .array(
        z.strictObject({
          name: originalName,
          size: z.int().min(0).optional(),
          data: z.string(),
          type: z.string().max(255).optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  response: uploaded,
});

export const uploadLater = defineEndpoint({
  linkPurpose: "LATER",
  method: "POST",
  path: "/uploadLater/upload",
  authentication: "token",
  summary:
    "Upload base64-encoded photos and files for tasks, 25 MB in total. Either all of them are stored, or none.",
  body: z.strictObject({
    token,
    items: z
      .array(
        z.strictObject({
          id: uuid().optional(),
          name: originalName,
          comment: text(maxCommentLength).nullable().optional(),
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
  response: uploaded,
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
const fileAnnouncement = {
  id: uuid(),
  name: originalName,
  /** Bytes. */
  size: z.int().min(1).max(linkLimits.fileBytes),
  sha256,
  /** The whole file's MD5. */
  md5: md5(),
  documentationTaskId: uuid().optional(),
  comment: text(maxCommentLength).nullable().optional(),
};

export const reserveTokenUpload = defineEndpoint({
  method: "POST",
  path: "/uploadToken/reserve",
  authentication: "token",
  summary:
    "Register a file and get signed URLs to upload it to, in parts if it is large. Registering the same ID again resumes the upload, also after a reload.",
  body: z.strictObject({ token, ...fileAnnouncement }),
  response: reservation,
});

export const reserveTokenUploads = defineEndpoint({
  method: "POST",
  path: "/uploadToken/reserveUploads",
  authentication: "token",
  summary:
    "Register up to 100 files in their order, as reserve does for one. Each is answered for itself: `reservation` or `failure`. Safe to repeat.",
  body: z.strictObject({
    token,
    files: z.array(z.strictObject(fileAnnouncement)).min(1).max(maxUploadBatch),
  }),
  response: z.object({
    items: z.array(
      z.object({ id: uuid(), reservation: reservation.nullable(), failure: itemFailure.nullable() }),
    ),
  }),
});

export const signTokenParts = defineEndpoint({
  method: "POST",
  path: "/uploadToken/signParts",
  authentication: "token",
  summary: "Get signed URLs for parts of a registered file, one for each MD5 given.",
  body: z.strictObject({
    token,
    uploadId: uuid(),
    parts: z
      .array(z.strictObject({ partNumber: z.int().min(1).max(10_000), md5: md5() }))
      .min(1)
      .max(50),
  }),
  response: z.object({ parts: z.array(part), expires: instant() }),
});

export const confirmTokenParts = defineEndpoint({
  method: "POST",
  path: "/uploadToken/confirmParts",
  authentication: "token",
  summary: "Report which parts have been uploaded, with the entity tags returned by storage.",
  body: z.strictObject({
    token,
    uploadId: uuid(),
    parts: z
      .array(z.strictObject({ partNumber: z.int().min(1).max(10_000), etag: z.string().min(1).max(1000) }))
      .min(1)
      .max(50),
  }),
  response: z.object({ success: z.literal(true) }),
});

const storedByToken = z.object({ id: uuid(), name: z.string(), dataSize: z.int(), sha256: z.string() });

export const settleTokenUpload = defineEndpoint({
  method: "POST",
  path: "/uploadToken/settle",
  authentication: "token",
  summary: "Verify an uploaded file and store it, or return why it was refused. Safe to repeat.",
  body: z.strictObject({ token, uploadId: uuid() }),
  response: storedByToken,
});

export const settleTokenUploads = defineEndpoint({
  method: "POST",
  path: "/uploadToken/settleUploads",
  authentication: "token",
  summary:
    "Verify and store up to 100 uploaded files, as settle does for one. Each is answered for itself: `stored` or `failure`; neither if there was no time for it. Ask again for those.",
  body: z.strictObject({ token, uploadIds: z.array(uuid()).min(1).max(maxUploadBatch) }),
  response: z.object({
    items: z.array(
      z.object({ uploadId: uuid(), stored: storedByToken.nullable(), failure: itemFailure.nullable() }),
    ),
  }),
});
