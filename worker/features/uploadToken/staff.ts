import { and, desc, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import type { OwnPurpose } from "#domain/links/uploadLink.ts";
import { authorOf, isAllowed } from "#worker/auth/session/actor.ts";
import { auditStatement } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { uploadToken } from "#worker/db/schema/index.ts";
import { findScoped, scopeOf } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import { changeableDocumentation } from "#worker/documentation/changeDocumentation.ts";
import { visibleDocumentation } from "#worker/documentation/details.ts";
import type { Env } from "#worker/env.ts";
import { newLink } from "#worker/links/uploadLink.ts";

const objectClass = "siteproof.UploadToken";

/** Creates a link. Only this response contains the token. */
export async function makeLink(
  env: Env,
  db: Database,
  actor: Actor,
  input: { documentationId: string; purpose: OwnPurpose; expireDate?: string | undefined },
) {
  const documentation = await changeableDocumentation(db, scopeOf(actor), input.documentationId);
  const { row, token, url, statements } = await newLink(env, db, actor, documentation, input);
  await db.batch(statements);
  return { ...row, token, url };
}

/** The links of a documentation with counts of their uploads. Ended links are included until they are deleted. */
export async function listLinks(db: Database, actor: Actor, documentationId: string) {
  const { customerId } = await visibleDocumentation(db, scopeOf(actor), documentationId);
  const uploads = (count: string) =>
    sql`(SELECT ${sql.raw(count)} FROM upload u WHERE u.upload_token_id = upload_token.id`;
  const rows = await db
    .select({
      requester: uploadToken.requester,
      id: uploadToken.id,
      purpose: uploadToken.purpose,
      creator: uploadToken.creator,
      expireDate: uploadToken.expireDate,
      revoked: uploadToken.revokedAt,
      dateCreated: uploadToken.dateCreated,
      received: sql<number>`${uploads("count(*)")} AND u.state = 'STORED')`,
      receivedSize: sql<number>`${uploads("coalesce(sum(u.size), 0)")} AND u.state = 'STORED')`,
      waiting: sql<number>`${uploads("count(*)")} AND u.state = 'RESERVED')`,
      refused: sql<number>`${uploads("count(*)")} AND u.state = 'REFUSED')`,
      lastReceived: sql<string | null>`${uploads("max(u.settled_at)")} AND u.state = 'STORED')`,
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
  const before = await findScoped(db, scopeOf(actor), uploadToken, id);
  if (before.revokedAt) return;
  const { customerId } = before;
  const revoked = now();
  await db.batch([
    db
      .update(uploadToken)
      .set({ revokedAt: revoked, expireDate: before.expireDate < revoked ? before.expireDate : revoked })
      .where(and(eq(uploadToken.customerId, customerId), eq(uploadToken.id, id))),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId },
      objectClass,
      objectId: id,
      action: "UPDATE",
      params: { revoked: { before: null, after: revoked } },
    }),
  ]);
}

/** Statements that detach rows from a link before it is deleted. */
export const withoutLink = (db: Database, { customerId, id }: { customerId: number; id: string }) =>
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
