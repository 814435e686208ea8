import * as contracts from "#domain/endpoints/documentation/photoTimeline.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { exportFileFor } from "#worker/export/export.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { createReader } from "#worker/exportContent/exportPlan.ts";
import { readSelectionPlan } from "#worker/exportContent/selection/planSelection.ts";
import { readSelectedIds, saveSelection } from "#worker/exportContent/selection/storedSelection.ts";
import type { App } from "#worker/http/context.ts";
import { createTimelineQuery, listTimelineSpans } from "./spans.ts";
import { listTimelinePhotos } from "./timelinePhotos.ts";

/** /photo: photos across documentations, by the time they were taken. */
export function mountPhotoTimeline(app: App): void {
  mount(app, contracts.getTimelineSpans, ({ db, actor, query: { before, ...filter } }) =>
    listTimelineSpans(db, createTimelineQuery(scopeOf(actor), filter, actor.customerId), before),
  );
  mount(
    app,
    contracts.listTimelinePhotos,
    ({ db, actor, query: { from, before, unknownTime, offset, ...filter } }) =>
      listTimelinePhotos(db, createTimelineQuery(scopeOf(actor), filter, actor.customerId), {
        from,
        before,
        unknownTime,
        offset,
      }),
  );
  mount(app, contracts.selectTimelinePhotos, async ({ db, actor, body }) => ({
    selection: await saveSelection(db, scopeOf(actor), body.photos),
  }));
  mount(app, contracts.downloadTimelinePhotos, async ({ c, env, db, actor, query }) => {
    const photos = c.req.queries("photo") ?? [];
    const ids = await readSelectedIds(db, scopeOf(actor), { selection: query.selection, photos });
    const plan = await readSelectionPlan(db, createReader(actor, query), ids, {
      ...query,
      arrangement: "byDocumentation",
    });
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, createR2Source(env.STORAGE));
  });
}
