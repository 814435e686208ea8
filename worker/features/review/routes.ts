import { sql } from "drizzle-orm";
import * as contracts from "#domain/endpoints/documentation/details.ts";
import { findExportEventsByDocumentationId } from "#domain/endpoints/documentation/groups.ts";
import { reviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import { mount } from "#worker/api/mount.ts";
import { idParam } from "#worker/db/ids.ts";
import { scopeOf } from "#worker/db/scope.ts";
import {
  findVisibleDocumentation,
  listEvents,
  listFiles,
  listPhotos,
  readDetails,
} from "#worker/documentation/details.ts";
import { addExportEvents, listNamedExportEvents } from "#worker/documentation/exportEvents.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { canUnblur, serveFileAttachment, servePhoto } from "#worker/documentation/mediaResponses.ts";
import type { App } from "#worker/http/context.ts";
import { mountChanges } from "./changeRoutes.ts";
import { readReviewQueue } from "./queue.ts";
import { findFile } from "./reviewFile.ts";
import { findPhoto } from "./reviewPhoto.ts";

export function mountReview(app: App): void {
  mount(app, contracts.getDocumentation, async ({ db, actor, params }) =>
    readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), params.id)),
  );
  mount(app, contracts.listDocumentationEvents, async ({ db, actor, params }) => ({
    items: await listEvents(db, await findVisibleDocumentation(db, scopeOf(actor), params.id)),
  }));
  mount(
    app,
    contracts.listDocumentationTasks,
    async ({ db, actor, query: { documentationId, max, order } }) => {
      const tasks = await listTasks(db, await findVisibleDocumentation(db, scopeOf(actor), documentationId));
      const sortedTasks = order === "asc" ? tasks : tasks.toReversed();
      return { items: max < 0 ? sortedTasks : sortedTasks.slice(0, max) };
    },
  );
  mount(app, contracts.listPhotos, async ({ db, actor, query }) => ({
    items: await addExportEvents(
      db,
      await listPhotos(db, await findVisibleDocumentation(db, scopeOf(actor), query.documentationId), query),
    ),
  }));
  mount(app, contracts.getAllDocumentationPhotos, async ({ db, actor, params, query }) => ({
    items: await addExportEvents(
      db,
      await listPhotos(db, await findVisibleDocumentation(db, scopeOf(actor), params.id), query),
    ),
  }));
  mount(app, contracts.getPhoto, ({ db, actor, params }) => findPhoto(db, actor, params.id));
  mount(app, contracts.listFiles, async ({ db, actor, query }) => ({
    items: await addExportEvents(
      db,
      await listFiles(db, await findVisibleDocumentation(db, scopeOf(actor), query.documentationId), query),
    ),
  }));
  mount(app, contracts.getFile, ({ db, actor, params }) => findFile(db, actor, params.id));
  mount(app, findExportEventsByDocumentationId, async ({ db, actor, params }) => {
    const { customerId, id } = await findVisibleDocumentation(db, scopeOf(actor), params.id);
    const documentationCondition = sql`d.customer_id = ${customerId} AND d.id = ${idParam(id)}`;
    return { items: await listNamedExportEvents(db, sql`documentation d`, documentationCondition) };
  });
  mount(app, contracts.photoThumbnail, ({ c, env, db, actor, params, query }) =>
    servePhoto(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "thumbnail", requestedRevision: query.v },
      c.req.raw,
    ),
  );
  mount(app, contracts.photoDownload, ({ c, env, db, actor, params, query }) =>
    servePhoto(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "rendition", requestedRevision: query.v },
      c.req.raw,
    ),
  );
  mount(app, contracts.photoDownloadWithoutMarkup, ({ c, env, db, actor, params, query }) =>
    servePhoto(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "plain", requestedRevision: query.v, unblurred: canUnblur(actor) },
      c.req.raw,
    ),
  );
  mount(app, contracts.photoDownloadOriginal, ({ c, env, db, actor, params, query }) =>
    servePhoto(
      env,
      db,
      scopeOf(actor),
      { id: params.id, form: "original", requestedRevision: query.v, unblurred: canUnblur(actor) },
      c.req.raw,
    ),
  );
  mount(app, contracts.fileDownload, ({ c, env, db, actor, params }) =>
    serveFileAttachment(env, db, scopeOf(actor), params.id, c.req.raw),
  );
  mount(app, reviewQueue, ({ shards, query }) => readReviewQueue(shards, query));
  mountChanges(app);
}
