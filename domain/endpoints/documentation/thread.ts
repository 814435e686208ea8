import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, searchTerm, text, uuid, version } from "#domain/core/fields.ts";

/** Threads: discussions among users about a documentation, or about one of its photos or tasks. */

export const maxThreadTextLength = 4000;
export const maxThreads = 200;
export const maxThreadComments = 200;
export const maxMentions = 20;
/** Users that a search for a mention returns. */
export const maxMentionableUsers = 20;

const mention = z.object({ userId: z.int(), name: z.string() });

export const threadComment = z.object({
  id: uuid(),
  userId: z.int(),
  /** The author. */
  creator: z.string(),
  text: z.string(),
  mentions: z.array(mention),
  dateCreated: instant(),
  /** Null if it has not been edited. */
  edited: instant().nullable(),
  version: z.int(),
});
export type ThreadComment = z.output<typeof threadComment>;

export const threadRow = z.object({
  id: uuid(),
  documentationId: uuid(),
  /** The subject: a photo, a task, or the documentation if it has neither. */
  photoId: uuid().nullable(),
  documentationTaskId: uuid().nullable(),
  /** The name of the photo or task; if it was deleted, its last name. Empty for the documentation. */
  subjectName: z.string(),
  dateCreated: instant(),
  /** The thread is open, and its last comment is by the user who started it. */
  unanswered: z.boolean(),
  resolved: instant().nullable(),
  resolvedBy: z.string().nullable(),
  comments: z.array(threadComment),
});
export type ThreadRow = z.output<typeof threadRow>;

const idParams = z.object({ id: uuid() });
const staffCall = { authentication: "session", authority: "ROLE_DOCUMENTATION_WRITE" } as const;

const writtenText = {
  text: text(maxThreadTextLength).trim().min(1).meta({ example: "@anna Is this the right pole?" }),
  mentions: z.array(z.int().positive()).max(maxMentions).default([]).meta({
    description:
      "IDs of users whom the text mentions, as `findMentionableUsers` returns them; they are notified",
  }),
};

export const listThreads = defineEndpoint({
  method: "GET",
  path: "/thread/findAllByDocumentationId/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary: `List the threads of a documentation with their comments, oldest first: at most ${maxThreads} threads with ${maxThreadComments} comments each.`,
  params: idParams,
  response: z.object({ items: z.array(threadRow) }),
});

export const findMentionableUsers = defineEndpoint({
  ...staffCall,
  method: "GET",
  path: "/thread/findMentionableUsers/{id}",
  summary: `Search the users who may be mentioned in a thread of a documentation: those of its customer who may read it. At most ${maxMentionableUsers}, by name.`,
  params: idParams,
  query: z.strictObject({ q: searchTerm().default("") }),
  response: z.object({
    items: z.array(mention.extend({ fullName: z.string().nullable() })),
  }),
});

export const createThread = defineEndpoint({
  ...staffCall,
  method: "POST",
  path: "/thread/create",
  summary:
    "Start a thread about a documentation, or about one of its photos or tasks, and notify the users that it mentions.",
  body: z.strictObject({
    documentationId: uuid(),
    photoId: uuid().optional(),
    documentationTaskId: uuid().optional(),
    ...writtenText,
  }),
  response: threadRow,
  creates: true,
});

export const replyToThread = defineEndpoint({
  ...staffCall,
  method: "POST",
  path: "/thread/reply/{id}",
  summary:
    "Reply in a thread, which reopens it if it is resolved. Notifies its other participants and the users that the reply mentions.",
  params: idParams,
  body: z.strictObject(writtenText),
  response: threadRow,
  creates: true,
});

export const editThreadComment = defineEndpoint({
  ...staffCall,
  method: "PUT",
  path: "/thread/comment/{id}",
  summary:
    "Edit a comment of your own. It is marked as edited; the audit log has the previous text. Only newly mentioned users are notified.",
  params: idParams,
  body: z.strictObject({ ...writtenText, version: version() }),
  response: threadRow,
});

const changeState = {
  ...staffCall,
  method: "POST",
  params: idParams,
  response: threadRow,
  repeatable: true,
} as const;

export const resolveThread = defineEndpoint({
  ...changeState,
  path: "/thread/resolve/{id}",
  summary: "Resolve a thread. It stays visible, and can be reopened.",
});

export const reopenThread = defineEndpoint({
  ...changeState,
  path: "/thread/reopen/{id}",
  summary: "Reopen a resolved thread. It is unanswered until someone else replies.",
});
