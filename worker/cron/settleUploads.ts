import { and, asc, eq, lt } from "drizzle-orm";
import { inSeconds } from "../../domain/fields";
import { Problem } from "../../domain/problem";
import type { Database } from "../db/database";
import { upload } from "../db/schema";
import type { Env } from "../env";
import { settle } from "../features/capture/settle";

/** Old enough that its client should have settled it by now. Seconds. */
const patience = 60;
const perRun = 100;

/** The sweeper: finds the uploads whose settle call and storage event were both lost. */
export async function settleUploads(env: Env, db: Database): Promise<string> {
  const waiting = await db
    .select({ id: upload.id })
    .from(upload)
    .where(and(eq(upload.state, "RESERVED"), lt(upload.dateCreated, inSeconds(-patience))))
    .orderBy(asc(upload.attempts), asc(upload.dateCreated))
    .limit(perRun);
  let settled = 0;
  const failures: string[] = [];
  for (const { id } of waiting) {
    try {
      const outcome = await settle(env, db, id);
      if (outcome.state !== "RESERVED") settled += 1;
    } catch (error) {
      // One upload that cannot be settled now must not keep the others waiting.
      failures.push(error instanceof Problem ? error.code : String(error));
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${waiting.length} uploads failed: ${failures[0]}`);
  return settled > 0 ? `${settled} uploads settled` : "";
}
