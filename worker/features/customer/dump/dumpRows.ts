import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam, textAsId } from "#worker/db/ids.ts";
import { naturalKeyList, naturalOrder } from "#worker/db/naturalOrder.ts";
import { nullable, number, type RowOf, selectList, selectRows, text, uuid } from "#worker/db/rows.ts";
import { unresolvedRefusalCondition } from "#worker/documentation/unresolvedRefusals.ts";

/*
 * Customers have millions of documentations and photos. The columns define the SELECT list and the type, but values are not
 * validated row by row, which takes as long as parsing them. So a column that is converted when read, such as a flag, cannot be
 * used here.
 */

const documentationColumns = {
  seq: number("seq"),
  id: text(idAsText("id")),
  /** The alias, if there is one. */
  name: text("coalesce(alias, name)"),
  dateCreated: text("date_created"),
  /** Photos the device announced. */
  announced: number("number_of_photos"),
  arrived: number("uploaded_photos"),
};
export type DocumentationRow = RowOf<typeof documentationColumns>;

const photoColumns = {
  id: text(idAsText("p.id")),
  documentationId: text(idAsText("p.documentation_id")),
  dateCreated: text("p.date_created"),
  /** 0 or 1. */
  hasData: number("p.has_data"),
  dataSize: number("p.data_size"),
  crc32: nullable(number("p.crc32")),
  etag: nullable(text("p.etag")),
  revision: text("p.revision"),
  /** Its name without an alias, by which photos of the same second are ordered. */
  ownName: text("p.name"),
  name: text(
    "coalesce(p.alias, (SELECT a.alias FROM photo_alias a WHERE a.customer_id = p.customer_id AND a.name = p.name), p.name)",
  ),
};
export type PhotoRow = RowOf<typeof photoColumns>;

const refusedPhotoColumns = {
  documentationId: uuid("u.documentation_id"),
  targetId: uuid("u.target_id"),
  name: text("u.name"),
  reason: nullable(text("max(u.refusal_code)")),
};
export type RefusedPhotoRow = RowOf<typeof refusedPhotoColumns>;

/**
 * Documentations by creation date that follow `position` and are not newer than `maxSeq`. Creation dates never change, so the order is
 * the same for every page.
 */
export const listNextDocumentations = (
  db: Database,
  customerId: number,
  maxSeq: number,
  position: { dateCreated: string; seq: number } | null,
  limit: number,
): Promise<DocumentationRow[]> =>
  db.all<DocumentationRow>(sql`
    SELECT ${selectList(documentationColumns)}
    FROM documentation INDEXED BY documentation_created
    WHERE customer_id = ${customerId} AND (date_created, seq) > (${position?.dateCreated ?? ""}, ${position?.seq ?? 0}) AND seq <= ${maxSeq}
    ORDER BY date_created, seq LIMIT ${limit}`);

/** Excludes imports whose bytes have not arrived. */
const arrivedOrCapturedCondition = sql.raw("NOT (p.imported AND NOT p.has_data)");

const photoOrder = sql.join([...naturalOrder("p.name"), sql`p.id`], sql`, `);

const afterPhotoCondition = ({ dateCreated, ownName, id }: PhotoRow) =>
  sql`(p.date_created, ${naturalKeyList(sql.raw("p.name"))}, p.id)
    > (${dateCreated}, ${naturalKeyList(sql`${ownName}`)}, ${idParam(id)})`;

/** All photos of several documentations, by documentation and creation date. */
export const listPhotos = (
  db: Database,
  customerId: number,
  documentationIds: readonly string[],
): Promise<PhotoRow[]> =>
  db.all<PhotoRow>(sql`
    SELECT ${selectList(photoColumns)} FROM json_each(${JSON.stringify(documentationIds)}) d
      CROSS JOIN photo p ON p.customer_id = ${customerId} AND p.documentation_id = ${textAsId("d.value")} AND ${arrivedOrCapturedCondition}
    ORDER BY d.key, p.date_created, ${photoOrder}`);

/** The photos of a large documentation, page by page. */
export async function* listPhotoPages(
  db: Database,
  customerId: number,
  documentationId: string,
  limit: number,
): AsyncGenerator<PhotoRow[]> {
  let lastRow: PhotoRow | undefined;
  for (;;) {
    const page: PhotoRow[] = await db.all<PhotoRow>(sql`
      SELECT ${selectList(photoColumns)} FROM photo p
      WHERE p.customer_id = ${customerId} AND p.documentation_id = ${idParam(documentationId)} AND ${arrivedOrCapturedCondition}
        AND p.date_created >= ${lastRow?.dateCreated ?? ""} ${lastRow ? sql`AND ${afterPhotoCondition(lastRow)}` : sql``}
      ORDER BY p.date_created, ${photoOrder} LIMIT ${limit}`);
    yield page;
    if (page.length < limit) return;
    lastRow = page.at(-1);
  }
}

/** Photos missing from the documentations because they were refused. */
export const listRefusedPhotos = (
  db: Database,
  customerId: number,
  documentationIds: readonly string[],
): Promise<RefusedPhotoRow[]> =>
  selectRows(
    db,
    refusedPhotoColumns,
    (columns) => sql`
    SELECT ${columns} FROM json_each(${JSON.stringify(documentationIds)}) d
      CROSS JOIN upload u ON u.customer_id = ${customerId} AND u.documentation_id = ${textAsId("d.value")}
    WHERE u.kind = 'PHOTO' AND ${unresolvedRefusalCondition("u")}
    GROUP BY u.documentation_id, u.target_id ORDER BY min(u.date_created), u.target_id`,
  );
