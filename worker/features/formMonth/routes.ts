import { sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import * as contracts from "#domain/endpoints/documentation/formMonth.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { mount } from "#worker/api/mount.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, type RowOf, selectRow, text } from "#worker/db/rows.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { findLatestInstant } from "#worker/exportContent/exportPlan.ts";
import { groupReplacementTexts, listReplacementTexts } from "#worker/exportContent/replacementTexts.ts";
import type { App } from "#worker/http/context.ts";
import { findGroup, type Group, readAllPages } from "#worker/listQuery/groupMembers.ts";
import { mountGroupLists } from "#worker/listQuery/mountGroupLists.ts";
import { createFormMonthFile } from "./formMonthWorkbook.ts";
import { countForms, type FormPeriod, listAnswers, listColumns, listForms } from "./formPeriod.ts";

/** Maximum number of forms in a workbook, which is built in memory. */
const maxForms = 10_000;

export function mountFormMonths(app: App): void {
  mountGroupLists(app, { list: contracts.listFormMonths, count: contracts.countFormMonths });
  mount(app, contracts.getFormMonth, async ({ db, actor, params, query }) => {
    const group = await findGroup(db, actor, params.name, query.customerId);
    await findGroupTemplate(db, group, query);
    const page = { max: contracts.maxFormsPerMonth, offset: 0 };
    const documentations = await listForms(db, group, query, page);
    const total =
      documentations.length < page.max ? documentations.length : await countForms(db, group, query);
    const { columns, rows } = await listAnswers(
      db,
      documentations,
      await listColumns(db, group.customerId, query.template),
    );
    return { total, documentations: rows, documentationTasks: columns };
  });
  mount(app, contracts.exportFormMonth, async ({ c, env, db, actor, params, query }) => {
    const group = await findGroup(db, actor, params.id, query.customerId);
    const { templateName, customerName, alias } = await findGroupTemplate(db, group, query);
    let columns = await listColumns(db, group.customerId, query.template);
    const forms = await readAllPages(maxForms, async (page) => {
      const forms = await listForms(db, group, query, page);
      const answers = await listAnswers(db, forms.filter(isExported), columns);
      columns = answers.columns;
      const excludedForms = forms.filter((form) => !isExported(form));
      return [...answers.rows, ...excludedForms.map((form) => ({ ...form, answers: {} }))];
    });
    const rows = forms.filter(isExported);
    if (rows.length === 0 && forms.length > 0) throw problem("exportRefused");
    const { language, startDate, endDate } = query;
    const texts = await listReplacementTexts(db, [group.customerId], [query.template]);
    const exportFile = createFormMonthFile({
      name: group.name,
      alias,
      customerName,
      templateName,
      startDate,
      endDate,
      language,
      columns,
      rows,
      codes: groupReplacementTexts(texts, query.language)(query.template),
      unfinishedDocumentations: forms.filter((form) => !isExported(form)),
      asOf: findLatestInstant([
        ...forms.flatMap(({ dateCreated, dateUploaded }) => [dateCreated, dateUploaded]),
        ...texts.map(({ lastUpdated }) => lastUpdated),
      ]),
    });
    return serveExport(exportFile, c.req.raw, createR2Source(env.STORAGE));
  });
}

/** Forms with the field are listed but not exported (2§4). */
const isExported = ({ status }: DocumentationSummary): boolean => !isExportBlocked(status);

const groupTemplateColumns = {
  templateName: text("t.name"),
  customerName: text("c.name"),
  alias: nullable(text("g.alias")),
};

/** @throws notFound if the group has no documentation of the template */
async function findGroupTemplate(
  db: Database,
  { customerId, name }: Group,
  { template }: FormPeriod,
): Promise<RowOf<typeof groupTemplateColumns>> {
  const groupTemplate = await selectRow(
    db,
    groupTemplateColumns,
    (columns) => sql`SELECT ${columns}
    FROM documentation_group_template s JOIN template t ON t.id = s.template_id JOIN customer c ON c.id = s.customer_id
      JOIN documentation_group g ON g.customer_id = s.customer_id AND g.name = s.name
    WHERE s.customer_id = ${customerId} AND s.name = ${name} AND s.template_id = ${idParam(template)}`,
  );
  if (!groupTemplate) throw problem("notFound");
  return groupTemplate;
}
