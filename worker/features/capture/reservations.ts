import { and, eq, sql } from "drizzle-orm";
import { now } from "../../../domain/fields";
import type { Database } from "../../db/database";
import { upload } from "../../db/schema";
import { statement } from "../../db/statement";
import { photoForms } from "../../media/keys";

/** Statements that take back what waits for a photo's or file's bytes; what may still be written for it is nobody's. */
export const withoutReservations = (db: Database, targetId: string) =>
  [
    statement(
      db,
      sql`INSERT OR IGNORE INTO unowned_object (place, date_created)
        SELECT substr(upload.key, 1, length(upload.key) - length('original')) || form.value, ${now()}
        FROM upload, json_each(${JSON.stringify(photoForms)}) form WHERE target_id = ${targetId} AND state = 'RESERVED'`,
    ),
    db.delete(upload).where(and(eq(upload.targetId, targetId), eq(upload.state, "RESERVED"))),
  ] as const;
