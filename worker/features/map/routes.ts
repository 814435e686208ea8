import { getMapClusters } from "../../../domain/endpoints/map";
import { getBaseMapSource, readMapArchive } from "../../../domain/endpoints/mapGround";
import { scopeOf } from "../../db/scope";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { clustersOf } from "./clusters";
import { archivePart, basemapOf } from "./ground";

/** /map (2§2), and the ground that every map is drawn on. */
export function mountMap(app: App): void {
  mount(app, getMapClusters, ({ db, actor, query }) => clustersOf(db, scopeOf(actor), query));
  mount(app, getBaseMapSource, async ({ env }) => basemapOf(env));
  mount(app, readMapArchive, ({ env, query }) => archivePart(env, query));
}
