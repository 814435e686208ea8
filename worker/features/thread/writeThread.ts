import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import {
  type Crew,
  type CrewMessage,
  type createThread,
  type editThreadComment,
  maxThreadComments,
  maxThreads,
  type replyByLink as replyByLinkContract,
  type replyToThread,
  type ThreadRow,
} from "#domain/endpoints/documentation/thread.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  type DocumentationRow,
  documentationTask,
  photo,
  thread,
  threadComment,
} from "#worker/db/schema/index.ts";
import { findRowInScope, type Scope, scopeOf } from "#worker/db/scope.ts";
import {
  assertVersion,
  findChangeableDocumentation,
  recordChangeStatements,
} from "#worker/documentation/changeDocumentation.ts";
import { listCrewMessages } from "#worker/documentation/crewMessages.ts";
import { findThread, listThreads } from "#worker/documentation/threads.ts";
import type { Env } from "#worker/env.ts";
import { checkCrews, checkMentions } from "./mentionableUsers.ts";
import { prepareThreadNotices } from "./threadNotices.ts";

export const threadClass = "siteproof.Thread";
const commentClass = "siteproof.ThreadComment";

type NewThread = z.output<NonNullable<typeof createThread.body>>;
type Reply = z.output<NonNullable<typeof replyToThread.body>>;
type CommentEdit = z.output<NonNullable<typeof editThreadComment.body>>;

/**
 * Starts a thread with its first comment.
 * @throws invalid for a photo or task of another documentation, for both at once, and for a user who may not be mentioned; tooLarge
 * if the documentation has the maximum of threads
 */
export async function startThread(
  env: Env,
  db: Database,
  actor: Actor,
  { documentationId, text, mentions, crews, ...subject }: NewThread,
): Promise<ThreadRow> {
  const documentation = await findChangeableDocumentation(db, scopeOf(actor), documentationId);
  const { customerId } = documentation;
  const threadId = crypto.randomUUID();
  const dateCreated = now();
  const values = { documentationId, ...(await findSubject(db, documentation, subject)) };
  const mentionedUsers = await checkMentions(db, customerId, mentions);
  await checkCrews(db, documentation, crews);
  const notices = await prepareThreadNotices(env, db, actor, documentation, {
    ...{ threadId, text, mentionedIds: mentionedUsers.map(({ userId }) => userId) },
    ...{ earlierComments: [], notifiesParticipants: false },
  });
  const isWritten = await batchIf(
    db,
    sql`(SELECT count(*) FROM thread WHERE customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)}) < ${maxThreads}`,
    [
      db.insert(thread).values({ id: threadId, customerId, userId: actor.userId, dateCreated, ...values }),
      ...recordChangeStatements(db, {
        ...{ actor, customerId, documentationId, objectClass: threadClass, objectId: threadId },
        ...{ action: "CREATE", oldValues: null, newValues: values },
      }),
      ...insertCommentStatements(db, actor, documentation, {
        ...{ threadId, text, mentions: mentionedUsers, crews, dateCreated },
      }),
      ...notices.statements,
    ],
  );
  if (!isWritten) throw problem("tooLarge");
  await notices.send();
  return findThread(db, documentation, threadId);
}

/** The photo or task that a thread is about, and its name. @throws invalid */
async function findSubject(
  db: Database,
  { customerId, id: documentationId }: DocumentationRow,
  { photoId, documentationTaskId }: Pick<NewThread, "photoId" | "documentationTaskId">,
) {
  if (photoId && documentationTaskId)
    throw problem("invalid", { fields: { documentationTaskId: "notAllowed" } });
  const id = photoId ?? documentationTaskId;
  if (id === undefined) return { photoId: null, documentationTaskId: null, subjectName: "" };
  const table = photoId ? photo : documentationTask;
  const row = await db
    .select({ name: table.name })
    .from(table)
    .where(
      and(eq(table.customerId, customerId), eq(table.documentationId, documentationId), eq(table.id, id)),
    )
    .get();
  if (!row)
    throw problem("invalid", { fields: { [photoId ? "photoId" : "documentationTaskId"]: "notFound" } });
  return {
    photoId: photoId ?? null,
    documentationTaskId: documentationTaskId ?? null,
    subjectName: row.name,
  };
}

const mentionedNames = ({ mentions, crews }: Pick<NewComment, "mentions" | "crews">): string[] =>
  [...mentions, ...crews].map(({ name }) => name);

interface NewComment {
  threadId: string;
  text: string;
  mentions: { userId: number; name: string }[];
  crews: Crew[];
  dateCreated: string;
}

function insertCommentStatements(
  db: Database,
  actor: Actor,
  { customerId, id: documentationId }: DocumentationRow,
  comment: NewComment,
): BatchItem<"sqlite">[] {
  const id = crypto.randomUUID();
  const { threadId, text } = comment;
  const names = mentionedNames(comment);
  return [
    db
      .insert(threadComment)
      .values({ id, customerId, userId: actor.userId, creator: actor.username, ...comment }),
    ...recordChangeStatements(db, {
      ...{ actor, customerId, documentationId, objectClass: commentClass, objectId: id },
      ...{ action: "CREATE", oldValues: null },
      newValues: {
        threadId,
        text,
        ...(names.length > 0 && { mentions: names }),
      },
    }),
  ];
}

/**
 * Replies in a thread, and reopens it.
 * @throws notFound, invalid for a user who may not be mentioned; tooLarge if the thread has the maximum of comments
 */
export async function reply(
  env: Env,
  db: Database,
  actor: Actor,
  threadId: string,
  { text, mentions, crews }: Reply,
): Promise<ThreadRow> {
  const { row, documentation } = await findChangeableThread(db, scopeOf(actor), threadId);
  const { customerId } = documentation;
  const [mentionedUsers, threads] = [
    await checkMentions(db, customerId, mentions),
    await listThreads(db, documentation, threadId),
  ];
  await checkCrews(db, documentation, crews);
  const notices = await prepareThreadNotices(env, db, actor, documentation, {
    ...{ threadId, text, mentionedIds: mentionedUsers.map(({ userId }) => userId) },
    ...{ earlierComments: threads[0]?.comments ?? [], notifiesParticipants: true },
  });
  const isWritten = await batchIf(db, fewerCommentsCondition(customerId, threadId), [
    ...insertCommentStatements(db, actor, documentation, {
      ...{ threadId, text, mentions: mentionedUsers, crews, dateCreated: now() },
    }),
    answerStatement(db, customerId, threadId, row.userId !== actor.userId),
    ...notices.statements,
  ]);
  if (!isWritten) throw problem("tooLarge");
  await notices.send();
  return findThread(db, documentation, threadId);
}

type LinkReply = z.output<NonNullable<typeof replyByLinkContract.body>>;

/**
 * Replies in a thread that mentions a link, on the page of that link. Returns the messages that the page shows.
 * @throws notFound for a thread that does not mention the link, tooLarge if the thread has the maximum of comments
 */
export async function replyByLink(
  env: Env,
  db: Database,
  { token, documentation }: Link,
  { threadId, text }: LinkReply,
): Promise<CrewMessage[]> {
  const { customerId } = documentation;
  const [row] = await listThreads(db, documentation, threadId);
  const name = row?.comments.flatMap(({ crews }) => crews).findLast(({ id }) => id === token.id)?.name;
  if (!row || name === undefined) throw problem("notFound");
  const notices = await prepareThreadNotices(env, db, { userId: null, username: name }, documentation, {
    ...{ threadId, text, mentionedIds: [], earlierComments: row.comments, notifiesParticipants: true },
  });
  const id = crypto.randomUUID();
  const isWritten = await batchIf(db, fewerCommentsCondition(customerId, threadId), [
    db.insert(threadComment).values({
      ...{ id, customerId, threadId, text, creator: name, userId: 0, uploadTokenId: token.id },
    }),
    auditStatement(db, {
      author: createServiceAuthor(customerId),
      ...{ objectClass: commentClass, objectId: id, action: "CREATE" },
      params: { threadId: { after: threadId }, text: { after: text }, link: { after: name } },
    }),
    answerStatement(db, customerId, threadId, true),
    ...notices.statements,
  ]);
  if (!isWritten) throw problem("tooLarge");
  await notices.send();
  return listCrewMessages(db, documentation, token.id);
}

const fewerCommentsCondition = (customerId: number, threadId: string) =>
  sql`(SELECT count(*) FROM thread_comment WHERE customer_id = ${customerId} AND thread_id = ${idParam(threadId)}) < ${maxThreadComments}`;

/** A reply reopens the thread. */
const answerStatement = (db: Database, customerId: number, threadId: string, answered: boolean) =>
  db
    .update(thread)
    .set({ answered, resolvedAt: null, resolvedBy: null })
    .where(and(eq(thread.customerId, customerId), eq(thread.id, threadId)));

/**
 * Edits a comment of the actor.
 * @throws notFound, forbidden for another user's comment, invalid for a user who may not be mentioned, staleVersion
 */
export async function editComment(
  env: Env,
  db: Database,
  actor: Actor,
  id: string,
  { text, mentions, crews, version }: CommentEdit,
): Promise<ThreadRow> {
  const row = await findRowInScope(db, scopeOf(actor), threadComment, id);
  const { documentation } = await findChangeableThread(db, scopeOf(actor), row.threadId);
  const { customerId, id: documentationId } = documentation;
  if (row.userId !== actor.userId) throw problem("forbidden");
  assertVersion(row, version);
  const mentionedUsers = await checkMentions(db, customerId, mentions);
  const earlierIds = new Set(row.mentions.map(({ userId }) => userId));
  await checkCrews(db, documentation, crews);
  const isChanged =
    text !== row.text ||
    JSON.stringify([mentionedUsers, crews]) !== JSON.stringify([row.mentions, row.crews]);
  if (!isChanged) return findThread(db, documentation, row.threadId);
  const notices = await prepareThreadNotices(env, db, actor, documentation, {
    ...{ threadId: row.threadId, text, earlierComments: [], notifiesParticipants: false },
    mentionedIds: mentionedUsers.flatMap(({ userId }) => (earlierIds.has(userId) ? [] : [userId])),
  });
  const isWritten = await batchIf(
    db,
    sql`EXISTS (SELECT 1 FROM thread_comment WHERE customer_id = ${customerId} AND id = ${idParam(id)} AND version = ${version})`,
    [
      db
        .update(threadComment)
        .set({ text, mentions: mentionedUsers, crews, editedAt: now(), version: version + 1 })
        .where(and(eq(threadComment.customerId, customerId), eq(threadComment.id, id))),
      ...recordChangeStatements(db, {
        ...{ actor, customerId, documentationId, objectClass: commentClass, objectId: id, action: "UPDATE" },
        oldValues: { text: row.text, mentions: mentionedNames(row) },
        newValues: { text, mentions: mentionedNames({ mentions: mentionedUsers, crews }) },
      }),
      ...notices.statements,
    ],
  );
  if (!isWritten) throw problem("staleVersion");
  await notices.send();
  return findThread(db, documentation, row.threadId);
}

/** Resolves or reopens a thread. Idempotent. @throws notFound */
export async function setResolved(
  db: Database,
  actor: Actor,
  threadId: string,
  isResolved: boolean,
): Promise<ThreadRow> {
  const { row, documentation } = await findChangeableThread(db, scopeOf(actor), threadId);
  const { customerId, id: documentationId } = documentation;
  if (isResolved !== (row.resolvedAt !== null)) {
    const newValues = isResolved
      ? { resolvedAt: now(), resolvedBy: actor.username }
      : { resolvedAt: null, resolvedBy: null, answered: false };
    await batchIf(
      db,
      sql`EXISTS (SELECT 1 FROM thread WHERE customer_id = ${customerId} AND id = ${idParam(threadId)} AND resolved_at IS ${row.resolvedAt})`,
      [
        db
          .update(thread)
          .set(newValues)
          .where(and(eq(thread.customerId, customerId), eq(thread.id, threadId))),
        ...recordChangeStatements(db, {
          ...{ actor, customerId, documentationId, objectClass: threadClass, objectId: threadId },
          ...{ action: "UPDATE", oldValues: { resolvedBy: row.resolvedBy } },
          newValues: { resolvedBy: newValues.resolvedBy },
        }),
      ],
    );
  }
  return findThread(db, documentation, threadId);
}

async function findChangeableThread(db: Database, scope: Scope, id: string) {
  const row = await findRowInScope(db, scope, thread, id);
  return { row, documentation: await findChangeableDocumentation(db, scope, row.documentationId) };
}
