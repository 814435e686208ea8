import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import { InsertCounts, insertsOf, summarizeInserts } from "#domain/layout/inserts.ts";
import { type LayoutType, maxInsertedNodes } from "#domain/layout/types.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectNumber } from "#worker/db/rows.ts";
import type { Env } from "#worker/env.ts";
import { createLayoutFile } from "#worker/export/layouts/layoutFile.ts";
import type { Report } from "#worker/export/layouts/report.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { loadFont } from "#worker/fonts.ts";
import { loadMapDrawer } from "#worker/maps.ts";
import { findLayoutErrors } from "#worker/media/layoutImage.ts";
import { isUsableLayoutSql } from "#worker/resources/layoutOwners.ts";
import { findLayoutsWithInserts, type StoredLayout } from "#worker/resources/layoutResource.ts";
import { completeContent, sizeReport } from "./documentPhotos.ts";

/** The layout of a requested document, with the layouts that it inserts. */
export interface RequestedLayout {
  layout: StoredLayout;
  layouts: Report["layouts"];
  asPdf: boolean;
}

/** Whether `pdf` may be requested for a layout: Word layouts can be converted, and PDF layouts are always PDF. */
const isPdfAllowed: Readonly<Record<LayoutType, boolean>> = {
  POWERPOINT: false,
  WORD: true,
  EXCEL: false,
  PDF: true,
  WORD_TO_PDF: true,
};

/**
 * A layout that the actor's customer may use; super admins have all.
 * @throws exportTypeRefused for other layouts, notFound for super admins; layoutFaulty; invalid if the layout cannot be a PDF
 */
export async function findLayout(
  db: Database,
  actor: Actor,
  { configuration, pdf }: { configuration: string; pdf: boolean },
): Promise<RequestedLayout> {
  const layouts =
    spansCustomers(actor) || (await isUsable(db, actor.customerId, configuration))
      ? await findLayoutsWithInserts(db, [configuration])
      : new Map<string, StoredLayout>();
  const layout = layouts.get(configuration);
  if (!layout)
    throw spansCustomers(actor)
      ? problem("notFound")
      : problem("exportTypeRefused", { fields: { configuration: "notAllowed" } });
  assertLayoutsValid(layouts);
  if (pdf && !isPdfAllowed[layout.type]) throw problem("invalid", { fields: { pdf: "notAllowed" } });
  return { layout, layouts, asPdf: pdf };
}

/**
 * Checks layouts before they are rendered, because renderers assume a valid grammar.
 * @throws layoutFaulty with the names of layouts that an older grammar allowed, have damaged pictures, insert too many nodes, or
 * insert a layout that their customer is no longer granted
 */
export function assertLayoutsValid(layouts: ReadonlyMap<string, StoredLayout>): void {
  const counts = new InsertCounts(
    new Map([...layouts].map(([id, { nodes }]) => [id, summarizeInserts(nodes)])),
  );
  const faultyLayouts = [...layouts.values()].filter(
    (layout) =>
      counts.countInserted(layout.id) > maxInsertedNodes ||
      insertsOf(layout.nodes).some((insert) => !layouts.has(insert.layout)) ||
      Object.keys(findLayoutErrors(layout)).length > 0,
  );
  if (faultyLayouts.length > 0)
    throw problem("layoutFaulty", { names: faultyLayouts.map(({ name }) => name) });
}

/**
 * The layout of an automatic export, without an actor.
 * @throws exportTypeRefused for a layout that the customer may not use, layoutFaulty
 */
export async function findCustomerLayout(
  db: Database,
  customerId: number,
  id: string,
): Promise<RequestedLayout> {
  const layouts = (await isUsable(db, customerId, id))
    ? await findLayoutsWithInserts(db, [id])
    : new Map<string, StoredLayout>();
  const layout = layouts.get(id);
  if (!layout) throw problem("exportTypeRefused", { fields: { configuration: "notAllowed" } });
  assertLayoutsValid(layouts);
  return { layout, layouts, asPdf: false };
}

const isUsable = async (db: Database, customerId: number, id: string): Promise<boolean> =>
  (await selectNumber(
    db,
    sql`SELECT count(*) FROM export_document_configuration e
      WHERE e.id = ${idParam(id)} AND ${isUsableLayoutSql(sql`${customerId}`, "e")}`,
  )) > 0;

/**
 * Serves the document that a layout renders from a report, with photos in the size of the layout unless the request chooses another.
 * @throws notPrepared
 */
export async function serveLayout(
  { env, db, request }: { env: Env; db: Database; request: Request },
  { layout, asPdf }: RequestedLayout,
  report: Report,
  photoSize: PhotoSize = layout.photoSize,
): Promise<Response> {
  const content = await completeContent(env, db, (undrawableIds) =>
    sizeReport(db, layout, report, photoSize, undrawableIds),
  );
  const file = await createLayoutFile(layout, content, { fonts: loadFont, loadMapDrawer, asPdf, photoSize });
  return serveExport(file, request, createR2Source(env.STORAGE));
}
