import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import { photo } from "#worker/db/schema/index.ts";
import type { Scope } from "#worker/db/scope.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";

const nameOrder = sql.join([...naturalOrder("p.name"), sql`p.id`], sql`, `);

/** The first photo of each documentation that has one, in any order. Each costs two index lookups and the photos of the same second. */
export async function listFirstPhotos(db: Database, scope: Scope, ids: readonly string[]) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(sql`photo.id IN (
    SELECT (SELECT p.id FROM photo p INDEXED BY photo_documentation
      WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id AND p.has_data ORDER BY p.date_created, ${nameOrder} LIMIT 1)
    FROM json_each(${JSON.stringify(ids)}) x CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
    WHERE ${visibleCondition(scope, { customerId: undefined, showHidden: true })})`);
  return rows.map(toPhotoRow);
}
