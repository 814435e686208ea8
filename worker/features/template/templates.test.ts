import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { products, staffAuthorities } from "#domain/access/authorities.ts";
import { template as contract } from "#domain/resources/template.ts";
import { templateContentOf } from "#domain/template/content.ts";
import { createExportNode } from "#domain/template/exportRules.ts";
import { createTask, taskTree } from "#domain/template/taskRules.ts";
import { clearSessionCache } from "#worker/auth/session/actor.ts";
import {
  customerExportDocumentType,
  customerProduct,
  documentation,
  product,
  template,
  templateTask,
} from "#worker/db/schema/index.ts";
import {
  allProducts,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import {
  callTemplate,
  createFullTemplate,
  findAuditEntries,
  getTemplate,
  makeFullTemplateBody,
  post,
  putTemplate,
  type TemplateResponse,
} from "#worker/testing/templateTesting.ts";
import { createRowStatements, createTemplateRows } from "./templateRows.ts";

describe("a whole template", () => {
  it("3§3 is created, read, listed and updated with its tree, links, texts and export", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, body, references, closeUp } = await createFullTemplate(as);
    expect(contract.row.safeParse(createdTemplate).error).toBeUndefined();
    const { templateExportConfigurations: _, ...comparableBody } = body;
    expect(createdTemplate).toMatchObject({
      ...comparableBody,
      suggestionListName: references.names.name,
      exportConfigurations: ["FTP Polarnet"],
      templateGraphics: [{ graphic: references.graphic.id, name: references.graphic.name }],
      templateLicenses: [{ license: references.license.id, licenseCode: references.license.licenseCode }],
      exportDocumentConfigurations: [
        { id: references.layout.id, name: references.layout.name, type: "WORD" },
      ],
      tasks: [{ name: "Site" }, { name: "Tower" }, { suggestionListName: references.options.name }, {}],
    } as object);
    const flatTasks = taskTree.flatten(createdTemplate.tasks);
    expect(flatTasks.map(({ node }) => `${node.position} ${node.level} ${node.name}`)).toEqual([
      "0 0 Site",
      "1 0 Tower",
      "2 1 Corrosion",
      "3 1 Inner",
      "4 2 Close-up",
      "5 0 Material",
      "6 0 Protocol",
    ]);
    const photo = flatTasks.find(({ node }) => node.id === closeUp.id)!.node;
    expect(photo.referencePhotos).toEqual([{ id: references.photo.id, name: references.photo.name }]);
    expect(photo.preconditions).toEqual(closeUp.preconditions);
    const [destination] = createdTemplate.templateExportConfigurations;
    expect(destination).toMatchObject({ exportConfigurationType: "FTP", position: 0 });
    expect(destination?.nodes[0]?.children.map(({ type }) => type)).toEqual([
      "ZIP_FILE",
      "EXPORT_DOCUMENT_CONFIGURATION",
    ]);
    expect(await getTemplate(as, createdTemplate.id)).toEqual(createdTemplate);
    expect(await jsonOf(putTemplate(as, createdTemplate.id, createdTemplate))).toEqual(createdTemplate);
    expect(await findAuditEntries(createdTemplate.id)).toHaveLength(1);
    const { items } = await jsonOf<{ items: object[] }>(
      call("GET", `/templates?q=${createdTemplate.name}`, { as }),
    );
    expect(items).toMatchObject([
      {
        name: createdTemplate.name,
        suggestionListName: references.names.name,
        exportConfigurations: ["FTP Polarnet"],
      },
    ]);
  });

  it("3§4 an update keeps ids, writes only the differences, and logs them", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, corrosion } = await createFullTemplate(as);
    const initialContent = templateContentOf(createdTemplate);
    const tasks = structuredClone(createdTemplate.tasks);
    // Moves a task out of a group that the same save deletes.
    const [tower] = tasks.splice(1, 1);
    tasks.push({ ...tower!.tasks[0]!, name: "Rust" });
    const changedTemplate = await jsonOf<TemplateResponse>(
      putTemplate(as, createdTemplate.id, { tasks, version: createdTemplate.version }),
    );
    expect(changedTemplate.tasks.map(({ name }) => name)).toEqual(["Site", "Material", "Protocol", "Rust"]);
    expect(changedTemplate.tasks[3]).toMatchObject({ id: corrosion.id, position: 3, level: 0, parent: null });
    expect(changedTemplate.version).toBe(createdTemplate.version + 1);
    const storedTasks = await db()
      .select()
      .from(templateTask)
      .where(eq(templateTask.templateId, createdTemplate.id));
    expect(storedTasks).toHaveLength(4);
    const [, auditEntry] = await findAuditEntries(createdTemplate.id);
    expect(auditEntry?.params).toMatchObject({
      "tasks › Tower": { before: "GROUP", after: null },
      "tasks › Rust › name": { before: "Corrosion", after: "Rust" },
      "tasks › Rust › parent": { before: "tasks › Tower", after: "tasks" },
    });
    const renamedContent = {
      ...initialContent,
      tasks: initialContent.tasks.map((task, index) => (index ? task : { ...task, name: "Place" })),
    };
    const statements = createRowStatements(
      db(),
      1,
      createTemplateRows(initialContent, createdTemplate.id),
      createTemplateRows(renamedContent, createdTemplate.id),
    );
    expect(statements).toHaveLength(1);
  });

  it("3§4 is saved by one of two concurrent users; the other is refused and can fetch the change", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(as);
    const statuses = await Promise.all(
      ["One", "Two"].map(
        async (name) =>
          (await putTemplate(as, createdTemplate.id, { name: uniqueName(name), version: 1 })).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 422]);
    // The same applies to the whole row as it was fetched, with the fields that the service sets.
    for (const body of [{ version: 1 }, createdTemplate])
      expect(
        await jsonOf(putTemplate(as, createdTemplate.id, { ...body, description: "late" })),
      ).toMatchObject({
        error: { code: "staleVersion" },
      });
    expect((await getTemplate(as, createdTemplate.id)).version).toBe(2);
  });

  it("3§5 has a name that is unique in its customer, except among deleted templates", async () => {
    const as = await makeSuperAdmin();
    const otherCustomer = await makeCustomer();
    const name = uniqueName("name");
    const first = await jsonOf<TemplateResponse>(post(as, { name, position: 0 }));
    const duplicateError = { error: { code: "duplicate", fields: { name: "duplicate" } } };
    expect(await jsonOf(post(as, { name: ` ${name} `, position: 0 }))).toMatchObject(duplicateError);
    expect((await post(as, { name, position: 0, customerId: otherCustomer.id })).status).toBe(201);
    const secondTemplate = await jsonOf<TemplateResponse>(
      post(as, { name: uniqueName("name"), position: 0 }),
    );
    expect(await jsonOf(putTemplate(as, secondTemplate.id, { name, version: 1 }))).toMatchObject(
      duplicateError,
    );
    expect((await call("DELETE", `/templates/${first.id}`, { as })).status).toBe(200);
    expect((await putTemplate(as, secondTemplate.id, { name, version: 1 })).status).toBe(200);
    expect((await post(as, { name: uniqueName("name") })).status).toBe(422);
  });

  it("design§Tenancy cannot refer to another customer's rows: these are field errors, and nothing is written", async () => {
    const as = await makeSuperAdmin();
    const foreignSetup = await makeFullTemplateBody((await makeCustomer()).id);
    const { customerId: _, ...body } = foreignSetup.body;
    const response = await post(as, body);
    expect([response.status, await jsonOf(response)]).toEqual([
      422,
      {
        error: expect.objectContaining({
          code: "invalid",
          fields: {
            suggestionList: "notFound",
            predefinedConfiguration: "notFound",
            "tasks.1.tasks.1.tasks.0.referencePhotos.0.id": "notFound",
            "tasks.2.suggestionList": "notFound",
            "templateGraphics.0.graphic": "notFound",
            "templateLicenses.0.license": "notFound",
            "exportDocumentConfigurations.0.id": "notFound",
            "templateExportConfigurations.0.exportConfiguration": "notFound",
            "templateExportConfigurations.0.nodes.0.children.1.params.exportDocumentConfiguration":
              "notFound",
          },
        }),
      },
    ]);
    expect(await db().$count(template, eq(template.customerId, as.customerId))).toBe(0);
  });

  it("design§Tenancy cannot have a task with the id of another template's task", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(as);
    const stolenTask = createTask("TEXT", { id: createdTemplate.tasks[0]!.id, name: "Stolen" });
    const response = await post(as, { name: uniqueName("name"), position: 0, tasks: [stolenTask] });
    expect(await jsonOf(response)).toMatchObject({
      error: { code: "duplicate", fields: { id: "duplicate" } },
    });
    expect((await getTemplate(as, createdTemplate.id)).tasks[0]?.name).toBe("Site");
  });

  it("3§1 can be edited by staff within their customer's products; existing parts may stay", async () => {
    const superAdmin = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(superAdmin);
    await db().delete(customerProduct).where(eq(customerProduct.customerId, superAdmin.customerId));
    const staff = await makeCaller({ customerId: superAdmin.customerId, roles: staffAuthorities });
    const change = { tasks: [...createdTemplate.tasks, createTask("TEXT", { name: "More" })], version: 1 };
    const refusal = await jsonOf<TemplateResponse>(putTemplate(staff, createdTemplate.id, change));
    expect(refusal.error?.fields).toEqual({ "tasks.4.type": "notAllowed" });
    const changeResponse = await putTemplate(staff, createdTemplate.id, {
      ...createdTemplate,
      description: "Twice a year",
    });
    expect(changeResponse.status).toBe(200);
    const licenseRefusal = await jsonOf<TemplateResponse>(
      putTemplate(staff, createdTemplate.id, { templateLicenses: [], version: 2 }),
    );
    expect(licenseRefusal.error?.fields).toEqual({ templateLicenses: "notAllowed" });
    const productRows = await db().select().from(product);
    await db()
      .insert(customerProduct)
      .values(
        productRows
          .filter(({ name }) => products.includes(name as never))
          .map(({ id }) => ({ customerId: superAdmin.customerId, productId: id })),
      );
    clearSessionCache();
    expect((await putTemplate(staff, createdTemplate.id, { ...change, version: 2 })).status).toBe(200);
  });

  it("3§2 disappears from lists and devices once it is deleted; its documentations stay", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, references } = await createFullTemplate(as);
    const documentationRow = await makeDocumentation(as.customerId, { templateId: createdTemplate.id });
    expect((await call("DELETE", `/templates/${createdTemplate.id}?version=1`, { as })).status).toBe(200);
    for (const path of [
      `/templates/${createdTemplate.id}`,
      `/template/getTemplateBackups/${createdTemplate.id}`,
    ])
      expect([path, (await call("GET", path, { as })).status]).toEqual([path, 404]);
    expect((await putTemplate(as, createdTemplate.id, { hidden: true, version: 2 })).status).toBe(404);
    expect(await jsonOf(call("GET", `/templates/count?customerId=${as.customerId}`, { as }))).toEqual({
      total: 0,
    });
    const { items } = await jsonOf<{ items: object[] }>(
      call("POST", "/template/findAllByLicenseCode", {
        body: { licenseCode: references.license.licenseCode },
      }),
    );
    expect(items).toEqual([]);
    expect(await db().$count(documentation, eq(documentation.id, documentationRow.id))).toBe(1);
    expect((await findAuditEntries(createdTemplate.id)).map(({ action }) => action)).toEqual([
      "CREATE",
      "DELETE",
    ]);
  });
});

describe("the references of a template", () => {
  it("3§3 to suggestion lists require the type that fits their use", async () => {
    const as = await makeSuperAdmin();
    const { body, references } = await makeFullTemplateBody(as.customerId);
    const invalidBody = {
      ...body,
      suggestionList: references.options.id,
      tasks: [
        createTask("SINGLE_CHOICE_SUGGESTION", { name: "Material", suggestionList: references.names.id }),
        createTask("CONTACT_PERSONS", { name: "Crew", suggestionList: references.options.id }),
      ],
    };
    const refusal = await jsonOf<TemplateResponse>(post(as, invalidBody));
    expect(refusal.error?.fields).toEqual({
      suggestionList: "notAllowed",
      "tasks.0.suggestionList": "notAllowed",
      "tasks.1.suggestionList": "notAllowed",
    });
  });

  it("3§6 are limited by the customer's products, even for super admins", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer(["FORM"]);
    const body = { customerId, name: uniqueName("Mast"), position: 0 };
    const refusal = await jsonOf<TemplateResponse>(
      post(as, {
        ...body,
        graphicEnabled: true,
        tasks: [createTask("TEXT", { name: "Remark" }), createTask("ZEBRA_SCANNER", { name: "Tag" })],
      }),
    );
    expect(refusal.error?.fields).toEqual({ graphicEnabled: "notAllowed", "tasks.1.type": "notAllowed" });
    expect((await post(as, { ...body, tasks: [createTask("TEXT", { name: "Remark" })] })).status).toBe(201);
  });

  it("3§3 to document types and layouts are limited to the customer's; existing references stay", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, body, references } = await createFullTemplate(as);
    const otherCustomer = await makeCustomer(allProducts);
    const type = createExportNode("EXPORT_DOCUMENT_TYPE");
    const nodes = [
      { ...type, params: { exportDocumentType: "PHOTO_WORD_DOCUMENT" } },
      { ...type, id: crypto.randomUUID(), params: { exportDocumentType: "FORM_3GIS_PM" } },
      {
        ...createExportNode("EXPORT_DOCUMENT_CONFIGURATION"),
        params: { exportDocumentConfiguration: crypto.randomUUID() },
      },
    ];
    const destinations = [{ ...body.templateExportConfigurations[0]!, nodes }];
    const settings = {
      exportDocumentTypes: ["PHOTO_EXCEL_WORKBOOK", "FORM_WORD_DOCUMENT"],
      exportDocumentConfigurations: [{ id: references.layout.id }],
      templateExportConfigurations: destinations,
    };
    const path = "templateExportConfigurations.0.nodes";
    const expectedErrors = {
      "exportDocumentTypes.1": "notAllowed",
      [`${path}.1.params.exportDocumentType`]: "notAllowed",
      [`${path}.2.params.exportDocumentConfiguration`]: "notFound",
    };
    const refusal = await jsonOf<TemplateResponse>(
      putTemplate(as, createdTemplate.id, { ...settings, version: createdTemplate.version }),
    );
    expect(refusal.error?.fields).toEqual(expectedErrors);
    const otherBody = { customerId: otherCustomer.id, name: uniqueName("Mast"), position: 0 };
    expect(
      (
        await jsonOf<TemplateResponse>(
          post(as, { ...otherBody, exportDocumentConfigurations: [{ id: references.layout.id }] }),
        )
      ).error?.fields,
    ).toEqual({ "exportDocumentConfigurations.0.id": "notFound" });
    await db()
      .insert(customerExportDocumentType)
      .values({ customerId: as.customerId, type: "FORM_WORD_DOCUMENT" });
    const updatedTemplate = await jsonOf<TemplateResponse>(
      putTemplate(as, createdTemplate.id, {
        exportDocumentTypes: ["PHOTO_WORD_DOCUMENT", "FORM_WORD_DOCUMENT"],
        version: 1,
      }),
    );
    expect(updatedTemplate.exportDocumentTypes).toEqual(["PHOTO_WORD_DOCUMENT", "FORM_WORD_DOCUMENT"]);
    const copyResult = await jsonOf<{ items: { id: string }[]; droppedReferences: object[] }>(
      callTemplate(as, "copy", { customer: otherCustomer.id, templates: [createdTemplate.id] }),
    );
    expect(copyResult.droppedReferences).toContainEqual({
      template: createdTemplate.name,
      kind: "exportDocumentType",
      id: "FORM_WORD_DOCUMENT",
      name: "FORM_WORD_DOCUMENT",
    });
    expect((await getTemplate(as, copyResult.items[0]!.id)).exportDocumentTypes).toEqual([
      "PHOTO_WORD_DOCUMENT",
    ]);
  });

  it("3§2 can be deleted only after the template", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, references } = await createFullTemplate(as);
    const paths = [
      `/suggestionLists/${references.names.id}`,
      `/suggestionLists/${references.options.id}`,
      `/predefinedConfigurations/${references.predefined.id}`,
      `/exportConfigurations/${references.destination.id}`,
    ];
    for (const path of paths)
      expect(await jsonOf(call("DELETE", path, { as }))).toMatchObject({
        error: {
          code: "inUse",
          uses: [{ kind: "template", id: createdTemplate.id, name: createdTemplate.name }],
        },
      });
    expect((await call("DELETE", `/templates/${createdTemplate.id}`, { as })).status).toBe(200);
    for (const path of paths)
      expect([path, (await call("DELETE", path, { as })).status]).toEqual([path, 200]);
  });

  it("3§3 include each task's customer id and the task id that documentations refer to; values sent for these are ignored", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate } = await createFullTemplate(as);
    for (const { node } of taskTree.flatten(createdTemplate.tasks))
      expect(node).toMatchObject({ customerId: as.customerId, templateTaskId: node.id });
    const [first, ...rest] = createdTemplate.tasks;
    const sentTasks = [{ ...first!, customerId: 1, templateTaskId: null }, ...rest];
    const updatedTemplate = await jsonOf<TemplateResponse>(
      putTemplate(as, createdTemplate.id, { tasks: sentTasks, version: createdTemplate.version }),
    );
    expect(updatedTemplate).toMatchObject({ version: createdTemplate.version, tasks: createdTemplate.tasks });
  });
});

describe("the template on a device", () => {
  it("2§2 is exactly as it was saved", async () => {
    const as = await makeSuperAdmin();
    const { createdTemplate, references, closeUp, corrosion } = await createFullTemplate(as);
    const otherLicense = await makeLicense({ customerId: as.customerId });
    const receiveTemplates = async (licenseCode: string) =>
      (
        await jsonOf<{ items: { tasks: { id: string; name: string; parentId: string | null }[] }[] }>(
          call("POST", "/template/findAllByLicenseCode", { body: { licenseCode } }),
        )
      ).items;
    expect(await receiveTemplates(otherLicense.licenseCode)).toEqual([]);
    const items = await receiveTemplates(references.license.licenseCode);
    expect(items).toMatchObject([
      {
        id: createdTemplate.id,
        name: createdTemplate.name,
        deleteTimeLimit: "WEEK",
        suggestionList: references.names.id,
        predefinedConfiguration: references.predefined.id,
        graphics: [{ id: references.graphic.id }],
        replacementTexts: [{ code: "title", sv: "Mast", en: "Mast" }],
      },
    ]);
    const expectedTasks = taskTree.flatten(createdTemplate.tasks).map(({ node }) => ({
      id: node.id,
      parentId: node.parent,
      name: node.name,
      key: node.key,
      description: node.description,
      type: node.type,
      options: node.options,
      required: node.required,
      position: node.position,
      level: node.level,
      size: node.size,
      showOptionsInTaskList: node.showOptionsInTaskList,
      fileExtensions: node.fileExtensions,
      suggestionList: node.suggestionList,
      params: node.params,
      preconditions: node.preconditions,
      referencePhotos: node.referencePhotos.map(({ id }) => id),
    }));
    expect(items[0]?.tasks).toEqual(expectedTasks);
    expect(items[0]?.tasks.find(({ id }) => id === closeUp.id)?.parentId).toBe(
      createdTemplate.tasks[1]?.tasks[1]?.id,
    );
    expect(items[0]?.tasks.find(({ id }) => id === corrosion.id)?.parentId).toBe(
      createdTemplate.tasks[1]?.id,
    );
    await putTemplate(as, createdTemplate.id, { hidden: true, version: 1 });
    expect(await receiveTemplates(references.license.licenseCode)).toEqual([]);
  });
});
