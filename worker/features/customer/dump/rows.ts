import { sql } from "drizzle-orm";
import type { Database } from "../../../db/database";
import { lackingUpload } from "../../../documentation/refused";

export interface DocumentationRow {
  seq: number;
  id: string;
  /** The alias where there is one. */
  name: string;
  dateCreated: string;
  /** Photos it was announced with, and those that arrived. */
  announced: number;
  arrived: number;
}

export interface PhotoRow {
  id: string;
  documentationId: string;
  name: string;
  dateCreated: string;
  hasData: number;
  dataSize: number;
  crc32: number | null;
  etag: string | null;
  revision: string;
}

export interface RefusedRow {
  documentationId: string;
  targetId: string;
  name: string;
  reason: string | null;
}

type Place = { dateCreated: string; seq: number } | null;

/**
 * Documentations in order of their date, from the place of the last one on, none newer than the horizon. The index of dates is
 * walked, whose order never changes under the walk: a date of creation is never changed.
 */
export const nextDocumentations = (
  db: Database,
  customerId: number,
  horizon: number,
  after: Place,
  limit: number,
): Promise<DocumentationRow[]> =>
  db.all<DocumentationRow>(sql`
    SELECT seq, id, coalesce(alias, name) AS name, date_created AS dateCreated, number_of_photos AS announced, uploaded_photos AS arrived
    FROM documentation INDEXED BY documentation_created
    WHERE customer_id = ${customerId} AND (date_created, seq) > (${after?.dateCreated ?? ""}, ${after?.seq ?? 0}) AND seq <= ${horizon}
    ORDER BY date_created, seq LIMIT ${limit}`);

const photoColumns =
  sql.raw(`p.id, p.documentation_id AS documentationId, p.date_created AS dateCreated, p.has_data AS hasData,
  p.data_size AS dataSize, p.crc32, p.etag, p.revision,
  coalesce(p.alias, (SELECT a.alias FROM photo_alias a WHERE a.customer_id = p.customer_id AND a.name = p.name), p.name) AS name`);

/** Excludes imports whose bytes have not arrived. */
const taken = sql.raw("NOT (p.imported AND NOT p.has_data)");

/** All photos of several documentations, those of each together and in order of their date. */
export const photosOf = (
  db: Database,
  customerId: number,
  documentationIds: readonly string[],
): Promise<PhotoRow[]> =>
  db.all<PhotoRow>(sql`
    SELECT ${photoColumns} FROM json_each(${JSON.stringify(documentationIds)}) d
      CROSS JOIN photo p ON p.customer_id = ${customerId} AND p.documentation_id = d.value AND ${taken}
    ORDER BY d.key, p.date_created, p.id`);

/** The photos of a large documentation a page at a time. */
export async function* pagesOfPhotos(
  db: Database,
  customerId: number,
  documentationId: string,
  limit: number,
): AsyncGenerator<PhotoRow[]> {
  let last: PhotoRow | undefined;
  for (;;) {
    const page: PhotoRow[] = await db.all<PhotoRow>(sql`
      SELECT ${photoColumns} FROM photo p
      WHERE p.customer_id = ${customerId} AND p.documentation_id = ${documentationId} AND ${taken}
        AND p.date_created >= ${last?.dateCreated ?? ""} AND (p.date_created, p.id) > (${last?.dateCreated ?? ""}, ${last?.id ?? ""})
      ORDER BY p.date_created, p.id LIMIT ${limit}`);
    yield page;
    if (page.length < limit) return;
    last = page.at(-1);
  }
}

/** Photos that the documentations lack because they were refused. */
export const refusedPhotos = (
  db: Database,
  customerId: number,
  documentationIds: readonly string[],
): Promise<RefusedRow[]> =>
  db.all<RefusedRow>(sql`
    SELECT u.documentation_id AS documentationId, u.target_id AS targetId, u.name, max(u.reason) AS reason
    FROM json_each(${JSON.stringify(documentationIds)}) d
      CROSS JOIN upload u ON u.customer_id = ${customerId} AND u.documentation_id = d.value
    WHERE u.kind = 'PHOTO' AND ${lackingUpload("u")}
    GROUP BY u.documentation_id, u.target_id ORDER BY min(u.date_created), u.target_id`);
