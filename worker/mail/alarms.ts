import { and, eq, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { alarm } from "#worker/db/schema/index.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { type AlarmKind, createAlarmMail } from "./alarmMails.ts";
import { mailSuperAdmins } from "./superAdmins.ts";

/** A situation that requires the attention of super admins. Its row exists from the first occurrence until the alarm is cleared. */
export interface Alarm {
  kind: AlarmKind;
  /** Distinguishes alarms of one kind; empty if the kind has only one. */
  subject?: string;
  /** For readers of the mail: numbers, or the latest case. */
  detail: string;
}

/** Records an alarm, and mails super admins when it is new. Never throws: an alarm must not stop the work that raised it. */
export async function raiseAlarm(
  env: Env,
  db: Database,
  { kind, subject = "", detail }: Alarm,
): Promise<void> {
  try {
    const seenAt = now();
    await db
      .insert(alarm)
      .values({ kind, subject, detail, firstSeenAt: seenAt, lastSeenAt: seenAt })
      .onConflictDoUpdate({
        target: [alarm.kind, alarm.subject],
        set: { lastSeenAt: seenAt, detail, count: sql`${alarm.count} + 1` },
      });
    const notNotifiedCondition = sql`EXISTS (SELECT 1 FROM alarm WHERE kind = ${kind} AND subject = ${subject} AND notified_at IS NULL)`;
    const superAdminMails = await mailSuperAdmins(db, (reader) =>
      createAlarmMail(reader, { kind, subject, detail, url: consoleUrl(env, "/quartz") }),
    );
    // If two calls run concurrently, one of them sends the mails.
    const hasNotified = await batchIf(db, notNotifiedCondition, [
      db
        .update(alarm)
        .set({ notifiedAt: seenAt })
        .where(and(eq(alarm.kind, kind), eq(alarm.subject, subject))),
      ...superAdminMails.statements,
    ]);
    if (hasNotified) await superAdminMails.enqueueMails(env);
  } catch (error) {
    console.error(JSON.stringify({ alarm: kind, subject, notSent: String(error) }));
  }
}

/** Ends an alarm, so that the next occurrence is mailed again. */
export const clearAlarmStatement = (db: Database, kind: AlarmKind, subject = "") =>
  db.delete(alarm).where(and(eq(alarm.kind, kind), eq(alarm.subject, subject)));
