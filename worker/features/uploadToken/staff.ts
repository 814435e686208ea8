import { and, desc, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import type { SelectablePurpose } from "#domain/links/uploadLink.ts";
import { authorOf, isAllowed } from "#worker/auth/session/actor.ts";
import { auditStatement } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { uploadToken } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import { findChangeableDocumentation } from "#worker/documentation/changeDocumentation.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import type { Env } from "#worker/env.ts";
import { prepareLink } from "#worker/links/uploadLink.ts";

const objectClass = "siteproof.UploadToken";

/** Creates a link. Only this response contains the token. */
export async function createLink(
  env: Env,
  db: Database,
  actor: Actor,
  input: { documentationId: string; purpose: SelectablePurpose; expireDate?: string | undefined },
) {
  const documentation = await findChangeableDocumentation(db, scopeOf(actor), input.documentationId);
  const { row, token, url, statements } = await prepareLink(env, db, actor, documentation, input);
  await db.batch(statements);
  return { ...row, token, url };
}

/** The links of a documentation with counts of their uploads. Ended links are included until they are deleted. */
export async function listLinks(db: Database, actor: Actor, documentationId: string) {
  const { customerId } = await findVisibleDocumentation(db, scopeOf(actor), documentationId);
  const uploadSubquery = (expression: string) =>
    sql`(SELECT ${sql.raw(expression)} FROM upload u WHERE u.upload_token_id = upload_token.id`;
  const rows = await db
    .select({
      requester: uploadToken.requester,
      id: uploadToken.id,
      purpose: uploadToken.purpose,
      creator: uploadToken.creator,
      expireDate: uploadToken.expireDate,
      revoked: uploadToken.revokedAt,
      dateCreated: uploadToken.dateCreated,
      received: sql<number>`${uploadSubquery("count(*)")} AND u.state = 'STORED')`,
      receivedSize: sql<number>`${uploadSubquery("coalesce(sum(u.size), 0)")} AND u.state = 'STORED')`,
      waiting: sql<number>`${uploadSubquery("count(*)")} AND u.state = 'RESERVED')`,
      refused: sql<number>`${uploadSubquery("count(*)")} AND u.state = 'REFUSED')`,
      lastReceived: sql<string | null>`${uploadSubquery("max(u.settled_at)")} AND u.state = 'STORED')`,
    })
    .from(uploadToken)
    .where(and(eq(uploadToken.customerId, customerId), eq(uploadToken.documentationId, documentationId)))
    .orderBy(desc(uploadToken.dateCreated), desc(sql`rowid`));
  return Promise.all(
    rows.map(async ({ requester, ...row }) => ({
      ...row,
      closed: !(await isAllowed(db, requester, createUploadToken, customerId)),
    })),
  );
}

/** Revokes a link. Its uploads and its receipt stay. */
export async function revokeLink(db: Database, actor: Actor, id: string): Promise<void> {
  const existingLink = await findRowInScope(db, scopeOf(actor), uploadToken, id);
  if (existingLink.revokedAt) return;
  const { customerId } = existingLink;
  const revokedAt = now();
  await db.batch([
    db
      .update(uploadToken)
      .set({
        revokedAt,
        expireDate: existingLink.expireDate < revokedAt ? existingLink.expireDate : revokedAt,
      })
      .where(and(eq(uploadToken.customerId, customerId), eq(uploadToken.id, id))),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId },
      objectClass,
      objectId: id,
      action: "UPDATE",
      params: { revoked: { before: null, after: revokedAt } },
    }),
  ]);
}

/** Statements that detach rows from a link before it is deleted. */
export const detachFromLinkStatements = (
  db: Database,
  { customerId, id }: { customerId: number; id: string },
) =>
  [
    statement(
      db,
      sql`UPDATE temp_file SET upload_token_id = NULL WHERE customer_id = ${customerId} AND upload_token_id = ${idParam(id)}`,
    ),
    statement(
      db,
      sql`UPDATE retake SET upload_token_id = NULL WHERE customer_id = ${customerId} AND upload_token_id = ${idParam(id)}`,
    ),
  ] as const;
