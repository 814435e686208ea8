import { sql } from "drizzle-orm";
import type { NoticeKind } from "../../domain/endpoints/notice";
import { now } from "../../domain/fields";
import type { Database } from "./database";
import { newId } from "./ids";
import { statement } from "./statement";

interface Noticed {
  customerId: number;
  userId: number;
  kind: NoticeKind;
  documentationId: string | null;
  /** Of the same kind and matter somebody has one notice, however often it is written. */
  matter: string;
  params?: Record<string, string>;
}

/**
 * A statement that tells somebody, for the batch that writes what they are told. A matter they have read comes up again. Nobody is told who
 * is gone, disabled or of another customer.
 */
export const noticed = (
  db: Database,
  { customerId, userId, kind, documentationId, matter, params }: Noticed,
) =>
  statement(
    db,
    sql`INSERT INTO notice (id, customer_id, user_id, kind, documentation_id, matter, params, date_created)
      SELECT ${newId}, customer_id, id, ${kind}, ${documentationId}, ${matter}, ${JSON.stringify(params ?? {})}, ${now()}
      FROM user WHERE id = ${userId} AND customer_id = ${customerId} AND enabled
      ON CONFLICT (user_id, kind, matter) DO UPDATE SET params = excluded.params, date_created = excluded.date_created,
        read = NULL, mailed = NULL`,
  );
