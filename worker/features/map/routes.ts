import { getMapClusters } from "#domain/endpoints/documentation/map.ts";
import { getBasemapSource, readMapArchive } from "#domain/endpoints/operations/basemapCalls.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { getBasemap, readArchiveRange } from "./basemap.ts";
import { findClusters } from "./clusters.ts";

/** /map (2§2), and the basemap of all maps. */
export function mountMap(app: App): void {
  mount(app, getMapClusters, ({ db, actor, query }) => findClusters(db, scopeOf(actor), query));
  mount(app, getBasemapSource, async ({ env }) => getBasemap(env));
  mount(app, readMapArchive, ({ env, query }) => readArchiveRange(env, query));
}
