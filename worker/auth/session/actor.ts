import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { type Authority, type Product, spansCustomers } from "#domain/access/authorities.ts";
import { documentTypesOf } from "#domain/configuration/exportTypes.ts";
import { canCall, type Endpoint } from "#domain/contract/endpoint.ts";
import type { ExportDocumentType, grantableStatuses } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { Problem, problem } from "#domain/core/problem.ts";
import type { Author } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { json, nullable, number, selectRow, text, uuid } from "#worker/db/rows.ts";
import { directoryName } from "#worker/db/shards.ts";
import type { AppContext } from "#worker/http/context.ts";
import { getDirectoryDb, selectShard } from "#worker/http/databases.ts";
import { readAccessToken, readTicket } from "./sessionTokens.ts";

/** A user and the customer they act in. Deferred work stores it, and reads the user's current rights when it runs. */
export interface Requester {
  userId: number;
  /** The super admin who acts as this user, or null. */
  realUserId: number | null;
  customerId: number;
}

/** A session with the current rights of its user. */
export interface LiveSession {
  actor: Actor;
  exportDocumentTypes: ExportDocumentType[];
  documentationStatuses: (typeof grantableStatuses)[number][];
}

const sessionColumns = {
  sessionId: nullable(uuid("s.id")),
  userId: number("s.user_id"),
  realUserId: nullable(number("s.real_user_id")),
  username: text("u.username"),
  customerId: number("s.customer_id"),
  customerName: text("c.name"),
  roles: json<Authority[]>(
    "(SELECT json_group_array(r.authority) FROM user_role ur JOIN role r ON r.id = ur.role_id WHERE ur.user_id = u.id)",
  ),
  products: json<Product[]>(
    "(SELECT json_group_array(p.name) FROM customer_product cp JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = s.customer_id)",
  ),
  types: json<ExportDocumentType[]>(
    "(SELECT json_group_array(t.type) FROM customer_export_document_type t WHERE t.customer_id = s.customer_id)",
  ),
  statuses: json<LiveSession["documentationStatuses"]>(
    "(SELECT json_group_array(d.status) FROM customer_documentation_status d WHERE d.customer_id = s.customer_id)",
  ),
};

/**
 * How long an isolate caches a session. Logging out, disabling a user and changing roles must take effect everywhere within 60 s;
 * this and the replication lag together stay well below that.
 */
const cacheTtlMs = 15_000;
const sessionCache = new Map<string, { expiresAtMs: number; session: LiveSession }>();

export const evictSession = (sessionId: string): void => {
  sessionCache.delete(sessionId);
};

/** For changes to a user, because the cache does not know which sessions are theirs. */
export const clearSessionCache = (): void => sessionCache.clear();

/** The session, or null if it has ended or its user may no longer log in. */
export async function findLiveSession(db: Database, sessionId: string): Promise<LiveSession | null> {
  const cachedSession = sessionCache.get(sessionId);
  if (cachedSession && cachedSession.expiresAtMs > Date.now()) return cachedSession.session;
  sessionCache.delete(sessionId);
  const session = await readSession(db, sessionId);
  if (session) {
    if (sessionCache.size > 1000) sessionCache.clear();
    sessionCache.set(sessionId, { expiresAtMs: Date.now() + cacheTtlMs, session });
  }
  return session;
}

const hasRoleCondition = (alias: "u" | "r", authority: Authority) =>
  sql`EXISTS (SELECT 1 FROM user_role x JOIN role y ON y.id = x.role_id WHERE x.user_id = ${sql.raw(alias)}.id AND y.authority = ${authority})`;

const readSession = (db: Database, sessionId: string): Promise<LiveSession | null> =>
  readRights(
    db,
    sql`(SELECT id, user_id, real_user_id, customer_id FROM session
      WHERE id = ${idParam(sessionId)} AND ended_at IS NULL AND expires_at > ${now()})`,
  );

/**
 * The actor with the requester's current rights, whether or not the session has ended.
 * @throws forbidden when the user may no longer log in, or no longer act in that customer
 */
export async function loadCurrentActor(
  db: Database,
  { userId, realUserId, customerId }: Requester,
): Promise<Actor> {
  const live = await readRights(
    db,
    sql`(SELECT NULL AS id, ${userId} AS user_id, ${realUserId} AS real_user_id, ${customerId} AS customer_id)`,
  );
  if (!live) throw problem("forbidden");
  return live.actor;
}

/**
 * Returns the actor of `loadCurrentActor` if they may still make the call for a row of the customer.
 * @throws forbidden
 */
export async function authorizeActor(
  db: Database,
  requester: Requester | null,
  call: Pick<Endpoint, "authority" | "product">,
  customerId: number | null,
): Promise<Actor> {
  if (!requester) throw problem("forbidden");
  const actor = await loadCurrentActor(db, requester);
  const isInScope = spansCustomers(actor) || customerId === actor.customerId;
  if (!isInScope || !canCall(actor, call)) throw problem("forbidden");
  return actor;
}

/** Whether `authorizeActor` would return an actor. */
export const isAllowed = (...args: Parameters<typeof authorizeActor>): Promise<boolean> =>
  authorizeActor(...args).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

/**
 * Reads a user's current rights in a customer. Null unless the user may log in, the real user (if any) may log in and is a super admin,
 * and the user still has access to the customer if it is not their own.
 * @param from a subquery of one row with id, user_id, real_user_id and customer_id
 */
async function readRights(db: Database, from: SQL): Promise<LiveSession | null> {
  const row = await selectRow(
    db,
    sessionColumns,
    (columns) => sql`
    SELECT ${columns}
    FROM ${from} s JOIN user u ON u.id = s.user_id JOIN customer c ON c.id = s.customer_id
      LEFT JOIN user r ON r.id = s.real_user_id
    WHERE u.enabled AND NOT u.account_locked AND NOT u.account_expired
      AND (s.real_user_id IS NULL OR (r.enabled AND NOT r.account_locked AND NOT r.account_expired AND ${hasRoleCondition("r", "ROLE_SUPER_ADMIN")}))
      AND (s.customer_id = u.customer_id OR (${hasRoleCondition("u", "ROLE_SWITCH_CUSTOMER")}
        AND EXISTS (SELECT 1 FROM user_customer uc WHERE uc.user_id = u.id AND uc.customer_id = s.customer_id)))`,
  );
  if (!row) return null;
  const { roles, products, types: exportTypes, statuses, ...identity } = row;
  const authorities = new Set(roles);
  // Derived from the session, never granted.
  authorities.delete("ROLE_SWITCHED_USER");
  if (identity.realUserId !== null) authorities.add("ROLE_SWITCHED_USER");
  return {
    actor: { ...identity, sessionId: identity.sessionId ?? "", authorities, products: new Set(products) },
    exportDocumentTypes: [...documentTypesOf(exportTypes)],
    documentationStatuses: statuses,
  };
}

/**
 * Finds the session of a call. A call that accepts tickets (a download) may have a ticket, signed for its path, instead of the header.
 * @throws notLoggedIn, ticketInvalid, sessionEnded
 */
export async function authenticateSession(c: AppContext, acceptsTicket: boolean): Promise<LiveSession> {
  const header = c.req.header("authorization");
  const sessionId = header
    ? await readAccessToken(c.env, header.replace(/^Bearer\s+/i, ""))
    : acceptsTicket
      ? await readTicketSession(c)
      : null;
  if (!sessionId) throw problem(acceptsTicket && !header ? "ticketInvalid" : "notLoggedIn");
  // If the call has no bookmark, the replica may not have the login yet, so the primary is read too.
  const session =
    (await findLiveSession(getDirectoryDb(c), sessionId)) ??
    (await findLiveSession(selectShard(c, directoryName, true), sessionId));
  if (!session) throw problem("sessionEnded");
  c.set("actor", session.actor);
  return session;
}

/** Whether a call that does not require a session has one. */
export const hasSession = (c: AppContext): Promise<boolean> =>
  authenticateSession(c, false).then(
    () => true,
    () => false,
  );

/** @throws notLoggedIn, ticketInvalid, sessionEnded */
export const authenticateActor = async (c: AppContext, acceptsTicket = false): Promise<Actor> =>
  (await authenticateSession(c, acceptsTicket)).actor;

async function readTicketSession(c: AppContext): Promise<string | null> {
  const url = new URL(c.req.url);
  const token = url.searchParams.get("token");
  if (!token) return readPathTicket(c, url);
  const ticket = await readTicket(c.env, token);
  return ticket?.path === ticketPath(url) ? ticket.sessionId : null;
}

/** Reads a ticket at the end of the path (2§7 exportExcel/{token}). It is bound to the path before it, and contains the query. */
async function readPathTicket(c: AppContext, { pathname }: URL): Promise<string | null> {
  const token = c.req.param("token");
  const ticket = token ? await readTicket(c.env, token) : null;
  const boundPath = ticket?.path.split("?")[0];
  return ticket && `${boundPath}/${token}` === pathname ? ticket.sessionId : null;
}

/** The path and query that a ticket is bound to: those of the URL without the ticket. */
export function ticketPath(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete("token");
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}

export const requesterOf = ({ userId, realUserId, customerId }: Actor): Requester => ({
  userId,
  realUserId,
  customerId,
});

export const authorOf = (actor: Actor): Author => ({
  userId: actor.userId,
  realUserId: actor.realUserId,
  customerId: actor.customerId,
});
