import { sql } from "drizzle-orm";
import * as contracts from "#domain/endpoints/documentation/details.ts";
import { findExportEventsByDocumentationId } from "#domain/endpoints/documentation/groups.ts";
import { reviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import { mount } from "#worker/api/mount.ts";
import { idParam } from "#worker/db/ids.ts";
import { scopeOf } from "#worker/db/scope.ts";
import {
  listEvents,
  listFiles,
  listPhotos,
  readDetails,
  visibleDocumentation,
} from "#worker/documentation/details.ts";
import { namedExportEvents, withExports } from "#worker/documentation/exportEvents.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { canUnblur, fileResponse, photoResponse } from "#worker/documentation/mediaResponses.ts";
import type { App } from "#worker/http/context.ts";
import { mountChanges } from "./changeRoutes.ts";
import { queueOverShards } from "./queue.ts";
import { findFile } from "./reviewFile.ts";
import { findPhoto } from "./reviewPhoto.ts";

export function mountReview(app: App): void {
  mount(app, contracts.getDocumentation, async ({ db, actor, params }) =>
    readDetails(db, await visibleDocumentation(db, scopeOf(actor), params.id)),
  );
  mount(app, contracts.listDocumentationEvents, async ({ db, actor, params }) => ({
    items: await listEvents(db, await visibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  mount(
    app,
    contracts.listDocumentationTasks,
    async ({ db, actor, query: { documentationId, max, order } }) => {
      const tasks = await listTasks(db, await visibleDocumentation(db, scopeOf(actor), documentationId));
      const ordered = order === "asc" ? tasks : tasks.toReversed();
      return { items: max < 0 ? ordered : ordered.slice(0, max) };
    },
  );
  mount(app, contracts.listPhotos, async ({ db, actor, query }) => ({
    items: await withExports(
      db,
      await listPhotos(db, await visibleDocumentation(db, scopeOf(actor), query.documentationId), query),
    ),
  }));
  mount(app, contracts.getAllDocumentationPhotos, async ({ db, actor, params, query }) => ({
    items: await withExports(
      db,
      await listPhotos(db, await visibleDocumentation(db, scopeOf(actor), params.id), query),
    ),
  }));
  mount(app, contracts.getPhoto, ({ db, actor, params }) => findPhoto(db, actor, params.id));
  mount(app, contracts.listFiles, async ({ db, actor, query }) => ({
    items: await withExports(
      db,
      await listFiles(db, await visibleDocumentation(db, scopeOf(actor), query.documentationId), query),
    ),
  }));
  mount(app, contracts.getFile, ({ db, actor, params }) => findFile(db, actor, params.id));
  mount(app, findExportEventsByDocumentationId, async ({ db, actor, params }) => {
    const { customerId, id } = await visibleDocumentation(db, scopeOf(actor), params.id);
    const ofDocumentation = sql`d.customer_id = ${customerId} AND d.id = ${idParam(id)}`;
    return { items: await namedExportEvents(db, sql`documentation d`, ofDocumentation) };
  });
  mount(app, contracts.photoThumbnail, ({ c, env, db, actor, params, query }) =>
    photoResponse(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "thumbnail", requestedRevision: query.v },
      c.req.raw,
    ),
  );
  mount(app, contracts.photoDownload, ({ c, env, db, actor, params, query }) =>
    photoResponse(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "rendition", requestedRevision: query.v },
      c.req.raw,
    ),
  );
  mount(app, contracts.photoDownloadWithoutMarkup, ({ c, env, db, actor, params, query }) =>
    photoResponse(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "plain", requestedRevision: query.v, unblurred: canUnblur(actor) },
      c.req.raw,
    ),
  );
  mount(app, contracts.photoDownloadOriginal, ({ c, env, db, actor, params, query }) =>
    photoResponse(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "original", requestedRevision: query.v, unblurred: canUnblur(actor) },
      c.req.raw,
    ),
  );
  mount(app, contracts.fileDownload, ({ c, env, db, actor, params }) =>
    fileResponse(env, db, scopeOf(actor), params.id, c.req.raw),
  );
  mount(app, reviewQueue, ({ shards, query }) => queueOverShards(shards, query));
  mountChanges(app);
}
