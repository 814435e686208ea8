import { sql } from "drizzle-orm";
import * as contracts from "../../../domain/endpoints/documentation";
import { findExportEventsByDocumentationId } from "../../../domain/endpoints/documentationGroup";
import {
  detailsOf,
  eventsOf,
  filesOf,
  photosOf,
  tasksOf,
  visibleDocumentation,
} from "../../documentation/details";
import { namedExportEvents, withExports } from "../../documentation/exportEvents";
import { fileResponse, photoResponse } from "../../documentation/media";
import { mountForSession } from "../../entrance/mount";
import type { App } from "../../http/context";
import { mountChanges } from "./changeRoutes";
import { findFile } from "./file";
import { findPhoto } from "./photo";

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
    items: await withExports(db, await photosOf(db, actor, query.documentationId, query)),
  }));
  mountForSession(app, contracts.getAllDocumentationPhotos, async ({ db, actor, params, query }) => ({
    items: await withExports(db, await photosOf(db, actor, params.id, query)),
  }));
  mountForSession(app, contracts.getPhoto, ({ db, actor, params }) => findPhoto(db, actor, params.id));
  mountForSession(app, contracts.listFiles, async ({ db, actor, query }) => ({
    items: await withExports(db, await filesOf(db, actor, query.documentationId, query)),
  }));
  mountForSession(app, contracts.getFile, ({ db, actor, params }) => findFile(db, actor, params.id));
  mountForSession(app, findExportEventsByDocumentationId, async ({ db, actor, params }) => {
    const { customerId, id } = await visibleDocumentation(db, actor, params.id);
    const own = sql`d.customer_id = ${customerId} AND d.id = ${id}`;
    return { items: await namedExportEvents(db, sql`documentation d`, own) };
  });
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
