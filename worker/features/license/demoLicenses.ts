import { sql } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { DemoLicense, listDemoLicenses } from "#domain/endpoints/configuration/licenseCalls.ts";
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
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";

type Query = z.output<NonNullable<typeof listDemoLicenses.query>>;

const paramColumn = (key: string) => nullable(text(`nullif(json_extract(l.params, '$.${key}'), '')`));

const demoLicenseColumns = {
  id: uuid("l.id"),
  name: text("l.name"),
  licenseCode: text("l.license_code"),
  dateCreated: text("l.date_created"),
  templates: number(`(SELECT count(*) FROM template_license tl JOIN template t ON t.id = tl.template_id
    WHERE tl.customer_id = l.customer_id AND tl.license_id = l.id AND t.date_deleted IS NULL)`),
  documentations: number(
    "(SELECT count(*) FROM documentation d WHERE d.customer_id = l.customer_id AND d.license_id = l.id)",
  ),
  email: paramColumn("email"),
  company: paramColumn("company"),
  verified: flag("coalesce(json_extract(l.params, '$.verified') IN ('true', '1', 1), 0)"),
  verificationCode: paramColumn("verificationCode"),
  expireDate: nullable(text("l.expire_date")),
} satisfies Projection<DemoLicense>;
const textFields = new Set<string>(["name", "licenseCode", "email", "company", "verificationCode"]);
const searchedFields = ["name", "licenseCode", "email", "company", "verificationCode"] as const;

/** The trial licences: those of the demo customer, except the one they are copied from, which is marked `demo`. */
const trialLicensesSql = sql`FROM license l JOIN customer c ON c.id = l.customer_id WHERE c.demo AND NOT l.demo`;

/** The demo customer, if there is one. */
export const findDemoCustomerId = async (db: Database): Promise<number | undefined> =>
  (
    await selectRow(
      db,
      { id: number("c.id") },
      (selection) => sql`SELECT ${selection} FROM customer c WHERE c.demo`,
    )
  )?.id;

export async function listDemoLicensePage(db: Database, query: Query) {
  const searchedTexts = searchedFields.map((field) => demoLicenseColumns[field].sql);
  const fromAndWhere = sql.join(
    [
      trialLicensesSql,
      ...(query.q ? [matchesSearchCondition(searchedTexts, query.q)] : []),
      ...(query.names ? [sql`l.name IN ${listParam(query.names)}`] : []),
      ...(query.showExpired ? [] : [sql`(l.expire_date IS NULL OR l.expire_date > ${now()})`]),
    ],
    sql` AND `,
  );
  const direction = sql.raw(query.order);
  const sortColumn = demoLicenseColumns[query.sort].sql;
  const sortExpression = textFields.has(query.sort) ? sortKeySql(sortColumn) : sortColumn;
  return {
    items: await selectRows(
      db,
      demoLicenseColumns,
      (selection) => sql`SELECT ${selection} ${fromAndWhere}
    ORDER BY ${sortExpression} ${direction}, l.id ${direction} LIMIT ${query.max} OFFSET ${query.offset}`,
    ),
    total: await selectNumber(db, sql`SELECT count(*) ${fromAndWhere}`),
    groups: await selectRows(
      db,
      { name: text("l.name"), count: number("count(*)") },
      (selection) =>
        sql`SELECT ${selection} ${trialLicensesSql} GROUP BY l.name ORDER BY ${sortKeySql("l.name")}, l.name`,
    ),
  };
}
