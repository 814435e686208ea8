import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import type { ExportOptions } from "#domain/endpoints/exports/manualExport.ts";
import { documentation, suggestion, suggestionList, templateTask } from "#worker/db/schema/index.ts";
import { createCustomerScope } from "#worker/db/scope.ts";
import { readExportPlan } from "#worker/exportContent/exportPlan.ts";
import { readReport } from "#worker/exportContent/readReport.ts";
import { call, db, jsonOf, makeCaller, makeLicense, makeTemplate } from "#worker/testing/factories.ts";

const anId = () => crypto.randomUUID();
const answerIs = (task: string, answer: string) => ({
  type: "TASK_ANSWER",
  params: { task, operator: "EQUALS", answer },
});

/**
 * The mast of a form: "Is there a mast?", its kind (only if there is one), and for steel masts rust, a photo, a file that comes later
 * and the maker, whose answers become suggestions.
 */
async function visit(exists: "Ja" | "Nej") {
  const license = await makeLicense({ pauseDocumentations: true });
  const { customerId } = license;
  const template = await makeTemplate(customerId);
  const [list] = await db()
    .insert(suggestionList)
    .values({ customerId, name: "Makers", type: "TASK_OPTIONS" })
    .returning();
  await db()
    .update(templateTask)
    .set({
      type: "SINGLE_CHOICE_SUGGESTION",
      suggestionListId: list!.id,
      params: { updateSuggestionList: "true" },
    })
    .where(eq(templateTask.id, template.tasks[1]!.id));
  const [existsTask, kind, group] = [anId(), anId(), anId()];
  const steel = { preconditions: [answerIs(kind, "Stål")] };
  const choice = { type: "SINGLE_CHOICE", options: "Ja;Nej;Stål;Trä" };
  const tasks = [
    { id: existsTask, name: "Exists", ...choice, required: "YES", answer: exists },
    { id: kind, name: "Kind", ...choice, answer: "Stål", preconditions: [answerIs(existsTask, "Ja")] },
    { id: anId(), name: "Rust", type: "TEXT", required: "YES", ...steel },
    { id: group, name: "Steel", type: "GROUP", ...steel },
    { id: anId(), name: "Overview", type: "PHOTO", required: "YES", parentId: group, level: 1 },
    { id: anId(), name: "Protocol", type: "FILE", required: "NO_WITH_LATER_UPLOAD", ...steel },
    {
      ...{ id: anId(), name: "Maker", type: "SINGLE_CHOICE_SUGGESTION", answer: "Ruukki", ...steel },
      templateTaskId: template.tasks[1]!.id,
    },
  ].map((task, position) => ({ ...task, position }));
  const body = {
    ...{ id: anId(), templateId: template.id, name: "Mast 1", creator: "field", appVersion: "4.1" },
    ...{ dateCreated: "2026-05-04T09:30:00Z", numberOfPhotos: 0, tasks },
  };
  const post = (path: string, request: object) =>
    jsonOf(call("POST", path, { body: { ...request, licenseCode: license.licenseCode } }));
  await post("/documentation/saveWithLicenseCode", { documentation: body });
  const as = await makeCaller({
    customerId,
    roles: [
      ...(["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION", "ROLE_FILE_READ"] as const),
      ...(["ROLE_EDIT_DOCUMENTATION", "ROLE_DOCUMENTATION_WRITE"] as const),
    ],
  });
  const get = <T>(path: string) => jsonOf<T>(call("GET", path, { as }));
  return {
    ...{ id: body.id, customerId, list: list!.id, existsTask, post, as, get },
    closing: { id: body.id, creator: "field" },
  };
}

const namesOf = (tasks: readonly { name: string }[]) => tasks.map(({ name }) => name);
const row = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!;
const whatDependsOnSteel = ["Rust", "Steel", "Overview", "Protocol", "Maker"];

it.each([
  ["Ja", [], "WAITING_FOR_FILE"],
  ["Nej", ["Kind", ...whatDependsOnSteel], "COMPLETED"],
] as const)(
  "2§4 2§5 F4 enketo-core#624 with the first answer %s, all parts of the service agree on what applies",
  async (exists, hidden, status) => {
    const { id, customerId, list, post, closing, get } = await visit(exists);
    expect(await post("/documentation/completeWithLicenseCode", closing)).toMatchObject({ status });
    const applies = exists === "Ja";

    const { items } = await get<{ items: DocumentationTask[] }>(
      `/documentationTasks?documentationId=${id}&max=-1`,
    );
    expect(namesOf(items.filter(({ enabled }) => !enabled))).toEqual(hidden);
    expect((await row(id)).completedWithout?.map(({ task }) => task) ?? []).toEqual(
      applies ? ["Rust", "Overview"] : [],
    );
    const { obstacles } = await get<ExportOptions>(`/documentation/getExportOptions/${id}`);
    expect(obstacles).toEqual(
      applies
        ? [
            { code: "unhandledFileTasks", names: ["Protocol"] },
            { code: "requiredTasksNotCompleted", names: ["Rust", "Overview"] },
          ]
        : [],
    );
    const reader = { scope: createCustomerScope(customerId), files: true };
    const plan = await readExportPlan(db(), reader, id, "sv");
    expect(namesOf(plan.tasks.filter(({ skipped }) => skipped))).toEqual(hidden);
    const report = await readReport(db(), reader, id, { language: "sv", layouts: new Map() });
    expect(namesOf(report.documentations[0]!.tasks.filter(({ skipped }) => skipped))).toEqual(hidden);
    const suggestions = await db().select().from(suggestion).where(eq(suggestion.suggestionListId, list));
    expect(suggestions.map(({ text }) => text)).toEqual(applies ? ["Ruukki"] : []);
  },
);

it("2§4 F4 platform-forms-client#5126 a device that fetches a documentation gets what applies", async () => {
  const { id, post, closing } = await visit("Nej");
  await post("/documentation/pauseWithLicenseCode", closing);
  const fetchedDocumentation = (await post("/documentation/fetchWithLicenseCode", {
    ...{ id, fetchId: anId(), deviceId: "tablet", creator: "second" },
  })) as { documentation: { tasks: DocumentationTask[] } };
  expect(namesOf(fetchedDocumentation.documentation.tasks.filter(({ enabled }) => !enabled))).toEqual([
    "Kind",
    ...whatDependsOnSteel,
  ]);
});

it("2§4 F4 platform-forms-client#5126 a documentation that waits for a file completes when a correction hides its task", async () => {
  const { id, existsTask, post, closing, as, get } = await visit("Ja");
  await post("/documentation/completeWithLicenseCode", closing);
  expect((await row(id)).status).toBe("WAITING_FOR_FILE");
  const { items } = await get<{ items: DocumentationTask[] }>(`/documentationTasks?documentationId=${id}`);
  const { version } = items.find((task) => task.id === existsTask)!;
  const correctionResponse = await call("PUT", `/documentationTasks/${existsTask}`, {
    as,
    body: { answer: "Nej", version },
  });
  expect(correctionResponse.status).toBe(200);
  expect((await row(id)).status).toBe("COMPLETED");
});
