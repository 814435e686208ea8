import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import {
  type createSavedView,
  maxSavedViews,
  type SavedView,
} from "#domain/endpoints/documentation/savedView.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation, isForeignKeyViolation } from "#worker/db/errors.ts";
import { flag, number, type Projection, selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { savedView } from "#worker/db/schema/index.ts";

type SavedViewInput = z.output<NonNullable<typeof createSavedView.body>>;

const objectClass = "siteproof.SavedView";
/** Maximum number of views shared by others. */
const maxSharedViews = 400;

/** The actor's views and those shared within the session's customer; own views first, each sorted by name. */
export async function listViews(db: Database, { userId, customerId }: Actor): Promise<SavedView[]> {
  const columns = {
    id: uuid("v.id"),
    name: text("v.name"),
    query: text("v.query"),
    shared: flag("v.shared"),
    isOwn: flag(sql`v.user_id = ${userId}`),
    owner: text("u.username"),
    version: number("v.version"),
  } satisfies Projection<SavedView>;
  const listMatchingViews = (condition: SQL, limit: number) =>
    selectRows(
      db,
      columns,
      (columnsSql) => sql`SELECT ${columnsSql} FROM saved_view v JOIN user u ON u.id = v.user_id
        WHERE v.customer_id = ${customerId} AND ${condition} LIMIT ${limit}`,
    );
  const viewLists = await Promise.all([
    listMatchingViews(sql`v.user_id = ${userId}`, maxSavedViews),
    listMatchingViews(sql`v.shared = 1 AND +v.user_id <> ${userId}`, maxSharedViews),
  ]);
  return viewLists.flatMap((views) => views.toSorted((a, b) => compareNames(a.name, b.name)));
}

/** @throws duplicate, switchedSession for users working in another customer than their own, tooLarge */
export async function createView(db: Database, actor: Actor, input: SavedViewInput): Promise<{ id: string }> {
  const { userId, customerId } = actor;
  const viewCountQuery = sql`SELECT count(*) FROM saved_view WHERE customer_id = ${customerId} AND user_id = ${userId}`;
  if ((await selectNumber(db, viewCountQuery)) >= maxSavedViews) throw problem("tooLarge");
  const id = crypto.randomUUID();
  await mapWriteErrors(() =>
    db.batch([
      db.insert(savedView).values({ ...input, id, userId, customerId }),
      auditStatement(db, {
        author: authorOf(actor),
        objectClass,
        objectId: id,
        action: "CREATE",
        params: changeParamsOf(null, input),
      }),
    ]),
  );
  return { id };
}

/** @throws notFound for a view that is not the actor's, duplicate, staleVersion */
export async function updateView(
  db: Database,
  actor: Actor,
  id: string,
  { version, ...input }: SavedViewInput & { version: number },
): Promise<{ id: string }> {
  const { existingView, ownViewCondition } = await findOwnView(db, actor, id);
  const { name, query, shared } = existingView;
  const results = await mapWriteErrors(() =>
    db.batch([
      db
        .update(savedView)
        .set({ ...input, version: version + 1 })
        .where(and(ownViewCondition, eq(savedView.version, version)))
        .returning({ id: savedView.id }),
      auditStatement(db, {
        author: authorOf(actor),
        objectClass,
        objectId: id,
        action: "UPDATE",
        params: changeParamsOf({ name, query, shared }, input),
      }),
    ]),
  );
  if (results[0].length === 0) throw problem("staleVersion");
  return { id };
}

/** @throws notFound for a view that is not the actor's */
export async function deleteView(db: Database, actor: Actor, id: string): Promise<{ id: string }> {
  const { existingView, ownViewCondition } = await findOwnView(db, actor, id);
  const { name, query, shared } = existingView;
  await db.batch([
    db.delete(savedView).where(ownViewCondition),
    auditStatement(db, {
      author: authorOf(actor),
      objectClass,
      objectId: id,
      action: "DELETE",
      params: changeParamsOf({ name, query, shared }, null),
    }),
  ]);
  return { id };
}

async function findOwnView(db: Database, { userId, customerId }: Actor, id: string) {
  const condition = and(
    eq(savedView.id, id),
    eq(savedView.customerId, customerId),
    eq(savedView.userId, userId),
  );
  const existingView = await db.select().from(savedView).where(condition).get();
  if (!existingView) throw problem("notFound");
  return { existingView, ownViewCondition: condition };
}

async function mapWriteErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (findUniqueViolation(error)) throw problem("duplicate", { fields: { name: "duplicate" } });
    if (isForeignKeyViolation(error)) throw problem("switchedSession");
    throw error;
  }
}
