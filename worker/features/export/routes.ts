import { downloadExportDocument, downloadZipFile } from "../../../domain/endpoints/documentation";
import { problem } from "../../../domain/problem";
import { allowType } from "../../documentation/documentType";
import { planOf, readerOf } from "../../documentation/exportPlan";
import { reportOf } from "../../documentation/report";
import { layoutFor, serveLayout } from "../../documentation/throughLayout";
import { mount } from "../../entrance/mount";
import { exportFileFor } from "../../export/export";
import { r2Source } from "../../export/r2Source";
import { serveExport } from "../../export/serve";
import type { App } from "../../http/context";

export function mountDownloads(app: App): void {
  mount(app, downloadZipFile, async ({ c, env, db, actor, params, query }) => {
    const plan = await planOf(db, readerOf(actor), params.id, query.language);
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
  mount(app, downloadExportDocument, async ({ c, env, db, actor, params, query }) => {
    const { type, configuration, pdf, language, photos } = query;
    if (configuration !== undefined) {
      if (type !== undefined) throw problem("invalid", { fields: { type: "notAllowed" } });
      const asked = await layoutFor(db, actor, { configuration, pdf });
      const report = await reportOf(db, readerOf(actor), params.id, { language, layouts: asked.layouts });
      return serveLayout(env, c.req.raw, asked, report);
    }
    if (type === undefined) throw problem("invalid", { fields: { type: "required" } });
    if (pdf) throw problem("invalid", { fields: { pdf: "notAllowed" } });
    await allowType(db, actor, { id: params.id, type });
    const plan = await planOf(db, readerOf(actor), params.id, language);
    return serveExport(await exportFileFor(plan, { kind: type, photos }), c.req.raw, r2Source(env.STORAGE));
  });
}
