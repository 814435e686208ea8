import { and, desc, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { addSeconds, toIsoSeconds } from "#domain/core/fields.ts";
import { assessGrowth, baselineDays } from "#domain/operations/storageGrowth.ts";
import type { Database } from "#worker/db/database.ts";
import { alarm, job, storageUsage } from "#worker/db/schema/index.ts";
import { databaseAlarmBytes } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { createJobStatements, enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import { clearAlarmStatement, raiseAlarm } from "#worker/mail/alarms.ts";
import { notifyOfFaults } from "./mediaFaults.ts";
import { createStoredObjects } from "./objectInfo.ts";

const retentionDays = 400;
const daySeconds = 24 * 3600;

/** Formats a number of bytes for display. */
const formatGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Checks how full the database is, reports pending faults, and starts counting stored bytes. Returns a summary for the log. */
export async function checkStorage(
  env: Env,
  db: Database,
  runAt: Date,
  alarmBytes = databaseAlarmBytes,
): Promise<string> {
  const { meta } = await db.run(sql`SELECT 1`);
  const databaseBytes = meta.size_after;
  if (databaseBytes > alarmBytes)
    await raiseAlarm(env, db, {
      kind: "DATABASE_SIZE",
      detail: `${formatGigabytes(databaseBytes)} of 10 GB.`,
    });
  else await clearAlarmStatement(db, "DATABASE_SIZE");
  // The alarm about dead letters is cleared after a day without any.
  await db
    .delete(alarm)
    .where(and(eq(alarm.kind, "DEAD_LETTERS"), lt(alarm.lastSeenAt, addSeconds(-daySeconds, runAt))));
  const notifiedCount = await notifyOfFaults(env, db, runAt);
  const summary = [
    `database ${formatGigabytes(databaseBytes)}`,
    notifiedCount > 0 && `${notifiedCount} faults mailed`,
  ]
    .filter(Boolean)
    .join(", ");
  // There is one bucket, however many databases there are.
  if (env.ROOT) return summary;
  const request = { day: toIsoSeconds(runAt).slice(0, 10), databaseBytes };
  const activeCondition = and(eq(job.kind, measureJobKind.name), sql`${job.state} IN ('PENDING', 'RUNNING')`);
  const { id, statements } = createJobStatements(
    db,
    measureJobKind,
    { customerId: null, requester: null, request },
    sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${activeCondition})`,
  );
  const [insertResult] = await db.batch(statements);
  if (insertResult.meta.changes > 0) await enqueueJobQuietly(env, { id });
  return summary;
}

const cursorSchema = z.object({ after: z.string(), objects: z.int(), bytes: z.int() });
type Cursor = z.output<typeof cursorSchema>;

/** Measures the bucket's content, a thousand objects per call; counting rows would miss orphans. */
export const measureJobKind = defineServiceJob({
  name: "measureStorage",
  request: z.strictObject({ day: z.string(), databaseBytes: z.int() }),
  cursor: cursorSchema,
  retentionHours: 24,
  step: (step) => measureStep(step),
});

const defaultLimits = { calls: 50, page: 1000 };

export async function measureStep(
  { env, db, request, cursor: previousCursor }: ServiceStep<{ day: string; databaseBytes: number }, Cursor>,
  limits = defaultLimits,
): Promise<StepOutcome<Cursor>> {
  const storedObjects = createStoredObjects(env.STORAGE);
  let { after: startAfter, objects, bytes } = previousCursor ?? { after: "", objects: 0, bytes: 0 };
  for (let callIndex = 0; callIndex < limits.calls; callIndex += 1) {
    const page = await storedObjects.list(startAfter, limits.page);
    objects += page.objects.length;
    bytes += page.objects.reduce((sum, { size }) => sum + size, 0);
    if (page.next === null) {
      await checkGrowth(env, db, { ...request, objects, objectBytes: bytes });
      return { result: { day: request.day, objects, bytes } };
    }
    startAfter = page.next;
  }
  return {
    cursor: { after: startAfter, objects, bytes },
    progress: objects,
    total: objects,
    delaySeconds: 5,
  };
}

type StorageAmount = typeof storageUsage.$inferInsert;

/** Stores the amount of a day and compares it with the amounts of earlier days. */
export async function checkGrowth(env: Env, db: Database, amount: StorageAmount): Promise<void> {
  const [, , dailyAmounts] = await db.batch([
    db.insert(storageUsage).values(amount).onConflictDoUpdate({ target: storageUsage.day, set: amount }),
    db
      .delete(storageUsage)
      .where(
        lt(storageUsage.day, addSeconds(-retentionDays * daySeconds, new Date(amount.day)).slice(0, 10)),
      ),
    db
      .select()
      .from(storageUsage)
      .where(sql`${storageUsage.day} <= ${amount.day}`)
      .orderBy(desc(storageUsage.day))
      .limit(baselineDays + 2),
  ]);
  const { verdict, growthBytes, usualGrowthBytes } = assessGrowth(dailyAmounts.toReversed());
  const detail = `${amount.day}: ${growthBytes > 0 ? "+" : ""}${formatGigabytes(growthBytes)} (usually ${formatGigabytes(usualGrowthBytes)}), ${formatGigabytes(amount.objectBytes)} in total.`;
  for (const [kind, verdictOfKind] of [
    ["BUCKET_GROWTH", "GROWTH"],
    ["BUCKET_LOSS", "LOSS"],
  ] as const)
    if (verdict === verdictOfKind) await raiseAlarm(env, db, { kind, detail });
    else await clearAlarmStatement(db, kind);
}
