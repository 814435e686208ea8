import type { z } from "zod";
import type { Actor } from "../../../domain/access/actor";
import type { LayoutPreview, previewLayout } from "../../../domain/endpoints/exportDocumentConfiguration";
import { insertsOf } from "../../../domain/layout/inserts";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { readerOf } from "../../documentation/exportPlan";
import { reportOf } from "../../documentation/report";
import { assertLayoutsValid } from "../../documentation/throughLayout";
import type { Env } from "../../env";
import { layoutPreview } from "../../export/layouts/layoutFile";
import { r2Source } from "../../export/r2Source";
import { sliceOf } from "../../export/segments";
import { streamOf } from "../../export/stream";
import { fonts } from "../../fonts";
import { layoutsWithInserts } from "../../resources/exportDocumentConfiguration";
import { checkedNodes } from "./save";

type Wish = z.output<NonNullable<typeof previewLayout.body>>;

/**
 * Draws an unsaved layout.
 * @throws invalid with the layout's faults by node and param, layoutFaulty for an inserted layout with faults, notFound for the documentation,
 *   exportRefused while it is in the field
 */
export async function preview(env: Env, db: Database, actor: Actor, wish: Wish): Promise<LayoutPreview> {
  const { documentation, language } = wish;
  const nodes = await checkedNodes(db, wish.layout);
  const layouts = await layoutsWithInserts(
    db,
    insertsOf(nodes).map(({ layout }) => layout),
  );
  assertLayoutsValid(layouts);
  const report = await reportOf(db, readerOf(actor), documentation, { language, layouts });
  const layout = { ...wish.layout, id: wish.layout.id ?? "", nodes };
  const { file, parts, unfilled, pages, cut } = await layoutPreview(layout, report, { fonts });
  const stream = streamOf(sliceOf(file, 0, file.length), file.length, r2Source(env.STORAGE));
  const bytes = await new Response(stream).arrayBuffer().catch(() => {
    throw problem("storageChanged");
  });
  return { pdf: Buffer.from(bytes).toString("base64"), pages, cut, parts, unfilled };
}
