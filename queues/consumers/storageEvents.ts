import { databaseOf } from "#worker/db/database.ts";
import { getCustomerEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { findReservedUpload, markOrphanUnlessUsed, settleUpload } from "#worker/ingest/settleUpload.ts";
import { getCustomerIdOfKey } from "#worker/media/photoKeys.ts";
import { storageEvent } from "../messages.ts";

/**
 * Settles the upload of a new object, in case its client never does. An object without a reservation is marked as an orphan and
 * removed later.
 */
export async function consumeStorageEvent(body: unknown, root: Env): Promise<void> {
  const { object } = storageEvent.parse(body);
  const env = await getCustomerEnv(root, getCustomerIdOfKey(object.key) ?? 0);
  const db = databaseOf(env);
  const uploadId = await findReservedUpload(db, object.key);
  if (uploadId) await settleUpload(env, db, uploadId, { shouldWait: false });
  else await markOrphanUnlessUsed(db, object.key);
}
