import * as contracts from "../../../domain/endpoints/photoTimeline";
import { scopeOf } from "../../db/scope";
import { readerOf } from "../../documentation/exportPlan";
import { selectionPlan } from "../../documentation/selection/plan";
import { saveSelection, selectedIds } from "../../documentation/selection/selection";
import { mount } from "../../entrance/mount";
import { exportFileFor } from "../../export/export";
import { r2Source } from "../../export/r2Source";
import { serveExport } from "../../export/serve";
import type { App } from "../../http/context";
import { timelinePhotos } from "./photos";
import { timelineQueryOf, timelineSpans } from "./spans";

/** /photo: photos across documentations, by the time they were taken. */
export function mountPhotoTimeline(app: App): void {
  mount(app, contracts.getTimelineSpans, ({ db, actor, query: { before, ...filter } }) =>
    timelineSpans(db, timelineQueryOf(scopeOf(actor), filter, actor.customerId), before),
  );
  mount(app, contracts.listTimelinePhotos, ({ db, actor, query: { from, before, offset, ...filter } }) =>
    timelinePhotos(db, timelineQueryOf(scopeOf(actor), filter, actor.customerId), { from, before, offset }),
  );
  mount(app, contracts.selectTimelinePhotos, async ({ db, actor, body }) => ({
    selection: await saveSelection(db, scopeOf(actor), body.photos),
  }));
  mount(app, contracts.downloadTimelinePhotos, async ({ c, env, db, actor, query }) => {
    const photos = c.req.queries("photo") ?? [];
    const ids = await selectedIds(db, scopeOf(actor), { selection: query.selection, photos });
    const plan = await selectionPlan(db, readerOf(actor, query), ids, {
      ...query,
      arranged: "byDocumentation",
    });
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
}
