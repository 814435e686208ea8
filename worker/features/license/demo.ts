import { sql } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { DemoLicense, listDemoLicenses } from "#domain/endpoints/configuration/licenseCalls.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import {
  flag,
  nullable,
  number,
  type Projection,
  selectNumber,
  selectRow,
  selectRows,
  text,
  uuid,
} from "#worker/db/rows.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";

type Query = z.output<NonNullable<typeof listDemoLicenses.query>>;

const param = (key: string) => nullable(text(`nullif(json_extract(l.params, '$.${key}'), '')`));

const columns = {
  id: uuid("l.id"),
  name: text("l.name"),
  licenseCode: text("l.license_code"),
  dateCreated: text("l.date_created"),
  templates: number(`(SELECT count(*) FROM template_license tl JOIN template t ON t.id = tl.template_id
    WHERE tl.customer_id = l.customer_id AND tl.license_id = l.id AND t.date_deleted IS NULL)`),
  documentations: number(
    "(SELECT count(*) FROM documentation d WHERE d.customer_id = l.customer_id AND d.license_id = l.id)",
  ),
  email: param("email"),
  company: param("company"),
  verified: flag("coalesce(json_extract(l.params, '$.verified') IN ('true', '1', 1), 0)"),
  verificationCode: param("verificationCode"),
  expireDate: nullable(text("l.expire_date")),
} satisfies Projection<DemoLicense>;
const texts = new Set<string>(["name", "licenseCode", "email", "company", "verificationCode"]);
const searched = ["name", "licenseCode", "email", "company", "verificationCode"] as const;

/** The trial licences: those of the demo customer, except the one they are copied from, which is marked `demo`. */
const trialLicenses = sql`FROM license l JOIN customer c ON c.id = l.customer_id WHERE c.demo AND NOT l.demo`;

/** The demo customer, if there is one. */
export const demoCustomer = async (db: Database): Promise<number | undefined> =>
  (
    await selectRow(
      db,
      { id: number("c.id") },
      (selection) => sql`SELECT ${selection} FROM customer c WHERE c.demo`,
    )
  )?.id;

export async function demoPage(db: Database, query: Query) {
  const hits = searched.map((field) => containsFolded(sql`coalesce(${columns[field].sql}, '')`, query.q));
  const where = sql.join(
    [
      trialLicenses,
      ...(query.q ? [sql`(${sql.join(hits, sql` OR `)})`] : []),
      ...(query.names ? [sql`l.name IN ${listParam(query.names)}`] : []),
      ...(query.showExpired ? [] : [sql`(l.expire_date IS NULL OR l.expire_date > ${now()})`]),
    ],
    sql` AND `,
  );
  const direction = sql.raw(query.order);
  const sortColumn = columns[query.sort].sql;
  const sorted = texts.has(query.sort) ? sortKeySql(sortColumn) : sortColumn;
  return {
    items: await selectRows(
      db,
      columns,
      (selection) => sql`SELECT ${selection} ${where}
    ORDER BY ${sorted} ${direction}, l.id ${direction} LIMIT ${query.max} OFFSET ${query.offset}`,
    ),
    total: await selectNumber(db, sql`SELECT count(*) ${where}`),
    groups: await selectRows(
      db,
      { name: text("l.name"), count: number("count(*)") },
      (selection) =>
        sql`SELECT ${selection} ${trialLicenses} GROUP BY l.name ORDER BY ${sortKeySql("l.name")}, l.name`,
    ),
  };
}
