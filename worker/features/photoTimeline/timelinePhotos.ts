import { sql } from "drizzle-orm";
import { compareNatural } from "#domain/contract/merge/naturalOrder.ts";
import { compareTexts } from "#domain/core/text/sortKey.ts";
import { maxTimelinePhotos } from "#domain/endpoints/documentation/photoTimeline.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { selectRows, text, uuid } from "#worker/db/rows.ts";
import { photo } from "#worker/db/schema/index.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { addExportEvents } from "#worker/documentation/exportEvents.ts";
import { rowFilterCondition } from "#worker/listQuery/filter.ts";
import { summaryColumns } from "#worker/listQuery/projection.ts";
import { photoTimeCondition, type TimelineQuery } from "./spans.ts";

interface TimeSpan {
  from: string;
  before: string;
  /** True for the photos of unknown time that arrived in the span, instead of those taken in it. */
  unknownTime: boolean;
  offset: number;
}

/** Sorting by name in the query would read a row for each photo in the index, so photos of the same time are sorted within the page. */
const compareNewestFirst = (a: TimelinePhoto, b: TimelinePhoto): number =>
  compareTexts(b.dateCreated, a.dateCreated) ||
  compareTexts(a.documentationId, b.documentationId) ||
  compareNatural(a.name, b.name) ||
  compareTexts(a.id, b.id);

type TimelinePhoto = Pick<ReturnType<typeof toPhotoRow>, "id" | "documentationId" | "name" | "dateCreated">;

/** The photos of a span, newest first, with their details. */
export async function listTimelinePhotos(
  db: Database,
  { scope, filter }: TimelineQuery,
  { from, before, unknownTime, offset }: TimeSpan,
) {
  const { customerId } = scope;
  const condition = sql`photo.customer_id = ${customerId} AND photo.has_data
    AND photo.date_created >= ${from} AND photo.date_created < ${before}
    AND ${photoTimeCondition("photo", customerId, sql`u.date_created >= ${from} AND u.date_created < ${before}`, unknownTime)}`;
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(
      sql`${photo.id} IN (
        SELECT photo.id FROM photo INDEXED BY photo_created WHERE ${condition} AND photo.documentation_id IN (
          SELECT d.id FROM (SELECT DISTINCT photo.documentation_id FROM photo INDEXED BY photo_created WHERE ${condition}) x
            CROSS JOIN documentation d ON d.id = x.documentation_id WHERE ${rowFilterCondition(scope, filter)})
        ORDER BY photo.date_created DESC, photo.documentation_id, photo.id LIMIT ${maxTimelinePhotos} OFFSET ${offset})`,
    )
    .orderBy(sql`photo.date_created DESC`, photo.documentationId, photo.id);
  const items = await addExportEvents(db, rows.map(toPhotoRow).toSorted(compareNewestFirst));
  const documentationIds = [...new Set(items.map(({ documentationId }) => documentationId))];
  const taskIds = [...new Set(items.flatMap(({ documentationTaskId }) => documentationTaskId ?? []))];
  const [documentations, tasks] = await Promise.all([
    selectRows(
      db,
      summaryColumns,
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(documentationIds)}) x
        CROSS JOIN documentation d ON d.id = ${textAsId("x.value")} JOIN template t ON t.id = d.template_id`,
    ),
    selectRows(
      db,
      { id: uuid("k.id"), name: text("k.name") },
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(taskIds)}) x
        CROSS JOIN documentation_task k ON k.id = ${textAsId("x.value")}`,
    ),
  ]);
  return { items, documentations, tasks };
}
