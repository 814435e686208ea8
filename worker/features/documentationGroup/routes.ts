import * as contracts from "../../../domain/endpoints/documentationGroup";
import { scopeOf } from "../../db/scope";
import { withExports } from "../../documentation/exportEvents";
import { readerOf } from "../../documentation/exportPlan";
import { groupPlan } from "../../documentation/group/exportPlan";
import { groupCustomers, groupRow, groupTemplates } from "../../documentation/group/list";
import {
  documentationsOf,
  exportEventsOfGroup,
  groupOf,
  photosOfGroup,
  tasksOfGroup,
} from "../../documentation/group/members";
import { mountGroupLists } from "../../documentation/group/mountLists";
import { groupReport } from "../../documentation/report";
import { findLayout, serveLayout } from "../../documentation/throughLayout";
import { mount } from "../../entrance/mount";
import { exportFileFor } from "../../export/export";
import { r2Source } from "../../export/r2Source";
import { serveExport } from "../../export/serve";
import type { App } from "../../http/context";

export function mountDocumentationGroups(app: App): void {
  mountGroupLists(app, {
    list: contracts.listDocumentationGroups,
    count: contracts.countDocumentationGroups,
  });
  mount(app, contracts.getGroupTemplates, async ({ db, actor, query }) => ({
    items: await groupTemplates(db, scopeOf(actor), query.customerId),
  }));
  mount(app, contracts.getDocumentationGroup, ({ db, actor, params, query }) =>
    groupRow(db, groupOf(actor, params.name, query.customerId)),
  );
  mount(app, contracts.getGroupCustomers, async ({ db, actor, params }) => ({
    items: await groupCustomers(db, scopeOf(actor), params.name),
  }));
  for (const [endpoint, by] of [
    [contracts.findAllByName, "name"],
    [contracts.findAllByDocumentationNameOrTag, "nameOrTag"],
  ] as const)
    mount(app, endpoint, async ({ db, actor, params, query }) => ({
      items: await documentationsOf(db, { ...groupOf(actor, params.name, query.customerId), by }, query),
    }));
  mount(app, contracts.findPhotosByDocumentationNameOrTag, async ({ db, actor, params, query }) => ({
    items: await withExports(
      db,
      await photosOfGroup(db, groupOf(actor, params.name, query.customerId), query),
    ),
  }));
  for (const [endpoint, by] of [
    [contracts.findTasksByDocumentationName, "name"],
    [contracts.findTasksByTag, "tag"],
    [contracts.findTasksByDocumentationNameOrTag, "nameOrTag"],
  ] as const)
    mount(app, endpoint, async ({ db, actor, params, query }) => ({
      items: await tasksOfGroup(
        db,
        { ...groupOf(actor, params.name, query.customerId), by },
        query,
        query.photos,
      ),
    }));
  mount(app, contracts.findExportEventsByDocumentationName, async ({ db, actor, params, query }) => ({
    items: await exportEventsOfGroup(db, groupOf(actor, params.name, query.customerId)),
  }));
  mount(app, contracts.downloadGroupZipFile, async ({ c, env, db, actor, params, query }) => {
    const plan = await groupPlan(
      db,
      readerOf(actor, query),
      groupOf(actor, params.id, query.customerId),
      query.language,
    );
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, r2Source(env.STORAGE));
  });
  mount(app, contracts.downloadGroupDocument, async ({ c, env, db, actor, params, query }) => {
    const asked = await findLayout(db, actor, query);
    const group = groupOf(actor, params.id, query.customerId);
    const { language } = query;
    const report = await groupReport(db, readerOf(actor, query), group, { language, layouts: asked.layouts });
    return serveLayout(env, c.req.raw, asked, report);
  });
}
