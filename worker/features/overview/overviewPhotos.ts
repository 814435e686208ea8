import { sql } from "drizzle-orm";
import { addDays, toDayStart, today } from "#domain/core/calendar/days.ts";
import {
  maxOverviewCount,
  maxOverviewPhotos,
  type OverviewPhoto,
} from "#domain/endpoints/documentation/overview.ts";
import type { Database } from "#worker/db/database.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import {
  flag,
  nullable,
  number,
  type Projection,
  selectNumber,
  selectRows,
  text,
  uuid,
} from "#worker/db/rows.ts";
import type { Scope } from "#worker/db/scope.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";

const overviewPhotoColumns = {
  id: uuid("p.id"),
  documentationId: uuid("p.documentation_id"),
  documentationName: text("coalesce(d.alias, d.name)"),
  name: text("p.name"),
  alias: nullable(text("p.alias")),
  dateCreated: text("p.date_created"),
  hasData: flag("p.has_data"),
  rotation: number("p.rotation"),
  derivativeRotation: number("p.derivative_rotation"),
  derivativeRevision: text("p.derivative_revision"),
} satisfies Projection<OverviewPhoto>;

/**
 * The photos taken yesterday, in Swedish time, or received yesterday if their time is unknown: their number up to a limit, and the newest ones. The photos of each customer are one range of the index.
 */
export async function findYesterdayPhotos(db: Database, scope: Scope) {
  const day = addDays(today(), -1);
  const customerCondition = scope.customerId === undefined ? sql`1` : sql`c.id = ${scope.customerId}`;
  const fromAndWhere = sql`customer c CROSS JOIN photo p INDEXED BY photo_created
      CROSS JOIN documentation d ON d.customer_id = p.customer_id AND d.id = p.documentation_id
    WHERE ${customerCondition} AND p.customer_id = c.id AND p.has_data AND p.date_created >= ${toDayStart(day)}
      AND p.date_created < ${toDayStart(addDays(day))} AND ${visibleCondition(scope, { customerId: undefined, showHidden: false })}`;
  const [count, items] = await Promise.all([
    selectNumber(db, sql`SELECT count(*) FROM (SELECT 1 FROM ${fromAndWhere} LIMIT ${maxOverviewCount})`),
    selectRows(
      db,
      overviewPhotoColumns,
      (columns) =>
        sql`SELECT ${columns} FROM ${fromAndWhere} ORDER BY ${newestFirstOrder(scope)} LIMIT ${maxOverviewPhotos}`,
    ),
  ]);
  return { day, count, items };
}

/** Newest first within each customer, because sorting across customers would be too expensive for the overview. */
const newestFirstOrder = ({ customerId }: Scope) => {
  const nameOrder = sql.join(naturalOrder("p.name", "desc"), sql`, `);
  const photoOrder = sql`p.date_created DESC, ${nameOrder}, p.id DESC`;
  return customerId === undefined ? sql`c.id, ${photoOrder}` : photoOrder;
};
