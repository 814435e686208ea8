import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, name, uuid } from "#domain/core/fields.ts";
import { tempFileDecisions } from "#domain/resources/tempFile.ts";

/** The call by which devices download received files (2§7). */
export const getTempFile = defineEndpoint({
  method: "GET",
  path: "/tempFile/getTempFile/{id}",
  authentication: "license",
  summary:
    "Download a received file of the licence's customer as an attachment, if the licence has tempFiles and the file was not refused. Supports ranges.",
  params: z.object({ id: uuid() }),
  query: z.strictObject({ licenseCode: name(100) }),
  download: "document",
});

/** The decision of staff: taken as a file of the documentation, or refused. */
export type TempFileDecision = (typeof tempFileDecisions)[number];

/** Days after which a refused file is deleted; until then it can be put back. */
export const refusedFileRetentionDays = 30;

/** A received file, as shown on its documentation. */
export const receivedFile = z.object({
  id: uuid(),
  documentationId: uuid(),
  name: z.string(),
  originalName: z
    .string()
    .nullable()
    .meta({ description: "The sender's file name, if it had to be changed" }),
  type: z.string().nullable().meta({ description: "Media type, detected from the content" }),
  dataSize: z.int().meta({ description: "Bytes" }),
  sha256: z.string().nullable(),
  tokenCreator: z.string().nullable().meta({ description: "Creator of the link" }),
  remoteAddr: z.string().nullable().meta({ description: "IP address of the sender" }),
  dateUploaded: instant(),
  decision: z.enum(tempFileDecisions).nullable().meta({ description: "null while staff have not decided" }),
  decidedBy: z.string().nullable(),
  decided: instant().nullable(),
  canPutBack: z
    .boolean()
    .meta({ description: "true if the decision can be undone: the file's bytes are still stored" }),
});
export type ReceivedFile = z.output<typeof receivedFile>;

/** Maximum number of received files in one response, and in one decision. */
export const maxReceivedFiles = 1000;

export const findReceivedFiles = defineEndpoint({
  method: "GET",
  path: "/tempFile/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_FILE_READ",
  summary:
    "List the files received through upload links for a documentation: first those waiting for a decision, then the others, newest first.",
  params: z.object({ id: uuid() }),
  query: z.strictObject({
    max: z.coerce.number().int().min(1).max(maxReceivedFiles).default(maxReceivedFiles),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  response: z.object({
    items: z.array(receivedFile),
    waiting: z.int().meta({ description: "Number of files waiting for a decision, on all pages" }),
    total: z.int(),
  }),
});

/** Users who can add or edit files decide on files received through links. */
const decisionCall = {
  method: "POST",
  authentication: "session",
  authority: ["ROLE_IMPORT_FILE", "ROLE_FILE_WRITE"],
  response: z.object({ success: z.literal(true) }),
} as const;
const decisionBody = {
  documentationId: uuid(),
  ids: z.array(uuid()).min(1).max(maxReceivedFiles),
};

export const addReceivedFiles = defineEndpoint({
  ...decisionCall,
  path: "/tempFile/take",
  summary:
    "Add received files to the documentation: to a file task, whose options decide which extensions are allowed, or outside its tasks. All of them, or none.",
  body: z.strictObject({
    ...decisionBody,
    taskId: uuid().nullable().meta({ description: "null adds them outside the tasks" }),
  }),
});

export const refuseReceivedFiles = defineEndpoint({
  ...decisionCall,
  path: "/tempFile/refuse",
  summary: `Refuse received files. They are left out of exports and deleted after ${refusedFileRetentionDays} days; until then putBack undoes it. Their receipts are kept.`,
  body: z.strictObject(decisionBody),
});

export const putBackReceivedFiles = defineEndpoint({
  ...decisionCall,
  path: "/tempFile/putBack",
  summary:
    "Undo decisions: the files wait for staff again. Files that were taken are removed from the documentation.",
  body: z.strictObject(decisionBody),
});

/** The download for staff, which works whatever happens to the licence. */
export const downloadTempFile = defineEndpoint({
  method: "GET",
  path: "/tempFile/download/{id}",
  authentication: "session",
  authority: "ROLE_FILE_READ",
  summary: "Download a received file as an attachment. Supports ranges.",
  params: z.object({ id: uuid() }),
  download: "document",
});
