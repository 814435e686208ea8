import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  listMediaFaults,
  MediaFaultKind,
  MediaHolder,
  mediaFaultColumns,
} from "#domain/endpoints/operations/storedFiles.ts";
import type { Database } from "#worker/db/database.ts";
import { nullable, number, selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { job } from "#worker/db/schema/index.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { verifyJobKind } from "./verifyJob.ts";
import { walkCursorSchema } from "./verifyStep.ts";

type Query = z.output<NonNullable<typeof listMediaFaults.query>>;
type MediaFaultsResponse = z.input<NonNullable<typeof listMediaFaults.response>>;

const columns = {
  key: text("f.key"),
  kind: text<MediaFaultKind>("f.kind"),
  holder: nullable(text<MediaHolder>("f.holder")),
  holderId: nullable(uuid("f.holder_id")),
  documentationId: nullable(uuid("f.documentation_id")),
  customerId: nullable(number("f.customer_id")),
  customerName: nullable(text("c.name")),
  expected: nullable(text("f.expected")),
  found: nullable(text("f.found")),
  firstSeenAt: text("f.first_seen_at"),
  lastSeenAt: text("f.last_seen_at"),
};

const sortColumns: Record<(typeof mediaFaultColumns)[number], SQL> = {
  id: sql`f.key`,
  firstSeenAt: sql`f.first_seen_at`,
  lastSeenAt: sql`f.last_seen_at`,
  kind: sql`f.kind`,
  customerName: sql`c.name_key`,
};

export async function listFaults(
  db: Database,
  { q, max, offset, sort, order }: Query,
): Promise<MediaFaultsResponse> {
  const direction = order === "asc" ? sql`ASC` : sql`DESC`;
  const fromSql = sql`media_fault f LEFT JOIN customer c ON c.id = f.customer_id`;
  const searchCondition = q ? matchesSearchCondition([sql`f.key`, sql`c.name`], q) : sql`1`;
  const [items, total, lastWalk] = await Promise.all([
    selectRows(
      db,
      columns,
      (columnsSql) =>
        sql`SELECT ${columnsSql} FROM ${fromSql} WHERE ${searchCondition} ORDER BY ${sortColumns[sort]} ${direction}, f.key ${direction} LIMIT ${max} OFFSET ${offset}`,
    ),
    selectNumber(db, sql`SELECT count(*) FROM ${fromSql} WHERE ${searchCondition}`),
    findNewestRun(db),
  ]);
  return { items, total, lastWalk };
}

async function findNewestRun(db: Database): Promise<MediaFaultsResponse["lastWalk"]> {
  const row = await db
    .select()
    .from(job)
    .where(eq(job.kind, verifyJobKind.name))
    .orderBy(desc(job.dateCreated))
    .limit(1)
    .get();
  if (!row) return null;
  const { data } = walkCursorSchema.partial().safeParse(row.result ?? row.params.cursor ?? {});
  return {
    began: verifyJobKind.parseRequest(row).began,
    ended: row.finishedAt,
    checked: data?.checked ?? 0,
    bytes: data?.bytes ?? 0,
  };
}
