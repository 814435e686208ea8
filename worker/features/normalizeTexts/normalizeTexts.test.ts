import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  documentation,
  documentationAlias,
  documentationGroup,
  documentationTag,
  documentationTask,
  domainChange,
  job,
  license as licenseTable,
  scheduledJobRun,
  suggestion,
  templateTaskPrecondition,
  user,
} from "#worker/db/schema/index.ts";
import { jobKinds } from "#worker/jobKinds.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeLicense,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeSuggestionList } from "#worker/testing/listTesting.ts";
import { beginNormalization, normalizeTextsKind } from "./normalizeTextsJob.ts";

const quietEnv = { ...env, JOBS: { ...env.JOBS, send: async () => undefined } } as unknown as typeof env;

/** Runs the job to its end, as in a database of an earlier version. Returns the job's result. */
async function normalizeAll(): Promise<Record<string, unknown>> {
  await db().delete(job).where(eq(job.kind, normalizeTextsKind.name));
  expect(await beginNormalization(quietEnv, db(), new Date())).toBe("begun");
  expect(await beginNormalization(quietEnv, db(), new Date())).toBe("");
  const row = (await db().select().from(job).where(eq(job.kind, normalizeTextsKind.name)).get())!;
  for (let step = 0; step < 200; step += 1) {
    await runJob(quietEnv, db(), row.id, jobKinds);
    const { state, result, lastError } = (await db().select().from(job).where(eq(job.id, row.id)).get())!;
    expect(lastError).toBeNull();
    if (state === "DONE") return result!;
  }
  throw new Error("the job does not end");
}

describe("F6 D10 kpi#7467 manage-vaccinations#3410 pdfkit#1072 texts of earlier versions", () => {
  it("are normalised once; groups, searches and aliases find them; clashing ones are kept or merged, and reported", async () => {
    const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    const { customerId } = as;
    const template = await makeTemplate(customerId);
    const commonValues = { customerId, templateId: template.id, creator: "A\u030asa\u0007" };
    const spellings = ["Ängö 1768", "A\u0308ngo\u0308 1768", "Ängö\u00a0 1768"];
    const ids = spellings.map(() => crypto.randomUUID());
    await db()
      .insert(documentation)
      .values(spellings.map((name, index) => ({ ...commonValues, id: ids[index]!, name })));
    const id = ids[1]!;
    const tags = ["Kust", "Kust\u00a0", "O\u0308"];
    await db()
      .insert(documentationTag)
      .values(tags.map((tag) => ({ customerId, documentationId: id, tag })));
    const tasks = [
      { type: "ZEBRA_SCANNER", answer: "01\u001d10\r\n" },
      { type: "TEXT", answer: "rad  1\r\nrad\u00a02" },
      { type: "CONTACT_PERSONS", answer: "Alva;070\nBo\u0308rje;071" },
    ] as const;
    await db()
      .insert(documentationTask)
      .values(
        tasks.map((task, position) => ({
          customerId,
          documentationId: id,
          name: `T\u200b${position}`,
          position,
          ...task,
        })),
      );
    const aliases = [
      { name: "Ängö 1768", alias: "Norra" },
      { name: "Ängö  1768", alias: "Södra" },
    ];
    await db()
      .insert(documentationAlias)
      .values(aliases.map((alias) => ({ customerId, ...alias })));
    const list = await makeSuggestionList(customerId, { type: "TASK_OPTIONS" });
    const texts = ["Koppar", "Koppar\u00a0", "Al; rent", "Ja\u0308rn"];
    await db()
      .insert(suggestion)
      .values(texts.map((text) => ({ customerId, suggestionListId: list.id, text })));

    expect(await normalizeAll()).toMatchObject({ clashes: 3 });

    const storedRows = await db()
      .select()
      .from(documentation)
      .where(eq(documentation.customerId, customerId));
    expect(storedRows.map(({ name, creator }) => [name, creator])).toEqual(
      spellings.map(() => ["Ängö 1768", "Åsa"]),
    );
    expect(storedRows.map(({ version }) => version)).toEqual([1, 1, 1]);
    const answers = await db()
      .select()
      .from(documentationTask)
      .where(eq(documentationTask.documentationId, id));
    expect(answers.map(({ name, answer }) => [name, answer])).toEqual([
      ["T0", "01 10"],
      ["T1", "rad  1\nrad 2"],
      ["T2", "Alva;070\nBörje;071"],
    ]);
    const storedTags = await db()
      .select()
      .from(documentationTag)
      .where(eq(documentationTag.documentationId, id));
    expect(storedTags.map(({ tag }) => tag).sort()).toEqual(["Kust", "Ö"]);
    const groups = await db()
      .select()
      .from(documentationGroup)
      .where(eq(documentationGroup.customerId, customerId));
    expect(Object.fromEntries(groups.map(({ name, documentations }) => [name, documentations]))).toEqual({
      "Ängö 1768": 3,
      Kust: 1,
      Ö: 1,
    });
    // Two aliases of one name are both kept.
    const storedAliases = await db()
      .select()
      .from(documentationAlias)
      .where(eq(documentationAlias.customerId, customerId));
    expect(storedAliases.map(({ name, alias }) => [name, alias])).toEqual([
      ["Ängö 1768", "Norra"],
      ["Ängö 1768 (2)", "Södra"],
    ]);
    const options = await db().select().from(suggestion).where(eq(suggestion.suggestionListId, list.id));
    expect(options.map(({ text }) => text).sort()).toEqual(["Al, rent", "Järn", "Koppar"]);
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.customerId, customerId), eq(domainChange.action, "DELETE")));
    expect(auditEntries.map(({ objectClass }) => objectClass).sort()).toEqual([
      "siteproof.DocumentationTag",
      "siteproof.Suggestion",
    ]);
    const run = await db()
      .select()
      .from(scheduledJobRun)
      .where(
        sql`${scheduledJobRun.jobName} = 'normalizeTexts' AND ${scheduledJobRun.message} LIKE '%Ängö 1768%'`,
      )
      .get();
    expect(run?.message).toContain('documentation_alias: "Ängö 1768" is numbered');
    const matches = await jsonOf<{ items: unknown[] }>(
      call("GET", `/documentation/findAllByName/${encodeURIComponent("A\u0308ngo\u0308  1768")}`, { as }),
    );
    expect(matches.items).toHaveLength(3);

    expect(await normalizeAll()).toEqual({ changed: 0, clashes: 0 });
  });
});

it("F6 D10 kpi#7467 names of licences and users, and params, get their normal form; a group is found both before and after", async () => {
  const as = await makeCaller({
    customerId: (await makeCustomer(["DOCUMENTATION_GROUP"])).id,
    roles: ["ROLE_DOCUMENTATION_READ"],
  });
  const { customerId } = as;
  const [untidyName, tidyName] = ["A\u0308ngo\u0308\u00a07\u001d1", "Ängö 7 1"];
  const license = await makeLicense({ customerId, name: untidyName });
  const template = await makeTemplate(customerId);
  const taskId = template.tasks[0]!.id;
  await db()
    .insert(templateTaskPrecondition)
    .values({ customerId, taskId, type: "TASK_ANSWER", params: { task: taskId, answer: untidyName } });
  await db().update(user).set({ fullName: untidyName }).where(eq(user.id, as.userId));
  const { id } = await makeDocumentation(customerId, { name: untidyName, templateId: template.id });

  const groupPath = `/documentation/findAllByDocumentationNameOrTag/${encodeURIComponent(untidyName)}`;
  const fetchMemberIds = async () =>
    (await jsonOf<{ items: { id: string }[] }>(call("GET", groupPath, { as }))).items.map((row) => row.id);
  expect(await fetchMemberIds()).toEqual([id]);
  await normalizeAll();
  expect(await fetchMemberIds()).toEqual([id]);
  const [storedLicense, storedUser, storedPrecondition] = [
    await db().select().from(licenseTable).where(eq(licenseTable.id, license.id)).get(),
    await db().select().from(user).where(eq(user.id, as.userId)).get(),
    await db()
      .select()
      .from(templateTaskPrecondition)
      .where(eq(templateTaskPrecondition.taskId, taskId))
      .get(),
  ];
  expect([storedLicense?.name, storedUser?.fullName, storedPrecondition?.params.answer]).toEqual([
    tidyName,
    tidyName,
    tidyName,
  ]);
});
