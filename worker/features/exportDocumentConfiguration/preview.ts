import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import type { LayoutPreview, previewLayout } from "#domain/endpoints/configuration/layout.ts";
import { insertsOf } from "#domain/layout/inserts.ts";
import { findOfficeFile } from "#domain/layout/officeFile.ts";
import type { Database } from "#worker/db/database.ts";
import { exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { createLayoutPreview } from "#worker/export/layouts/layoutFile.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { sliceExportFile } from "#worker/export/segments.ts";
import { createStream } from "#worker/export/stream.ts";
import { createReader } from "#worker/exportContent/exportPlan.ts";
import { assertLayoutsValid } from "#worker/exportContent/reportLayout.ts";
import { loadFont } from "#worker/fonts.ts";
import { loadMapDrawer } from "#worker/maps.ts";
import { findLayoutsWithInserts } from "#worker/resources/layoutResource.ts";
import { readPreviewReport } from "./previewReport.ts";
import { checkNodes } from "./saveLayout.ts";

type PreviewRequest = z.output<NonNullable<typeof previewLayout.body>>;

/**
 * Draws an unsaved layout.
 * @throws notFound for a stored layout of another customer, invalid with the layout's errors by node and param, layoutFaulty for a faulty inserted layout, notFound for the
 * documentation, exportRefused while it is with the field
 */
export async function preview(
  env: Env,
  db: Database,
  actor: Actor,
  request: PreviewRequest,
): Promise<LayoutPreview> {
  const { documentation, language } = request;
  const customerId = await findOwner(db, actor, request.layout.id);
  const nodes = await checkNodes(db, { ...request.layout, customerId });
  const layouts = await findLayoutsWithInserts(
    db,
    insertsOf(nodes).map(({ layout }) => layout),
  );
  assertLayoutsValid(layouts);
  const report = await readPreviewReport(db, createReader(actor), documentation, {
    ...{ language, layouts, nodes },
  });
  const layout = { ...request.layout, customerId, id: request.layout.id ?? "", nodes };
  const { file, isTruncated, ...facts } = await createLayoutPreview(layout, report, {
    fonts: loadFont,
    loadMapDrawer,
  });
  const stream = createStream(
    sliceExportFile(file, 0, file.length),
    file.length,
    createR2Source(env.STORAGE),
  );
  const bytes = await new Response(stream).arrayBuffer().catch(() => {
    throw problem("storageChanged");
  });
  const officeFile = findOfficeFile(nodes);
  return {
    pdf: Buffer.from(bytes).toString("base64"),
    cut: isTruncated,
    compared: report.documentations.length - 1,
    ...facts,
    // The client does not know the nodes that represent the contents of a file.
    ...(officeFile && {
      parts: [],
      undecided: [],
      unfilled: facts.unfilled.map(({ placeholder }) => ({ node: officeFile.id, placeholder })),
    }),
  };
}

/** The customer of a layout, saved or not; null for the service. @throws notFound for a layout that the actor may not edit */
async function findOwner(db: Database, actor: Actor, id: string | null): Promise<number | null> {
  const ownerId = spansCustomers(actor) ? null : actor.customerId;
  const storedLayout =
    id === null
      ? undefined
      : await db
          .select({ customerId: exportDocumentConfiguration.customerId })
          .from(exportDocumentConfiguration)
          .where(eq(exportDocumentConfiguration.id, id))
          .get();
  if (!storedLayout) return ownerId;
  if (ownerId !== null && storedLayout.customerId !== ownerId) throw problem("notFound");
  return storedLayout.customerId;
}
