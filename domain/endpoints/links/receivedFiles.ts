import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { tempFileDecisions } from "#domain/resources/tempFile.ts";

/** How a device fetches what came in by a link (2§7). */
export const getTempFile = defineEndpoint({
  method: "GET",
  path: "/tempFile/getTempFile/{id}",
  authentication: "license",
  summary:
    "Download a temporary file of the licence's customer, where the licence has tempFiles, unless it was turned away; always as an attachment. Supports ranges.",
  params: z.object({ id: uuid() }),
  query: z.strictObject({ licenseCode: z.string().min(1).max(100) }),
  download: "document",
});

/** What staff decide: taken as a file of the documentation, or turned away. */
export type TempFileDecision = (typeof tempFileDecisions)[number];

/** Days after which what was turned away is removed; until then it can be put back. */
export const refusedFileRetentionDays = 30;

/** A file that came by a link, as the documentation it was sent to shows it. */
export const receivedFile = z.object({
  id: uuid(),
  documentationId: uuid(),
  name: z.string(),
  originalName: z
    .string()
    .nullable()
    .meta({ description: "The sender's name of it, where that could not be kept" }),
  type: z.string().nullable().meta({ description: "Media type, detected from the content" }),
  dataSize: z.int().meta({ description: "Bytes" }),
  sha256: z.string().nullable(),
  tokenCreator: z.string().nullable().meta({ description: "Who made the link it came by" }),
  remoteAddr: z.string().nullable().meta({ description: "IP address it was sent from" }),
  dateUploaded: instant(),
  decision: z.enum(tempFileDecisions).nullable().meta({ description: "Null while it waits for staff" }),
  decidedBy: z.string().nullable(),
  decided: instant().nullable(),
  canPutBack: z
    .boolean()
    .meta({ description: "Decided, and its bytes are still here: the decision can be undone" }),
});
export type ReceivedFile = z.output<typeof receivedFile>;

/** Received files that one answer lists, and that one call decides on, at most. */
export const maxReceivedFiles = 1000;

export const findReceivedFiles = defineEndpoint({
  method: "GET",
  path: "/tempFile/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_FILE_READ",
  summary:
    "List the files that upload links brought to a documentation: first those that wait for a decision, then the others, newest first.",
  params: z.object({ id: uuid() }),
  query: z.strictObject({
    max: z.coerce.number().int().min(1).max(maxReceivedFiles).default(maxReceivedFiles),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  response: z.object({
    items: z.array(receivedFile),
    waiting: z.int().meta({ description: "Those that wait for a decision, on all pages" }),
    total: z.int(),
  }),
});

/** Whoever may add files or change them decides what becomes of those that strangers sent. */
const decisionRequest = {
  method: "POST",
  authentication: "session",
  authority: ["ROLE_IMPORT_FILE", "ROLE_FILE_WRITE"],
  response: z.object({ success: z.literal(true) }),
} as const;
const decisionResult = {
  documentationId: uuid(),
  ids: z.array(uuid()).min(1).max(maxReceivedFiles),
};

export const addReceivedFiles = defineEndpoint({
  ...decisionRequest,
  path: "/tempFile/take",
  summary:
    "Take received files as files of the documentation: into a file task, whose options decide which extensions are allowed, or beside the tasks. All of them, or none.",
  body: z.strictObject({
    ...decisionResult,
    taskId: uuid().nullable().meta({ description: "Null keeps them beside the tasks" }),
  }),
});

export const refuseReceivedFiles = defineEndpoint({
  ...decisionRequest,
  path: "/tempFile/refuse",
  summary: `Turn received files away. They are in no export and are removed after ${refusedFileRetentionDays} days; until then putBack undoes it. Their receipts stay.`,
  body: z.strictObject(decisionResult),
});

export const putBackReceivedFiles = defineEndpoint({
  ...decisionRequest,
  path: "/tempFile/putBack",
  summary:
    "Undo decisions: the files wait for staff again. One that was taken is no longer a file of the documentation.",
  body: z.strictObject(decisionResult),
});

/** How staff fetch it, whatever has become of the licence it came in for. */
export const downloadTempFile = defineEndpoint({
  method: "GET",
  path: "/tempFile/download/{id}",
  authentication: "session",
  authority: "ROLE_FILE_READ",
  summary: "A temp file, always as an attachment, with ranges.",
  params: z.object({ id: uuid() }),
  download: "document",
});
