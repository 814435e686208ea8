import { asc, lt } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { orphanedObject } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { removeOrphanObjects } from "#worker/media/orphans.ts";

/** Longer than any call takes to insert the row of a stored object, and longer than a signed URL is valid. */
const graceSeconds = 2 * 3600;
const maxPerRun = 100;

/** Removes objects whose row was never inserted, was deleted, or now names another object. */
export async function removeOrphans(env: Env, db: Database, scheduledAt: Date): Promise<string> {
  const orphans = await db
    .select({ keyOrPrefix: orphanedObject.keyOrPrefix })
    .from(orphanedObject)
    .where(lt(orphanedObject.dateCreated, addSeconds(-graceSeconds, scheduledAt)))
    .orderBy(asc(orphanedObject.dateCreated))
    .limit(maxPerRun);
  await removeOrphanObjects(
    env,
    db,
    orphans.map(({ keyOrPrefix }) => keyOrPrefix),
  );
  return orphans.length > 0 ? `${orphans.length} unused files removed` : "";
}
