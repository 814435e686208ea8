import { z } from "zod";
import { defineEndpoint, type ResponseOf } from "#domain/contract/endpoint.ts";
import { documentationStatuses, requiredValues, taskTypes } from "#domain/core/documentationTypes.ts";
import { day, instant, instantInput, line, searchTerm, text, uuid } from "#domain/core/fields.ts";
import { retakeStates } from "#domain/documentation/retakeState.ts";
import { maxRetakes } from "#domain/documentation/sentBackTasks.ts";
import { markup } from "#domain/media/markup.ts";
import { photoDateSources } from "#domain/media/photoDate.ts";

/**
 * Retakes: photos that reviewers send back, and tasks for which they request other photos, files or answers; and the photos that
 * were replaced.
 */

const idParams = z.object({ id: uuid() });

export const maxReasonLength = 1000;

export const retakeOutcomes = ["TAKEN", "WITHDRAWN"] as const;

/**
 * The recipient of a retake request: by a mailed link, by a link to be sent to a phone, or on one of the devices that can fetch the
 * documentation.
 */
export const retakeRecipient = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("MAIL"), address: z.email().max(254) }),
  z.strictObject({
    kind: z.literal("PHONE"),
    address: z
      .string()
      .regex(/^\+?[0-9][0-9 ()-]{3,28}$/)
      .meta({
        description: "The service sends no text messages: the link is returned to be shared",
        example: "+46 70 123 45 67",
      }),
  }),
  z.strictObject({
    kind: z.literal("DEVICE"),
    address: line(100)
      .min(1)
      .meta({ description: "The `deviceId` of a device; other devices of the licence can still answer" }),
  }),
]);
export type RetakeRecipient = z.output<typeof retakeRecipient>;

export const retakeRow = z.object({
  id: uuid(),
  documentationId: uuid(),
  /** Either a photo, or a task that needs new photos or files, or another answer. */
  photoId: uuid().nullable(),
  documentationTaskId: uuid().nullable(),
  photoName: z.string().nullable(),
  /** The name of the photo's task, or of the task itself. */
  taskName: z.string().nullable(),
  /** Whether another answer in words is requested for a task. */
  inWords: z.boolean(),
  reason: z.string(),
  /** The reviewer. */
  creator: z.string(),
  dateCreated: instant(),
  /** Null while the retake is open. */
  outcome: z.enum(retakeOutcomes).nullable(),
  /** Empty if it was done through the link. */
  endedBy: z.string().nullable(),
  ended: instant().nullable(),
  /** The link for answering the retake. `open` says whether it still accepts anything. */
  link: z.object({ id: uuid(), expireDate: instant(), open: z.boolean() }).nullable(),
  /** Null if anybody with the link, or any device of the licence, can answer. */
  recipient: z
    .object({ kind: z.enum(["MAIL", "PHONE", "DEVICE"]), address: z.string() })
    .nullable()
    .default(null),
  /** The day by which it should be answered, YYYY-MM-DD. */
  dueDay: z.string().nullable().default(null),
  /** The reviewer's drawing on the photo, in the photo's displayed orientation. */
  drawing: markup.nullable().default(null),
  state: z.enum(retakeStates).default("SENT"),
  /** When the link's page or a device first showed it. */
  opened: instant().nullable().default(null),
});
export type RetakeRow = z.output<typeof retakeRow>;

const writeAccess = { authentication: "session", authority: "ROLE_DOCUMENTATION_WRITE" } as const;

export const createRetakes = defineEndpoint({
  ...writeAccess,
  method: "POST",
  path: "/retake/create",
  summary:
    "Send back photos or tasks of a documentation: with an upload link for exactly these, whose token is returned only once and which can be mailed to a recipient, by handing the documentation over to devices (it becomes PAUSED), or both.",
  body: z.strictObject({
    documentationId: uuid(),
    items: z
      .array(
        z.strictObject({
          photoId: uuid().optional(),
          documentationTaskId: uuid().optional(),
          reason: text(maxReasonLength).trim().min(1),
          drawing: markup.nullable().default(null).meta({
            description: "For a photo: what is wanted, drawn on it in the form of its markup, without blur",
          }),
        }),
      )
      .min(1)
      .max(maxRetakes)
      .meta({
        description:
          "Each item is a photo or a task: for a task with photos or files, more of them are requested, otherwise another answer",
      }),
    link: z.boolean().default(true),
    handOver: z.boolean().default(false),
    recipient: retakeRecipient.nullable().default(null).meta({
      description:
        "Who is asked. MAIL gets the link by email, PHONE needs the link, and DEVICE the handover; null if anybody with the link, or any device of the licence, can answer",
    }),
    dueDay: day().nullable().default(null).meta({
      description:
        "The day by which to answer, today or later, while the link is open. A mail recipient is reminded the day before it and after it; you are told once it has passed",
    }),
    /** Expiry of the link: defaults to 14 days from now, at most 366. */
    expireDate: instantInput().optional(),
  }),
  response: z.object({
    items: z.array(retakeRow),
    link: z.object({ id: uuid(), token: z.string(), url: z.string(), expireDate: instant() }).nullable(),
    /** The status of the documentation after the call. */
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
    "List the retakes of a documentation, newest first, at most 200: what was sent back, why, by whom, and the outcome.",
  params: idParams,
  response: z.object({ items: z.array(retakeRow) }),
});

export const findRetakeDevices = defineEndpoint({
  ...writeAccess,
  method: "GET",
  path: "/retake/findDevicesByDocumentationId/{id}",
  summary:
    "List the devices that can be asked for retakes of a documentation: those that have used its licence, the most recently seen first, at most 50.",
  params: idParams,
  response: z.object({
    items: z.array(
      z.object({
        deviceId: z.string(),
        username: z.string().nullable(),
        /** The marketing name if it is known, otherwise as reported. */
        phoneModel: z.string().nullable(),
        lastUpdated: instant(),
      }),
    ),
  }),
});
export type RetakeDevice = ResponseOf<typeof findRetakeDevices>["items"][number];

const retakeAction = { ...writeAccess, method: "POST", params: idParams, response: retakeRow } as const;

export const withdrawRetake = defineEndpoint({
  ...retakeAction,
  path: "/retake/withdraw/{id}",
  summary: "Withdraw a retake. Its link accepts no more uploads or answers for the retake.",
});

export const reopenRetake = defineEndpoint({
  ...retakeAction,
  path: "/retake/reopen/{id}",
  summary: "Reopen a withdrawn retake, with the same reason and link.",
});

/** An earlier version of a photo, which a newer one has replaced. */
export const earlierPhotoRow = z.object({
  id: uuid(),
  photoId: uuid(),
  name: z.string(),
  comment: z.string().nullable(),
  reviewComment: z.string().nullable().default(null),
  creator: z.string(),
  dateCreated: instant(),
  /** As the `dateSource` of a photo. */
  dateSource: z.enum(photoDateSources),
  dateUploaded: instant().nullable(),
  /** Bytes, and pixels of the upright picture. */
  dataSize: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string().nullable(),
  /** Whether part of the photo is blurred: then only users who can edit photos can get its original. */
  blurred: z.boolean(),
  /** Why the photo was sent back, and by whom. */
  reason: z.string().nullable(),
  askedBy: z.string().nullable(),
  replaced: instant(),
  /** Empty if it was done through the link. */
  replacedBy: z.string(),
});
export type EarlierPhotoRow = z.output<typeof earlierPhotoRow>;

export const findEarlierPhotos = defineEndpoint({
  method: "GET",
  path: "/earlierPhoto/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary: "List the replaced photos of a documentation, newest first, at most 1000.",
  params: idParams,
  response: z.object({ items: z.array(earlierPhotoRow) }),
});

const defineEarlierImage = (path: string, summary: string) =>
  defineEndpoint({
    method: "GET",
    path,
    authentication: "session",
    authority: "ROLE_DOCUMENTATION_READ",
    summary,
    params: idParams,
    download: "image",
  });

export const earlierPhotoThumbnail = defineEarlierImage(
  "/earlierPhoto/thumbnail/{id}",
  "Get a replaced photo as it was shown, at most 400 px.",
);
export const earlierPhotoDownload = defineEarlierImage(
  "/earlierPhoto/download/{id}",
  "Get a replaced photo as it was shown, at most 1600 px, with its markup.",
);
export const earlierPhotoDownloadOriginal = defineEarlierImage(
  "/earlierPhoto/downloadOriginal/{id}",
  "Download the original bytes of a replaced photo.",
);

/** A retake as shown on the public page of a link. */
const retakeRequest = z.object({
  id: uuid(),
  /** The ID to announce the upload with: the new photo replaces this one. */
  photoId: uuid().nullable(),
  documentationTaskId: uuid().nullable(),
  photoName: z.string().nullable(),
  taskName: z.string().nullable(),
  taskDescription: z.string().nullable(),
  /** PHOTO or FILE for a task that takes photos or files, ANSWER for an answer in words. */
  kind: z.enum(["PHOTO", "FILE", "ANSWER"]),
  /** The task to answer in words, and its current answer. Null for photos and files. */
  task: z
    .object({
      type: z.enum(taskTypes),
      required: z.enum(requiredValues),
      params: z.record(z.string(), z.string()),
      answer: z.string().nullable(),
      /** Whether a list suggests answers, to be searched with `searchRetakeSuggestions`. */
      suggested: z.boolean().default(false),
    })
    .nullable(),
  /** Allowed extensions or choices, separated by `;`; empty allows all files. */
  options: z.string().nullable(),
  reason: z.string(),
  creator: z.string(),
  dateCreated: instant(),
  /** TAKEN once something has been received; a task accepts more while the link is open. */
  outcome: z.enum(retakeOutcomes).nullable(),
  dueDay: z.string().nullable().default(null),
  /** The reviewer's drawing on the photo, in the orientation of the downloaded photo. */
  drawing: markup.nullable().default(null),
});
export type RetakeRequest = z.output<typeof retakeRequest>;

const token = z.string().min(1).max(200);

export const listRetakeRequests = defineEndpoint({
  method: "POST",
  path: "/retake/getRetakeRequests",
  authentication: "token",
  linkPurpose: "RETAKE",
  summary: "List the retakes of a link. Withdrawn ones are left out.",
  body: z.strictObject({ token }),
  response: z.object({ items: z.array(retakeRequest) }),
});

/** Maximum number of suggestions in a response of `searchRetakeSuggestions`. */
export const maxSuggestions = 50;

export const searchRetakeSuggestions = defineEndpoint({
  method: "POST",
  path: "/retake/getSuggestions",
  authentication: "token",
  linkPurpose: "RETAKE",
  summary:
    "Search the suggestion list of a task that was sent back, at most 50 texts, as long as the reviewer can read suggestion lists. Contact persons are never offered through a link.",
  body: z.strictObject({ token, id: uuid(), q: searchTerm().default("") }),
  response: z.object({ items: z.array(z.object({ id: uuid(), text: z.string() })) }),
});

export const answerRetake = defineEndpoint({
  method: "POST",
  path: "/retake/answer",
  authentication: "token",
  linkPurpose: "RETAKE",
  summary:
    "Answer a task that was sent back. The new answer replaces the current one, which is kept in the documentation's history.",
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
    "Download the photo that was sent back, at most 1600 px, with its markup. `id` is the ID of the retake.",
  params: idParams,
  // Not `token`, which is the name of a session's download ticket.
  query: z.strictObject({ link: token }),
  download: "image",
});

/** An open retake, for those who fetch the handed-over documentation. */
export const openRetake = retakeRow.pick({
  id: true,
  photoId: true,
  documentationTaskId: true,
  reason: true,
  creator: true,
  dateCreated: true,
  dueDay: true,
  drawing: true,
  recipient: true,
});
export type OpenRetake = z.output<typeof openRetake>;
