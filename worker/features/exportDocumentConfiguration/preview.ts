import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import type { LayoutPreview, previewLayout } from "#domain/endpoints/configuration/layout.ts";
import { insertsOf } from "#domain/layout/inserts.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { layoutPreview } from "#worker/export/layouts/layoutFile.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { sliceOf } from "#worker/export/segments.ts";
import { streamOf } from "#worker/export/stream.ts";
import { readerOf } from "#worker/exportContent/exportPlan.ts";
import { readReport } from "#worker/exportContent/readReport.ts";
import { assertLayoutsValid } from "#worker/exportContent/reportLayout.ts";
import { fonts } from "#worker/fonts.ts";
import { findLayoutsWithInserts } from "#worker/resources/layoutResource.ts";
import { checkedNodes } from "./saveLayout.ts";

type Input = z.output<NonNullable<typeof previewLayout.body>>;

/**
 * Draws an unsaved layout.
 * @throws invalid with the layout's errors by node and param, layoutFaulty for a faulty inserted layout, notFound for the
 * documentation, exportRefused while it is with the field
 */
export async function preview(env: Env, db: Database, actor: Actor, request: Input): Promise<LayoutPreview> {
  const { documentation, language } = request;
  const nodes = await checkedNodes(db, request.layout);
  const layouts = await findLayoutsWithInserts(
    db,
    insertsOf(nodes).map(({ layout }) => layout),
  );
  assertLayoutsValid(layouts);
  const report = await readReport(db, readerOf(actor), documentation, { language, layouts });
  const layout = { ...request.layout, id: request.layout.id ?? "", nodes };
  const { file, parts, unfilled, pages, isTruncated } = await layoutPreview(layout, report, { fonts });
  const stream = streamOf(sliceOf(file, 0, file.length), file.length, r2Source(env.STORAGE));
  const bytes = await new Response(stream).arrayBuffer().catch(() => {
    throw problem("storageChanged");
  });
  return { pdf: Buffer.from(bytes).toString("base64"), pages, cut: isTruncated, parts, unfilled };
}
