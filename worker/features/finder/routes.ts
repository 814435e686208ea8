import { hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import { searchEverything } from "#domain/endpoints/documentation/globalSearch.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { findDocumentations } from "./findDocumentations.ts";
import { findCustomers, findTemplates, findUsers } from "./findNames.ts";

/** The search of Ctrl+K. */
export function mountFinder(app: App): void {
  mount(app, searchEverything, async ({ db, actor, query: { q } }) => {
    const scope = scopeOf(actor);
    // Only super admins have the pages of users and customers.
    const isSuperAdmin = spansCustomers(actor);
    const hits = await Promise.all([
      hasAuthority(actor, "ROLE_DOCUMENTATION_READ") ? findDocumentations(db, actor, q) : [],
      hasAuthority(actor, "ROLE_TEMPLATE_READ") ? findTemplates(db, scope, q) : [],
      isSuperAdmin ? findUsers(db, q) : [],
      isSuperAdmin ? findCustomers(db, q) : [],
    ]);
    return { items: hits.flat() };
  });
}
