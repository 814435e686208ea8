import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { createTask } from "#domain/template/taskRules.ts";
import { idParam, textAsId } from "#worker/db/ids.ts";
import {
  documentation,
  documentationEvent,
  documentationPrecondition,
  documentationStatistics,
  documentationTask,
  domainChange,
  file,
  photo,
  taskEvent,
  template,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { post, type TemplateResponse } from "#worker/testing/templateTesting.ts";

/** Saves a template as its editor does. */
async function saveTemplate(as: Caller, customerId: number, tasks: TemplateTask[]) {
  const response = await post(as, { customerId, name: uniqueName("template"), position: 0, tasks });
  expect(response.status).toBe(201);
  return jsonOf<TemplateResponse>(response);
}

/** A documentation with a group, a question in it, a photo task with three photos, a remark and a task with a file. */
async function makeCapturedDocumentation(
  customerId: number,
  documentationOverrides: Partial<typeof documentation.$inferInsert> = {},
) {
  const documentation = await makeDocumentation(customerId, { numberOfPhotos: 3, ...documentationOverrides });
  const owner = { customerId, documentationId: documentation.id };
  const makeTask = async (
    name: string,
    type: TaskType,
    overrides: Partial<typeof documentationTask.$inferInsert> = {},
  ) => {
    const [row] = await db()
      .insert(documentationTask)
      .values({ ...owner, name, type, templateTaskId: crypto.randomUUID(), ...overrides })
      .returning();
    return row!;
  };
  const group = await makeTask("Mast", "GROUP");
  const rust = await makeTask("Rust", "TEXT", {
    parentId: group.id,
    level: 1,
    position: 1,
    answer: "Severe",
  });
  const view = await makeTask("View", "PHOTO", { parentId: group.id, level: 1, position: 2 });
  const remark = await makeTask("Remark", "TEXT", { position: 3, answer: "Ladder missing" });
  const paper = await makeTask("Paper", "FILE", { position: 4 });
  await db()
    .insert(documentationPrecondition)
    .values({ customerId, taskId: paper.id, type: "TASK_ANSWER", params: { task: remark.id, answer: "x" } });
  const photos = await db()
    .insert(photo)
    .values(
      [3, 7, 8].map((number, index) => ({
        ...{ ...owner, documentationTaskId: view.id, name: `View_0${number}`, creator: "field" },
        ...{ hasData: true, dataSize: 10, dateCreated: `2026-05-04T09:30:0${index}Z` },
      })),
    )
    .returning();
  await db()
    .insert(file)
    .values({ ...owner, documentationTaskId: paper.id, name: "a.pdf", creator: "field", hasData: true });
  return { ...documentation, tasks: { group, rust, view, remark, paper }, photos };
}

async function setUp(overrides: Partial<typeof documentation.$inferInsert> = {}) {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer(["FORM"]);
  const documentation = await makeCapturedDocumentation(customerId, overrides);
  const corrosion = createTask("SINGLE_CHOICE", { name: "Corrosion", key: "corr", options: "None;Severe" });
  const closeUp = createTask("PHOTO", {
    name: "Close-up",
    preconditions: [
      {
        id: crypto.randomUUID(),
        type: "TASK_ANSWER",
        params: { task: corrosion.id, operator: "EQUALS", answer: "Severe" },
      },
    ],
  });
  const overview = createTask("PHOTO", { name: "Overview" });
  const tower = createTask("GROUP", { name: "Tower", tasks: [corrosion, closeUp] });
  const signed = createTask("CHECKBOX", { name: "Signed", required: "YES" });
  const target = await saveTemplate(as, customerId, [overview, tower, signed]);
  const { group, rust, view } = documentation.tasks;
  const body = {
    version: 1,
    templateId: target.id,
    tasks: [
      { id: group.id, templateTaskId: tower.id, name: "Tower" },
      { id: rust.id, templateTaskId: corrosion.id, name: "Corrosion" },
      { id: view.id, templateTaskId: closeUp.id, name: "Close-up" },
    ],
    photos: [
      { id: documentation.photos[0]!.id, templateTaskId: overview.id, name: "Overview_01" },
      { id: documentation.photos[1]!.id, templateTaskId: null, name: "Close-up_01" },
      { id: documentation.photos[2]!.id, templateTaskId: null, name: "Close-up_02" },
    ],
    drop: [] as string[],
  };
  return {
    as,
    customerId,
    sourceDocumentation: documentation,
    target,
    targets: { corrosion, closeUp, overview, tower, signed },
    body,
  };
}

const changeTemplate = (as: Caller, id: string, body: object) =>
  call("PUT", `/documentations/${id}`, { as, body });
const listTasks = (id: string) =>
  db()
    .select()
    .from(documentationTask)
    .where(eq(documentationTask.documentationId, id))
    .orderBy(asc(documentationTask.position));
const readFieldErrors = async (response: Response) => {
  expect(response.status).toBe(422);
  return (await jsonOf<{ error: { fields: object } }>(response)).error.fields;
};

describe("changing the template", () => {
  it("3§3 mapped and new tasks follow the new template's setting for all tasks", async () => {
    const { as, sourceDocumentation, target, body } = await setUp();
    await db().update(template).set({ allTasksRequired: "YES" }).where(eq(template.id, target.id));
    expect((await changeTemplate(as, sourceDocumentation.id, body)).status).toBe(200);
    const requiredByName = new Map(
      (await listTasks(sourceDocumentation.id)).map((task) => [task.name, task.required]),
    );
    expect(Object.fromEntries(requiredByName)).toMatchObject({
      ...{ Overview: "YES", Tower: "NO", Corrosion: "YES", "Close-up": "YES", Signed: "YES", Remark: "NO" },
    });
  });

  it("2§2 maps tasks and photos, keeps answers and unmapped tasks, and adds the template's other tasks", async () => {
    const { as, customerId, sourceDocumentation, target, targets, body } = await setUp();
    const response = await changeTemplate(as, sourceDocumentation.id, body);
    expect(response.status).toBe(200);
    expect(await jsonOf(response)).toMatchObject({ templateId: target.id, version: 2, numberOfTasks: 6 });
    const tasks = await listTasks(sourceDocumentation.id);
    expect(
      tasks.map(({ position, level, name, type, answer, templateTaskId }) => [
        ...[position, level, name, type, answer, templateTaskId],
      ]),
    ).toEqual([
      [0, 0, "Overview", "PHOTO", null, targets.overview.id],
      [1, 0, "Tower", "GROUP", null, targets.tower.id],
      [2, 1, "Corrosion", "SINGLE_CHOICE", "Severe", targets.corrosion.id],
      [3, 1, "Close-up", "PHOTO", null, targets.closeUp.id],
      [4, 0, "Signed", "CHECKBOX", null, targets.signed.id],
      [5, 0, "Remark", "TEXT", "Ladder missing", null],
      [6, 0, "Paper", "FILE", null, null],
    ]);
    const { group, rust, view, paper } = sourceDocumentation.tasks;
    expect(tasks.map(({ id }) => id)).toEqual(expect.arrayContaining([group.id, rust.id, view.id, paper.id]));
    expect(tasks[2]).toMatchObject({ key: "corr", options: "None;Severe", parentId: group.id, version: 2 });
    const photos = await db()
      .select()
      .from(photo)
      .where(eq(photo.documentationId, sourceDocumentation.id))
      .orderBy(photo.dateCreated);
    expect(
      photos.map(({ name, documentationTaskId, version }) => [name, documentationTaskId, version]),
    ).toEqual([
      ["Overview_01", tasks[0]!.id, 2],
      ["Close-up_01", view.id, 2],
      ["Close-up_02", view.id, 2],
    ]);
    expect(
      await db().select().from(file).where(eq(file.documentationId, sourceDocumentation.id)),
    ).toMatchObject([{ documentationTaskId: paper.id }]);
    const preconditions = await db()
      .select()
      .from(documentationPrecondition)
      .where(eq(documentationPrecondition.customerId, customerId));
    expect(preconditions.map(({ taskId, params }) => [taskId, params.task])).toEqual(
      expect.arrayContaining([
        [view.id, rust.id],
        [paper.id, sourceDocumentation.tasks.remark.id],
      ]),
    );
    const addedTaskIds = [tasks[0]!.id, tasks[4]!.id];
    expect(await db().select().from(taskEvent).where(inArray(taskEvent.taskId, addedTaskIds))).toMatchObject(
      addedTaskIds.map(() => ({ type: "CREATED" })),
    );
    expect(
      await db()
        .select()
        .from(documentationStatistics)
        .where(
          and(
            eq(documentationStatistics.customerId, customerId),
            eq(documentationStatistics.documentations, 1),
          ),
        ),
    ).toMatchObject([{ templateId: target.id, photos: 3, bytes: 30 }]);
  });

  it("2§2 writes an event with both templates, and an audit entry for the documentation, each task and each photo", async () => {
    const { as, sourceDocumentation, target, body } = await setUp();
    const [previousTemplate] = await db()
      .select()
      .from(template)
      .where(eq(template.id, sourceDocumentation.templateId));
    await changeTemplate(as, sourceDocumentation.id, {
      ...body,
      drop: [sourceDocumentation.tasks.remark.id],
    });
    expect(
      await db()
        .select()
        .from(documentationEvent)
        .where(eq(documentationEvent.documentationId, sourceDocumentation.id)),
    ).toMatchObject([
      {
        type: "TASK_EDIT",
        params: { change: "TEMPLATE_CHANGED", from: previousTemplate!.name, to: target.name },
      },
    ]);
    const listAuditEntries = async (id: string) =>
      (await db().select().from(domainChange).where(eq(domainChange.objectId, id))).map(
        ({ action, params }) => [action, params],
      );
    expect(await listAuditEntries(sourceDocumentation.id)).toEqual([
      ["UPDATE", { templateId: { before: sourceDocumentation.templateId, after: target.id } }],
    ]);
    expect(await listAuditEntries(sourceDocumentation.photos[1]!.id)).toMatchObject([
      ["UPDATE", { name: { before: "View_07", after: "Close-up_01" } }],
    ]);
    expect(await listAuditEntries(sourceDocumentation.tasks.rust.id)).toMatchObject([
      ["UPDATE", { name: { before: "Rust", after: "Corrosion" } }],
    ]);
    // A removed task is logged with its answer, and the precondition on it is removed.
    expect(await listAuditEntries(sourceDocumentation.tasks.remark.id)).toEqual([
      ["DELETE", { name: { before: "Remark" }, answer: { before: "Ladder missing" } }],
    ]);
    expect((await listTasks(sourceDocumentation.id)).map(({ name }) => name)).not.toContain("Remark");
    expect(
      await db()
        .select()
        .from(documentationPrecondition)
        .where(eq(documentationPrecondition.taskId, sourceDocumentation.tasks.paper.id)),
    ).toEqual([]);
  });

  it("2§7 foreign tasks, photos or templates, mismatched types and tasks with content are field errors, and nothing changes", async () => {
    const { as, customerId, sourceDocumentation, target, targets, body } = await setUp();
    const outsider = await makeCapturedDocumentation((await makeCustomer(["FORM"])).id);
    const sibling = await makeCapturedDocumentation(customerId);
    const fetchFieldErrors = async (overrides: object) =>
      readFieldErrors(await changeTemplate(as, sourceDocumentation.id, { ...body, ...overrides }));
    expect(await fetchFieldErrors({ templateId: outsider.templateId })).toEqual({ templateId: "notFound" });
    const deletedTemplate = await makeTemplate(customerId, { dateDeleted: "2026-05-04T09:30:00Z" });
    expect(await fetchFieldErrors({ templateId: deletedTemplate.id })).toEqual({ templateId: "notFound" });
    for (const otherDocumentation of [outsider, sibling]) {
      const task = { id: otherDocumentation.tasks.rust.id, templateTaskId: null, name: "x" };
      expect(await fetchFieldErrors({ tasks: [task] })).toEqual({ "tasks.0.id": "notFound" });
      const foreignPhoto = { id: otherDocumentation.photos[0]!.id, templateTaskId: null, name: "x" };
      expect(await fetchFieldErrors({ photos: [foreignPhoto] })).toEqual({ "photos.0.id": "notFound" });
      expect(await fetchFieldErrors({ drop: [otherDocumentation.tasks.rust.id] })).toEqual({
        "drop.0": "notFound",
      });
    }
    const mismatchedTask = {
      id: sourceDocumentation.tasks.rust.id,
      templateTaskId: targets.overview.id,
      name: "x",
    };
    expect(await fetchFieldErrors({ tasks: [mismatchedTask] })).toEqual({
      "tasks.0.templateTaskId": "notAllowed",
    });
    expect(await fetchFieldErrors({ drop: [sourceDocumentation.tasks.paper.id] })).toEqual({
      "drop.0": "notAllowed",
    });
    expect((await listTasks(sourceDocumentation.id)).map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
    expect(
      (await db().select().from(documentation).where(eq(documentation.id, sourceDocumentation.id)).get())
        ?.version,
    ).toBe(1);
    expect(target.id).not.toBe(sourceDocumentation.templateId);
  });

  it("2§4 refuses a stale version, a deleted documentation, and one that is still being captured", async () => {
    const { as, sourceDocumentation, body } = await setUp();
    const fetchErrorCode = async (id: string, overrides: object = {}) =>
      (await jsonOf<{ error?: { code: string } }>(changeTemplate(as, id, { ...body, ...overrides }))).error
        ?.code;
    expect(await fetchErrorCode(sourceDocumentation.id, { version: 2 })).toBe("staleVersion");
    for (const status of ["DELETED", "ONGOING", "PAUSED"] as const) {
      const { sourceDocumentation: otherDocumentation, body: request } = await setUp({ status });
      expect(await fetchErrorCode(otherDocumentation.id, request)).toBe("ruleBroken");
    }
    expect(await fetchErrorCode(crypto.randomUUID())).toBe("notFound");
  });

  it("design§D1 is one batch, even for 500 tasks and 2 000 photos", async () => {
    const { as, customerId, sourceDocumentation, targets, body } = await setUp();
    const photos = Array.from({ length: 2000 }, (_, index) => ({
      id: crypto.randomUUID(),
      name: `Old ${index}`,
    }));
    await db().run(sql`INSERT INTO photo (id, customer_id, documentation_id, name, creator, date_created, last_updated)
      SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${idParam(sourceDocumentation.id)}, value ->> 'name', 'field', '2026-05-04T09:30:09Z', '2026-05-04T09:30:09Z'
      FROM json_each(${JSON.stringify(photos)})`);
    const tasks = Array.from({ length: 500 }, () => crypto.randomUUID());
    await db().run(sql`INSERT INTO documentation_task (id, customer_id, documentation_id, name, type, answer, date_created)
      SELECT ${textAsId("value")}, ${customerId}, ${idParam(sourceDocumentation.id)}, 'Kept ' || key, 'TEXT', 'a', '2026-05-04T09:30:00Z'
      FROM json_each(${JSON.stringify(tasks)})`);
    const manyPhotos = photos.map(({ id }, index) => ({
      id,
      templateTaskId: targets.overview.id,
      name: `Overview_${index + 10}`,
    }));
    const response = await changeTemplate(as, sourceDocumentation.id, {
      ...body,
      photos: [...body.photos, ...manyPhotos],
    });
    expect(response.status).toBe(200);
    const movedPhotos = await db()
      .select({ name: photo.name })
      .from(photo)
      .where(and(eq(photo.documentationId, sourceDocumentation.id), eq(photo.version, 2)));
    expect(movedPhotos).toHaveLength(2003);
    expect(await listTasks(sourceDocumentation.id)).toHaveLength(507);
  });
});
