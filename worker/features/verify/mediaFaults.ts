import { and, count, isNull, lt, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { mediaFault } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createFaultsMail } from "#worker/mail/alarmMails.ts";
import { mailSuperAdmins } from "#worker/mail/superAdmins.ts";
import type { MediaFault } from "./compareObject.ts";

/** Records faults. For a known fault, only the time when it was last seen changes. */
export async function recordFaults(
  db: Database,
  faults: readonly MediaFault[],
  seenAt: string,
): Promise<void> {
  await statement(
    db,
    sql`INSERT INTO media_fault (key, kind, holder, holder_id, documentation_id, customer_id, expected, found, first_seen_at, last_seen_at)
      SELECT value ->> 'key', value ->> 'kind', value ->> 'holder', ${textAsId("value ->> 'holderId'")}, ${textAsId("value ->> 'documentationId'")},
        value ->> 'customerId', value ->> 'expected', value ->> 'found', ${seenAt}, ${seenAt} FROM json_each(${JSON.stringify(faults)}) WHERE true
      ON CONFLICT (key) DO UPDATE SET kind = excluded.kind, expected = excluded.expected, found = excluded.found, last_seen_at = excluded.last_seen_at,
        notified_at = iif(kind = excluded.kind, notified_at, NULL)`,
  );
}

/** Deletes faults that a complete run has not found again. */
export const purgeFaultsStatement = (db: Database, startedAt: string) =>
  db.delete(mediaFault).where(lt(mediaFault.lastSeenAt, startedAt));

/** Maximum number of faults listed in a mail, which also gives the total. */
const maxListedFaults = 20;
/** Minimum hours between mails about faults. */
const mailIntervalHours = 24;

/**
 * Mails super admins about new faults, each once and at most one mail a day; faults found in between are in the next mail.
 * @returns the number of faults reported
 */
export async function notifyOfFaults(env: Env, db: Database, runAt: Date): Promise<number> {
  const cutoff = addSeconds(-mailIntervalHours * 3600, runAt);
  const dueCondition = sql`EXISTS (SELECT 1 FROM media_fault WHERE notified_at IS NULL) AND NOT EXISTS (SELECT 1 FROM media_fault WHERE notified_at > ${cutoff})`;
  const newFaults = await db
    .select({ kind: mediaFault.kind, key: mediaFault.key })
    .from(mediaFault)
    .where(and(isNull(mediaFault.notifiedAt), dueCondition))
    .orderBy(mediaFault.firstSeenAt, mediaFault.key)
    .limit(maxListedFaults);
  if (newFaults.length === 0) return 0;
  const [countRow] = await db
    .select({ faultCount: count() })
    .from(mediaFault)
    .where(isNull(mediaFault.notifiedAt));
  const total = countRow?.faultCount ?? newFaults.length;
  const mails = await mailSuperAdmins(db, (reader) =>
    createFaultsMail(reader, { faults: newFaults, total, url: consoleUrl(env, "/storedFiles") }),
  );
  // Only one of two concurrent runs sends the mails.
  const hasNotified = await batchIf(db, dueCondition, [
    db.update(mediaFault).set({ notifiedAt: now() }).where(isNull(mediaFault.notifiedAt)),
    ...mails.statements,
  ]);
  if (hasNotified) await mails.enqueueMails(env);
  return hasNotified ? total : 0;
}
