import type * as contracts from "../../../domain/endpoints/documentationGroup";
import { scopeOf } from "../../db/scope";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { countGroups, groupPage } from "./list";

type Lists = Pick<ReturnType<typeof contracts.groupLists>, "list" | "count">;

/** The list of one of the three screens that show groups. */
export function mountGroupLists(app: App, { list, count }: Lists): void {
  mount(app, list, async ({ db, actor, query }) => ({ items: await groupPage(db, scopeOf(actor), query) }));
  mount(app, count, async ({ db, actor, query }) => ({
    total: await countGroups(db, scopeOf(actor), query),
  }));
}
