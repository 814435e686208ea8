import { and, eq, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { alarm } from "#worker/db/schema/index.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { type AlarmKind, alarmLetter } from "./alarmMails.ts";
import { mailSuperAdmins } from "./superAdmins.ts";

/** What has to be looked at: a row from when it is first seen until it is over. */
export interface Alarm {
  kind: AlarmKind;
  /** Tells those of a kind apart; empty where there is one. */
  subject?: string;
  /** For people: numbers, or the newest case. */
  detail: string;
}

/** Notes an alarm, and mails super admins when it is new. Never fails: what it warns of must not be stopped by it. */
export async function raiseAlarm(
  env: Env,
  db: Database,
  { kind, subject = "", detail }: Alarm,
): Promise<void> {
  try {
    const at = now();
    await db
      .insert(alarm)
      .values({ kind, subject, detail, firstSeenAt: at, lastSeenAt: at })
      .onConflictDoUpdate({
        target: [alarm.kind, alarm.subject],
        set: { lastSeenAt: at, detail, count: sql`${alarm.count} + 1` },
      });
    const untold = sql`EXISTS (SELECT 1 FROM alarm WHERE kind = ${kind} AND subject = ${subject} AND notified_at IS NULL)`;
    const mails = await mailSuperAdmins(db, (reader) =>
      alarmLetter(reader, { kind, subject, detail, url: consoleUrl(env, "/quartz") }),
    );
    // Of two at once, one sends the mails.
    const first = await batchIf(db, untold, [
      db
        .update(alarm)
        .set({ notifiedAt: at })
        .where(and(eq(alarm.kind, kind), eq(alarm.subject, subject))),
      ...mails.statements,
    ]);
    if (first) await mails.dispatch(env);
  } catch (error) {
    console.error(JSON.stringify({ alarm: kind, subject, untold: String(error) }));
  }
}

/** Says that it is over: the next time is told anew. */
export const clearAlarmStatement = (db: Database, kind: AlarmKind, subject = "") =>
  db.delete(alarm).where(and(eq(alarm.kind, kind), eq(alarm.subject, subject)));
