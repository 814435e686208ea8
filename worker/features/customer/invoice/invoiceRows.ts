import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, toDayStart } from "#domain/core/calendar/days.ts";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { languages } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam } from "#worker/db/ids.ts";
import {
  nullable,
  number,
  type RowOf,
  selectList,
  selectNumber,
  selectRow,
  selectRows,
  text,
  uuid,
} from "#worker/db/rows.ts";

/** The selection of a workbook. No licences or templates means all of them. */
export const invoiceRequestSchema = z.object({
  startDate: z.string(),
  endDate: z.string(),
  licenses: z.array(z.string()),
  templates: z.array(z.string()),
  language: z.enum(languages),
});
export type InvoiceRequest = z.output<typeof invoiceRequestSchema>;

/** A finished workbook; `key` and `etag` identify its object. */
export const invoiceResultSchema = z.object({
  key: z.string(),
  etag: z.string(),
  size: z.number(),
  fileName: z.string(),
});

const invoiceColumns = {
  seq: number("seq"),
  name: text("name"),
  creator: text("creator"),
  dateCreated: text("date_created"),
  dateUploaded: nullable(text("date_uploaded")),
  status: text<DocumentationStatus>("status"),
  photos: number("uploaded_photos"),
  bytes: number("data_size"),
  licenseId: nullable(text(idAsText("license_id"))),
  templateId: text(idAsText("template_id")),
};
export type InvoiceRow = RowOf<typeof invoiceColumns>;

/** @throws invalid for licences or templates of another customer */
export async function assertRequestValid(
  db: Database,
  customerId: number,
  { licenses, templates }: Pick<InvoiceRequest, "licenses" | "templates">,
): Promise<void> {
  const foreignCountSql = (ids: readonly string[], table: SQL) =>
    sql`(SELECT count(*) FROM ${idListParam(ids)} ids WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = ids.value AND t.customer_id = ${customerId}))`;
  const foreignCounts = await selectRow(
    db,
    {
      licenses: number(foreignCountSql(licenses, sql`license`)),
      templates: number(foreignCountSql(templates, sql`template`)),
    },
    (columns) => sql`SELECT ${columns}`,
  );
  if (foreignCounts && foreignCounts.licenses + foreignCounts.templates > 0)
    throw problem("invalid", {
      fields: {
        ...(foreignCounts.licenses > 0 && { licenses: "notFound" as const }),
        ...(foreignCounts.templates > 0 && { templates: "notFound" as const }),
      },
    });
}

/** SQL condition: documentations created in the period, both days included. */
const selectionCondition = (
  customerId: number,
  { startDate, endDate, licenses, templates }: InvoiceRequest,
): SQL => {
  const conditions = [
    sql`customer_id = ${customerId}`,
    sql`date_created >= ${toDayStart(startDate)}`,
    sql`date_created < ${toDayStart(addDays(endDate))}`,
  ];
  if (licenses.length > 0) conditions.push(sql`+license_id IN ${idListParam(licenses)}`);
  if (templates.length > 0) conditions.push(sql`+template_id IN ${idListParam(templates)}`);
  return sql.join(conditions, sql` AND `);
};

const documentationsByDate = sql`documentation INDEXED BY documentation_created`;

export async function countInvoiceRows(
  db: Database,
  customerId: number,
  request: InvoiceRequest,
): Promise<number> {
  return selectNumber(
    db,
    sql`SELECT count(*) FROM ${documentationsByDate} WHERE ${selectionCondition(customerId, request)}`,
  );
}

/** The selected documentations, oldest first, page by page. There may be a million, so values are not validated row by row. */
export async function* listInvoicePages(
  db: Database,
  customerId: number,
  request: InvoiceRequest,
  rowsPerPage: number,
): AsyncGenerator<InvoiceRow[]> {
  let lastRow: InvoiceRow | undefined;
  for (;;) {
    const page: InvoiceRow[] = await db.all<InvoiceRow>(sql`
      SELECT ${selectList(invoiceColumns)} FROM ${documentationsByDate} WHERE ${selectionCondition(customerId, request)}
        AND (date_created, seq) > (${lastRow?.dateCreated ?? ""}, ${lastRow?.seq ?? 0})
      ORDER BY date_created, seq LIMIT ${rowsPerPage}`);
    if (page.length > 0) yield page;
    if (page.length < rowsPerPage) return;
    lastRow = page.at(-1);
  }
}

/** Names by id of the customer's licences or templates, deleted templates included. */
export async function listNames(
  db: Database,
  table: "license" | "template",
  customerId: number,
): Promise<Map<string, string>> {
  const rows = await selectRows(
    db,
    { id: uuid("id"), name: text("name") },
    (columns) => sql`SELECT ${columns} FROM ${sql.raw(table)} WHERE customer_id = ${customerId}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
