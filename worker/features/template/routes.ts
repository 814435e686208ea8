import {
  copy,
  detailedList,
  findAllByCustomerId,
  getAll,
  getImportCSVTemplate,
  getTemplateBackup,
  getTemplateBackups,
  grantedLayouts,
  importCSV,
  names,
  restoreTemplateBackup,
} from "../../../domain/endpoints/template";
import type { ListQuery } from "../../../domain/resource";
import {
  template as contract,
  type TemplateContent,
  templateContentOf,
} from "../../../domain/resources/template";
import { sampleTaskCsv } from "../../../domain/template/csv";
import { mount } from "../../entrance/mount";
import { serveFile } from "../../export/serve";
import type { App } from "../../http/context";
import { findRow, listRows } from "../../resources/reading";
import { mountReading, mountWriting } from "../../resources/standard";
import { templateBinding } from "../../resources/template";
import { changeIn, creationIn } from "../../resources/writing";
import { backupsOf, findBackup, restoreBackup } from "./backups";
import { copyTemplates } from "./copy";
import { importTasks } from "./importCsv";
import { layoutsGranted, templateNames, templateSummaries } from "./lists";
import { changeTemplate, checkedContent, createTemplates, type FoundTemplate, removeTemplate } from "./save";
import { textFile } from "./textFile";

/** Templates (3§2): the standard calls on whole trees, and what else their screens call by name. */
export function mountTemplates(app: App): void {
  mount(app, detailedList, async ({ db, actor, query }) => ({
    items: await templateSummaries(db, actor, query.customerId),
  }));

  mount(app, names, async ({ db, actor, query }) => ({
    items: await templateNames(db, actor, query.customerId),
  }));

  mount(app, findAllByCustomerId, async ({ db, actor, params }) => ({
    items: await templateSummaries(db, actor, params.id),
  }));

  mount(app, grantedLayouts, async ({ db, actor, query }) => ({
    items: (await layoutsGranted(db, actor, query.customerId)) as never,
  }));

  mount(app, getAll, async ({ db, actor, query: { max, offset, customerId } }) => {
    const page = { q: "", max, offset, sort: "position", order: "asc" } satisfies ListQuery;
    const rows = await listRows(db, templateBinding, actor, {
      ...page,
      customerId: customerId ?? actor.customerId,
    });
    const found = [];
    for (const { id } of rows) found.push(await findRow(db, templateBinding, actor, id as string));
    return { items: found as never };
  });

  mount(app, copy, ({ db, actor, body }) => copyTemplates(db, actor, body));

  mount(app, getTemplateBackups, async ({ db, actor, params }) => ({
    items: await backupsOf(db, actor, params.id),
  }));

  mount(
    app,
    getTemplateBackup,
    async ({ db, actor, params }) => (await findBackup(db, actor, params.id)).backup,
  );

  mount(
    app,
    restoreTemplateBackup,
    async ({ db, actor, body }) => (await restoreBackup(db, actor, body)) as never,
  );

  mount(app, importCSV, ({ db, actor, body }) => importTasks(db, actor, body));

  mount(app, getImportCSVTemplate, async ({ c, query }) =>
    serveFile(
      await textFile("tasks.csv", "text/csv; charset=utf-8", sampleTaskCsv(query.columnSeparator)),
      c.req.raw,
    ),
  );

  mountReading(app, templateBinding);
  mountWriting(app, templateBinding, {
    async create(c, actor, body) {
      const db = c.get("db");
      const { customerId, ...given } = (await creationIn(
        db,
        templateBinding,
        actor,
        body,
      )) as unknown as TemplateContent & { customerId: number };
      const content = await checkedContent(db, actor, customerId, given, null);
      const id = crypto.randomUUID();
      await createTemplates(db, actor, [{ id, customerId, content }]);
      return findRow(db, templateBinding, actor, id);
    },

    async change(c, actor, found, body) {
      const db = c.get("db");
      const before = found as FoundTemplate;
      const stored = templateContentOf(before);
      const { change } = await changeIn(db, templateBinding, before, withoutKept(body));
      const given = { ...stored, ...change };
      return changeTemplate(
        db,
        actor,
        before,
        await checkedContent(db, actor, before.customerId, given, stored),
      );
    },

    remove: (c, actor, before) => removeTemplate(c.get("db"), actor, before as FoundTemplate),
  });
}

/** What the service keeps of a template, such as when it was changed: another one's save changes it, and that is a stale version. */
const kept = Object.keys(contract.fields).filter(
  (field) => !contract.writable.includes(field as never) && field !== "id" && field !== "version",
);

const withoutKept = (body: unknown): unknown =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([field]) => !kept.includes(field)))
    : body;
