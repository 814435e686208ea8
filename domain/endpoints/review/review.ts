import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { capturedAtInput, customerId, name, text, uuid, version } from "#domain/core/fields.ts";
import { maxCommentLength } from "#domain/core/limits.ts";
import { markup } from "#domain/media/markup.ts";
import { portalAppVersion } from "#domain/task/preconditions.ts";
import { capturedDocumentation } from "../capture/capture.ts";
import { documentationDetails, documentationTask, fileRow, photoRow } from "../documentation/details.ts";

/** Changes by staff to a documentation, its answers, photos and files (2§4, 2§5, 2§7). */

const idParams = z.object({ id: uuid() });

const deletionResult = z.object({ success: z.literal(true) });

/** Every change names the version it is based on; `staleVersion` means that someone else has changed it since. */
const documentationChange = {
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  params: idParams,
  response: documentationDetails,
} as const;

export const createDocumentation = defineEndpoint({
  method: "POST",
  path: "/documentations",
  authentication: "session",
  authority: "ROLE_CREATE_DOCUMENTATION",
  multiDatabase: "current",
  summary:
    "Create a documentation with its tasks and answers, as the portal does. Add photos and files with the licence calls or by import. The creator is the logged-in user. The template must be unrestricted or, with `licenseId`, restricted to that licence.",
  body: capturedDocumentation.extend({
    id: uuid().optional().meta({ description: "Generated if omitted" }),
    customerId: customerId().optional().meta({ description: "Defaults to the caller's own customer" }),
    licenseId: uuid().nullable().default(null),
    creator: name().optional().meta({ description: "The caller's username, if given", examples: [] }),
    appVersion: name(100).default(portalAppVersion),
    phoneModel: name(100).default("N/A"),
    dateCreated: capturedAtInput().optional(),
  }),
  response: documentationDetails,
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
  summary: "Keep a documentation that would be deleted automatically. It must then be deleted manually.",
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
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  summary:
    "Mark a documentation as DELETED, like deleting it in the list. Nothing is removed, and super admins can still see it.",
  params: idParams,
  query: z.strictObject({ version: z.coerce.number().int().positive().optional() }),
  response: deletionResult,
});

export const updateDocumentationTask = defineEndpoint({
  method: "PUT",
  path: "/documentationTasks/{id}",
  authentication: "session",
  authority: "ROLE_EDIT_DOCUMENTATION",
  summary:
    "Change the answer to a task. The value must follow the rules of the task's type; an empty value clears the answer.",
  params: idParams,
  body: z.strictObject({
    id: uuid().optional(),
    answer: text(100_000).nullable(),
    version: version(),
  }),
  response: documentationTask,
});

export const updatePhoto = defineEndpoint({
  method: "PUT",
  path: "/photos/{id}",
  authentication: "session",
  authority: "ROLE_PHOTO_WRITE",
  summary:
    "Update the name, the reviewer's comment, rotation (quarter turns clockwise, 0 to 3) and markup of a photo. The crew's comment never changes: a `comment` that differs from it is stored as `reviewComment`. Rotation and markup apply to renditions and later exports; the original does not change. `markup` is in fractions of the upright, rotated picture; null removes it.",
  params: idParams,
  body: z.strictObject({
    id: uuid().optional(),
    name: name().optional(),
    comment: text(maxCommentLength).nullable().optional(),
    reviewComment: text(maxCommentLength).nullable().optional(),
    rotation: z.int().min(0).max(3).optional(),
    markup: markup.nullable().optional(),
    version: version(),
  }),
  response: photoRow,
});

export const updateFile = defineEndpoint({
  method: "PUT",
  path: "/files/{id}",
  authentication: "session",
  authority: "ROLE_FILE_WRITE",
  summary: "Rename a file.",
  params: idParams,
  body: z.strictObject({ id: uuid().optional(), name: name(), version: version() }),
  response: fileRow,
});

export const deletePhoto = defineEndpoint({
  method: "DELETE",
  path: "/photos/{id}",
  authentication: "session",
  authority: "ROLE_PHOTO_WRITE",
  summary: "Delete a photo and its renditions.",
  params: idParams,
  response: deletionResult,
});

export const deleteFile = defineEndpoint({
  method: "DELETE",
  path: "/files/{id}",
  authentication: "session",
  authority: "ROLE_FILE_WRITE",
  summary: "Delete a file.",
  params: idParams,
  response: deletionResult,
});
