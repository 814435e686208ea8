import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { problem } from "../../../../domain/problem";
import { dayAfter, dayStart } from "../../../../domain/rules/days";
import type { Database } from "../../../db/database";
import { idsOf } from "../../../db/ids";
import { languages } from "../../../http/language";

/** What a workbook is asked for. No licences or templates means all of them. */
export const invoiceWish = z.object({
  startDate: z.string(),
  endDate: z.string(),
  licenses: z.array(z.string()),
  templates: z.array(z.string()),
  language: z.enum(languages),
});
export type InvoiceWish = z.output<typeof invoiceWish>;

export interface InvoiceRow {
  seq: number;
  name: string;
  creator: string;
  dateCreated: string;
  dateUploaded: string | null;
  status: string;
  photos: number;
  bytes: number;
  licenseId: string | null;
  templateId: string;
}

/** @throws invalid where a licence or template is not the customer's. */
export async function checkWish(
  db: Database,
  customerId: number,
  { licenses, templates }: Pick<InvoiceWish, "licenses" | "templates">,
): Promise<void> {
  const strangers = (ids: readonly string[], table: SQL) =>
    sql`(SELECT count(*) FROM ${idsOf(ids)} asked WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = asked.value AND t.customer_id = ${customerId}))`;
  const found = await db.get<{ licenses: number; templates: number }>(
    sql`SELECT ${strangers(licenses, sql`license`)} AS licenses, ${strangers(templates, sql`template`)} AS templates`,
  );
  if (found.licenses + found.templates > 0)
    throw problem("invalid", {
      fields: {
        ...(found.licenses > 0 && { licenses: "notFound" as const }),
        ...(found.templates > 0 && { templates: "notFound" as const }),
      },
    });
}

/** The documentations created on the days of the period, both included. */
const wanted = (customerId: number, { startDate, endDate, licenses, templates }: InvoiceWish): SQL => {
  const conditions = [
    sql`customer_id = ${customerId}`,
    sql`date_created >= ${dayStart(startDate)}`,
    sql`date_created < ${dayStart(dayAfter(endDate))}`,
  ];
  if (licenses.length > 0) conditions.push(sql`+license_id IN ${idsOf(licenses)}`);
  if (templates.length > 0) conditions.push(sql`+template_id IN ${idsOf(templates)}`);
  return sql.join(conditions, sql` AND `);
};

const byDate = sql`documentation INDEXED BY documentation_created`;

export async function countInvoiceRows(db: Database, customerId: number, wish: InvoiceWish): Promise<number> {
  const counted = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM ${byDate} WHERE ${wanted(customerId, wish)}`,
  );
  return counted.count;
}

/** The same documentations, oldest first, a page at a time. */
export async function* invoicePages(
  db: Database,
  customerId: number,
  wish: InvoiceWish,
  perPage: number,
): AsyncGenerator<InvoiceRow[]> {
  let last: InvoiceRow | undefined;
  for (;;) {
    const page: InvoiceRow[] = await db.all<InvoiceRow>(sql`
      SELECT seq, name, creator, date_created AS dateCreated, date_uploaded AS dateUploaded, status, uploaded_photos AS photos,
        data_size AS bytes, license_id AS licenseId, template_id AS templateId
      FROM ${byDate} WHERE ${wanted(customerId, wish)}
        AND (date_created, seq) > (${last?.dateCreated ?? ""}, ${last?.seq ?? 0})
      ORDER BY date_created, seq LIMIT ${perPage}`);
    if (page.length > 0) yield page;
    if (page.length < perPage) return;
    last = page.at(-1);
  }
}

/** Names by id of the customer's licences or templates, those of deleted templates among them. */
export async function namesIn(
  db: Database,
  table: "license" | "template",
  customerId: number,
): Promise<Map<string, string>> {
  const rows = await db.all<{ id: string; name: string }>(
    sql`SELECT id, name FROM ${sql.raw(table)} WHERE customer_id = ${customerId}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
