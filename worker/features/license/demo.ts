import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DemoLicense, demoLicenses } from "../../../domain/endpoints/license";
import { now } from "../../../domain/fields";
import { holds } from "../../db/casefold";
import type { Database } from "../../db/database";
import { valuesOf } from "../../db/ids";

type Query = z.output<NonNullable<typeof demoLicenses.query>>;

const param = (key: string) => sql`nullif(json_extract(l.params, ${sql.raw(`'$.${key}'`)}), '')`;

const columns: Record<keyof DemoLicense, SQL> = {
  id: sql`l.id`,
  name: sql`l.name`,
  licenseCode: sql`l.license_code`,
  dateCreated: sql`l.date_created`,
  templates: sql`(SELECT count(*) FROM template_license tl JOIN template t ON t.id = tl.template_id
    WHERE tl.customer_id = l.customer_id AND tl.license_id = l.id AND t.date_deleted IS NULL)`,
  documentations: sql`(SELECT count(*) FROM documentation d WHERE d.customer_id = l.customer_id AND d.license_id = l.id)`,
  email: param("email"),
  company: param("company"),
  verified: sql`coalesce(json_extract(l.params, '$.verified') IN ('true', '1', 1), 0)`,
  verificationCode: param("verificationCode"),
  expireDate: sql`l.expire_date`,
};
const texts = new Set<string>(["name", "licenseCode", "email", "company", "verificationCode"]);
const searched = ["name", "licenseCode", "email", "company", "verificationCode"] as const;

/** The trials: all licences of the demo customer but the one they are copied from, which is marked `demo` itself. */
const trials = sql`FROM license l JOIN customer c ON c.id = l.customer_id WHERE c.demo AND NOT l.demo`;

export async function demoPage(db: Database, query: Query) {
  const hits = searched.map((field) => holds(sql`coalesce(${columns[field]}, '')`, query.q));
  const where = sql.join(
    [
      trials,
      ...(query.q ? [sql`(${sql.join(hits, sql` OR `)})`] : []),
      ...(query.names ? [sql`l.name IN ${valuesOf(query.names)}`] : []),
      ...(query.showExpired ? [] : [sql`(l.expire_date IS NULL OR l.expire_date > ${now()})`]),
    ],
    sql` AND `,
  );
  const selected = Object.entries(columns).map(
    ([field, column]) => sql`${column} AS ${sql.identifier(field)}`,
  );
  const direction = sql.raw(query.order);
  const collation = texts.has(query.sort) ? sql`COLLATE NOCASE` : sql``;
  const items = await db.all<DemoLicense>(sql`SELECT ${sql.join(selected, sql`, `)} ${where}
    ORDER BY ${columns[query.sort]} ${collation} ${direction}, l.id ${direction} LIMIT ${query.max} OFFSET ${query.offset}`);
  const counted = await db.get<{ total: number }>(sql`SELECT count(*) AS total ${where}`);
  const groups = await db.all<{ name: string; count: number }>(
    sql`SELECT l.name, count(*) AS count ${trials} GROUP BY l.name ORDER BY l.name COLLATE NOCASE, l.name`,
  );
  return {
    items: items.map((row) => ({ ...row, verified: Boolean(row.verified) })),
    total: counted?.total ?? 0,
    groups,
  };
}
