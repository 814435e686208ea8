import { eq, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { templateContentOf } from "#domain/template/content.ts";
import { createTask, taskTree } from "#domain/template/taskRules.ts";
import { createPrecondition } from "#domain/template/templatePreconditions.ts";
import * as schema from "#worker/db/schema/index.ts";
import {
  customerExportDocumentConfiguration,
  customerExportDocumentType,
  graphic,
  suggestionList,
  template,
  templateBackup,
} from "#worker/db/schema/index.ts";
import {
  allProducts,
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import {
  callTemplate,
  createFullTemplate,
  findAuditEntries,
  getTemplate,
  post,
  putTemplate,
  type TemplateResponse,
} from "#worker/testing/templateTesting.ts";

/** The tables whose rows are deleted with a template's row, and the template's own. */
function tablesOfTemplates(): string[] {
  const tables = Object.values(schema).flatMap((table) =>
    is(table, SQLiteTable) ? [getTableConfig(table)] : [],
  );
  const fetchNames = new Set(["template"]);
  for (const owner of fetchNames)
    for (const { name, foreignKeys } of tables)
      for (const { onDelete, reference } of foreignKeys)
        if (onDelete === "cascade" && getTableName(reference().foreignTable) === owner) fetchNames.add(name);
  return [...fetchNames].filter((name) => name !== "template_backup" && name !== "removed_task_list");
}

/** The rows of a customer in these tables, without the columns that every save sets. */
async function rowsOfTemplates(customerId: number): Promise<Record<string, object[]>> {
  const rows: Record<string, object[]> = {};
  for (const name of tablesOfTemplates())
    rows[name] = (
      await db().all<object>(sql`SELECT * FROM ${sql.raw(name)} WHERE customer_id = ${customerId}`)
    )
      .map((row) => ({ ...row, date_created: "", last_updated: "", version: 0 }))
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  return rows;
}

describe("available report layouts", () => {
  it("3§7 are those granted to the customer; a super admin sees all, or one customer's", async () => {
    const superAdmin = await makeSuperAdmin();
    const { references } = await createFullTemplate(superAdmin);
    const fetchIds = async (as: Caller, query = "") =>
      (
        await jsonOf<{ items: { id: string }[] }>(
          call("GET", `/exportDocumentConfiguration/getAll${query}`, { as }),
        )
      ).items.map(({ id }) => id);
    const otherCustomer = await makeCustomer();
    const { layout } = references;
    expect(await fetchIds(superAdmin)).toContain(layout.id);
    expect(await fetchIds(superAdmin, `?customerId=${superAdmin.customerId}`)).toEqual([layout.id]);
    expect(await fetchIds(superAdmin, `?customerId=${otherCustomer.id}`)).toEqual([]);
    const reader = await makeCaller({ customerId: superAdmin.customerId, roles: ["ROLE_TEMPLATE_READ"] });
    expect(await fetchIds(reader)).toEqual([layout.id]);
    const exporter = await makeCaller({
      customerId: superAdmin.customerId,
      roles: ["ROLE_DOCUMENTATION_READ"],
    });
    expect(await fetchIds(exporter)).toEqual([layout.id]);
    const foreignReader = await makeCaller({ customerId: otherCustomer.id, roles: ["ROLE_TEMPLATE_READ"] });
    expect(await fetchIds(foreignReader)).toEqual([]);
    const request = call("GET", `/exportDocumentConfiguration/getAll?customerId=${superAdmin.customerId}`, {
      as: foreignReader,
    });
    expect((await request).status).toBe(403);
  });
});

describe("backups", () => {
  interface Backups {
    items: { id: string; size: number; username: string }[];
  }
  it("3§2 are created with every save, and can be restored", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(as);
    const emptiedTemplate = await jsonOf<TemplateResponse>(
      putTemplate(as, createdTemplate.id, { tasks: [], hidden: true, version: 1 }),
    );
    const fetchBackups = async () =>
      (await jsonOf<Backups>(call("GET", `/template/getTemplateBackups/${createdTemplate.id}`, { as })))
        .items;
    const [, first] = await fetchBackups();
    expect(await fetchBackups()).toHaveLength(2);
    expect(first).toMatchObject({ userId: as.userId, username: expect.stringContaining("user") });
    const storedBackup = await jsonOf<{ json: string }>(
      call("GET", `/template/getTemplateBackup/${first!.id}`, { as }),
    );
    expect(JSON.parse(storedBackup.json)).toEqual(templateContentOf(createdTemplate));
    expect(first?.size).toBe(new TextEncoder().encode(storedBackup.json).length);
    const staleResponse = await callTemplate(as, "restoreTemplateBackup", { id: first!.id, version: 1 });
    expect(await jsonOf(staleResponse)).toMatchObject({ error: { code: "staleVersion" } });
    const restoreResult = await jsonOf<{ template: TemplateResponse; droppedReferences: object[] }>(
      callTemplate(as, "restoreTemplateBackup", { id: first!.id, version: emptiedTemplate.version }),
    );
    expect(restoreResult.droppedReferences).toEqual([]);
    expect(templateContentOf(restoreResult.template)).toEqual(templateContentOf(createdTemplate));
    expect(restoreResult.template.version).toBe(3);
    expect(await fetchBackups()).toHaveLength(3);
  });

  it("3§2 bring back every column of every row that belongs to the template, and the lists of expected answers of its tasks", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, corrosion, closeUp } = await createFullTemplate(as);
    const makeList = async (tasks: { id: string }[]) =>
      jsonOf<{ id: string; version: number }>(
        call("POST", "/expectedAnswerLists", {
          as,
          body: {
            ...{ customerId: as.customerId, name: uniqueName("answers") },
            templateTasks: tasks.map(({ id }) => ({ templateTask: id })),
          },
        }),
      );
    await makeList([corrosion, closeUp]);
    await makeList([corrosion]);
    const deletedList = await makeList([corrosion]);
    const removeTasks = (version: number) =>
      putTemplate(as, createdTemplate.id, {
        ...{ tasks: [], templateExportConfigurations: [], templateGraphics: [], templateLicenses: [] },
        ...{ replacementTexts: [], exportDocumentConfigurations: [], suggestionList: null },
        ...{ onlySuggestionsAllowed: false, predefinedConfiguration: null, version },
      });
    const restoreFirst = async (version: number) => {
      const { items } = await jsonOf<Backups>(
        call("GET", `/template/getTemplateBackups/${createdTemplate.id}`, { as }),
      );
      const request = { id: items.at(-1)!.id, version };
      expect((await callTemplate(as, "restoreTemplateBackup", request)).status).toBe(200);
    };
    const readRows = () => rowsOfTemplates(as.customerId);
    const rowsWithDeletedList = await readRows();
    expect((await removeTasks(1)).status).toBe(200);
    await restoreFirst(2);
    expect(await readRows()).toEqual(rowsWithDeletedList);
    expect(
      Object.keys(rowsWithDeletedList).filter((table) => rowsWithDeletedList[table]!.length === 0),
    ).toEqual([]);
    expect(
      (await call("DELETE", `/expectedAnswerLists/${deletedList.id}?version=${deletedList.version}`, { as }))
        .status,
    ).toBe(200);
    const rows = await readRows();
    for (const version of [3, 5]) {
      expect((await removeTasks(version)).status).toBe(200);
      await restoreFirst(version + 1);
      expect(await readRows()).toEqual(rows);
    }
  });

  it("3§2 include the earlier state of a template that was not created by a save; an invalid text is not restored", async () => {
    const as = await makeSuperAdmin();
    const seededTemplate = await makeTemplate(as.customerId);
    await db()
      .insert(templateBackup)
      .values({ customerId: as.customerId, templateId: seededTemplate.id, json: "{}" });
    await putTemplate(as, seededTemplate.id, { tasks: [], version: 1 });
    const { items } = await jsonOf<Backups>(
      call("GET", `/template/getTemplateBackups/${seededTemplate.id}`, { as }),
    );
    expect(items).toHaveLength(3);
    const restore = (size: number) =>
      callTemplate(as, "restoreTemplateBackup", {
        id: items.find((item) => item.size === size)?.id,
        version: 2,
      });
    expect(await jsonOf(restore(2))).toMatchObject({ error: { fields: { id: "invalid" } } });
    expect((await restore(Math.max(...items.map(({ size }) => size)))).status).toBe(200);
    expect((await getTemplate(as, seededTemplate.id)).tasks.map(({ id }) => id)).toEqual(
      seededTemplate.tasks.map(({ id }) => id),
    );
  });

  it("3§2 are restored without rows deleted since, which are reported; other customers see no backups", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, references } = await createFullTemplate(as);
    await putTemplate(as, createdTemplate.id, { templateGraphics: [], version: 1 });
    await db().delete(graphic).where(eq(graphic.id, references.graphic.id));
    const { items } = await jsonOf<Backups>(
      call("GET", `/template/getTemplateBackups/${createdTemplate.id}`, { as }),
    );
    const id = items[1]!.id;
    const outsider = await makeCaller({ roles: staffAuthorities });
    expect((await call("GET", `/template/getTemplateBackup/${id}`, { as: outsider })).status).toBe(404);
    expect((await callTemplate(outsider, "restoreTemplateBackup", { id, version: 2 })).status).toBe(404);
    const restoreResult = await jsonOf<{ template: TemplateResponse; droppedReferences: object[] }>(
      callTemplate(as, "restoreTemplateBackup", { id, version: 2 }),
    );
    expect(restoreResult.droppedReferences).toEqual([
      {
        template: createdTemplate.name,
        kind: "graphic",
        id: references.graphic.id,
        name: references.graphic.name,
      },
    ]);
  });

  it("3§2 C6 forkcms#468 are restored even if no row that they refer to is left, and each missing row is named", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, references } = await createFullTemplate(as);
    const emptyContent = {
      ...{ tasks: [], templateExportConfigurations: [], templateGraphics: [], templateLicenses: [] },
      ...{ exportDocumentTypes: [], exportDocumentConfigurations: [] },
      ...{ suggestionList: null, onlySuggestionsAllowed: false, predefinedConfiguration: null },
    };
    expect((await putTemplate(as, createdTemplate.id, { ...emptyContent, version: 1 })).status).toBe(200);
    const paths = {
      suggestionLists: references.options.id,
      predefinedConfigurations: references.predefined.id,
      graphics: references.graphic.id,
      referencePhotos: references.photo.id,
      licenses: references.license.id,
      exportConfigurations: references.destination.id,
    };
    for (const [path, id] of Object.entries(paths))
      expect([path, (await call("DELETE", `/${path}/${id}?version=1`, { as })).status]).toEqual([path, 200]);
    // The list still exists, but has another type.
    await db()
      .update(suggestionList)
      .set({ type: "TASK_OPTIONS" })
      .where(eq(suggestionList.id, references.names.id));
    await db()
      .delete(customerExportDocumentConfiguration)
      .where(eq(customerExportDocumentConfiguration.customerId, as.customerId));
    await db()
      .insert(customerExportDocumentType)
      .values({ customerId: as.customerId, type: "FORM_EXCEL_WORKBOOK" });
    const { items } = await jsonOf<Backups>(
      call("GET", `/template/getTemplateBackups/${createdTemplate.id}`, { as }),
    );
    const response = await callTemplate(as, "restoreTemplateBackup", { id: items[1]!.id, version: 2 });
    expect(response.status).toBe(200);
    const { template: restoredTemplate, droppedReferences } = await jsonOf<{
      template: TemplateResponse;
      droppedReferences: { kind: string; name: string | null }[];
    }>(response);
    expect(droppedReferences.map(({ kind, name }) => [kind, name])).toEqual([
      ["suggestionList", references.names.name],
      ["predefinedConfiguration", references.predefined.name],
      ["referencePhoto", references.photo.name],
      ["suggestionList", references.options.name],
      ["graphic", references.graphic.name],
      ["license", references.license.name],
      ["exportDocumentConfiguration", references.layout.name],
      ["exportDocumentType", "PHOTO_WORD_DOCUMENT"],
      ["exportConfiguration", "FTP Polarnet"],
    ]);
    expect(restoredTemplate).toMatchObject({ ...emptyContent, tasks: expect.any(Array) });
    expect(restoredTemplate.tasks.map(({ name }) => name)).toEqual(
      createdTemplate.tasks.map(({ name }) => name),
    );
  });

  it("3§2 C6 forkcms#468 are restored under the current name, which is reported, if another template has taken the earlier name", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(as);
    const renamedTemplate = await jsonOf<TemplateResponse>(
      putTemplate(as, createdTemplate.id, { name: uniqueName("renamed"), description: "new", version: 1 }),
    );
    const [otherTemplate] = await db()
      .insert(template)
      .values({ customerId: as.customerId, name: createdTemplate.name })
      .returning();
    const { items } = await jsonOf<Backups>(
      call("GET", `/template/getTemplateBackups/${createdTemplate.id}`, { as }),
    );
    const response = await callTemplate(as, "restoreTemplateBackup", {
      id: items[1]!.id,
      version: renamedTemplate.version,
    });
    expect(response.status).toBe(200);
    const restoreResult = await jsonOf<{ template: TemplateResponse; droppedReferences: object[] }>(response);
    expect(restoreResult.template).toMatchObject({
      name: renamedTemplate.name,
      description: createdTemplate.description,
    });
    expect(restoreResult.droppedReferences).toEqual([
      { template: renamedTemplate.name, kind: "name", id: otherTemplate!.id, name: createdTemplate.name },
    ]);
  });
});

it("3§4 ids are case-insensitive, including the task id of a precondition", async () => {
  const as = await makeSuperAdmin();
  const checkedTask = createTask("CHECKBOX", { name: "Looked at" });
  const visibleTask = createTask("TEXT", { name: "Shown" });
  const params = { task: checkedTask.id, operator: "EQUALS", answer: "true" };
  visibleTask.preconditions = [
    { ...createPrecondition("TASK_ANSWER"), params: { ...params, task: checkedTask.id.toUpperCase() } },
  ];
  const tasks = [{ ...checkedTask, id: checkedTask.id.toUpperCase() }, visibleTask];
  const template = await jsonOf<TemplateResponse>(
    post(as, { name: uniqueName("capitals"), position: 0, tasks }),
  );
  expect(template.tasks[1]?.preconditions[0]?.params).toEqual(params);
});

describe("copies", () => {
  interface CopyResult {
    items: { id: string; name: string; from: string }[];
    droppedReferences: { kind: string; name: string | null }[];
  }
  it("3§4 in the same customer have everything, with their own ids and ' - Kopia'", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(as);
    const request = { customer: as.customerId, templates: [createdTemplate.id] };
    const { items, droppedReferences } = await jsonOf<CopyResult>(callTemplate(as, "copy", request));
    expect([items[0]?.name, droppedReferences]).toEqual([`${createdTemplate.name} - Kopia`, []]);
    const copy = await getTemplate(as, items[0]!.id);
    const [tower, source] = [copy.tasks[1]!, createdTemplate.tasks[1]!];
    expect(tower.id).not.toBe(source.id);
    expect(tower.tasks[1]?.tasks[0]?.preconditions[0]?.params.task).toBe(tower.tasks[0]?.id);
    expect(copy.templateExportConfigurations[0]?.nodes[0]?.children).toHaveLength(2);
    const secondCopy = await callTemplate(as, "copy", request);
    expect(await jsonOf(secondCopy)).toMatchObject({
      error: { code: "duplicate", fields: { name: "duplicate" } },
    });
  });

  it("3§4 for a customer without products omit and list the parts that need them, and keep the tasks of a group", async () => {
    const as = await makeSuperAdmin();
    const group = createTask("GROUP", { name: "Tower" });
    const photoTask = createTask("PHOTO", { name: "Front" });
    photoTask.preconditions = [{ ...createPrecondition("PLATFORM") }];
    const textTask = createTask("TEXT", { name: "Height" });
    const createdTemplate = await jsonOf<TemplateResponse>(
      post(as, {
        name: uniqueName("form"),
        position: 0,
        graphicEnabled: true,
        tasks: [{ ...group, tasks: [photoTask, textTask] }],
      }),
    );
    const target = await makeCustomer([]);
    const { items, droppedReferences } = await jsonOf<CopyResult>(
      callTemplate(as, "copy", { customer: target.id, templates: [createdTemplate.id] }),
    );
    const copy = await getTemplate(as, items[0]!.id);
    expect([
      copy.graphicEnabled,
      copy.tasks.map(({ name, preconditions }) => [name, preconditions.length]),
    ]).toEqual([false, [["Front", 0]]]);
    expect(droppedReferences.map(({ kind, name }) => [kind, name])).toEqual([
      ["feature", null],
      ["precondition", "Front"],
      ["task", "Height"],
      ["task", "Tower"],
    ]);
  });

  it("3§4 to another customer omit and list the rows that this customer lacks; all templates are copied, or none", async () => {
    const as = await makeSuperAdmin();
    const [first, second] = [await createFullTemplate(as), await createFullTemplate(as)];
    const target = await makeCustomer(allProducts);
    const request = { customer: target.id, templates: [first.createdTemplate.id, second.createdTemplate.id] };
    const { items, droppedReferences } = await jsonOf<CopyResult>(callTemplate(as, "copy", request));
    expect(items.map(({ name }) => name)).toEqual([first.createdTemplate.name, second.createdTemplate.name]);
    expect(Map.groupBy(droppedReferences, ({ kind }) => kind).size).toBe(7);
    expect(droppedReferences.filter(({ name }) => !name)).toEqual([]);
    const copy = await getTemplate(as, items[0]!.id);
    expect(copy).toMatchObject({
      customerId: target.id,
      suggestionList: null,
      onlySuggestionsAllowed: false,
      templateGraphics: [],
      templateLicenses: [],
      templateExportConfigurations: [],
    });
    expect(taskTree.flatten(copy.tasks)).toHaveLength(7);
    await call("DELETE", `/templates/${items[0]!.id}`, { as });
    expect((await callTemplate(as, "copy", request)).status).toBe(422);
    expect(await jsonOf(call("GET", `/templates/count?customerId=${target.id}`, { as }))).toEqual({
      total: 1,
    });
    for (const [body, fields] of [
      [{ ...request, templates: [] }, { templates: "tooSmall" }],
      [{ ...request, customer: 999_999 }, { customer: "notFound" }],
      [{ ...request, templates: [crypto.randomUUID()] }, { "templates.0": "notFound" }],
    ])
      expect(await jsonOf(callTemplate(as, "copy", body))).toMatchObject({ error: { fields } });
  });
});

describe("tasks from CSV", () => {
  interface ImportResult {
    written: boolean;
    imported: number;
    lines: number;
    errors: { line: number; column: string }[];
    tasks: object[];
    version: number;
  }
  const createCsv = (hasErrors: boolean) =>
    [
      "name,description,type,options,required,parent,precondition task,precondition answer",
      "Åtkomst,,GROUP,,,,,",
      ...Array.from({ length: 199 }, (_, index) =>
        hasErrors && index % 80 === 7
          ? `Task ${index},,NOTHING,,,,,`
          : `Task ${index},,CHECKBOX,,NO,Åtkomst,,`,
      ),
    ].join("\r\n");
  const toBase64 = (text: string, encoding: BufferEncoding = "utf8") =>
    Buffer.from(text, encoding).toString("base64");

  it("3§2 are previewed, refused with a list of invalid lines, and imported without those lines on request", async () => {
    const as = await makeSuperAdmin();
    const template = await jsonOf<TemplateResponse>(post(as, { name: uniqueName("csv"), position: 0 }));
    const send = (text: string, options: object = {}) =>
      jsonOf<ImportResult>(
        callTemplate(as, "importCSV", { id: template.id, data: toBase64(text, "latin1"), ...options }),
      );
    const preview = await send(createCsv(false), { preview: true });
    expect(preview).toMatchObject({ lines: 200, imported: 200, written: false, errors: [], version: 1 });
    expect(preview.tasks).toMatchObject([{ name: "Åtkomst", tasks: { length: 199 } }]);
    const refusedResult = await send(createCsv(true));
    expect(refusedResult).toMatchObject({ written: false, imported: 0, version: 1 });
    expect(refusedResult.errors).toMatchObject([10, 90, 170].map((line) => ({ line, column: "type" })));
    expect((await getTemplate(as, template.id)).tasks).toEqual([]);
    expect(await send(createCsv(true), { skipFaulty: true })).toMatchObject({
      written: true,
      imported: 197,
      version: 2,
    });
    expect((await getTemplate(as, template.id)).tasks).toMatchObject([
      { name: "Åtkomst", tasks: { length: 196 } },
    ]);
    expect(await findAuditEntries(template.id)).toHaveLength(2);
  });

  it("3§2 can be imported from the sample file as it is downloaded", async () => {
    const as = await makeSuperAdmin();
    const response = await call("GET", "/template/getImportCSVTemplate?columnSeparator=;", { as });
    expect([response.status, response.headers.get("content-disposition")]).toEqual([
      200,
      expect.stringContaining("tasks.csv"),
    ]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    const template = await jsonOf<TemplateResponse>(post(as, { name: uniqueName("csv"), position: 0 }));
    const body = { id: template.id, data: bytes.toString("base64"), columnSeparator: ";" };
    expect(await jsonOf(callTemplate(as, "importCSV", body))).toMatchObject({
      errors: [],
      imported: 7,
      written: true,
    });
  });
});

describe("lists by name", () => {
  it("3§7 detailedList, names, getAll and findAllByCustomerId show only the customer's own", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(as);
    await makeDocumentation(as.customerId, { templateId: createdTemplate.id });
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_TEMPLATE_READ"] });
    const outsider = await makeCaller({ roles: ["ROLE_TEMPLATE_READ"] });
    const items = async (path: string, caller: Caller) =>
      (await jsonOf<{ items: object[] }>(call("GET", `/template/${path}`, { as: caller }))).items;
    for (const path of ["detailedList", "names", "getAll", `findAllByCustomerId/${as.customerId}`])
      expect([path, await items(path, reader)]).toMatchObject([
        path,
        [{ id: createdTemplate.id, name: createdTemplate.name }],
      ]);
    expect(await items("detailedList", reader)).toMatchObject([{ taskCount: 7, documentationCount: 1 }]);
    expect(await items("getAll", reader)).toEqual([createdTemplate]);
    for (const path of ["detailedList", "names", "getAll"]) expect(await items(path, outsider)).toEqual([]);
    for (const path of [`findAllByCustomerId/${as.customerId}`, `names?customerId=${as.customerId}`])
      expect((await call("GET", `/template/${path}`, { as: outsider })).status).toBe(403);
  });

  it("1§7 detailedList and names are limited and reversed by max and order", async () => {
    const as = await makeSuperAdmin();
    for (const [name, position] of [
      ["B", 1],
      ["a", 2],
      ["c", 1],
    ] as const)
      await makeTemplate(as.customerId, { name, position });
    const fetchNames = async (path: string, query: string) =>
      (
        await jsonOf<{ items: { name: string }[] }>(
          call("GET", `/template/${path}?customerId=${as.customerId}&${query}`, { as }),
        )
      ).items.map(({ name }) => name);
    expect(await fetchNames("names", "")).toEqual(["a", "B", "c"]);
    expect(await fetchNames("names", "max=2&order=desc")).toEqual(["c", "B"]);
    expect(await fetchNames("detailedList", "max=-1")).toEqual(["B", "c", "a"]);
    expect(await fetchNames("detailedList", "max=2&order=desc")).toEqual(["a", "c"]);
    for (const path of ["names", "detailedList"])
      for (const query of ["max=many", "order=up", "sort=name"])
        expect((await call("GET", `/template/${path}?${query}`, { as })).status).toBe(422);
  });
});

describe("a template of 500 tasks", () => {
  it("design§D1 is saved, read and changed", async () => {
    const as = await makeSuperAdmin();
    const groups = Array.from({ length: 20 }, (_, group) => {
      const first = createTask("CHECKBOX", { name: `Check ${group}` });
      return createTask("GROUP", {
        name: `Group ${group}`,
        tasks: [
          first,
          ...Array.from({ length: 23 }, (_, index) =>
            createTask(index % 2 ? "PHOTO" : "TEXT", {
              name: `Task ${group} ${index}`,
              description: "What is to be seen, and from where, so that two people take the same photo.",
              preconditions: [
                {
                  ...createPrecondition("TASK_ANSWER"),
                  params: { task: first.id, operator: "EQUALS", answer: "true" },
                },
              ],
            }),
          ),
        ],
      });
    });
    const body = { name: uniqueName("large"), position: 0, tasks: groups };
    const template = await jsonOf<TemplateResponse>(post(as, body));
    expect(taskTree.flatten(template.tasks)).toHaveLength(500);
    expect(await getTemplate(as, template.id)).toEqual(template);
    const tasks = [createTask("TEXT", { name: "First" }), ...template.tasks];
    const changedTemplate = await jsonOf<TemplateResponse>(
      putTemplate(as, template.id, { tasks, version: 1 }),
    );
    expect(changedTemplate.tasks).toHaveLength(21);
    expect(
      await jsonOf<TemplateResponse>(putTemplate(as, template.id, { description: "x", version: 2 })),
    ).toMatchObject({
      description: "x",
      tasks: changedTemplate.tasks,
    });
  });
});
