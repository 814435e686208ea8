import { isMadeInBackground } from "#domain/configuration/exportTypes.ts";
import { problem } from "#domain/core/problem.ts";
import { downloadExportDocument, downloadZipFile } from "#domain/endpoints/documentation/details.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { visibleDocumentation } from "#worker/documentation/details.ts";
import { planEarlierPhotos } from "#worker/documentation/retakes.ts";
import { exportFileFor } from "#worker/export/export.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serve.ts";
import { readExportPlan, readerOf } from "#worker/exportContent/exportPlan.ts";
import { buildDocument, resolveDocument } from "#worker/exportContent/resolveDocument.ts";
import type { App } from "#worker/http/context.ts";

export function mountDownloads(app: App): void {
  mount(app, downloadZipFile, async ({ c, env, db, actor, params, query }) => {
    const plan = await readExportPlan(db, readerOf(actor, query), params.id, query.language);
    if (query.earlier)
      plan.earlier = await planEarlierPhotos(db, await visibleDocumentation(db, scopeOf(actor), params.id));
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
  mount(app, downloadExportDocument, async ({ c, env, db, actor, params, query }) => {
    const resolved = await resolveDocument(db, actor, params.id, query);
    if (isMadeInBackground(await visibleDocumentation(db, scopeOf(actor), params.id)))
      throw problem("tooManyPhotos");
    return serveExport(await buildDocument(db, actor, params.id, resolved), c.req.raw, r2Source(env.STORAGE));
  });
}
