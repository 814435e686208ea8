import { z } from "zod";
import { documentationStatuses } from "../documentation";
import { defineEndpoint } from "../endpoint";
import { customerId, givenInstant, name, text, uuid, version } from "../fields";
import { markup } from "../rules/markup";
import { capturedDocumentation } from "./capture";
import { announcedBytes, itemFailure, mostAtOnce, signedUpload } from "./captureMedia";
import { documentationDetails, documentationTask, fileRow, photoRow } from "./documentation";

/** What staff change on a documentation, its answers, photos and files (2§4, 2§5, 2§7). */

const idParams = z.object({ id: uuid() });

const deleted = z.object({ success: z.literal(true) });

/** Every change names the version it was made from; `staleVersion` says that somebody else was quicker. */
const documentationChange = {
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  params: idParams,
  answer: documentationDetails,
} as const;

export const createDocumentation = defineEndpoint({
  method: "POST",
  path: "/documentations",
  entrance: "session",
  authority: "ROLE_CREATE_DOCUMENTATION",
  across: "own",
  summary:
    "Create a documentation with its tasks and answers, as the portal does. Photos and files are added with the calls for licences or by import. The creator is the logged-in user. The template must be unrestricted or, with `licenseId`, restricted to that licence.",
  body: capturedDocumentation.extend({
    id: uuid().optional().meta({ description: "Generated if left out" }),
    customerId: customerId().optional().meta({ description: "Defaults to the caller's own customer" }),
    licenseId: uuid().nullable().default(null),
    creator: name().optional().meta({ description: "The caller's username, if given", examples: [] }),
    appVersion: name(100).default("Portal"),
    phoneModel: name(100).default("N/A"),
    dateCreated: givenInstant().optional(),
  }),
  answer: documentationDetails,
  creates: true,
});

export const renameDocumentation = defineEndpoint({
  ...documentationChange,
  method: "PUT",
  path: "/documentation/rename/{id}",
  summary: "Rename a documentation. Its alias and tags follow the new name.",
  body: z.strictObject({ name: name(), version: version() }),
});

export const toggleHidden = defineEndpoint({
  ...documentationChange,
  method: "PUT",
  path: "/documentation/toggleHidden/{id}",
  summary: "Hide a visible documentation, or unhide a hidden one.",
  body: z.strictObject({ version: version() }),
});

export const keepDocumentation = defineEndpoint({
  ...documentationChange,
  method: "PUT",
  path: "/documentation/keep/{id}",
  summary: "Keep a documentation that would be deleted automatically. Someone has to delete it then.",
  body: z.strictObject({ version: version() }),
});

export const changeStatus = defineEndpoint({
  ...documentationChange,
  method: "PUT",
  path: "/documentation/changeStatus/{id}",
  summary:
    "Set a status: COMPLETED to HANDLED, APPROVED or PAUSED; HANDLED or APPROVED to PAUSED. The customer must have the status enabled.",
  body: z.strictObject({ status: z.enum(documentationStatuses), version: version() }),
});

export const approve = defineEndpoint({
  ...documentationChange,
  method: "PUT",
  path: "/documentation/approve/{id}",
  summary: "Approve a documentation. The same as changeStatus with APPROVED.",
  body: z.strictObject({ version: version() }),
});

export const deleteDocumentation = defineEndpoint({
  method: "DELETE",
  path: "/documentations/{id}",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary:
    "Mark a documentation as DELETED, as deleting it in the list does. Nothing is removed, and super admins can still see it.",
  params: idParams,
  query: z.strictObject({ version: z.coerce.number().int().positive().optional() }),
  answer: deleted,
});

export const updateDocumentationTask = defineEndpoint({
  method: "PUT",
  path: "/documentationTasks/{id}",
  entrance: "session",
  authority: "ROLE_EDIT_DOCUMENTATION",
  summary:
    "Change the answer to a task. The value must follow the rules of the task's type; an empty value clears the answer.",
  params: idParams,
  body: z.strictObject({
    id: uuid().optional(),
    answer: text(100_000).nullable(),
    version: version(),
  }),
  answer: documentationTask,
});

/** At most so many characters (2§5). */
export const longestComment = 255;

export const updatePhoto = defineEndpoint({
  method: "PUT",
  path: "/photos/{id}",
  entrance: "session",
  authority: "ROLE_PHOTO_WRITE",
  summary:
    "Update the name, comment, rotation (quarter turns clockwise, 0 to 3) and markup of a photo. Rotation and markup apply to renditions and later exports; the original does not change. `markup` is drawn on the upright, turned picture, in fractions of it; null takes it away.",
  params: idParams,
  body: z.strictObject({
    id: uuid().optional(),
    name: name().optional(),
    comment: text(longestComment).nullable().optional(),
    rotation: z.int().min(0).max(3).optional(),
    markup: markup.nullable().optional(),
    version: version(),
  }),
  answer: photoRow,
});

export const updateFile = defineEndpoint({
  method: "PUT",
  path: "/files/{id}",
  entrance: "session",
  authority: "ROLE_FILE_WRITE",
  summary: "Rename a file.",
  params: idParams,
  body: z.strictObject({ id: uuid().optional(), name: name(), version: version() }),
  answer: fileRow,
});

export const deletePhoto = defineEndpoint({
  method: "DELETE",
  path: "/photos/{id}",
  entrance: "session",
  authority: "ROLE_PHOTO_WRITE",
  summary: "Delete a photo and its renditions.",
  params: idParams,
  answer: deleted,
});

export const deleteFile = defineEndpoint({
  method: "DELETE",
  path: "/files/{id}",
  entrance: "session",
  authority: "ROLE_FILE_WRITE",
  summary: "Delete a file.",
  params: idParams,
  answer: deleted,
});

/** Where an import belongs. The customer is the documentation's and may be left out. */
const place = { customerId: customerId().optional(), documentationId: uuid(), taskId: uuid() };
const comment = text(longestComment).nullable().default(null);
/** Left out, the name is the task's with the next free _01, _02 … (2§5). */
const photoName = name().optional();
/** Base64, 25 MB of bytes at most; larger ones go by `prepare…`. */
const data = z.string();

export const importPhoto = defineEndpoint({
  method: "POST",
  path: "/photo/importPhoto",
  entrance: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Add a base64-encoded JPEG photo to a task. It is validated in the same way as photos from devices.",
  body: z.strictObject({ ...place, photoData: data, name: photoName, comment }),
  answer: photoRow,
});

/** The standard resource's own way in (1§7). */
export const createPhoto = defineEndpoint({ ...importPhoto, path: "/photos", creates: true });

export const importFile = defineEndpoint({
  method: "POST",
  path: "/file/importFile",
  entrance: "session",
  authority: "ROLE_IMPORT_FILE",
  summary: "Add a base64-encoded file to a task. The task's options decide which extensions are allowed.",
  body: z.strictObject({ ...place, data, name: name(), type: z.string().max(255).optional() }),
  answer: fileRow,
});

export const createFile = defineEndpoint({ ...importFile, path: "/files", creates: true });

/** Bytes of up to 5 GB go straight to storage; `id` names the row that has been made for them. */
const preparedImport = signedUpload.extend({ id: uuid() });

export const preparePhotoImport = defineEndpoint({
  method: "POST",
  path: "/photo/prepareImport",
  entrance: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Register a photo and get a signed URL to upload it to. Call settleImport when the upload is done.",
  body: z.strictObject({ ...place, name: photoName, comment, ...announcedBytes }),
  answer: preparedImport,
});

export const prepareFileImport = defineEndpoint({
  method: "POST",
  path: "/file/prepareImport",
  entrance: "session",
  authority: "ROLE_IMPORT_FILE",
  summary: "Register a file and get a signed URL to upload it to. Call settleImport when the upload is done.",
  body: z.strictObject({ ...place, name: name(), type: z.string().max(255).optional(), ...announcedBytes }),
  answer: preparedImport,
});

const settling = {
  params: z.object({ uploadId: uuid() }),
  answer: z.object({ id: uuid(), hasData: z.boolean() }),
};

export const settlePhotoImport = defineEndpoint({
  ...settling,
  method: "POST",
  path: "/photo/settleImport/{uploadId}",
  entrance: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary: "Verify an uploaded photo or file and store it, or return why it was refused. Safe to repeat.",
});

export const settleFileImport = defineEndpoint({
  ...settling,
  method: "POST",
  path: "/file/settleImport/{uploadId}",
  entrance: "session",
  authority: "ROLE_IMPORT_FILE",
  summary: "Verify an uploaded photo or file and store it, or return why it was refused. Safe to repeat.",
});

const prepared = z.object({
  /** In the order of the call. */
  items: z.array(z.object({ prepared: preparedImport.nullable(), failure: itemFailure.nullable() })),
});

export const preparePhotoImports = defineEndpoint({
  method: "POST",
  path: "/photo/prepareImports",
  entrance: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Register up to 100 photos of a task in their order, as prepareImport does for one. Each is answered for itself: `prepared` or `failure`.",
  body: z.strictObject({
    ...place,
    items: z
      .array(z.strictObject({ name: photoName, comment, ...announcedBytes }))
      .min(1)
      .max(mostAtOnce),
  }),
  answer: prepared,
});

export const prepareFileImports = defineEndpoint({
  method: "POST",
  path: "/file/prepareImports",
  entrance: "session",
  authority: "ROLE_IMPORT_FILE",
  summary:
    "Register up to 100 files of a task in their order, as prepareImport does for one. Each is answered for itself: `prepared` or `failure`.",
  body: z.strictObject({
    ...place,
    items: z
      .array(z.strictObject({ name: name(), type: z.string().max(255).optional(), ...announcedBytes }))
      .min(1)
      .max(mostAtOnce),
  }),
  answer: prepared,
});

const settlingMany = {
  body: z.strictObject({ documentationId: uuid(), uploadIds: z.array(uuid()).min(1).max(mostAtOnce) }),
  answer: z.object({
    items: z.array(
      z.object({ uploadId: uuid(), stored: settling.answer.nullable(), failure: itemFailure.nullable() }),
    ),
  }),
};

export const settlePhotoImports = defineEndpoint({
  ...settlingMany,
  method: "POST",
  path: "/photo/settleImports",
  entrance: "session",
  authority: "ROLE_IMPORT_PHOTO",
  summary:
    "Verify and store up to 100 uploaded photos of a documentation, as settleImport does for one. Each is answered for itself: `stored` or `failure`; neither if there was no time for it. Ask again for those.",
});

export const settleFileImports = defineEndpoint({
  ...settlingMany,
  method: "POST",
  path: "/file/settleImports",
  entrance: "session",
  authority: "ROLE_IMPORT_FILE",
  summary:
    "Verify and store up to 100 uploaded files of a documentation, as settleImport does for one. Each is answered for itself: `stored` or `failure`; neither if there was no time for it. Ask again for those.",
});
