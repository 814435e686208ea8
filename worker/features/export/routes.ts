import { downloadExportDocument, downloadZipFile } from "../../../domain/endpoints/documentation";
import { problem } from "../../../domain/problem";
import { isMadeInBackground } from "../../../domain/rules/exportTypes";
import { scopeOf } from "../../db/scope";
import { visibleDocumentation } from "../../documentation/details";
import { buildDocument, resolveDocument } from "../../documentation/document";
import { planOf, readerOf } from "../../documentation/exportPlan";
import { planEarlierPhotos } from "../../documentation/retakes";
import { mount } from "../../entrance/mount";
import { exportFileFor } from "../../export/export";
import { r2Source } from "../../export/r2Source";
import { serveExport } from "../../export/serve";
import type { App } from "../../http/context";

export function mountDownloads(app: App): void {
  mount(app, downloadZipFile, async ({ c, env, db, actor, params, query }) => {
    const plan = await planOf(db, readerOf(actor, query), params.id, query.language);
    if (query.earlier)
      plan.earlier = await planEarlierPhotos(db, await visibleDocumentation(db, scopeOf(actor), params.id));
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
  mount(app, downloadExportDocument, async ({ c, env, db, actor, params, query }) => {
    const asked = await resolveDocument(db, actor, params.id, query);
    if (isMadeInBackground(await visibleDocumentation(db, scopeOf(actor), params.id)))
      throw problem("tooManyPhotos");
    return serveExport(await buildDocument(db, actor, params.id, asked), c.req.raw, r2Source(env.STORAGE));
  });
}
