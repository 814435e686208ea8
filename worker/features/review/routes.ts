import { sql } from "drizzle-orm";
import * as contracts from "../../../domain/endpoints/documentation";
import { findExportEventsByDocumentationId } from "../../../domain/endpoints/documentationGroup";
import { reviewQueue } from "../../../domain/endpoints/reviewQueue";
import { idParam } from "../../db/ids";
import { scopeOf } from "../../db/scope";
import {
  detailsOf,
  eventsOf,
  filesOf,
  photosOf,
  tasksOf,
  visibleDocumentation,
} from "../../documentation/details";
import { namedExportEvents, withExports } from "../../documentation/exportEvents";
import { canUnblur, fileResponse, photoResponse } from "../../documentation/media";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { mountChanges } from "./changeRoutes";
import { findFile } from "./file";
import { findPhoto } from "./photo";
import { queueOverShards } from "./queue";

export function mountReview(app: App): void {
  mount(app, contracts.getDocumentation, async ({ db, actor, params }) =>
    detailsOf(db, await visibleDocumentation(db, scopeOf(actor), params.id)),
  );
  mount(app, contracts.listDocumentationEvents, async ({ db, actor, params }) => ({
    items: await eventsOf(db, await visibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  mount(app, contracts.listDocumentationTasks, async ({ db, actor, query }) => ({
    items: await tasksOf(db, await visibleDocumentation(db, scopeOf(actor), query.documentationId)),
  }));
  mount(app, contracts.listPhotos, async ({ db, actor, query }) => ({
    items: await withExports(
      db,
      await photosOf(db, await visibleDocumentation(db, scopeOf(actor), query.documentationId), query),
    ),
  }));
  mount(app, contracts.getAllDocumentationPhotos, async ({ db, actor, params, query }) => ({
    items: await withExports(
      db,
      await photosOf(db, await visibleDocumentation(db, scopeOf(actor), params.id), query),
    ),
  }));
  mount(app, contracts.getPhoto, ({ db, actor, params }) => findPhoto(db, actor, params.id));
  mount(app, contracts.listFiles, async ({ db, actor, query }) => ({
    items: await withExports(
      db,
      await filesOf(db, await visibleDocumentation(db, scopeOf(actor), query.documentationId), query),
    ),
  }));
  mount(app, contracts.getFile, ({ db, actor, params }) => findFile(db, actor, params.id));
  mount(app, findExportEventsByDocumentationId, async ({ db, actor, params }) => {
    const { customerId, id } = await visibleDocumentation(db, scopeOf(actor), params.id);
    const own = sql`d.customer_id = ${customerId} AND d.id = ${idParam(id)}`;
    return { items: await namedExportEvents(db, sql`documentation d`, own) };
  });
  mount(app, contracts.photoThumbnail, ({ c, env, db, actor, params, query }) =>
    photoResponse(env, db, scopeOf(actor), { id: params.id, form: "thumbnail", named: query.v }, c.req.raw),
  );
  mount(app, contracts.photoDownload, ({ c, env, db, actor, params, query }) =>
    photoResponse(env, db, scopeOf(actor), { id: params.id, form: "rendition", named: query.v }, c.req.raw),
  );
  mount(app, contracts.photoDownloadWithoutMarkup, ({ c, env, db, actor, params, query }) =>
    photoResponse(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "plain", named: query.v, unblurred: canUnblur(actor) },
      c.req.raw,
    ),
  );
  mount(app, contracts.photoDownloadOriginal, ({ c, env, db, actor, params, query }) =>
    photoResponse(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "original", named: query.v, unblurred: canUnblur(actor) },
      c.req.raw,
    ),
  );
  mount(app, contracts.fileDownload, ({ c, env, db, actor, params }) =>
    fileResponse(env, db, scopeOf(actor), params.id, c.req.raw),
  );
  mount(app, reviewQueue, ({ places, query }) => queueOverShards(places, query));
  mountChanges(app);
}
