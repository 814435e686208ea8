import { createHmac, randomBytes } from "node:crypto";
import { and, eq, type SQL } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import { type LinkPurpose, linkPagePaths } from "#domain/links/uploadLink.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, documentation, template, uploadToken } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { getDirectoryDb, selectCustomerShard } from "#worker/http/databases.ts";
import { addressOf, countWrongGuess } from "./rateLimit.ts";
import { isAllowed } from "./session/actor.ts";
import { sha256 } from "./session/sessionTokens.ts";

/** The customer's id in base 36, which selects the database, and 256 random bits. Only a hash of the token is stored. */
export const newToken = (customerId: number): string =>
  `${customerId.toString(36)}-${randomBytes(32).toString("base64url")}`;

/**
 * The token of a link that the service mails. It is derived from the link's id, so that a reminder can repeat it although it is not stored.
 */
export const deriveToken = (env: Env, customerId: number, linkId: string): string =>
  `${customerId.toString(36)}-${createHmac("sha256", env.SECRETS_KEY).update(`link ${linkId}`).digest("base64url")}`;

/** The id of the customer in a token; undefined for text without the form of `newToken`. */
export function customerOfToken(token: string): number | undefined {
  const [, customer] = /^([0-9a-z]{1,8})-[\w-]{43}(?:\.|$)/.exec(token) ?? [];
  return customer === undefined ? undefined : Number.parseInt(customer, 36);
}

/** Makes the database of the token's customer the call's current one. */
export const selectShardOfToken = async (c: AppContext, token: string): Promise<Database> =>
  selectCustomerShard(c, customerOfToken(token) ?? 0);

/** A link with the documentation it opens. */
export interface Link {
  token: typeof uploadToken.$inferSelect;
  documentation: typeof documentation.$inferSelect;
  templateName: string;
  customerName: string;
}

const guessLimit = { maxAttempts: 30, windowSeconds: 15 * 60 };

/**
 * Finds the link of a token and selects its customer's database. Unknown, revoked and deleted links get the same response. Unknown
 * tokens count as guesses, which never block a valid token.
 * @throws linkUnknown, linkExpired; tooManyAttempts for an unknown token once the limit is reached; notFound for a link with another
 * purpose
 */
export async function authenticateLink(c: AppContext, token: string, purpose?: LinkPurpose): Promise<Link> {
  const db = await selectShardOfToken(c, token);
  const link = await linkQuery(db, eq(uploadToken.tokenHash, await sha256(token))).get();
  if (!link) {
    await countWrongGuess(getDirectoryDb(c), {
      kind: "link",
      guess: token,
      address: addressOf(c),
      ...guessLimit,
    });
    throw problem("linkUnknown");
  }
  if (!(await isValid(db, link))) throw problem("linkUnknown");
  if (link.token.expireDate <= now()) throw problem("linkExpired");
  if (purpose && link.token.purpose !== purpose) throw problem("notFound");
  return link;
}

/** Whether the link is not revoked, its documentation is not deleted, and its creator may still create links. */
const isValid = async (db: Database, { token, documentation: { status } }: Link): Promise<boolean> =>
  !token.revokedAt &&
  status !== "DELETED" &&
  isAllowed(db, token.requester, createUploadToken, token.customerId);

/** Finds a link by its id, for staff, whether or not it has expired or been revoked. @throws notFound for another customer's */
export async function findLink(db: Database, actor: Actor, id: string): Promise<Link> {
  const row = await findRowInScope(db, scopeOf(actor), uploadToken, id);
  const link = await linkQuery(
    db,
    and(eq(uploadToken.customerId, row.customerId), eq(uploadToken.id, row.id)),
  ).get();
  if (!link) throw problem("notFound");
  return link;
}

const linkQuery = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      token: uploadToken,
      documentation,
      templateName: template.name,
      customerName: customer.name,
    })
    .from(uploadToken)
    .innerJoin(
      documentation,
      and(
        eq(documentation.customerId, uploadToken.customerId),
        eq(documentation.id, uploadToken.documentationId),
      ),
    )
    .innerJoin(template, eq(template.id, documentation.templateId))
    .innerJoin(customer, eq(customer.id, uploadToken.customerId))
    .where(condition);

/** The address of a link: the page of its purpose, with the token in the query (2§2). */
export const linkUrl = (env: Env, purpose: LinkPurpose, token: string): string =>
  consoleUrl(env, `${linkPagePaths[purpose]}?token=${token}`);
