import { sql } from "drizzle-orm";
import type { Database } from "../../db/database";
import { textAsId } from "../../db/ids";
import { photo } from "../../db/schema";
import type { Scope } from "../../db/scope";
import { photoColumns, toPhotoRow } from "../../documentation/details";
import { visibleCondition } from "../../documentation/filter";

/** The first photo of each documentation that has one, whatever the order of `ids`. Costs two steps along indexes for each. */
export async function firstPhotosOf(db: Database, scope: Scope, ids: readonly string[]) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(sql`photo.id IN (
    SELECT (SELECT p.id FROM photo p INDEXED BY photo_documentation
      WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id AND p.has_data ORDER BY p.date_created LIMIT 1)
    FROM json_each(${JSON.stringify(ids)}) x CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
    WHERE ${visibleCondition(scope, { customerId: undefined, showHidden: true })})`);
  return rows.map(toPhotoRow);
}
