import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { template as contract } from "#domain/resources/template.ts";
import { createExportNode } from "#domain/template/exportRules.ts";
import { createTask } from "#domain/template/taskRules.ts";
import { createPrecondition } from "#domain/template/templatePreconditions.ts";
import {
  customerExportDocumentConfiguration,
  domainChange,
  exportConfiguration,
  exportDocumentConfiguration,
  graphic,
  predefinedConfiguration,
  referencePhoto,
  suggestionList,
} from "#worker/db/schema/index.ts";
import type { TemplateDetails } from "#worker/features/template/saveTemplate.ts";
import { type Caller, call, db, jsonOf, makeLicense, uniqueName } from "./factories.ts";

/** One row of every kind that a template can refer to. */
async function makeReferences(customerId: number) {
  const getSingleRow = <T>([row]: T[]): T => row!;
  const makeValues = () => ({ customerId, name: uniqueName("row") });
  const makeList = async (type: string) =>
    getSingleRow(
      await db()
        .insert(suggestionList)
        .values({ ...makeValues(), type })
        .returning(),
    );
  const layout = getSingleRow(
    await db()
      .insert(exportDocumentConfiguration)
      .values({ name: uniqueName("layout"), type: "WORD" })
      .returning(),
  );
  await db()
    .insert(customerExportDocumentConfiguration)
    .values({ customerId, exportDocumentConfigurationId: layout.id });
  return {
    names: await makeList("DOCUMENTATION_NAMES"),
    options: await makeList("TASK_OPTIONS"),
    graphic: getSingleRow(await db().insert(graphic).values(makeValues()).returning()),
    photo: getSingleRow(await db().insert(referencePhoto).values(makeValues()).returning()),
    destination: getSingleRow(
      await db()
        .insert(exportConfiguration)
        .values({ ...makeValues(), type: "FTP" })
        .returning(),
    ),
    predefined: getSingleRow(
      await db()
        .insert(predefinedConfiguration)
        .values({ ...makeValues(), type: "NEXT" })
        .returning(),
    ),
    license: await makeLicense({ customerId }),
    layout,
  };
}

/** A template that uses every field of templates, and the rows that it refers to. */
export async function makeFullTemplateBody(customerId: number) {
  const references = await makeReferences(customerId);
  const corrosion = createTask("SINGLE_CHOICE", {
    name: "Corrosion",
    options: "None;Severe",
    required: "YES",
  });
  const closeUp = createTask("PHOTO", {
    name: "Close-up",
    referencePhotos: [{ id: references.photo.id }],
    preconditions: [
      {
        ...createPrecondition("TASK_ANSWER"),
        params: { task: corrosion.id, operator: "NOT_EQUALS", answer: "None" },
      },
      createPrecondition("PLATFORM"),
    ],
  });
  const tasks = [
    createTask("HEADER", { name: "Site", options: "2" }),
    createTask("GROUP", {
      name: "Tower",
      tasks: [corrosion, createTask("GROUP", { name: "Inner", tasks: [closeUp] })],
    }),
    createTask("MULTI_CHOICE_SUGGESTION", {
      name: "Material",
      suggestionList: references.options.id,
      params: { updateSuggestionList: "true" },
    }),
    createTask("FILE", { name: "Protocol", fileExtensions: "pdf;csv", required: "NO_WITH_LATER_UPLOAD" }),
  ];
  const folder = createExportNode("FOLDER");
  const zip = { ...createExportNode("ZIP_FILE"), children: [createExportNode("PHOTOS")] };
  const layout = {
    ...createExportNode("EXPORT_DOCUMENT_CONFIGURATION"),
    params: { exportDocumentConfiguration: references.layout.id },
  };
  const body = {
    customerId,
    name: uniqueName("Mast inspection"),
    description: "Yearly",
    position: 3,
    deleteAutomatically: true,
    deleteTimeLimit: "WEEK",
    graphicEnabled: true,
    referencePhotosEnabled: true,
    predefinedEnabled: true,
    predefinedConfiguration: references.predefined.id,
    suggestionList: references.names.id,
    onlySuggestionsAllowed: true,
    exportDocumentTypes: ["PHOTO_WORD_DOCUMENT"],
    exportDocumentConfigurations: [{ id: references.layout.id }],
    tasks,
    templateExportConfigurations: [
      {
        id: crypto.randomUUID(),
        exportConfiguration: references.destination.id,
        name: "FTP Polarnet",
        params: { exportAutomatically: "true" },
        nodes: [{ ...folder, children: [zip, layout] }, createExportNode("FILES")],
      },
    ],
    templateGraphics: [{ id: crypto.randomUUID(), graphic: references.graphic.id }],
    templateLicenses: [{ license: references.license.id }],
    replacementTexts: [{ id: crypto.randomUUID(), code: "title", sv: "Mast", en: "Mast" }],
  };
  return { body, references: references, corrosion, closeUp };
}

export type TemplateResponse = TemplateDetails & { error?: { code: string; fields: Record<string, string> } };
export const post = (as: Caller, body: unknown) => call("POST", "/templates", { as, body });
export const putTemplate = (as: Caller, id: string, body: unknown) =>
  call("PUT", `/templates/${id}`, { as, body });
export const getTemplate = (as: Caller, id: string) =>
  jsonOf<TemplateResponse>(call("GET", `/templates/${id}`, { as }));
export const callTemplate = (as: Caller, name: string, body: unknown) =>
  call("POST", `/template/${name}`, { as, body });
export const findAuditEntries = (id: string) =>
  db()
    .select()
    .from(domainChange)
    .where(and(eq(domainChange.objectId, id), eq(domainChange.objectClass, contract.objectClass)));

export async function createFullTemplate(as: Caller) {
  const fullTemplate = await makeFullTemplateBody(as.customerId);
  const response = await post(as, fullTemplate.body);
  const template = await jsonOf<TemplateResponse>(response);
  expect([response.status, template.error]).toEqual([201, undefined]);
  return { ...fullTemplate, createdTemplate: template };
}
