import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "../../../domain/access/actor";
import { hasAuthority, spansCustomers } from "../../../domain/access/authorities";
import type {
  countDocumentations,
  DocumentationListRow,
  listDocumentations,
} from "../../../domain/endpoints/documentation";
import { problem } from "../../../domain/problem";
import { begins, foldsWhole } from "../../db/casefold";
import type { Database } from "../../db/database";
import { isShort, matchingDocumentations, matchingEntries, rowMatches } from "./search";

type Filter = z.output<NonNullable<typeof countDocumentations.query>>;
type Query = z.output<NonNullable<typeof listDocumentations.query>>;

/** D1 answers at most so many rows at a time; `max` -1 is walked in steps of this. */
const mostRows = 10_000;

/**
 * From here on a term counts as common. Up to it all matching documentations are gathered and sorted, which costs per match;
 * beyond it the sort index is walked and each row is tested, which costs per row that does not match.
 */
const commonFrom = 20_000;
/** A walk that has not filled its page by then is given up for gathering after all: the matches lie far back. */
const longestWalk = 2_000;

interface Row {
  seq: number;
  [column: string]: unknown;
}

/** The rows of one page, with the newest exports of each. */
export async function listPage(db: Database, actor: Actor, query: Query): Promise<DocumentationListRow[]> {
  const limit = query.max === -1 ? mostRows : query.max;
  const seqs = await pageOf(db, actor, query, limit);
  if (seqs.length === 0) return [];
  const rows = await db.all<Row>(sql`
    SELECT d.seq, d.id, d.customer_id AS customerId, c.name AS customerName, d.template_id AS templateId, t.name AS templateName,
      d.name, d.alias, d.creator, d.device_id AS deviceId, d.date_created AS dateCreated, d.date_uploaded AS dateUploaded,
      d.status, d.hidden, d.number_of_photos AS numberOfPhotos, d.uploaded_photos AS uploadedPhotos,
      CASE WHEN d.exported THEN (
        SELECT json_group_array(json_object('exportConfigurationName', e.export_configuration_name, 'dateCreated', e.date_created,
          'success', json(CASE e.success WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)))
        FROM (SELECT * FROM export_event e WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id ORDER BY e.date_created DESC LIMIT 20) e
      ) ELSE '[]' END AS exportEvents
    FROM json_each(${JSON.stringify(seqs)}) page JOIN documentation d ON d.seq = page.value
      JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id
    ORDER BY page.key`);
  return rows.map(({ seq: _, ...row }) => ({
    ...row,
    hidden: Boolean(row.hidden),
    exportEvents: JSON.parse(row.exportEvents as string),
  })) as unknown as DocumentationListRow[];
}

async function pageOf(db: Database, actor: Actor, query: Query, limit: number): Promise<number[]> {
  const term = query.query;
  if (isShort(term)) return walk(db, actor, query, limit, nameBegins(term));
  const common = await db.get<{ hits: number } | undefined>(
    sql`SELECT count(*) AS hits FROM (SELECT 1 FROM ${matchingEntries(actor, term, query.customerId)} LIMIT ${commonFrom})`,
  );
  if (common?.hits === commonFrom && foldsWhole(term) && query.offset + limit <= longestWalk) {
    const walked = await walk(db, actor, query, limit, rowMatches(term), longestWalk);
    if (walked.length === limit) return walked;
  }
  return gather(db, actor, query, limit);
}

const nameBegins = (term: string): SQL => (term === "" ? sql`1` : begins(sql.raw("d.name"), term));

/** Walks the sort index and keeps the rows that pass. With `longest`, no further than so many rows. */
async function walk(
  db: Database,
  actor: Actor,
  query: Query,
  limit: number,
  passes: SQL,
  longest?: number,
): Promise<number[]> {
  const { from, order } = ordered(query);
  const seen = visible(actor, query);
  const rows = longest
    ? sql`SELECT seq FROM (SELECT d.* FROM ${from} WHERE ${seen} ORDER BY ${order} LIMIT ${longest}) d WHERE ${passes} LIMIT ${limit} OFFSET ${query.offset}`
    : sql`SELECT d.seq AS seq FROM ${from} WHERE ${seen} AND ${passes} ORDER BY ${order} LIMIT ${limit} OFFSET ${query.offset}`;
  return (await db.all<{ seq: number }>(rows)).map(({ seq }) => seq);
}

/** Gathers everything that matches and sorts it. */
async function gather(db: Database, actor: Actor, query: Query, limit: number): Promise<number[]> {
  const { order } = ordered(query);
  // CROSS JOIN keeps SQLite to this order: the matches first, then each one's row, then the names it is sorted by.
  const rows = await db.all<{ seq: number }>(sql`
    SELECT d.seq AS seq
    FROM (SELECT DISTINCT seq FROM (${matchingDocumentations(actor, query.query, query.customerId)})) found
      CROSS JOIN documentation d ON d.seq = found.seq
      CROSS JOIN template t ON t.id = d.template_id CROSS JOIN customer c ON c.id = d.customer_id
    WHERE ${visible(actor, query)} ORDER BY ${order} LIMIT ${limit} OFFSET ${query.offset}`);
  return rows.map(({ seq }) => seq);
}

/** What the actor may see of the list: its customer's rows, not the deleted ones, hidden ones when asked for (2§2). */
function visible(actor: Actor, { customerId, showHidden }: Filter): SQL {
  const conditions: SQL[] = [];
  if (!spansCustomers(actor)) {
    if (customerId !== undefined && customerId !== actor.customerId) throw problem("forbidden");
    conditions.push(sql`d.customer_id = ${actor.customerId}`);
  } else if (customerId !== undefined) conditions.push(sql`d.customer_id = ${customerId}`);
  if (!showHidden) conditions.push(sql`d.hidden = 0`);
  if (!hasAuthority(actor, "ROLE_SUPER_ADMIN")) conditions.push(sql`d.status <> 'DELETED'`);
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1`;
}

/**
 * The order of a list, and the join that makes SQLite walk it by an index: names of templates and customers are walked
 * in their own tables first, which are small, and the documentations of each by theirs.
 */
function ordered({ sort, order }: Query): { from: SQL; order: SQL } {
  const direction = order === "asc" ? sql`ASC` : sql`DESC`;
  const plain = sql`documentation d`;
  switch (sort) {
    case "name":
      return { from: plain, order: sql`d.name COLLATE NOCASE ${direction}, d.seq ${direction}` };
    case "creator":
      return { from: plain, order: sql`d.creator ${direction}, d.seq ${direction}` };
    case "dateUploaded":
      return { from: plain, order: sql`d.date_uploaded ${direction}, d.seq ${direction}` };
    case "dateCreated":
      return { from: plain, order: sql`d.date_created ${direction}, d.seq ${direction}` };
    case "status":
      return { from: plain, order: sql`d.status ${direction}, d.seq ${direction}` };
    case "templateId":
      return {
        from: sql`template t CROSS JOIN documentation d ON d.customer_id = t.customer_id AND d.template_id = t.id`,
        order: sql`t.name ${direction}, t.id ${direction}, d.date_created ${direction}, d.seq ${direction}`,
      };
    case "customerName":
      return {
        from: sql`customer c CROSS JOIN documentation d ON d.customer_id = c.id`,
        order: sql`c.name ${direction}, d.date_created ${direction}, d.seq ${direction}`,
      };
  }
}

/** The total of the same filter: out of the kept statistics, unless something is searched for. */
export async function countMatching(db: Database, actor: Actor, filter: Filter): Promise<number> {
  const seen = visible(actor, filter);
  const term = filter.query;
  const query =
    term === ""
      ? sql`SELECT coalesce(sum(documentations), 0) AS total FROM documentation_statistics d WHERE ${seen}`
      : isShort(term)
        ? sql`SELECT count(*) AS total FROM documentation d WHERE ${seen} AND ${nameBegins(term)}`
        : sql`SELECT count(*) AS total
            FROM (SELECT DISTINCT seq FROM (${matchingDocumentations(actor, term, filter.customerId)})) found
              CROSS JOIN documentation d ON d.seq = found.seq WHERE ${seen}`;
  return (await db.get<{ total: number }>(query))?.total ?? 0;
}
