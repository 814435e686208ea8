import { asc, lt } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { orphanedObject } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { removeOrphanObjects } from "#worker/media/orphans.ts";

/** Seconds before removal: longer than any call takes to make the row of a stored object, and longer than a signed URL is valid. */
const graceSeconds = 2 * 3600;
const maxPerRun = 100;

/** Removes objects whose row was never made, was deleted or has another object now. */
export async function removeOrphans(env: Env, db: Database, at: Date): Promise<string> {
  const places = await db
    .select({ place: orphanedObject.keyOrPrefix })
    .from(orphanedObject)
    .where(lt(orphanedObject.dateCreated, addSeconds(-graceSeconds, at)))
    .orderBy(asc(orphanedObject.dateCreated))
    .limit(maxPerRun);
  await removeOrphanObjects(
    env,
    db,
    places.map(({ place }) => place),
  );
  return places.length > 0 ? `${places.length} unused files removed` : "";
}
