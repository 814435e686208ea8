import * as contracts from "#domain/endpoints/documentation/groups.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { addExportEvents } from "#worker/documentation/exportEvents.ts";
import { exportFileFor } from "#worker/export/export.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { createReader } from "#worker/exportContent/exportPlan.ts";
import { readGroupPlan } from "#worker/exportContent/groupExportPlan.ts";
import { readGroupReport } from "#worker/exportContent/readReport.ts";
import { findLayout, serveLayout } from "#worker/exportContent/reportLayout.ts";
import type { App } from "#worker/http/context.ts";
import { findGroupRow, listGroupCustomers, listGroupTemplates } from "#worker/listQuery/groupList.ts";
import {
  findGroup,
  listGroupExportEvents,
  listGroupPhotos,
  listGroupTasks,
  listMembers,
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
  mount(app, contracts.getDocumentationGroup, async ({ db, actor, params, query }) =>
    findGroupRow(db, await findGroup(db, actor, params.name, query.customerId)),
  );
  mount(app, contracts.getGroupCustomers, async ({ db, actor, params }) => ({
    items: await listGroupCustomers(db, scopeOf(actor), params.name),
  }));
  for (const [endpoint, matchBy] of [
    [contracts.findAllByName, "name"],
    [contracts.findAllByDocumentationNameOrTag, "nameOrTag"],
  ] as const)
    mount(app, endpoint, async ({ db, actor, params, query }) => ({
      items: await listMembers(
        db,
        { ...(await findGroup(db, actor, params.name, query.customerId)), matchedBy: matchBy },
        query,
      ),
    }));
  mount(app, contracts.findPhotosByDocumentationNameOrTag, async ({ db, actor, params, query }) => ({
    items: await addExportEvents(
      db,
      await listGroupPhotos(db, await findGroup(db, actor, params.name, query.customerId), query),
    ),
  }));
  for (const [endpoint, matchedBy] of [
    [contracts.findTasksByDocumentationName, "name"],
    [contracts.findTasksByTag, "tag"],
    [contracts.findTasksByDocumentationNameOrTag, "nameOrTag"],
  ] as const)
    mount(app, endpoint, async ({ db, actor, params, query }) => ({
      items: await listGroupTasks(
        db,
        { ...(await findGroup(db, actor, params.name, query.customerId)), matchedBy: matchedBy },
        query,
        query.photos,
      ),
    }));
  mount(app, contracts.findExportEventsByDocumentationName, async ({ db, actor, params, query }) => ({
    items: await listGroupExportEvents(db, await findGroup(db, actor, params.name, query.customerId)),
  }));
  mount(app, contracts.downloadGroupZipFile, async ({ c, env, db, actor, params, query }) => {
    const plan = await readGroupPlan(
      db,
      createReader(actor, query),
      await findGroup(db, actor, params.id, query.customerId),
      query.language,
    );
    return serveExport(await exportFileFor(plan, { kind: "ZIP" }), c.req.raw, createR2Source(env.STORAGE));
  });
  mount(app, contracts.downloadGroupDocument, async ({ c, env, db, actor, params, query }) => {
    const requestedLayout = await findLayout(db, actor, query);
    const group = await findGroup(db, actor, params.id, query.customerId);
    const { language } = query;
    const report = await readGroupReport(db, createReader(actor, query), group, {
      language,
      layouts: requestedLayout.layouts,
    });
    return serveLayout({ env, db, request: c.req.raw }, requestedLayout, report, query.photoSize);
  });
}
