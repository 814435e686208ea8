import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "../../../domain/access/actor";
import type { DocumentationListRow, listDocumentations } from "../../../domain/endpoints/documentationList";
import type { Database } from "../../db/database";
import { findPage, searchOf } from "../../documentation/find";

type Query = z.output<NonNullable<typeof listDocumentations.query>>;

/** D1 answers at most so many rows at a time; `max` -1 is walked in steps of this. */
const mostRows = 10_000;

/** The rows of one page, with the newest exports of each. @throws forbidden for another customer's rows. */
export async function listPage(db: Database, actor: Actor, query: Query): Promise<DocumentationListRow[]> {
  const { max, offset, sort, order, ...filter } = query;
  const page = { limit: max === -1 ? mostRows : max, offset };
  const seqs = await findPage(db, await searchOf(db, actor, filter), { sort, order }, page);
  if (seqs.length === 0) return [];
  const rows = await db.all<Record<string, unknown>>(sql`
    SELECT d.id, d.customer_id AS customerId, c.name AS customerName, d.template_id AS templateId, t.name AS templateName,
      d.name, d.alias, d.creator, d.device_id AS deviceId, d.date_created AS dateCreated, d.date_uploaded AS dateUploaded,
      d.status, d.hidden, d.number_of_photos AS numberOfPhotos, d.uploaded_photos AS uploadedPhotos,
      (SELECT json_group_array(json_object('exportConfigurationName', e.export_configuration_name, 'dateCreated', e.date_created,
          'success', json(CASE e.success WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)))
        FROM (SELECT * FROM export_event e WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id ORDER BY e.date_created DESC LIMIT 20) e
      ) AS exportEvents
    FROM json_each(${JSON.stringify(seqs)}) page JOIN documentation d ON d.seq = page.value
      JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id
    ORDER BY page.key`);
  return rows.map((row) => ({
    ...row,
    hidden: Boolean(row.hidden),
    exportEvents: JSON.parse(row.exportEvents as string),
  })) as unknown as DocumentationListRow[];
}
