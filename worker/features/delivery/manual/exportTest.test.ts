import { expect, it } from "vitest";
import type { ExportTest } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import {
  documentationTask,
  exportConfiguration,
  exportConfigurationUserParam,
  exportNode,
  file,
  photo,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";

const testDestination = (as: Caller, id: string, documentation: string) =>
  call("GET", `/exportConfiguration/test/${id}?documentation=${documentation}`, { as });

async function makeDestination(
  customerId: number,
  overrides: Partial<typeof exportConfiguration.$inferInsert>,
) {
  const [configuration] = await db()
    .insert(exportConfiguration)
    .values({ customerId, name: "Arkiv", ...overrides })
    .returning();
  return configuration!;
}

it("3§2 a test shows what would be sent: settings, folders and counts, with names filled in, and never a secret", async () => {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const template = await makeTemplate(customerId, { name: "Mast" });
  const documentation = await makeDocumentation(customerId, {
    templateId: template.id,
    name: "NF: 2041",
    creator: "Eva",
  });
  const owner = { customerId, documentationId: documentation.id };
  const [roof, wall] = await db()
    .insert(documentationTask)
    .values([
      { ...owner, name: "Roof", key: "roof", type: "PHOTO" },
      { ...owner, name: "Wall", key: "wall", type: "TEXT", answer: "Brick" },
    ])
    .returning();
  await db()
    .insert(photo)
    .values([
      { ...owner, name: "Roof_01", creator: "Eva", hasData: true, documentationTaskId: roof!.id },
      { ...owner, name: "Roof_02", creator: "Eva", hasData: false, documentationTaskId: wall!.id },
      { ...owner, name: "Free", creator: "Eva", hasData: true },
    ]);
  await db()
    .insert(file)
    .values({ ...owner, name: "plan.pdf", creator: "Eva", hasData: true });
  const { id } = await makeDestination(customerId, {
    ...{ type: "FTP", params: { host: "ftp.test", username: "", directory: "/in" } },
    secrets: JSON.stringify({ password: "sealed" }),
  });
  await db()
    .insert(exportConfigurationUserParam)
    .values({ customerId, exportConfigurationId: id, name: "Projektnummer", required: true });
  const [link] = await db()
    .insert(templateExportConfiguration)
    .values({
      ...{ customerId, templateId: template.id, exportConfigurationId: id, name: "Delivery" },
      params: { exportAutomatically: "true" },
    })
    .returning();
  const node = { customerId, templateExportConfigurationId: link!.id };
  const [folder] = await db()
    .insert(exportNode)
    .values({
      ...node,
      type: "FOLDER",
      params: { name: "{DOCUMENTATION_NAME} {TASK_ANSWER:wall} {TASK_ANSWER:door}" },
    })
    .returning();
  await db()
    .insert(exportNode)
    .values([
      { ...node, type: "FILES", position: 1, parentId: folder!.id },
      {
        ...{ ...node, type: "PHOTOS", position: 0, parentId: folder!.id },
        params: { name: "{CREATOR} {PHOTO_NAME}", excludeKeys: "roof;wall" },
      },
      {
        ...node,
        type: "EXPORT_DOCUMENT_TYPE",
        position: 1,
        params: { exportDocumentType: "PHOTO_WORD_DOCUMENT" },
      },
    ]);

  const response = await testDestination(as, id, documentation.id);
  const text = await response.text();
  expect(text).not.toContain("sealed");
  const emptyEntry = { name: null, count: null, document: null };
  expect(JSON.parse(text) as ExportTest).toMatchObject({
    configuration: { id, name: "Arkiv", type: "FTP" },
    documentation: { id: documentation.id, name: "NF: 2041", templateName: "Mast" },
    settings: [
      { key: "host", value: "ftp.test", secret: false, set: true },
      { key: "username", value: "", secret: false, set: false },
      { key: "directory", value: "/in" },
      { key: "failureEmail", value: "", set: false },
      { key: "password", value: null, secret: true, set: true },
    ],
    missing: ["username"],
    userParams: [{ name: "Projektnummer", required: true }],
    exports: [
      {
        ...{ name: "Delivery", automatically: true, subject: null, body: null },
        entries: [
          // Folder names contain only valid characters.
          { ...emptyEntry, level: 0, type: "FOLDER", name: "NF_ 2041 Brick {TASK_ANSWER_door}" },
          {
            ...{ ...emptyEntry, level: 1, type: "PHOTOS", name: "Eva {PHOTO_NAME}", count: 1, bytes: 0 },
            names: ["Eva Free.jpg"],
          },
          { ...emptyEntry, level: 1, type: "FILES", count: 1, bytes: 0, names: ["plan.pdf"] },
          { ...emptyEntry, level: 0, type: "EXPORT_DOCUMENT_TYPE", document: "PHOTO_WORD_DOCUMENT" },
        ],
      },
    ],
    unfilled: ["{TASK_ANSWER:door}"],
  });
});

it("3§5 a mail goes to the fixed address and to the address in a task's answer, with the template's text or the destination's", async () => {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const documentation = await makeDocumentation(customerId, { name: "NF-1" });
  await db().insert(documentationTask).values({
    customerId,
    documentationId: documentation.id,
    name: "Mail",
    key: "mail",
    type: "TEXT",
    answer: "eva@x.example",
  });
  const params = {
    staticEmail: "a@x.example; b@x.example",
    emailKey: "mail",
    body: "About {DOCUMENTATION_NAME}",
  };
  const { id } = await makeDestination(customerId, { type: "EMAIL", params });
  await db()
    .insert(templateExportConfiguration)
    .values({
      ...{ customerId, templateId: documentation.templateId, exportConfigurationId: id, name: "Mail" },
      params: { subject: "{DOCUMENTATION_NAME}" },
    });
  expect(await jsonOf(testDestination(as, id, documentation.id))).toMatchObject({
    recipients: ["a@x.example", "b@x.example", "eva@x.example"],
    missing: [],
    exports: [
      {
        ...{ subject: "NF-1", body: "About NF-1" },
        // The template's own settings apply if a destination has no tree.
        entries: [
          { level: 0, type: "FOLDER", name: "NF-1" },
          { level: 1, type: "PHOTOS", name: "{PHOTO_ALIAS_OR_NAME}", count: 0 },
          { level: 1, type: "FILES", count: 0 },
        ],
      },
    ],
  });
});

it("3§2 a test is for super admins, with a documentation of the destination's customer", async () => {
  const [as, staff] = [
    await makeSuperAdmin(),
    await makeCaller({ roles: ["ROLE_EXPORT_CONFIGURATION_READ"] }),
  ];
  const { id } = await makeDestination(staff.customerId, {});
  const [ownDocumentation, foreignDocumentation] = [
    await makeDocumentation(staff.customerId),
    await makeDocumentation(as.customerId),
  ];
  expect((await testDestination(staff, id, ownDocumentation.id)).status).toBe(403);
  expect((await testDestination(as, crypto.randomUUID(), ownDocumentation.id)).status).toBe(404);
  expect(await jsonOf(testDestination(as, id, foreignDocumentation.id))).toMatchObject({
    error: { fields: { documentation: "notFound" } },
  });
  // A template without destinations sends nothing, which is a valid result.
  expect(await jsonOf(testDestination(as, id, ownDocumentation.id))).toMatchObject({
    exports: [],
    recipients: [],
  });
});
