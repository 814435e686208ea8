import { eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { allowDeviceToken, revokeDeviceToken } from "#domain/endpoints/capture/deviceToken.ts";
import { device as deviceContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { device } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";
import { deviceBinding } from "#worker/resources/configuration.ts";
import { findRow } from "#worker/resources/resourceReads.ts";

/** Mounts the calls with which staff revoke a device's token or allow a new one. */
export function mountDeviceTokens(app: App): void {
  mount(app, revokeDeviceToken, async ({ db, actor, params: { id } }) =>
    changeToken(db, actor, id, { tokenRevokedAt: now() }),
  );
  mount(app, allowDeviceToken, async ({ db, actor, params: { id } }) =>
    changeToken(db, actor, id, { tokenRevokedAt: null, tokenIssuedAt: null, tokenHash: null }),
  );
}

async function changeToken(
  db: Database,
  actor: Actor,
  id: string,
  change: Partial<typeof device.$inferInsert>,
): Promise<{ success: true }> {
  const { customerId, tokenRevokedAt } = await findRow(db, deviceBinding, actor, id);
  await db.batch([
    db.update(device).set(change).where(eq(device.id, id)),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId: Number(customerId) },
      objectClass: deviceContract.objectClass,
      objectId: id,
      action: "UPDATE",
      params: changeParamsOf({ tokenRevokedAt }, { tokenRevokedAt: change.tokenRevokedAt ?? null }),
    }),
  ]);
  return { success: true };
}
