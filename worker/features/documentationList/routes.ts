import { getFilterCounts } from "#domain/endpoints/documentation/filterCounts.ts";
import { getFirstPhotos } from "#domain/endpoints/documentation/firstPhotos.ts";
import * as contracts from "#domain/endpoints/documentation/list.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { countMatching } from "#worker/listQuery/count.ts";
import { mountBulkChanges } from "./bulk/routes.ts";
import { creatorsOf, templatesOf } from "./choices.ts";
import { mountListExport } from "./excel/routes.ts";
import { filterCounts } from "./filterCounts.ts";
import { firstPhotosOf } from "./firstPhotos.ts";
import { listPage } from "./listPage.ts";
import { mountZips } from "./zip/routes.ts";

export function mountDocumentationList(app: App): void {
  mount(app, contracts.listDocumentations, async ({ db, actor, query }) => ({
    items: await listPage(db, scopeOf(actor), query),
  }));
  mount(app, contracts.simpleDocumentationList, async ({ db, actor, query }) => ({
    items: await listPage(db, scopeOf(actor), query),
  }));
  mount(app, contracts.findAllDocumentationsByCustomerId, async ({ db, actor, params, query }) => ({
    items: await listPage(db, scopeOf(actor), { ...query, customerId: params.id }),
  }));
  mount(app, contracts.countDocumentations, async ({ db, actor, query }) => ({
    total: await countMatching(db, scopeOf(actor), query),
  }));
  mount(app, contracts.getCreators, async ({ db, actor, query }) => ({
    items: await creatorsOf(db, scopeOf(actor), query),
  }));
  mount(app, contracts.getFilterTemplates, async ({ db, actor, query }) => ({
    items: await templatesOf(db, scopeOf(actor), query),
  }));
  mount(app, getFilterCounts, ({ db, actor, query }) => filterCounts(db, scopeOf(actor), query));
  mount(app, getFirstPhotos, async ({ db, actor, query }) => ({
    items: await firstPhotosOf(db, scopeOf(actor), query.ids),
  }));
  mountListExport(app);
  mountBulkChanges(app);
  mountZips(app);
}
