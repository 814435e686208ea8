import { hasAuthority, spansCustomers } from "../../../domain/access/authorities";
import { searchEverything } from "../../../domain/endpoints/finder";
import { scopeOf } from "../../db/scope";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { findDocumentations } from "./documentations";
import { findCustomers, findTemplates, findUsers } from "./settled";

/** What Ctrl+K finds. */
export function mountFinder(app: App): void {
  mount(app, searchEverything, async ({ db, actor, query: { q } }) => {
    const scope = scopeOf(actor);
    // The screens of users and customers are for super admins alone.
    const all = spansCustomers(actor);
    const found = await Promise.all([
      hasAuthority(actor, "ROLE_DOCUMENTATION_READ") ? findDocumentations(db, scope, q) : [],
      hasAuthority(actor, "ROLE_TEMPLATE_READ") ? findTemplates(db, scope, q) : [],
      all ? findUsers(db, q) : [],
      all ? findCustomers(db, q) : [],
    ]);
    return { items: found.flat() };
  });
}
