import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { type Authority, type Product, spansCustomers } from "../../../domain/access/authorities";
import {
  type ExportDocumentType,
  exportDocumentTypes,
  type grantableStatuses,
} from "../../../domain/documentation";
import { type Endpoint, mayCall } from "../../../domain/endpoint";
import { now } from "../../../domain/fields";
import { Problem, problem } from "../../../domain/problem";
import { defaultExportDocumentTypes } from "../../../domain/rules/exportTypes";
import type { Author } from "../../db/audit";
import type { Database } from "../../db/database";
import type { AppContext } from "../../http/context";
import { attachDatabase } from "../../http/request";
import { readAccessToken, readTicket } from "./tokens";

/** Who asks, and in which customer. Work that is done later keeps it, and asks for the actor again when it acts. */
export interface Requester {
  userId: number;
  /** The super admin who acts as this user, or null. */
  realUserId: number | null;
  customerId: number;
}

/** A session as the database has it right now. */
export interface LiveSession {
  actor: Actor;
  exportDocumentTypes: ExportDocumentType[];
  documentationStatuses: (typeof grantableStatuses)[number][];
}

interface StandingRow {
  session_id: string;
  user_id: number;
  real_user_id: number | null;
  username: string;
  customer_id: number;
  customer_name: string;
  roles: string;
  products: string;
  types: string;
  statuses: string;
}

/**
 * A session as an isolate remembers it. Logging out, disabling a user and changing roles must take effect
 * everywhere within 60 s; this and the lag of a replica stay well below.
 */
const rememberedFor = 15_000;
const remembered = new Map<string, { until: number; session: LiveSession }>();

export const forgetSession = (sessionId: string): void => {
  remembered.delete(sessionId);
};

/** For changes to users, whose sessions are not known here. */
export const forgetSessions = (): void => remembered.clear();

/** The session if it has not ended and its user may still come in, else null. */
export async function liveSession(db: Database, sessionId: string): Promise<LiveSession | null> {
  const known = remembered.get(sessionId);
  if (known && known.until > Date.now()) return known.session;
  remembered.delete(sessionId);
  const session = await readSession(db, sessionId);
  if (session) {
    if (remembered.size > 1000) remembered.clear();
    remembered.set(sessionId, { until: Date.now() + rememberedFor, session });
  }
  return session;
}

const holdsRole = (alias: "u" | "r", authority: Authority) =>
  sql`EXISTS (SELECT 1 FROM user_role x JOIN role y ON y.id = x.role_id WHERE x.user_id = ${sql.raw(alias)}.id AND y.authority = ${authority})`;

const readSession = (db: Database, sessionId: string): Promise<LiveSession | null> =>
  readStanding(
    db,
    sql`(SELECT id, user_id, real_user_id, customer_id FROM session
      WHERE id = ${sessionId} AND ended IS NULL AND expires > ${now()})`,
  );

/**
 * The actor as the requester's user, roles and customers are now, whatever has become of the session.
 * @throws forbidden when the user may not come in any more, or not into that customer.
 */
export async function actorNow(db: Database, { userId, realUserId, customerId }: Requester): Promise<Actor> {
  const live = await readStanding(
    db,
    sql`(SELECT '' AS id, ${userId} AS user_id, ${realUserId} AS real_user_id, ${customerId} AS customer_id)`,
  );
  if (!live) throw problem("forbidden");
  return live.actor;
}

/**
 * The actor as `actorNow` has it, if they may still make a call for a customer's row.
 * @throws forbidden
 */
export async function actorAllowed(
  db: Database,
  requester: Requester | null,
  call: Pick<Endpoint, "authority" | "product">,
  customerId: number | null,
): Promise<Actor> {
  if (!requester) throw problem("forbidden");
  const actor = await actorNow(db, requester);
  const inScope = spansCustomers(actor) || customerId === actor.customerId;
  if (!inScope || !mayCall(actor, call)) throw problem("forbidden");
  return actor;
}

/** As `actorAllowed`, for what is asked on somebody's behalf and answers them nothing. */
export const isAllowed = (...asked: Parameters<typeof actorAllowed>): Promise<boolean> =>
  actorAllowed(...asked).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

/**
 * Selects what a user may do in a customer now: nothing unless the user may come in, whoever is switched to that user is still a
 * super admin who may, and another customer's account is still open to the user.
 * @param from one row of id, user_id, real_user_id and customer_id
 */
async function readStanding(db: Database, from: SQL): Promise<LiveSession | null> {
  const row = await db.get<StandingRow | undefined>(sql`
    SELECT s.id AS session_id, s.user_id, s.real_user_id, u.username, s.customer_id, c.name AS customer_name,
      (SELECT json_group_array(r.authority) FROM user_role ur JOIN role r ON r.id = ur.role_id WHERE ur.user_id = u.id) AS roles,
      (SELECT json_group_array(p.name) FROM customer_product cp JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = s.customer_id) AS products,
      (SELECT json_group_array(t.type) FROM customer_export_document_type t WHERE t.customer_id = s.customer_id) AS types,
      (SELECT json_group_array(d.status) FROM customer_documentation_status d WHERE d.customer_id = s.customer_id) AS statuses
    FROM ${from} s JOIN user u ON u.id = s.user_id JOIN customer c ON c.id = s.customer_id
      LEFT JOIN user r ON r.id = s.real_user_id
    WHERE u.enabled AND NOT u.account_locked AND NOT u.account_expired
      AND (s.real_user_id IS NULL OR (r.enabled AND NOT r.account_locked AND NOT r.account_expired AND ${holdsRole("r", "ROLE_SUPER_ADMIN")}))
      AND (s.customer_id = u.customer_id OR (${holdsRole("u", "ROLE_SWITCH_CUSTOMER")}
        AND EXISTS (SELECT 1 FROM user_customer uc WHERE uc.user_id = u.id AND uc.customer_id = s.customer_id)))`);
  if (!row) return null;
  const authorities = new Set(JSON.parse(row.roles) as Authority[]);
  // Describes a session; it cannot be granted.
  authorities.delete("ROLE_SWITCHED_USER");
  if (row.real_user_id !== null) authorities.add("ROLE_SWITCHED_USER");
  const granted = JSON.parse(row.types) as ExportDocumentType[];
  const types = exportDocumentTypes.filter((type) => granted.includes(type));
  return {
    actor: {
      userId: row.user_id,
      username: row.username,
      customerId: row.customer_id,
      customerName: row.customer_name,
      authorities,
      products: new Set(JSON.parse(row.products) as Product[]),
      sessionId: row.session_id,
      realUserId: row.real_user_id,
    },
    exportDocumentTypes: types.length > 0 ? types : [...defaultExportDocumentTypes],
    documentationStatuses: JSON.parse(row.statuses),
  };
}

/**
 * Finds the session of a call. A download may carry a signed ticket for its very path in the query instead of a header.
 * @throws notLoggedIn, ticketInvalid, sessionEnded
 */
export async function sessionOf(c: AppContext, takesTicket: boolean): Promise<LiveSession> {
  const header = c.req.header("authorization");
  const sessionId = header
    ? await readAccessToken(c.env, header.replace(/^Bearer\s+/i, ""))
    : takesTicket
      ? await ticketSession(c)
      : null;
  if (!sessionId) throw problem(takesTicket && !header ? "ticketInvalid" : "notLoggedIn");
  // A client that sends no bookmark may have been served by a replica that has not heard of its login yet.
  const session =
    (await liveSession(c.get("db"), sessionId)) ??
    (await liveSession(attachDatabase(c, null, true), sessionId));
  if (!session) throw problem("sessionEnded");
  c.set("actor", session.actor);
  return session;
}

/** Whether the call of somebody who needs no session is made in one. */
export const hasSession = (c: AppContext): Promise<boolean> =>
  sessionOf(c, false).then(
    () => true,
    () => false,
  );

export const actorOf = async (c: AppContext, takesTicket = false): Promise<Actor> =>
  (await sessionOf(c, takesTicket)).actor;

async function ticketSession(c: AppContext): Promise<string | null> {
  const url = new URL(c.req.url);
  const token = url.searchParams.get("token");
  if (!token) return ticketInPath(c, url);
  const ticket = await readTicket(c.env, token);
  return ticket?.path === ticketPath(url) ? ticket.sessionId : null;
}

/** Reads a ticket that ends the path (2§7 exportExcel/{token}). It is bound to the path before it and carries the query. */
async function ticketInPath(c: AppContext, { pathname }: URL): Promise<string | null> {
  const token = c.req.param("token");
  const ticket = token ? await readTicket(c.env, token) : null;
  const bound = ticket?.path.split("?")[0];
  return ticket && `${bound}/${token}` === pathname ? ticket.sessionId : null;
}

/** Returns the path and query that a ticket is bound to: the address without the ticket. */
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
