import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { deviceTokenHeader } from "#domain/endpoints/capture/deviceToken.ts";
import { device } from "#worker/db/schema/index.ts";
import { findShardName } from "#worker/db/shards.ts";
import type { AppContext } from "#worker/http/context.ts";
import { openShardForCall } from "#worker/http/databases.ts";
import { sha256 } from "./session/sessionTokens.ts";

/** A device's own token: its customer's id in base 36, which selects the database, and 256 random bits. Only its SHA-256 is stored. */
export const createDeviceToken = (customerId: number): string =>
  `${customerId.toString(36)}-${randomBytes(32).toString("base64url")}`;

const customerOf = (token: string): number | null => {
  const [, customer] = /^([0-9a-z]{1,8})-[\w-]{43}$/.exec(token) ?? [];
  return customer === undefined ? null : Number.parseInt(customer, 36);
};

/**
 * Finds the device whose token the call sends along. Null without a token, and for one that belongs to no device: licence codes work
 * without it.
 * @throws licenseRefused for a revoked token
 */
export async function authenticateDevice(c: AppContext): Promise<typeof device.$inferSelect | null> {
  const token = c.req.header(deviceTokenHeader);
  const customerId = token ? customerOf(token) : null;
  if (!token || customerId === null) return null;
  const { db } = openShardForCall(c, await findShardName(c.env, customerId));
  const row = await db
    .select()
    .from(device)
    .where(and(eq(device.customerId, customerId), eq(device.tokenHash, await sha256(token))))
    .get();
  if (row?.tokenRevokedAt) throw problem("licenseRefused");
  return row ?? null;
}
