import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { customerId, line, name, text, uuid } from "#domain/core/fields.ts";
import { maxCommentLength } from "#domain/core/limits.ts";
import { byteAnnouncement, itemFailure, maxUploadBatch, signedUpload } from "../capture/captureMedia.ts";
import { fileRow, photoRow } from "../documentation/details.ts";

/** Photos and files imported by staff (2§5). */

/** The target of an import. The customer is the documentation's and can be omitted. */
const importTarget = { customerId: customerId().optional(), documentationId: uuid(), taskId: uuid() };
const comment = text(maxCommentLength).nullable().default(null);
/** Defaults to the task's name with the next free _01, _02 … (2§5). */
const photoName = name().optional();
/** Base64 of at most 25 MB; larger files use `prepare…`. */
const data = z.string();

export const importPhoto = defineEndpoint({
  method: "POST",
  path: "/photo/importPhoto",
  authentication: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Add a base64-encoded JPEG photo to a task. It is validated in the same way as photos from devices.",
  body: z.strictObject({ ...importTarget, photoData: data, name: photoName, comment }),
  response: photoRow,
});

/** The create call of the standard resource (1§7). */
export const createPhoto = defineEndpoint({ ...importPhoto, path: "/photos", creates: true });

export const importFile = defineEndpoint({
  method: "POST",
  path: "/file/importFile",
  authentication: "session",
  authority: "ROLE_IMPORT_FILE",
  summary: "Add a base64-encoded file to a task. The task's options decide which extensions are allowed.",
  body: z.strictObject({
    ...importTarget,
    data,
    name: name(),
    type: line().optional(),
  }),
  response: fileRow,
});

export const createFile = defineEndpoint({ ...importFile, path: "/files", creates: true });

/** Up to 5 GB go directly to storage; `id` is the row created for the photo or file. */
const preparedImport = signedUpload.extend({ id: uuid() });

export const preparePhotoImport = defineEndpoint({
  method: "POST",
  path: "/photo/prepareImport",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Register a photo and get a signed URL to upload it to. Call settleImport when the upload is done.",
  body: z.strictObject({ ...importTarget, name: photoName, comment, ...byteAnnouncement }),
  response: preparedImport,
});

export const prepareFileImport = defineEndpoint({
  method: "POST",
  path: "/file/prepareImport",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_FILE",
  summary: "Register a file and get a signed URL to upload it to. Call settleImport when the upload is done.",
  body: z.strictObject({
    ...importTarget,
    name: name(),
    type: line().optional(),
    ...byteAnnouncement,
  }),
  response: preparedImport,
});

const settleCall = {
  params: z.object({ uploadId: uuid() }),
  response: z.object({ id: uuid(), hasData: z.boolean() }),
};

export const settlePhotoImport = defineEndpoint({
  ...settleCall,
  method: "POST",
  path: "/photo/settleImport/{uploadId}",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary: "Verify an uploaded photo or file and store it, or return why it was refused. Safe to repeat.",
});

export const settleFileImport = defineEndpoint({
  ...settleCall,
  method: "POST",
  path: "/file/settleImport/{uploadId}",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_FILE",
  summary: "Verify an uploaded photo or file and store it, or return why it was refused. Safe to repeat.",
});

const preparedImports = z.object({
  /** In the order of the request. */
  items: z.array(z.object({ prepared: preparedImport.nullable(), failure: itemFailure.nullable() })),
});

export const preparePhotoImports = defineEndpoint({
  method: "POST",
  path: "/photo/prepareImports",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Register up to 100 photos of a task in order, as prepareImport does for one. Each item has its own result: `prepared` or `failure`.",
  body: z.strictObject({
    ...importTarget,
    items: z
      .array(z.strictObject({ name: photoName, comment, ...byteAnnouncement }))
      .min(1)
      .max(maxUploadBatch),
  }),
  response: preparedImports,
});

export const prepareFileImports = defineEndpoint({
  method: "POST",
  path: "/file/prepareImports",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_FILE",
  summary:
    "Register up to 100 files of a task in order, as prepareImport does for one. Each item has its own result: `prepared` or `failure`.",
  body: z.strictObject({
    ...importTarget,
    items: z
      .array(z.strictObject({ name: name(), type: line().optional(), ...byteAnnouncement }))
      .min(1)
      .max(maxUploadBatch),
  }),
  response: preparedImports,
});

const settleBatchCall = {
  body: z.strictObject({ documentationId: uuid(), uploadIds: z.array(uuid()).min(1).max(maxUploadBatch) }),
  response: z.object({
    items: z.array(
      z.object({
        uploadId: uuid(),
        stored: settleCall.response.nullable(),
        failure: itemFailure.nullable(),
      }),
    ),
  }),
};

export const settlePhotoImports = defineEndpoint({
  ...settleBatchCall,
  method: "POST",
  path: "/photo/settleImports",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Verify and store up to 100 uploaded photos of a documentation, as settleImport does for one. Each item has its own result: `stored` or `failure`, or neither if time ran out. Repeat the call for those.",
});

export const settleFileImports = defineEndpoint({
  ...settleBatchCall,
  method: "POST",
  path: "/file/settleImports",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_IMPORT_FILE",
  summary:
    "Verify and store up to 100 uploaded files of a documentation, as settleImport does for one. Each item has its own result: `stored` or `failure`, or neither if time ran out. Repeat the call for those.",
});
