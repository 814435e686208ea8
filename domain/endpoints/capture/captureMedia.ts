import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import {
  captureTimeInput,
  fileName,
  instant,
  latitude,
  longitude,
  name,
  optionalName,
  text,
  uuid,
} from "#domain/core/fields.ts";
import { maxCommentLength, maxNameLength } from "#domain/core/limits.ts";
import { markup } from "#domain/media/markup.ts";
import { licenseCode } from "./capture.ts";

/** Upload of a device's photos and files: registered, reserved, written to storage, settled. */

export const maxInlineUploadBytes = 25_000_000;
/** A reservation covers one signed PUT. The public pages upload larger files in parts. */
export const maxSignedUploadBytes = 5_000_000_000;

const capturedPhoto = z.strictObject({
  id: uuid(),
  documentationId: uuid(),
  documentationTaskId: uuid().nullable().default(null),
  name: fileName(),
  comment: text(maxCommentLength).nullable().default(null),
  creator: name(),
  lat: latitude(),
  lng: longitude(),
  rotation: z.int().min(0).max(3).default(0),
  /** The markup drawn at capture, in coordinates of the upright, rotated picture. */
  markup: markup.nullable().default(null),
  /** Null, or the time of a clock that was never set, uses the EXIF time of the photo. */
  dateCreated: captureTimeInput(),
});

/** The fields of a photo that replaces another. */
const retakenPhoto = capturedPhoto.pick({
  creator: true,
  comment: true,
  rotation: true,
  dateCreated: true,
  lat: true,
  lng: true,
});
export type RetakenPhoto = z.output<typeof retakenPhoto>;

/** The stored state of a photo or file. */
const storedMedia = z.object({
  id: uuid(),
  hasData: z.boolean(),
  dataSize: z.int(),
  sha256: z.string().nullable(),
});

export const savePhoto = defineEndpoint({
  method: "POST",
  path: "/photo/saveWithLicenseCode",
  authentication: "license",
  summary: "Register a photo before uploading it. The response says whether it has already been uploaded.",
  body: z.strictObject({ photo: capturedPhoto, licenseCode }),
  response: storedMedia,
});

export const uploadPhoto = defineEndpoint({
  method: "POST",
  path: "/photo/upload",
  authentication: "license",
  summary: "Upload a registered photo, base64-encoded, at most 25 MB.",
  body: z.strictObject({
    photo: z.strictObject({ id: uuid(), customerId: z.int().optional(), data: z.string() }),
    id: uuid().optional(),
    licenseCode,
  }),
  response: storedMedia,
});

const capturedFile = z.strictObject({
  id: uuid(),
  documentationId: uuid(),
  documentationTaskId: uuid().nullable().default(null),
  name: fileName(),
  type: optionalName(),
  creator: name(),
  dateCreated: captureTimeInput(),
});

export const saveFile = defineEndpoint({
  method: "POST",
  path: "/file/saveWithLicenseCode",
  authentication: "license",
  summary: "Register a file before uploading it. The response says whether it has already been uploaded.",
  body: z.strictObject({ file: capturedFile, licenseCode }),
  response: storedMedia,
});

export const uploadFile = defineEndpoint({
  method: "POST",
  path: "/file/upload",
  authentication: "license",
  summary: "Upload a registered file, base64-encoded, at most 25 MB.",
  body: z.strictObject({
    file: z.strictObject({ id: uuid(), customerId: z.int().optional(), data: z.string() }),
    id: uuid().optional(),
    licenseCode,
  }),
  response: storedMedia,
});

/** An MD5 in base64. */
export const md5 = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9+/]{22}==$/)
    .meta({ examples: ["1B2M2Y8AsgTpgAmy7PhCfg=="] });

/** The bytes that will be written directly to storage. */
export const byteAnnouncement = {
  /** Bytes. */
  size: z.int().min(1).max(maxSignedUploadBytes),
  /** MD5 of the bytes. It is part of the signature, so that storage refuses other bytes. */
  md5: md5(),
};

const reservation = z.strictObject({
  id: uuid(),
  licenseCode,
  ...byteAnnouncement,
  contentType: z
    .string()
    .min(1)
    .max(maxNameLength)
    .regex(/^[\w.+-]+\/[\w.+-]+$/)
    .meta({ examples: ["image/jpeg"] }),
});

/** A signed PUT request, to be sent exactly as described. */
export const signedUpload = z.object({
  uploadId: uuid(),
  method: z.literal("PUT"),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expires: instant(),
});

export const reservePhotoUpload = defineEndpoint({
  method: "POST",
  path: "/photo/reserveUpload",
  authentication: "license",
  summary:
    "Get a signed URL to upload a registered photo directly to storage with one PUT. Call settleUpload when the upload is done. If that call is lost, Siteproof settles the upload automatically.",
  body: reservation.extend({
    retaken: retakenPhoto.optional().meta({
      description:
        "For a photo that a reviewer sent back: fields of the new photo, which replaces it. Omitted fields are read from its EXIF",
    }),
  }),
  response: signedUpload,
});

export const reserveFileUpload = defineEndpoint({
  method: "POST",
  path: "/file/reserveUpload",
  authentication: "license",
  summary: "Get a signed URL to upload a registered file directly to storage with one PUT.",
  body: reservation,
  response: signedUpload,
});

const settleRequest = z.strictObject({ uploadId: uuid(), licenseCode });

export const settlePhotoUpload = defineEndpoint({
  method: "POST",
  path: "/photo/settleUpload",
  authentication: "license",
  summary: "Verify an uploaded photo or file and store it, or return why it was refused. Safe to repeat.",
  body: settleRequest,
  response: storedMedia,
});

export const settleFileUpload = defineEndpoint({
  method: "POST",
  path: "/file/settleUpload",
  authentication: "license",
  summary: "Verify an uploaded photo or file and store it, or return why it was refused. Safe to repeat.",
  body: settleRequest,
  response: storedMedia,
});

/** The failure of one item of a batch: the problem that the single call would have returned. */
export const itemFailure = z.object({
  status: z.int(),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ItemFailure = z.output<typeof itemFailure>;

/** Maximum number of photos or uploads in one call. */
export const maxUploadBatch = 100;

export const announcePhotos = defineEndpoint({
  method: "POST",
  path: "/photo/announceUploads",
  authentication: "license",
  summary:
    "Register up to 100 photos and get a signed URL for each, as saveWithLicenseCode and reserveUpload do for a single photo. Each item has its own result: `stored` if it has already been uploaded, otherwise `upload`, or `failure`. Safe to repeat.",
  body: z.strictObject({
    licenseCode,
    photos: z
      .array(z.strictObject({ photo: capturedPhoto, ...byteAnnouncement }))
      .min(1)
      .max(maxUploadBatch),
  }),
  response: z.object({
    items: z.array(
      z.object({
        id: uuid(),
        stored: storedMedia.nullable(),
        upload: signedUpload.nullable(),
        failure: itemFailure.nullable(),
      }),
    ),
  }),
});

export const settlePhotos = defineEndpoint({
  method: "POST",
  path: "/photo/settleUploads",
  authentication: "license",
  summary:
    "Verify and store up to 100 uploaded photos, as settleUpload does for a single photo. Each item has its own result: `stored` or `failure`, or neither if time ran out. Repeat the call for the remaining photos.",
  body: z.strictObject({ licenseCode, uploadIds: z.array(uuid()).min(1).max(maxUploadBatch) }),
  response: z.object({
    items: z.array(
      z.object({ uploadId: uuid(), stored: storedMedia.nullable(), failure: itemFailure.nullable() }),
    ),
  }),
});
