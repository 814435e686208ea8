import type { ListQuery } from "#domain/contract/resource.ts";
import {
  copyTemplates,
  getImportCSVTemplate,
  getTemplateBackup,
  getTemplateBackups,
  importCSV,
  listGrantedLayouts,
  listTemplateNames,
  listTemplateSummaries,
  listTemplates,
  listTemplatesOfCustomer,
  restoreTemplateBackup,
} from "#domain/endpoints/configuration/templateCalls.ts";
import { template as contract } from "#domain/resources/template.ts";
import { templateContentOf } from "#domain/template/content.ts";
import { sampleTaskCsv } from "#domain/template/templateCsv.ts";
import { mount } from "#worker/api/mount.ts";
import { getCustomerDb } from "#worker/db/shards.ts";
import { serveFile } from "#worker/export/serveExport.ts";
import type { App } from "#worker/http/context.ts";
import { findRow, listRows } from "#worker/resources/resourceReads.ts";
import { parseChange, parseCreation } from "#worker/resources/resourceWrites.ts";
import { mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { findBackup, listBackups, restoreBackup } from "./backups.ts";
import { writeTemplateCopies } from "./copyTemplates.ts";
import { importTasksFromCsv } from "./importCsv.ts";
import { changeTemplate, checkContent, createTemplates, removeTemplate } from "./saveTemplate.ts";
import { findTemplateNames, findTemplateSummaries, findUsableLayouts } from "./templateLists.ts";
import { createTextFile } from "./textFile.ts";

/** Templates (3§2): the standard calls on whole trees, and the named calls of their pages. */
export function mountTemplates(app: App): void {
  mount(app, listTemplateSummaries, async ({ db, actor, query }) => ({
    items: await findTemplateSummaries(db, actor, query),
  }));

  mount(app, listTemplateNames, async ({ db, actor, query }) => ({
    items: await findTemplateNames(db, actor, query),
  }));

  mount(app, listTemplatesOfCustomer, async ({ db, actor, params }) => ({
    items: await findTemplateSummaries(db, actor, { customerId: params.id }),
  }));

  mount(app, listGrantedLayouts, async ({ db, actor, query }) => ({
    items: await findUsableLayouts(db, actor, query.customerId),
  }));

  mount(app, listTemplates, async ({ db, actor, query: { max, offset, customerId } }) => {
    const page = { q: "", max, offset, sort: "position", order: "asc" } satisfies ListQuery;
    const rows = await listRows(db, templateBinding, actor, {
      ...page,
      customerId: customerId ?? actor.customerId,
    });
    const templates = [];
    for (const { id } of rows) templates.push(await findRow(db, templateBinding, actor, id));
    return { items: templates };
  });

  mount(app, copyTemplates, async ({ env, shards, actor, body }) =>
    writeTemplateCopies(shards, await getCustomerDb(env, body.customer), actor, body),
  );

  mount(app, getTemplateBackups, async ({ db, actor, params }) => ({
    items: await listBackups(db, actor, params.id),
  }));

  mount(
    app,
    getTemplateBackup,
    async ({ db, actor, params }) => (await findBackup(db, actor, params.id)).backup,
  );

  mount(app, restoreTemplateBackup, ({ db, actor, body }) => restoreBackup(db, actor, body));

  mount(app, importCSV, ({ db, actor, body }) => importTasksFromCsv(db, actor, body));

  mount(app, getImportCSVTemplate, async ({ c, query }) =>
    serveFile(
      await createTextFile("tasks.csv", "text/csv; charset=utf-8", sampleTaskCsv(query.columnSeparator)),
      c.req.raw,
    ),
  );

  mountReads(app, templateBinding);
  mountWrites(app, templateBinding, {
    async create(c, actor, body) {
      const db = c.get("db");
      const { customerId, ...input } = await parseCreation(db, templateBinding, actor, body);
      const content = await checkContent(db, actor, customerId, input, null);
      const id = crypto.randomUUID();
      await createTemplates(db, actor, [{ id, customerId, content }]);
      return findRow(db, templateBinding, actor, id);
    },

    async change(c, actor, existingTemplate, body) {
      const db = c.get("db");
      const storedContent = templateContentOf(existingTemplate);
      const { change } = await parseChange(db, templateBinding, existingTemplate, removeServiceFields(body));
      const newContent = { ...storedContent, ...change };
      return changeTemplate(
        db,
        actor,
        existingTemplate,
        await checkContent(db, actor, existingTemplate.customerId, newContent, storedContent),
      );
    },

    remove: (c, actor, existingTemplate) => removeTemplate(c.get("db"), actor, existingTemplate),
  });
}

/**
 * Fields that the service sets, such as lastUpdated, are ignored in a change. Every save changes them, so an outdated copy would be
 * refused with readOnly instead of staleVersion.
 */
const writableFields: readonly string[] = contract.writable;
const serviceFields = Object.keys(contract.fields).filter(
  (field) => !writableFields.includes(field) && field !== "id" && field !== "version",
);

const removeServiceFields = (body: unknown): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([field]) => !serviceFields.includes(field)))
    : body;
