import type * as contracts from "#domain/endpoints/documentation/groups.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { countGroups, listGroups } from "./groupList.ts";

type Lists = Pick<ReturnType<typeof contracts.defineGroupLists>, "list" | "count">;

/** Mounts the list and count endpoints of one of the three screens that show groups. */
export function mountGroupLists(app: App, { list, count }: Lists): void {
  mount(app, list, async ({ db, actor, query }) => ({ items: await listGroups(db, scopeOf(actor), query) }));
  mount(app, count, async ({ db, actor, query }) => ({
    total: await countGroups(db, scopeOf(actor), query),
  }));
}
