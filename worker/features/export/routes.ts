import { spansCustomers } from "../../../domain/access/authorities";
import { downloadExportDocument, downloadZipFile } from "../../../domain/endpoints/documentation";
import { problem } from "../../../domain/problem";
import { planOf, readerOf } from "../../documentation/exportPlan";
import { mount } from "../../entrance/mount";
import { sessionOf } from "../../entrance/session/actor";
import { layoutFor } from "../../export/export";
import { r2Source } from "../../export/r2-source";
import { serveLayout } from "../../export/serve";
import type { App } from "../../http/context";

export function mountDownloads(app: App): void {
  mount(app, downloadZipFile, async ({ c, env, db, actor, params, query }) => {
    const plan = await planOf(db, readerOf(actor), params.id, query.language);
    return serveLayout(await layoutFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
  mount(app, downloadExportDocument, async ({ c, env, db, actor, params, query }) => {
    const { exportDocumentTypes } = await sessionOf(c, true);
    const granted = spansCustomers(actor) || exportDocumentTypes.includes(query.type);
    if (!granted) throw problem("exportTypeRefused", { fields: { type: "notAllowed" } });
    const plan = await planOf(db, readerOf(actor), params.id, query.language);
    return serveLayout(
      await layoutFor(plan, { kind: query.type, photos: query.photos }),
      c.req.raw,
      r2Source(env.STORAGE),
    );
  });
}
