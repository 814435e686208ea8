import * as contracts from "#domain/endpoints/documentation/groups.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { withExports } from "#worker/documentation/exportEvents.ts";
import { exportFileFor } from "#worker/export/export.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serve.ts";
import { readerOf } from "#worker/exportContent/exportPlan.ts";
import { groupPlan } from "#worker/exportContent/groupExportPlan.ts";
import { groupReport } from "#worker/exportContent/readReport.ts";
import { findLayout, serveLayout } from "#worker/exportContent/reportLayout.ts";
import type { App } from "#worker/http/context.ts";
import { findGroupRow, listGroupCustomers, listGroupTemplates } from "#worker/listQuery/groupList.ts";
import {
  exportEventsOfGroup,
  groupOf,
  listMembers,
  photosOfGroup,
  tasksOfGroup,
} from "#worker/listQuery/groupMembers.ts";
import { mountGroupLists } from "#worker/listQuery/mountGroupLists.ts";

export function mountDocumentationGroups(app: App): void {
  mountGroupLists(app, {
    list: contracts.listDocumentationGroups,
    count: contracts.countDocumentationGroups,
  });
  mount(app, contracts.getGroupTemplates, async ({ db, actor, query }) => ({
    items: await listGroupTemplates(db, scopeOf(actor), query.customerId),
  }));
  mount(app, contracts.getDocumentationGroup, ({ db, actor, params, query }) =>
    findGroupRow(db, groupOf(actor, params.name, query.customerId)),
  );
  mount(app, contracts.getGroupCustomers, async ({ db, actor, params }) => ({
    items: await listGroupCustomers(db, scopeOf(actor), params.name),
  }));
  for (const [endpoint, by] of [
    [contracts.findAllByName, "name"],
    [contracts.findAllByDocumentationNameOrTag, "nameOrTag"],
  ] as const)
    mount(app, endpoint, async ({ db, actor, params, query }) => ({
      items: await listMembers(db, { ...groupOf(actor, params.name, query.customerId), by }, query),
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
    const resolved = await findLayout(db, actor, query);
    const group = groupOf(actor, params.id, query.customerId);
    const { language } = query;
    const report = await groupReport(db, readerOf(actor, query), group, {
      language,
      layouts: resolved.layouts,
    });
    return serveLayout(env, c.req.raw, resolved, report);
  });
}
