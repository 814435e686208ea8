import { shardPartId } from "../../../../domain/across";
import * as contracts from "../../../../domain/endpoints/documentationZip";
import { readerOf } from "../../../documentation/exportPlan";
import { mergePlans } from "../../../documentation/selection/together";
import { documentationsPlan, saveZipSelection } from "../../../documentation/selection/zip";
import { shardIndex, shardPartIds } from "../../../entrance/across";
import { mount } from "../../../entrance/mount";
import { exportFileFor } from "../../../export/export";
import { r2Source } from "../../../export/r2Source";
import { serveExport } from "../../../export/serve";
import type { App } from "../../../http/context";

export function mountZips(app: App): void {
  mount(app, contracts.selectDocumentations, ({ places, body }) =>
    saveZipSelection(
      places.map(({ env, db, actor }) => ({
        db,
        reader: readerOf(actor),
        partOf: (selection) => shardPartId(selection, shardIndex(env)),
      })),
      body,
    ),
  );
  mount(app, contracts.downloadZipFiles, async ({ c, env, places, query }) => {
    const parts = places.flatMap(({ env: at, db, actor }) =>
      shardPartIds(at, query.selection).map((part) =>
        documentationsPlan(db, readerOf(actor, query), part, query),
      ),
    );
    const plan = await mergePlans(parts);
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
}
