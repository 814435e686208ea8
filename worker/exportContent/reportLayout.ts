import { and, eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import { InsertCounts, summarizeInserts } from "#domain/layout/inserts.ts";
import { type LayoutType, maxInsertedNodes } from "#domain/layout/types.ts";
import type { Database } from "#worker/db/database.ts";
import { customerExportDocumentConfiguration } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { layoutFile } from "#worker/export/layouts/layoutFile.ts";
import type { Report } from "#worker/export/layouts/report.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serve.ts";
import { fonts } from "#worker/fonts.ts";
import { faultsOfLayout } from "#worker/media/layoutImage.ts";
import { layoutsWithInserts, type StoredLayout } from "#worker/resources/layoutResource.ts";

/** A layout that a document is asked for through, with those that it inserts. */
export interface RequestedLayout {
  layout: StoredLayout;
  layouts: Report["layouts"];
  asPdf: boolean;
}

/** Whether a layout's document can be had as PDF: Word's by its switch, and those that are PDF anyway. */
const canBePdf: Readonly<Record<LayoutType, boolean>> = {
  POWERPOINT: false,
  WORD: true,
  EXCEL: false,
  PDF: true,
  WORD_TO_PDF: true,
};

/**
 * The layout of an id, as far as the actor's customer is granted it; super admins have all.
 * @throws exportTypeRefused for any other, for super admins notFound; layoutFaulty; invalid for a PDF that there is not
 */
export async function findLayout(
  db: Database,
  actor: Actor,
  { configuration, pdf }: { configuration: string; pdf: boolean },
): Promise<RequestedLayout> {
  const layouts =
    spansCustomers(actor) || (await isGranted(db, actor.customerId, configuration))
      ? await layoutsWithInserts(db, [configuration])
      : new Map<string, StoredLayout>();
  const layout = layouts.get(configuration);
  if (!layout)
    throw spansCustomers(actor)
      ? problem("notFound")
      : problem("exportTypeRefused", { fields: { configuration: "notAllowed" } });
  assertLayoutsValid(layouts);
  if (pdf && !canBePdf[layout.type]) throw problem("invalid", { fields: { pdf: "notAllowed" } });
  return { layout, layouts, asPdf: pdf };
}

/**
 * Renderers trust the grammar.
 * @throws layoutFaulty, naming layouts that an older one allowed, and those with damaged pictures or whose INSERTs bring too much
 */
export function assertLayoutsValid(layouts: ReadonlyMap<string, StoredLayout>): void {
  const counts = new InsertCounts(
    new Map([...layouts].map(([id, { nodes }]) => [id, summarizeInserts(nodes)])),
  );
  const faulty = [...layouts.values()].filter(
    (one) => counts.in(one.id) > maxInsertedNodes || Object.keys(faultsOfLayout(one)).length > 0,
  );
  if (faulty.length > 0) throw problem("layoutFaulty", { names: faulty.map(({ name }) => name) });
}

/**
 * The layout of an id for what a customer's template says by itself, without anybody who asks.
 * @throws exportTypeRefused for one that the customer is not granted, layoutFaulty
 */
export async function layoutOfCustomer(db: Database, ownerId: number, id: string): Promise<RequestedLayout> {
  const layouts = (await isGranted(db, ownerId, id))
    ? await layoutsWithInserts(db, [id])
    : new Map<string, StoredLayout>();
  const layout = layouts.get(id);
  if (!layout) throw problem("exportTypeRefused", { fields: { configuration: "notAllowed" } });
  assertLayoutsValid(layouts);
  return { layout, layouts, asPdf: false };
}

async function isGranted(db: Database, ownerId: number, id: string): Promise<boolean> {
  const { customerId, exportDocumentConfigurationId } = customerExportDocumentConfiguration;
  const found = await db
    .select({ customerId })
    .from(customerExportDocumentConfiguration)
    .where(and(eq(customerId, ownerId), eq(exportDocumentConfigurationId, id)))
    .get();
  return found !== undefined;
}

/** Serves what a layout makes of a report. */
export const serveLayout = async (
  env: Env,
  request: Request,
  { layout, asPdf }: RequestedLayout,
  report: Report,
): Promise<Response> =>
  serveExport(await layoutFile(layout, report, { fonts, asPdf }), request, r2Source(env.STORAGE));
