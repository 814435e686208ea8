import { getFilterCounts } from "#domain/endpoints/documentation/filterCounts.ts";
import { getFirstPhotos } from "#domain/endpoints/documentation/firstPhotos.ts";
import * as contracts from "#domain/endpoints/documentation/list.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { countMatches } from "#worker/listQuery/countMatches.ts";
import { mountBulkChanges } from "./bulk/routes.ts";
import { mountListExport } from "./excel/routes.ts";
import { listCreators, listTemplates } from "./filterChoices.ts";
import { readFilterCounts } from "./filterCounts.ts";
import { listFirstPhotos } from "./firstPhotos.ts";
import { listPage } from "./listPage.ts";
import { mountZips } from "./zip/routes.ts";

export function mountDocumentationList(app: App): void {
  mount(app, contracts.listDocumentations, async ({ db, actor, query }) => ({
    items: await listPage(db, actor, query),
  }));
  mount(app, contracts.simpleDocumentationList, async ({ db, actor, query }) => ({
    items: await listPage(db, actor, query),
  }));
  mount(app, contracts.findAllDocumentationsByCustomerId, async ({ db, actor, params, query }) => ({
    items: await listPage(db, actor, { ...query, customerId: params.id }),
  }));
  mount(app, contracts.countDocumentations, async ({ db, actor, query }) => ({
    total: await countMatches(db, scopeOf(actor), query),
  }));
  mount(app, contracts.getCreators, async ({ db, actor, query }) => ({
    items: await listCreators(db, scopeOf(actor), query),
  }));
  mount(app, contracts.getFilterTemplates, async ({ db, actor, query }) => ({
    items: await listTemplates(db, scopeOf(actor), query),
  }));
  mount(app, getFilterCounts, ({ db, actor, query }) => readFilterCounts(db, scopeOf(actor), query));
  mount(app, getFirstPhotos, async ({ db, actor, query }) => ({
    items: await listFirstPhotos(db, scopeOf(actor), query.ids),
  }));
  mountListExport(app);
  mountBulkChanges(app);
  mountZips(app);
}
