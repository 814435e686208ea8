import * as contracts from "#domain/endpoints/documentation/savedView.ts";
import { mount } from "#worker/api/mount.ts";
import type { App } from "#worker/http/context.ts";
import { createView, deleteView, listViews, updateView } from "./views.ts";

/** Saved views of the documentation list. */
export function mountSavedViews(app: App): void {
  mount(app, contracts.listSavedViews, async ({ db, actor }) => ({ items: await listViews(db, actor) }));
  mount(app, contracts.createSavedView, ({ db, actor, body }) => createView(db, actor, body));
  mount(app, contracts.updateSavedView, ({ db, actor, params, body }) =>
    updateView(db, actor, params.id, body),
  );
  mount(app, contracts.deleteSavedView, ({ db, actor, params }) => deleteView(db, actor, params.id));
}
