import * as contracts from "../../../domain/endpoints/documentation";
import { detailsOf, eventsOf, filesOf, photosOf, tasksOf } from "../../documentation/details";
import { fileResponse, photoResponse } from "../../documentation/media";
import { mountForSession } from "../../entrance/mount";
import type { App } from "../../http/context";
import { mountChanges } from "./changeRoutes";

export function mountReview(app: App): void {
  mountForSession(app, contracts.getDocumentation, ({ db, actor, params }) =>
    detailsOf(db, actor, params.id),
  );
  mountForSession(app, contracts.listDocumentationEvents, async ({ db, actor, params }) => ({
    items: (await eventsOf(db, actor, params.id)) as never,
  }));
  mountForSession(app, contracts.listDocumentationTasks, async ({ db, actor, query }) => ({
    items: await tasksOf(db, actor, query.documentationId),
  }));
  mountForSession(app, contracts.listPhotos, async ({ db, actor, query }) => ({
    items: await photosOf(db, actor, query.documentationId, query.max, query.offset),
  }));
  mountForSession(app, contracts.listFiles, async ({ db, actor, query }) => ({
    items: await filesOf(db, actor, query.documentationId),
  }));
  mountForSession(app, contracts.photoThumbnail, ({ c, env, db, actor, params, query }) =>
    photoResponse(env, db, actor, { id: params.id, form: "thumbnail", version: query.v }, c.req.raw),
  );
  mountForSession(app, contracts.photoDownload, ({ c, env, db, actor, params, query }) =>
    photoResponse(env, db, actor, { id: params.id, form: "rendition", version: query.v }, c.req.raw),
  );
  mountForSession(app, contracts.photoDownloadOriginal, ({ c, env, db, actor, params, query }) =>
    photoResponse(env, db, actor, { id: params.id, form: "original", version: query.v }, c.req.raw),
  );
  mountForSession(app, contracts.fileDownload, ({ c, env, db, actor, params }) =>
    fileResponse(env, db, actor, params.id, c.req.raw),
  );
  mountChanges(app);
}
