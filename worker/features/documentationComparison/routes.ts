import { sql } from "drizzle-orm";
import * as contracts from "#domain/endpoints/documentation/comparison.ts";
import { mount } from "#worker/api/mount.ts";
import type { Database } from "#worker/db/database.ts";
import { selectRow, text } from "#worker/db/rows.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { type ExportKind, exportFileFor } from "#worker/export/export.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { createReader } from "#worker/exportContent/exportPlan.ts";
import { findLayout, serveLayout } from "#worker/exportContent/reportLayout.ts";
import { readComparisonReport, readSelectionPlan } from "#worker/exportContent/selection/planSelection.ts";
import { readSelectedIds, saveSelection } from "#worker/exportContent/selection/storedSelection.ts";
import type { App } from "#worker/http/context.ts";
import { findGroup, type Group } from "#worker/listQuery/groupMembers.ts";
import { mountGroupLists } from "#worker/listQuery/mountGroupLists.ts";

export function mountDocumentationComparisons(app: App): void {
  mountGroupLists(app, {
    list: contracts.listDocumentationComparisons,
    count: contracts.countDocumentationComparisons,
  });
  mount(app, contracts.selectPhotos, async ({ db, actor, body }) => ({
    selection: await saveSelection(db, scopeOf(actor), body.photos),
  }));
  for (const [endpoint, kind] of [
    [contracts.downloadComparisonPowerPoint, "PHOTO_POWERPOINT_PRESENTATION"],
    [contracts.downloadComparisonZipFile, "ZIP"],
  ] as const satisfies [unknown, ExportKind][])
    mount(app, endpoint, async ({ c, env, db, actor, query }) => {
      const photos = c.req.queries("photo") ?? [];
      const ids = await readSelectedIds(db, scopeOf(actor), { selection: query.selection, photos });
      const plan = await readSelectionPlan(db, createReader(actor, query), ids, query);
      return serveExport(await exportFileFor(plan, { kind }), c.req.raw, createR2Source(env.STORAGE));
    });
  mount(app, contracts.downloadComparisonDocument, async ({ c, env, db, actor, query }) => {
    const requestedLayout = await findLayout(db, actor, query);
    const photos = c.req.queries("photo") ?? [];
    const ids = await readSelectedIds(db, scopeOf(actor), { selection: query.selection, photos });
    const { name, language } = query;
    const report = await readComparisonReport(db, createReader(actor, query), ids, {
      name,
      language,
      layouts: requestedLayout.layouts,
    });
    return serveLayout({ env, db, request: c.req.raw }, requestedLayout, report, query.photoSize);
  });
  for (const endpoint of [contracts.getProjectId, contracts.getDocumentationProjectId])
    mount(app, endpoint, async ({ db, actor, params, query }) => ({
      projectId: await findProjectId(db, await findGroup(db, actor, params.name, query.customerId)),
    }));
}

/**
 * Projects have no rows: the id is a parameter of an export configuration, which the template may override. The template of the
 * newest documentation takes precedence.
 */
async function findProjectId(db: Database, { customerId, name }: Group): Promise<string | null> {
  const project = await selectRow(
    db,
    { projectId: text("p.projectId") },
    (columns) => sql`SELECT ${columns} FROM (
      SELECT g.latest_created_at AS latest, x.position, coalesce(nullif(json_extract(x.params, '$.projectId'), ''), json_extract(e.params, '$.projectId')) AS projectId
      FROM documentation_group_template g
        JOIN template_export_configuration x ON x.customer_id = g.customer_id AND x.template_id = g.template_id
        JOIN export_configuration e ON e.customer_id = x.customer_id AND e.id = x.export_configuration_id
      WHERE g.customer_id = ${customerId} AND g.name = ${name}
    ) p WHERE p.projectId <> '' ORDER BY p.latest DESC, p.position LIMIT 1`,
  );
  return project?.projectId ?? null;
}
