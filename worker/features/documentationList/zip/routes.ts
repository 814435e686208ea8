import * as contracts from "../../../../domain/endpoints/documentationZip";
import { readerOf } from "../../../documentation/exportPlan";
import { documentationsPlan, keepDocumentations } from "../../../documentation/selection/zip";
import { mount } from "../../../entrance/mount";
import { exportFileFor } from "../../../export/export";
import { r2Source } from "../../../export/r2Source";
import { serveExport } from "../../../export/serve";
import type { App } from "../../../http/context";

export function mountZips(app: App): void {
  mount(app, contracts.selectDocumentations, ({ db, actor, body }) =>
    keepDocumentations(db, readerOf(actor), body),
  );
  mount(app, contracts.downloadZipFiles, async ({ c, env, db, actor, query }) => {
    const plan = await documentationsPlan(db, readerOf(actor, query), query.selection, query);
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
}
