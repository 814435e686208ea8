import { getMapClusters } from "../../../domain/endpoints/map";
import type { App } from "../../http/context";
import { mountForSession } from "../../http/mount";
import { clustersOf } from "./clusters";

/** /map (2§2). */
export function mountMap(app: App): void {
  mountForSession(app, getMapClusters, ({ db, actor, query }) => clustersOf(db, actor, query));
}
