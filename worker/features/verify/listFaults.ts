import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  listMediaFaults,
  MediaFaultKind,
  MediaHolder,
  mediaFaultColumns,
} from "#domain/endpoints/operations/storedFiles.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { nullable, number, selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { job } from "#worker/db/schema/index.ts";
import { verifyKind } from "./verifyJob.ts";
import { walkCursor } from "./verifyStep.ts";

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
  firstSeen: text("f.first_seen_at"),
  lastSeen: text("f.last_seen_at"),
};

const sorts: Record<(typeof mediaFaultColumns)[number], SQL> = {
  firstSeen: sql`f.first_seen_at`,
  lastSeen: sql`f.last_seen_at`,
  kind: sql`f.kind`,
  customerName: sql`c.name_key`,
};

export async function listMediaFaultRows(
  db: Database,
  { q, max, offset, sort, order }: Query,
): Promise<MediaFaultsResponse> {
  const direction = order === "asc" ? sql`ASC` : sql`DESC`;
  const from = sql`media_fault f LEFT JOIN customer c ON c.id = f.customer_id`;
  const matches = q
    ? sql`(${containsFolded(sql`f.key`, q)} OR ${containsFolded(sql`coalesce(c.name, '')`, q)})`
    : sql`1`;
  const [items, total, lastWalk] = await Promise.all([
    selectRows(
      db,
      columns,
      (selected) =>
        sql`SELECT ${selected} FROM ${from} WHERE ${matches} ORDER BY ${sorts[sort]} ${direction}, f.key ${direction} LIMIT ${max} OFFSET ${offset}`,
    ),
    selectNumber(db, sql`SELECT count(*) FROM ${from} WHERE ${matches}`),
    newestWalk(db),
  ]);
  return { items, total, lastWalk };
}

async function newestWalk(db: Database): Promise<MediaFaultsResponse["lastWalk"]> {
  const row = await db
    .select()
    .from(job)
    .where(eq(job.kind, verifyKind.name))
    .orderBy(desc(job.dateCreated))
    .limit(1)
    .get();
  if (!row) return null;
  const { data } = walkCursor.partial().safeParse(row.result ?? row.params.cursor ?? {});
  return {
    began: verifyKind.requestOf(row).began,
    ended: row.finishedAt,
    checked: data?.checked ?? 0,
    bytes: data?.bytes ?? 0,
  };
}
