import { asc, lt } from "drizzle-orm";
import { inSeconds } from "../../domain/fields";
import type { Database } from "../db/database";
import { unownedObject } from "../db/schema";
import type { Env } from "../env";
import { removePlaces } from "../media/unowned";

/** Longer than any call may take to make the row of what it stored, and than a signed URL is good for. Seconds. */
const patience = 2 * 3600;
const perRun = 100;

/** Removes objects that were stored for a row that was never made, or let go of by one and not removed then. */
export async function removeUnowned(env: Env, db: Database): Promise<string> {
  const places = await db
    .select({ place: unownedObject.place })
    .from(unownedObject)
    .where(lt(unownedObject.dateCreated, inSeconds(-patience)))
    .orderBy(asc(unownedObject.dateCreated))
    .limit(perRun);
  await removePlaces(
    env,
    db,
    places.map(({ place }) => place),
  );
  return places.length > 0 ? `${places.length} unused files removed` : "";
}
