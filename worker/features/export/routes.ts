import { isCreatedInBackground } from "#domain/configuration/exportTypes.ts";
import { problem } from "#domain/core/problem.ts";
import { downloadExportDocument, downloadZipFile } from "#domain/endpoints/documentation/details.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import { planEarlierPhotos } from "#worker/documentation/retakes.ts";
import { exportFileFor } from "#worker/export/export.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { createReader, readExportPlan } from "#worker/exportContent/exportPlan.ts";
import { buildDocument, resolveDocument } from "#worker/exportContent/resolveDocument.ts";
import type { App } from "#worker/http/context.ts";

export function mountDownloads(app: App): void {
  mount(app, downloadZipFile, async ({ c, env, db, actor, params, query }) => {
    const plan = await readExportPlan(db, createReader(actor, query), params.id, query.language);
    if (query.earlier)
      plan.earlier = await planEarlierPhotos(
        db,
        await findVisibleDocumentation(db, scopeOf(actor), params.id),
      );
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, createR2Source(env.STORAGE));
  });
  mount(app, downloadExportDocument, async ({ c, env, db, actor, params, query }) => {
    const resolvedDocument = await resolveDocument(db, actor, params.id, query);
    if (isCreatedInBackground(await findVisibleDocumentation(db, scopeOf(actor), params.id)))
      throw problem("tooManyPhotos");
    return serveExport(
      await buildDocument(env, db, actor, params.id, resolvedDocument),
      c.req.raw,
      createR2Source(env.STORAGE),
    );
  });
}
