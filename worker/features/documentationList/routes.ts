import * as contracts from "../../../domain/endpoints/documentationList";
import { getFilterCounts } from "../../../domain/endpoints/filterCounts";
import { getFirstPhotos } from "../../../domain/endpoints/firstPhotos";
import { scopeOf } from "../../db/scope";
import { countMatching } from "../../documentation/count";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { mountBulkChanges } from "./bulk/routes";
import { creatorsOf, templatesOf } from "./choices";
import { mountListExport } from "./excel/routes";
import { filterCounts } from "./filterCounts";
import { firstPhotosOf } from "./firstPhotos";
import { listPage } from "./page";
import { mountZips } from "./zip/routes";

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
