import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { documentationStatuses, requiredValues, taskTypes } from "#domain/core/documentationTypes.ts";
import { instant, instantInput, text, uuid } from "#domain/core/fields.ts";

/** What reviewers send back: photos, and tasks that want other photos, files or answers; and what a photo was before. */

const idParams = z.object({ id: uuid() });

export const maxReasonLength = 1000;
/** Photos and tasks that are sent back at once, with one link. */
export const maxRetakes = 50;

export const retakeOutcomes = ["TAKEN", "WITHDRAWN"] as const;

export const retakeRow = z.object({
  id: uuid(),
  documentationId: uuid(),
  /** Either a photo, or a task that wants new photos or files, or another answer. */
  photoId: uuid().nullable(),
  documentationTaskId: uuid().nullable(),
  photoName: z.string().nullable(),
  /** The photo's task, or the task itself. */
  taskName: z.string().nullable(),
  /** Whether a task is asked for another answer, in words. */
  inWords: z.boolean(),
  reason: z.string(),
  /** Who asked. */
  creator: z.string(),
  dateCreated: instant(),
  /** Null while it is open. */
  outcome: z.enum(retakeOutcomes).nullable(),
  /** Empty for somebody with the link. */
  endedBy: z.string().nullable(),
  ended: instant().nullable(),
  /** The link that answers it. `open` says whether it still takes anything. */
  link: z.object({ id: uuid(), expireDate: instant(), open: z.boolean() }).nullable(),
});
export type RetakeRow = z.output<typeof retakeRow>;

const staff = { authentication: "session", authority: "ROLE_DOCUMENTATION_WRITE" } as const;

export const createRetakes = defineEndpoint({
  ...staff,
  method: "POST",
  path: "/retake/create",
  summary:
    "Send back photos or tasks of a documentation: with an upload link for exactly these, whose token is returned only once, by handing the documentation over to devices (it becomes PAUSED), or both.",
  body: z.strictObject({
    documentationId: uuid(),
    items: z
      .array(
        z.strictObject({
          photoId: uuid().optional(),
          documentationTaskId: uuid().optional(),
          reason: text(maxReasonLength).trim().min(1),
        }),
      )
      .min(1)
      .max(maxRetakes)
      .meta({
        description:
          "Each names a photo, or a task: one that takes photos or files wants more of them, any other another answer",
      }),
    link: z.boolean().default(true),
    handOver: z.boolean().default(false),
    /** Of the link: 14 days from now when left out, 366 at most. */
    expireDate: instantInput().optional(),
  }),
  response: z.object({
    items: z.array(retakeRow),
    link: z.object({ id: uuid(), token: z.string(), url: z.string(), expireDate: instant() }).nullable(),
    /** Of the documentation afterwards. */
    status: z.enum(documentationStatuses),
    version: z.int(),
  }),
  creates: true,
});

export const findRetakes = defineEndpoint({
  method: "GET",
  path: "/retake/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "List what was sent back on a documentation, newest first, 200 at most: what, why, by whom, and what came of it.",
  params: idParams,
  response: z.object({ items: z.array(retakeRow) }),
});

const endRetake = { ...staff, method: "POST", params: idParams, response: retakeRow } as const;

export const withdrawRetake = defineEndpoint({
  ...endRetake,
  path: "/retake/withdraw/{id}",
  summary: "No longer ask for a photo or task to be taken again. Its link takes nothing for it any more.",
});

export const reopenRetake = defineEndpoint({
  ...endRetake,
  path: "/retake/reopen/{id}",
  summary: "Ask again for what was withdrawn, with the same reason and link.",
});

/** What a photo was before a newer one took its place. */
export const earlierPhotoRow = z.object({
  id: uuid(),
  photoId: uuid(),
  name: z.string(),
  comment: z.string().nullable(),
  creator: z.string(),
  dateCreated: instant(),
  dateUploaded: instant().nullable(),
  /** Bytes, and pixels as it is shown upright. */
  dataSize: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string().nullable(),
  /** Something in it is blurred: its original is for those who may edit photos. */
  blurred: z.boolean(),
  /** Why it was sent back, and by whom. */
  reason: z.string().nullable(),
  askedBy: z.string().nullable(),
  replaced: instant(),
  /** Empty for somebody with the link. */
  replacedBy: z.string(),
});
export type EarlierPhotoRow = z.output<typeof earlierPhotoRow>;

export const findEarlierPhotos = defineEndpoint({
  method: "GET",
  path: "/earlierPhoto/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "List what the photos of a documentation were before newer ones took their place, newest first, 1000 at most.",
  params: idParams,
  response: z.object({ items: z.array(earlierPhotoRow) }),
});

const earlierImage = (path: string, summary: string) =>
  defineEndpoint({
    method: "GET",
    path,
    authentication: "session",
    authority: "ROLE_DOCUMENTATION_READ",
    summary,
    params: idParams,
    download: "image",
  });

export const earlierPhotoThumbnail = earlierImage(
  "/earlierPhoto/thumbnail/{id}",
  "An earlier photo as it was shown, 400 px at most.",
);
export const earlierPhotoDownload = earlierImage(
  "/earlierPhoto/download/{id}",
  "An earlier photo as it was shown, 1600 px at most, with what was drawn on it.",
);
export const earlierPhotoDownloadOriginal = earlierImage(
  "/earlierPhoto/downloadOriginal/{id}",
  "The very bytes of an earlier photo.",
);

/** What the public page of a link asks. */
const retakeRequest = z.object({
  id: uuid(),
  /** Announced as the upload's id: the new photo takes the place of this one. */
  photoId: uuid().nullable(),
  documentationTaskId: uuid().nullable(),
  photoName: z.string().nullable(),
  taskName: z.string().nullable(),
  taskDescription: z.string().nullable(),
  /** PHOTO for what takes photos, FILE for what takes files, ANSWER for what is answered in words. */
  kind: z.enum(["PHOTO", "FILE", "ANSWER"]),
  /** What is asked for in words, and the answer that it has now. Null for photos and files. */
  task: z
    .object({
      type: z.enum(taskTypes),
      required: z.enum(requiredValues),
      params: z.record(z.string(), z.string()),
      answer: z.string().nullable(),
      /** Whether a list suggests answers to it, which `searchRetakeSuggestions` searches. */
      suggested: z.boolean().default(false),
    })
    .nullable(),
  /** Extensions a file may have, or what there is to choose from, separated by `;`; empty takes all files. */
  options: z.string().nullable(),
  reason: z.string(),
  creator: z.string(),
  dateCreated: instant(),
  /** TAKEN once something has come; a task takes more while the link is open. */
  outcome: z.enum(retakeOutcomes).nullable(),
});
export type RetakeRequest = z.output<typeof retakeRequest>;

const token = z.string().min(1).max(200);

export const listRetakeRequests = defineEndpoint({
  method: "POST",
  path: "/retake/getRetakeRequests",
  authentication: "token",
  linkPurpose: "RETAKE",
  summary: "List what a link asks to be taken again. What was withdrawn is left out.",
  body: z.strictObject({ token }),
  response: z.object({ items: z.array(retakeRequest) }),
});

/** Suggestions of one answer of `searchRetakeSuggestions`. */
export const maxSuggestions = 50;

export const searchRetakeSuggestions = defineEndpoint({
  method: "POST",
  path: "/retake/getSuggestions",
  authentication: "token",
  linkPurpose: "RETAKE",
  summary:
    "Search what the list of a task that was sent back suggests as its answer, 50 texts at most, while whoever sent it back may read suggestion lists. Contact persons are offered to nobody with a link.",
  body: z.strictObject({ token, id: uuid(), q: z.string().trim().max(200).default("") }),
  response: z.object({ items: z.array(z.object({ id: uuid(), text: z.string() })) }),
});

export const answerRetake = defineEndpoint({
  method: "POST",
  path: "/retake/answer",
  authentication: "token",
  linkPurpose: "RETAKE",
  summary:
    "Give a task that was sent back another answer. It takes the place of the one that is there, which the history of the documentation keeps.",
  body: z.strictObject({
    token,
    id: uuid(),
    answer: text(100_000).trim().min(1).meta({ example: "24 mm" }),
  }),
  response: z.object({ items: z.array(retakeRequest) }),
});

export const retakePhotoDownload = defineEndpoint({
  method: "GET",
  path: "/retake/downloadPhoto/{id}",
  authentication: "token",
  linkPurpose: "RETAKE",
  summary:
    "Download the photo that was sent back, 1600 px at most, with what was drawn on it. `id` is that of what the link asks for.",
  params: idParams,
  // Not `token`: that is what a session's download tickets are called.
  query: z.strictObject({ link: token }),
  download: "image",
});

/** What somebody who fetches a handed-over documentation should take again. */
export const openRetake = retakeRow.pick({
  id: true,
  photoId: true,
  documentationTaskId: true,
  reason: true,
  creator: true,
  dateCreated: true,
});
export type OpenRetake = z.output<typeof openRetake>;
