import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, line, searchTerm, text, uuid, version } from "#domain/core/fields.ts";

/**
 * Threads: discussions among users about a documentation, or about one of its photos or tasks. A comment that mentions the crew is shown
 * on the devices of its licence, or on the page of its link.
 */

export const maxThreadTextLength = 4000;
export const maxThreads = 200;
export const maxThreadComments = 200;
export const maxMentions = 20;
/** Licences and links that a comment mentions. */
const maxCrews = 10;
/** Users that a search for a mention returns. */
export const maxMentionableUsers = 20;

const mention = z.object({ userId: z.int(), name: z.string() });

export const crewKinds = ["LICENSE", "LINK"] as const;

/** The crew: the devices of the documentation's licence, or those who have one of its links. */
const crew = z.object({
  kind: z.enum(crewKinds),
  /** Of the licence or the link. */
  id: uuid(),
  /** As in the text. */
  name: line(100).min(1),
});
export type Crew = z.output<typeof crew>;

export const threadComment = z.object({
  id: uuid(),
  userId: z.int(),
  /** The author. */
  creator: z.string(),
  text: z.string(),
  mentions: z.array(mention),
  crews: z.array(crew).default([]),
  /** Written on the page of a link; `creator` is the name by which the link was mentioned. */
  byLink: z.boolean().default(false),
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
  crews: z.array(crew.strict()).max(maxCrews).default([]).meta({
    description:
      "The licence and links that the text mentions, which `findMentionableUsers` returns too. The comment is shown on the licence's devices with the documentation that they fetch, and on the pages of the links, where it can be answered",
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
  summary: `Search the users who may be mentioned in a thread of a documentation: those of its customer who may read it. At most ${maxMentionableUsers}, by name. Also returns its licence and its open links.`,
  params: idParams,
  query: z.strictObject({ q: searchTerm().default("") }),
  response: z.object({
    items: z.array(mention.extend({ fullName: z.string().nullable() })),
    crews: z
      .array(
        crew.extend({
          name: z.string().nullable().meta({
            description:
              "The licence's name, or whom the link was sent to; null if it was given to someone else",
          }),
          dateCreated: instant(),
        }),
      )
      .default([]),
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

/** A comment as the crew sees it. */
export const crewMessage = z.object({
  id: uuid(),
  threadId: uuid(),
  /** The name of the photo or task; empty for the documentation. */
  subjectName: z.string(),
  creator: z.string(),
  text: z.string(),
  dateCreated: instant(),
  /** Written on the page of the link. */
  byLink: z.boolean(),
});
export type CrewMessage = z.output<typeof crewMessage>;

export const replyByLink = defineEndpoint({
  method: "POST",
  path: "/thread/replyByLink",
  authentication: "token",
  summary:
    "Reply in a thread that mentions the link. Its participants are notified. Returns the messages of the link, as `getInfo` does.",
  body: z.strictObject({ token: z.string().min(1).max(200), threadId: uuid(), text: writtenText.text }),
  response: z.object({ items: z.array(crewMessage) }),
  creates: true,
});
