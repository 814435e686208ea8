import { and, asc, eq, lt } from "drizzle-orm";
import { inSeconds } from "../../domain/fields";
import { Problem } from "../../domain/problem";
import type { Database } from "../db/database";
import { upload } from "../db/schema";
import type { Env } from "../env";
import { giveUpImport } from "../ingest/imported";
import { settle } from "../ingest/settle";

/** Old enough that its client should have settled it by now. Seconds. */
const patience = 60;
/** A PUT that began while the URL was good may end so much later. Seconds. */
const overdue = 3600;
const perRun = 100;

/** The sweeper: finds the uploads whose settle call and storage event were both lost. */
export async function settleUploads(env: Env, db: Database): Promise<string> {
  const waiting = await db
    .select()
    .from(upload)
    .where(and(eq(upload.state, "RESERVED"), lt(upload.dateCreated, inSeconds(-patience))))
    .orderBy(asc(upload.attempts), asc(upload.dateCreated))
    .limit(perRun);
  let settled = 0;
  const failures: string[] = [];
  for (const row of waiting) {
    try {
      const outcome = await settle(env, db, row.id);
      const over = row.imported && row.expires < inSeconds(-overdue);
      if (outcome.state !== "RESERVED" || (over && (await giveUpImport(db, row)))) settled += 1;
    } catch (error) {
      // One upload that cannot be settled now must not keep the others waiting.
      failures.push(error instanceof Problem ? error.code : String(error));
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${waiting.length} uploads failed: ${failures[0]}`);
  return settled > 0 ? `${settled} uploads settled` : "";
}
