import { databaseOf } from "../../worker/db/database";
import type { Env } from "../../worker/env";
import { noteUnowned, reservedUploadAt, settle } from "../../worker/ingest/settle";
import { storageEvent } from "../messages";

/**
 * Settles the upload a new object belongs to, in case its client never does. An object whose reservation has been withdrawn is noted
 * as unowned and removed later.
 */
export async function consumeStorageEvent(body: unknown, env: Env): Promise<void> {
  const { object } = storageEvent.parse(body);
  const db = databaseOf(env);
  const uploadId = await reservedUploadAt(db, object.key);
  if (uploadId) await settle(env, db, uploadId, { waits: false });
  else await noteUnowned(db, object.key);
}
