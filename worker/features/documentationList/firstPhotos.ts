import { sql } from "drizzle-orm";
import { compareNatural } from "#domain/contract/merge/naturalOrder.ts";
import { compareTexts } from "#domain/core/text/sortKey.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, textAsId } from "#worker/db/ids.ts";
import { selectRows, text, uuid } from "#worker/db/rows.ts";
import { photo } from "#worker/db/schema/index.ts";
import type { Scope } from "#worker/db/scope.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";

/**
 * The first photo of each documentation that has one, in any order. Each costs two index lookups and the photos of the same second, which
 * are put in order here: D1 allows no expression as deep as a sort key in a subquery of a subquery.
 */
export async function listFirstPhotos(db: Database, scope: Scope, ids: readonly string[]) {
  const earliestPhotos = await selectRows(
    db,
    { id: uuid("p.id"), documentationId: uuid("p.documentation_id"), name: text("p.name") },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) x
      CROSS JOIN documentation d ON d.id = ${textAsId("x.value")}
      CROSS JOIN photo p INDEXED BY photo_documentation ON p.customer_id = d.customer_id AND p.documentation_id = d.id AND p.has_data
        AND p.date_created = (SELECT f.date_created FROM photo f INDEXED BY photo_documentation
          WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id AND f.has_data ORDER BY f.date_created LIMIT 1)
      WHERE ${visibleCondition(scope, { customerId: undefined, showHidden: true })}`,
  );
  const firstIds = [...Map.groupBy(earliestPhotos, ({ documentationId }) => documentationId).values()].map(
    (photos) => photos.toSorted((a, b) => compareNatural(a.name, b.name) || compareTexts(a.id, b.id))[0]!.id,
  );
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(sql`photo.id IN ${idListParam(firstIds)}`);
  return rows.map(toPhotoRow);
}
