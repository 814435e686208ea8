import { beforeAll, describe, expect, it } from "vitest";
import {
  documentationEvent,
  documentationPrecondition,
  documentationTag,
  documentationTask,
  documentationTaskFilter,
  templateReplacementText,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import { createCustomerScope } from "#worker/db/scope.ts";
import { db, makeCustomer, makeDocumentation, makeTemplate } from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { readGroupReport, readReport } from "./readReport.ts";
import { readComparisonReport } from "./selection/planSelection.ts";

const request = { language: "sv", layouts: new Map() } as const;

describe("3§3 the content of report layouts", () => {
  let customerId: number;
  let templateId: string;
  const reader = () => ({ scope: createCustomerScope(customerId), files: true });

  /** A documentation with an event, and a group that contains a task with photos. */
  async function makeFullDocumentation(
    name: string,
    columns: { dateCreated?: string; customerId?: number; templateId?: string } = {},
  ) {
    const owner = columns.customerId ?? customerId;
    const row = await makeDocumentation(owner, {
      templateId,
      name,
      dateCreated: "2026-03-01T08:00:00Z",
      ...columns,
    });
    const ownerIds = { customerId: owner, documentationId: row.id };
    const [group] = await db()
      .insert(documentationTask)
      .values({ ...ownerIds, name: "Group", type: "GROUP", position: 0 })
      .returning();
    const [task] = await db()
      .insert(documentationTask)
      .values({
        ...ownerIds,
        name: "View",
        key: "view",
        type: "PHOTO",
        parentId: group!.id,
        position: 1,
        description: "From the road",
        options: "a;b",
        size: "large",
        templateTaskId: crypto.randomUUID(),
      })
      .returning();
    await db()
      .insert(documentationEvent)
      .values([
        {
          ...ownerIds,
          type: "STATUS_CHANGED",
          eventDate: "2026-03-03T08:00:00Z",
          creator: "bo",
          params: { status: "APPROVED" },
        },
        { ...ownerIds, type: "CREATED", eventDate: "2026-03-01T08:00:00Z", creator: "anna", params: {} },
      ]);
    const photoRow = await makeStoredPhoto({ ...row, customerId: owner }, new Uint8Array([1, 2, 3]), {
      documentationTaskId: task!.id,
      name: `${name}_01`,
      thumbnailEtag: "t",
      thumbnailSize: 7,
      renditionWidth: 1600,
      renditionHeight: 800,
    });
    return { row, group: group!, task: task!, photoRow };
  }

  beforeAll(async () => {
    customerId = (await makeCustomer()).id;
    templateId = (await makeTemplate(customerId, { name: "Repair" })).id;
    await db()
      .insert(templateReplacementText)
      .values([
        { customerId, templateId, code: "title", sv: "Mast", en: "Mast" },
        { customerId, templateId, code: "only", sv: null, en: "English alone" },
        { customerId, templateId, code: "none", sv: null, en: null },
      ]);
    await db()
      .insert(documentationTaskFilter)
      .values([
        { customerId, name: "Second", type: "ANSWERED", position: 2, automatic: true },
        { customerId, name: "First", type: "ANSWER", position: 1, params: { ANSWER: "x" } },
      ]);
  });

  it("reads a documentation with tasks, photos, events, texts and filters", async () => {
    const { row, group, task, photoRow } = await makeFullDocumentation("Alone");
    await db()
      .insert(unexpectedAnswerEvent)
      .values({ customerId, taskId: task.id, expectedAnswerListName: "List", expectedAnswer: "yes" });
    const report = await readReport(db(), reader(), row.id, request);
    expect(report.documentations).toHaveLength(1);
    const [reportDocumentation] = report.documentations;
    expect(reportDocumentation).toMatchObject({
      templateId,
      documentation: { id: row.id, templateName: "Repair" },
    });
    expect(reportDocumentation?.tasks).toMatchObject([
      { id: group.id, parentId: null, path: [], type: "GROUP", files: 0 },
      {
        id: task.id,
        parentId: group.id,
        path: ["Group"],
        key: "view",
        description: "From the road",
        options: "a;b",
        size: "large",
        templateTaskId: task.templateTaskId,
        unexpected: [{ list: "List", answer: "yes" }],
      },
    ]);
    expect(reportDocumentation?.photos).toMatchObject([
      { id: photoRow.id, thumbnail: { size: 7, width: 400, height: 200 } },
    ]);
    expect(reportDocumentation?.events).toMatchObject([
      { type: "CREATED", status: null },
      { type: "STATUS_CHANGED", creator: "bo", status: "APPROVED" },
    ]);
    expect([...(reportDocumentation?.replacementTexts ?? [])]).toEqual([
      ["title", "Mast"],
      ["only", "English alone"],
    ]);
    expect(report.taskFilters).toMatchObject([
      { name: "First", automatic: false, params: { ANSWER: "x" } },
      { name: "Second", automatic: true },
    ]);
  });

  it("has the time of the last change to anything it reads", async () => {
    const { row } = await makeFullDocumentation("Dated");
    await db().insert(documentationEvent).values({
      customerId,
      documentationId: row.id,
      type: "HIDDEN",
      eventDate: "2099-01-01T00:00:00Z",
      creator: "bo",
      params: {},
    });
    const { plan, consoleUrl } = await readReport(db(), reader(), row.id, request);
    expect(plan.asOf).toBe("2099-01-01T00:00:00Z");
    expect(consoleUrl).toMatch(/^https?:.*[^/]$/);
  });

  it("reads a group's documentations, each with its own tasks and photos", async () => {
    const first = await makeFullDocumentation("Several", { dateCreated: "2026-01-01T08:00:00Z" });
    const second = await makeFullDocumentation("Several", { dateCreated: "2026-02-01T08:00:00Z" });
    const taggedDocumentation = await makeFullDocumentation("Another", {
      dateCreated: "2026-03-01T08:00:00Z",
    });
    await db()
      .insert(documentationTag)
      .values({ customerId, documentationId: taggedDocumentation.row.id, tag: "Several" });
    const report = await readGroupReport(db(), reader(), { customerId, name: "Several" }, request);
    expect(
      report.documentations.map(({ documentation, tasks, photos }) => [
        documentation.id,
        tasks.map(({ id }) => id),
        photos.map(({ id }) => id),
      ]),
    ).toEqual(
      [first, second, taggedDocumentation].map(({ row, group, task, photoRow }) => [
        row.id,
        [group.id, task.id],
        [photoRow.id],
      ]),
    );
    expect(report.documentations.at(-1)?.documentation.tags).toEqual(["Several"]);
    expect(report.plan.photos).toHaveLength(3);
    expect(report.documentations.every(({ replacementTexts }) => replacementTexts.has("title"))).toBe(true);
  });

  it("design§Exports the same rows give the same report", async () => {
    const { row } = await makeFullDocumentation("Same");
    const [first, second] = [
      await readReport(db(), reader(), row.id, request),
      await readReport(db(), reader(), row.id, request),
    ];
    expect(second).toEqual(first);
  });

  it("1§3 never reads another customer's documentation, filters or texts", async () => {
    const otherCustomerId = (await makeCustomer()).id;
    const foreignTemplate = await makeTemplate(otherCustomerId, { name: "Foreign" });
    const { row } = await makeFullDocumentation("Mine");
    const otherDocumentation = await makeFullDocumentation("Mine", {
      customerId: otherCustomerId,
      templateId: foreignTemplate.id,
    });
    await db()
      .insert(documentationTaskFilter)
      .values({ customerId: otherCustomerId, name: "Theirs", type: "ANSWERED" });
    await expect(readReport(db(), reader(), otherDocumentation.row.id, request)).rejects.toMatchObject({
      code: "notFound",
    });
    const report = await readGroupReport(db(), reader(), { customerId, name: "Mine" }, request);
    expect(report.documentations.map(({ documentation }) => documentation.id)).toEqual([row.id]);
    expect(report.taskFilters.map(({ name }) => name)).toEqual(["First", "Second"]);
  });

  it("2§2 a comparison has all tasks but only the selected photos; preconditions count the other photos too", async () => {
    const { row, task, photoRow } = await makeFullDocumentation("Compared");
    const otherPhoto = await makeStoredPhoto({ ...row, customerId }, new Uint8Array([4]), {
      documentationTaskId: task.id,
    });
    const [conditionalTask] = await db()
      .insert(documentationTask)
      .values({ customerId, documentationId: row.id, name: "Why", type: "TEXT", answer: "so", position: 2 })
      .returning();
    await db()
      .insert(documentationPrecondition)
      .values({
        customerId,
        taskId: conditionalTask!.id,
        type: "TASK_PHOTOS_TAKEN",
        params: { task: task.id },
      });
    const photoWithoutTask = await makeStoredPhoto({ ...row, customerId }, new Uint8Array([5]));
    const report = await readComparisonReport(
      db(),
      { scope: createCustomerScope(customerId) },
      [photoWithoutTask.id],
      request,
    );
    const [reportDocumentation] = report.documentations;
    expect(reportDocumentation?.photos.map(({ id }) => id)).toEqual([photoWithoutTask.id]);
    expect(reportDocumentation?.tasks.map(({ name, skipped }) => [name, skipped ?? false])).toEqual([
      ["Group", false],
      ["View", false],
      ["Why", false],
    ]);
    expect(report.plan.photos.map(({ id }) => id)).toEqual([photoWithoutTask.id]);
    const reportOfBoth = await readComparisonReport(
      db(),
      { scope: createCustomerScope(customerId) },
      [photoRow.id, otherPhoto.id],
      request,
    );
    expect(reportOfBoth.documentations[0]?.photos).toHaveLength(2);
    const foreignScope = createCustomerScope((await makeCustomer()).id);
    await expect(
      readComparisonReport(db(), { scope: foreignScope }, [photoRow.id], request),
    ).rejects.toMatchObject({
      code: "notFound",
    });
  });
});
