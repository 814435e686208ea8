import { databaseOf } from "../../worker/db/database";
import type { Env } from "../../worker/env";
import { noteUnowned, reservedUploadAt, settle } from "../../worker/ingest/settle";
import { storageEvent } from "../messages";

/**
 * An object was created: if a reservation waits for it, it is looked at even though no client said a word. One whose reservation has
 * been taken back in the meantime is nobody's, and swept.
 */
export async function consumeStorageEvent(body: unknown, env: Env): Promise<void> {
  const { object } = storageEvent.parse(body);
  const db = databaseOf(env);
  const uploadId = await reservedUploadAt(db, object.key);
  if (uploadId) await settle(env, db, uploadId);
  else await noteUnowned(db, object.key);
}
