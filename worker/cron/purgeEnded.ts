import { and, lt, ne, or, sql } from "drizzle-orm";
import { addSeconds, toIsoSeconds } from "#domain/core/fields.ts";
import { purgeIdempotentCalls } from "#worker/api/idempotency.ts";
import { purgeEndedWindows } from "#worker/auth/rateLimit.ts";
import type { Database } from "#worker/db/database.ts";
import {
  exportDocument,
  notice,
  oneTimeCode,
  outboxMail,
  passkeyChallenge,
  scheduledJobRun,
  selection,
  session,
  upload,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { purgeRefusedStatements } from "#worker/features/uploadToken/listTempFiles.ts";
import { purgeExpiredLinkStatements } from "#worker/features/uploadToken/notifyArrivals.ts";
import { purgeUploads } from "#worker/ingest/purgeUploads.ts";
import { orphanReservedStatement, pendingIndexCondition } from "#worker/ingest/reservations.ts";
import { purgeDeliveryLinkStatements } from "#worker/links/mailedLink.ts";

const daySeconds = 24 * 3600;

/** Deletes expired rows: ended sessions, used codes and counters, unused reservations, old mails and runs. */
export async function purgeEnded(_env: Env, db: Database, scheduledAt: Date): Promise<string> {
  const toInstantSecondsAgo = (seconds: number) => addSeconds(-seconds, scheduledAt);
  await db.batch([
    db
      .delete(session)
      .where(
        or(
          lt(session.endedAt, toInstantSecondsAgo(30 * daySeconds)),
          lt(session.expiresAt, toInstantSecondsAgo(30 * daySeconds)),
        ),
      ),
    db.delete(oneTimeCode).where(lt(oneTimeCode.expiresAt, toInstantSecondsAgo(daySeconds))),
    db.delete(passkeyChallenge).where(lt(passkeyChallenge.expiresAt, toIsoSeconds(scheduledAt))),
    // A client may have uploaded an object for a reservation without settling it.
    orphanReservedStatement(
      db,
      sql`${pendingIndexCondition} AND expires_at < ${toInstantSecondsAgo(7 * daySeconds)}`,
    ),
    db
      .delete(upload)
      .where(and(pendingIndexCondition, lt(upload.expiresAt, toInstantSecondsAgo(7 * daySeconds)))),
    db.delete(scheduledJobRun).where(lt(scheduledJobRun.started, toInstantSecondsAgo(90 * daySeconds))),
    db
      .delete(outboxMail)
      .where(
        and(
          ne(outboxMail.state, "PENDING"),
          lt(outboxMail.dateCreated, toInstantSecondsAgo(90 * daySeconds)),
        ),
      ),
    // A download of a selection can be resumed for a day.
    db.delete(selection).where(lt(selection.dateCreated, toInstantSecondsAgo(daySeconds))),
    ...purgeExpiredLinkStatements(db, scheduledAt),
    ...purgeRefusedStatements(db, scheduledAt),
    ...purgeDeliveryLinkStatements(db, scheduledAt),
    // A trigger marks their objects as orphans.
    db.delete(exportDocument).where(lt(exportDocument.expireDate, toIsoSeconds(scheduledAt))),
    db.delete(notice).where(lt(notice.dateCreated, toInstantSecondsAgo(90 * daySeconds))),
    purgeEndedWindows(db, scheduledAt),
    purgeIdempotentCalls(db, scheduledAt),
  ]);
  await purgeUploads(db, scheduledAt);
  return "expired rows removed";
}
