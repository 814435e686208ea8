import { getMapClusters } from "../../../domain/endpoints/map";
import { mountForSession } from "../../entrance/mount";
import type { App } from "../../http/context";
import { clustersOf } from "./clusters";

/** /map (2§2). */
export function mountMap(app: App): void {
  mountForSession(app, getMapClusters, ({ db, actor, query }) => clustersOf(db, actor, query));
}
