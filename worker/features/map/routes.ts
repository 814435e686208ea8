import { getMapClusters } from "../../../domain/endpoints/map";
import { scopeOf } from "../../db/scope";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { clustersOf } from "./clusters";

/** /map (2§2). */
export function mountMap(app: App): void {
  mount(app, getMapClusters, ({ db, actor, query }) => clustersOf(db, scopeOf(actor), query));
}
