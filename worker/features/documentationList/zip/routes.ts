import { shardPartId } from "#domain/contract/merge/shardIds.ts";
import * as contracts from "#domain/endpoints/documentation/zip.ts";
import { shardIndex, shardPartIds } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { exportFileFor } from "#worker/export/export.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { createReader } from "#worker/exportContent/exportPlan.ts";
import { mergePlans } from "#worker/exportContent/selection/mergePlans.ts";
import { planDocumentations, saveZipSelection } from "#worker/exportContent/selection/selectionZip.ts";
import type { App } from "#worker/http/context.ts";

export function mountZips(app: App): void {
  mount(app, contracts.selectDocumentations, ({ shards, body }) =>
    saveZipSelection(
      shards.map(({ env, db, actor }) => ({
        db,
        reader: createReader(actor),
        partIdOf: (selection) => shardPartId(selection, shardIndex(env)),
      })),
      body,
    ),
  );
  mount(app, contracts.downloadZipFiles, async ({ c, env, shards, query }) => {
    const parts = shards.flatMap(({ env: shardEnv, db, actor }) =>
      shardPartIds(shardEnv, query.selection).map((partId) =>
        planDocumentations(db, createReader(actor, query), partId, query),
      ),
    );
    const plan = await mergePlans(parts);
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, createR2Source(env.STORAGE));
  });
}
