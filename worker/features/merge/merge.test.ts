import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import type { ThreadRow } from "#domain/endpoints/documentation/thread.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import {
  customerTotal,
  documentation,
  documentationEvent,
  documentationLink,
  documentationPrecondition,
  documentationTag,
  documentationTask,
  domainChange,
  file,
  job,
  orphanedObject,
  photo,
  taskEvent,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { insertInlineJob } from "#worker/jobs/startJob.ts";
import { toFileObjectKey, toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import {
  allProducts,
  type Caller,
  call,
  db,
  env,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { deriveDocumentationId, deriveId } from "./mergeIds.ts";
import { createMergeKind, mergeKind } from "./mergeJob.ts";

const roles = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] as const;
const makeStaff = async () =>
  makeCaller({ customerId: (await makeCustomer(allProducts)).id, roles: [...roles] });
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A visit: a group with a question and a photo task, a question that depends on the first, and a late file. */
async function makeMergeVisit(customerId: number, template: { id: string }, answer: string, seed: number) {
  const documentation = await makeDocumentation(customerId, {
    templateId: template.id,
    name: `Visit ${seed}`,
    lat: 59,
    lng: 18,
  });
  const owner = { customerId, documentationId: documentation.id };
  const task = async (
    name: string,
    type: TaskType,
    request: Partial<typeof documentationTask.$inferInsert> = {},
  ) => {
    const [row] = await db()
      .insert(documentationTask)
      .values({
        ...owner,
        name,
        type,
        templateTaskId: deriveId(template.id, name),
        key: `k-${name}`,
        ...request,
      })
      .returning();
    await db()
      .insert(taskEvent)
      .values({ customerId, taskId: row!.id, creator: "crew", dateCreated: "2026-05-01T08:00:00Z" });
    return row!;
  };
  const group = await task("Mast", "GROUP");
  const inGroup = { parentId: group.id, level: 1 };
  const rust = await task("Rust", "TEXT", { ...inGroup, answer, position: 1 });
  const view = await task("View", "PHOTO", { ...inGroup, position: 2 });
  const afterTask = await task("After", "TEXT", { position: 3, answer: "same" });
  const paper = await task("Paper", "FILE", { position: 4 });
  await db()
    .insert(documentationPrecondition)
    .values([
      {
        customerId,
        taskId: afterTask.id,
        type: "TASK_ANSWER",
        params: { task: rust.id, operator: "EQUALS", answer },
      },
      { customerId, taskId: view.id, type: "TASK_PHOTOS_TAKEN", params: { task: paper.id } },
    ]);
  await db()
    .insert(unexpectedAnswerEvent)
    .values({ customerId, taskId: rust.id, expectedAnswerListName: "Rust", expectedAnswer: "None" });
  await db()
    .insert(documentationTag)
    .values({ ...owner, tag: "North" });
  const bytes = new Uint8Array(300 + seed).fill(seed);
  const storedPhoto = await makeStoredPhoto(documentation, bytes, {
    ...{ documentationTaskId: view.id, name: "View_01", sha256: hash(bytes), rotation: 1, comment: "Bolt" },
    reviewComment: "Checked",
  });
  const fileRow = { id: crypto.randomUUID(), revision: "rev", customerId };
  await env.STORAGE.put(toFileObjectKey(fileRow), bytes);
  await db()
    .insert(file)
    .values({
      ...{ ...fileRow, ...owner, documentationTaskId: paper.id, name: "protocol.pdf", creator: "crew" },
      ...{ hasData: true, dataSize: bytes.length, sha256: hash(bytes) },
    });
  const tasks = { group, rust, view, after: afterTask, paper };
  return { ...documentation, tasks, photo: storedPhoto, file: fileRow, bytes };
}

const idsOf = (...visits: Awaited<ReturnType<typeof makeMergeVisit>>[]) => ({
  documentations: visits.map(({ id }) => id),
  tasks: visits.flatMap(({ tasks }) => Object.values(tasks).map(({ id }) => id)),
  photos: visits.map((visit) => visit.photo.id),
});
const merge = (as: Caller, body: object) =>
  call("POST", "/documentation/mergeDocumentations", { as, body: { name: "Both", ...body } });
const contentOf = async (id: string) => ({
  tasks: await db()
    .select()
    .from(documentationTask)
    .where(eq(documentationTask.documentationId, id))
    .orderBy(documentationTask.position),
  photos: await db().select().from(photo).where(eq(photo.documentationId, id)).orderBy(photo.name),
  files: await db().select().from(file).where(eq(file.documentationId, id)),
  events: await db().select().from(documentationEvent).where(eq(documentationEvent.documentationId, id)),
});
const twoVisits = async (as: Caller) => {
  const template = await makeTemplate(as.customerId);
  return [
    await makeMergeVisit(as.customerId, template, "None", 1),
    await makeMergeVisit(as.customerId, template, "Severe", 2),
  ] as const;
};

describe("merging", () => {
  it("2§2 creates one documentation when the same call arrives 20 times at once", async () => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { name: "Both", ...idsOf(a, b) };
    const mergeResults = await Promise.all(
      Array.from({ length: 20 }, () =>
        jsonOf<{ id: string }>(call("POST", "/documentation/mergeDocumentations", { as, body, headers })),
      ),
    );
    expect(new Set(mergeResults.map(({ id }) => id)).size).toBe(1);
    const all = await db().select().from(documentation).where(eq(documentation.customerId, as.customerId));
    expect(all.map(({ id }) => id).sort()).toEqual([a.id, b.id, mergeResults[0]!.id].sort());
  });

  it("2§2 creates a new documentation from both with the same bytes and hashes, and leaves the originals unchanged", async () => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    const originalContents = [await contentOf(a.id), await contentOf(b.id)];
    const mergeResponse = await jsonOf<{ id: string; job: JobStatus }>(merge(as, idsOf(a, b)));
    expect(mergeResponse.job).toMatchObject({
      state: "DONE",
      result: { id: mergeResponse.id, included: 2, size: 1206 },
    });
    const { tasks, photos, files, events } = await contentOf(mergeResponse.id);
    expect(
      tasks.map(({ name, answer: text, level, position, key }) => [position, level, name, text, key]),
    ).toEqual([
      [0, 0, "Mast", null, "k-Mast"],
      [1, 1, "Rust", "None", "k-Rust"],
      [2, 1, "Rust", "Severe", "k-Rust"],
      [3, 1, "View", null, "k-View"],
      [4, 0, "After", "same", "k-After"],
      [5, 0, "Paper", null, "k-Paper"],
    ]);
    expect(new Set(tasks.slice(1, 4).map(({ parentId }) => parentId))).toEqual(new Set([tasks[0]!.id]));
    expect(
      photos.map(({ name, comment, reviewComment, rotation, documentationTaskId }) => [
        name,
        comment,
        reviewComment,
        rotation,
        documentationTaskId,
      ]),
    ).toEqual([
      ["View_01", "Bolt", "Checked", 1, tasks[3]!.id],
      ["View_02", "Bolt", "Checked", 1, tasks[3]!.id],
    ]);
    for (const [index, row] of photos.entries()) {
      const object = await env.STORAGE.get(toPhotoObjectKey(row, "original"));
      const bytes = new Uint8Array(await object!.arrayBuffer());
      expect([hash(bytes), object!.etag]).toEqual([row.sha256, row.etag]);
      expect(bytes).toEqual([a, b][index]!.bytes);
    }
    for (const row of files) expect((await env.STORAGE.head(toFileObjectKey(row)))?.size).toBe(row.dataSize);
    expect(files.map(({ name, documentationTaskId }) => [name, documentationTaskId])).toEqual([
      ["protocol.pdf", tasks[5]!.id],
      ["protocol.pdf", tasks[5]!.id],
    ]);
    expect(
      await db().select().from(documentation).where(eq(documentation.id, mergeResponse.id)).get(),
    ).toMatchObject({
      ...{ name: "Both", status: "COMPLETED", numberOfPhotos: 2, uploadedPhotos: 2, numberOfTasks: 5 },
      ...{ dataSize: 1206, lat: 59, templateId: a.templateId, appVersion: "Portal", deviceId: "N/A" },
    });
    expect(
      await db().select().from(customerTotal).where(eq(customerTotal.customerId, as.customerId)).get(),
    ).toMatchObject({ documentations: 3, photos: 4, bytes: 2412 });
    expect([await contentOf(a.id), await contentOf(b.id)]).toMatchObject(
      originalContents.map(({ tasks, photos, files }) => ({ tasks, photos, files })),
    );
    expect(events).toMatchObject([
      { type: "CREATED" },
      { type: "MERGED", params: { from: "Visit 1; Visit 2" } },
    ]);
  });

  it("design§Threads a merge copies the threads with their comments, each to the copy of its photo or task", async () => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    for (const body of [
      { documentationId: a.id, text: "Both right?" },
      { documentationId: a.id, photoId: a.photo.id, text: "Sharp?" },
      { documentationId: b.id, documentationTaskId: b.tasks.rust.id, text: "Rust?" },
      { documentationId: b.id, photoId: b.photo.id, text: "Left out" },
    ])
      expect((await call("POST", "/thread/create", { as, body })).status).toBe(201);
    const { id } = await jsonOf<{ id: string }>(merge(as, { ...idsOf(a, b), photos: [a.photo.id] }));
    const { tasks, photos } = await contentOf(id);
    const listThreads = async (documentationId: string) =>
      (
        await jsonOf<{ items: ThreadRow[] }>(
          call("GET", `/thread/findAllByDocumentationId/${documentationId}`, { as }),
        )
      ).items.map((row) => [row.comments[0]?.text, row.photoId, row.documentationTaskId, row.unanswered]);
    const severeTask = tasks.find(({ answer: text }) => text === b.tasks.rust.answer);
    expect((await listThreads(id)).sort()).toEqual([
      ["Both right?", null, null, true],
      ["Left out", null, null, true],
      ["Rust?", null, severeTask?.id, true],
      ["Sharp?", photos[0]?.id, null, true],
    ]);
    expect(await listThreads(a.id)).toHaveLength(2);
  });

  it("2§3 tasks keep their authors, their preconditions refer to the new ones, and expected answers and tags are copied", async () => {
    const as = await makeStaff();
    const [a] = await twoVisits(as);
    // A task without an event was created by the creator of its documentation.
    await db().delete(taskEvent).where(eq(taskEvent.taskId, a.tasks.rust.id));
    const { id } = await jsonOf<{ id: string }>(
      merge(as, { ...idsOf(a), tasks: idsOf(a).tasks.filter((task) => task !== a.tasks.paper.id) }),
    );
    const { tasks, files } = await contentOf(id);
    const ids = tasks.map((task) => task.id);
    expect(files).toEqual([]);
    const taskIdOf = (name: string) => tasks.find((task) => task.name === name)!.id;
    const { creator } = (await db().select().from(documentation).where(eq(documentation.id, a.id)).get())!;
    const events = await db().select().from(taskEvent).where(inArray(taskEvent.taskId, ids));
    expect(events.map((event) => [event.taskId, event.creator, event.dateCreated])).toEqual(
      ids.map((task) =>
        task === taskIdOf("Rust")
          ? [task, creator, a.tasks.rust.dateCreated]
          : [task, "crew", "2026-05-01T08:00:00Z"],
      ),
    );
    // A precondition on the omitted file task would hide its task forever.
    expect(
      await db()
        .select()
        .from(documentationPrecondition)
        .where(inArray(documentationPrecondition.taskId, ids)),
    ).toMatchObject([{ taskId: taskIdOf("After"), params: { task: taskIdOf("Rust"), answer: "None" } }]);
    expect(
      await db().select().from(unexpectedAnswerEvent).where(inArray(unexpectedAnswerEvent.taskId, ids)),
    ).toMatchObject([{ taskId: taskIdOf("Rust"), expectedAnswer: "None" }]);
    expect(
      (await db().select().from(documentationTag).where(eq(documentationTag.documentationId, id))).map(
        ({ tag }) => tag,
      ),
    ).toEqual(["North"]);
  });

  it("2§2 Merge: both originals are traceable: links in both directions, MERGED events on all, an audit entry for each", async () => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    const { id } = await jsonOf<{ id: string }>(merge(as, idsOf(a, b)));
    const links = await db()
      .select()
      .from(documentationLink)
      .where(eq(documentationLink.customerId, as.customerId));
    expect(new Set(links.map(({ documentationId, linkedId }) => `${documentationId} ${linkedId}`))).toEqual(
      new Set([`${id} ${a.id}`, `${id} ${b.id}`, `${a.id} ${id}`, `${b.id} ${id}`]),
    );
    for (const original of [a, b])
      expect((await contentOf(original.id)).events).toMatchObject([
        { type: "MERGED", params: { into: "Both" } },
      ]);
    for (const [objectId, action] of [
      [id, "CREATE"],
      [a.id, "UPDATE"],
      [b.id, "UPDATE"],
    ] as const)
      expect(
        await db()
          .select()
          .from(domainChange)
          .where(
            and(eq(domainChange.objectId, objectId), eq(domainChange.objectClass, "siteproof.Documentation")),
          ),
      ).toMatchObject([{ action, userId: as.userId, customerId: as.customerId }]);
  });

  it("2§3 originals with the same name are distinguished by their days", async () => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    await db()
      .update(documentation)
      .set({ name: "Mast", dateCreated: "2026-03-01T09:30:00Z" })
      .where(eq(documentation.id, a.id));
    await db()
      .update(documentation)
      .set({ name: "Mast", dateCreated: "2026-05-04T09:30:00Z" })
      .where(eq(documentation.id, b.id));
    const { id } = await jsonOf<{ id: string }>(merge(as, idsOf(a, b)));
    expect((await contentOf(id)).events.at(-1)?.params).toEqual({
      from: "Mast (2026-03-01); Mast (2026-05-04)",
    });
  });

  it("2§5 field errors: an empty selection, a task without its group, a photo without its task, another customer's rows", async () => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    const outsider = await makeStaff();
    const [foreign] = await twoVisits(outsider);
    const otherVisit = await makeMergeVisit(as.customerId, await makeTemplate(as.customerId), "None", 3);
    const ongoing = await makeDocumentation(as.customerId, { templateId: a.templateId, status: "ONGOING" });
    const body = idsOf(a, b);
    const faultsOf = async (change: object, caller = as) => {
      const response = await merge(caller, { ...body, ...change });
      expect(response.status).toBe(422);
      return (await jsonOf<{ error: { fields: object } }>(response)).error.fields;
    };
    expect(await faultsOf({ documentations: [] })).toHaveProperty("documentations");
    expect(await faultsOf({ tasks: [] })).toHaveProperty("tasks");
    expect(await faultsOf({ name: " " })).toHaveProperty("name");
    const withoutTask = (id: string) => ({ tasks: body.tasks.filter((task) => task !== id) });
    expect(await faultsOf(withoutTask(a.tasks.group.id))).toEqual({ tasks: "invalid" });
    expect(await faultsOf(withoutTask(a.tasks.view.id))).toEqual({ photos: "notAllowed" });
    expect(await faultsOf({ documentations: [a.id, foreign.id] })).toEqual({ documentations: "notFound" });
    expect(await faultsOf({ tasks: [foreign.tasks.group.id] })).toEqual({ tasks: "notFound" });
    expect(await faultsOf({ photos: [foreign.photo.id] })).toEqual({ photos: "notFound" });
    expect(await faultsOf({ documentations: [a.id, otherVisit.id] })).toEqual({ documentations: "invalid" });
    expect(await faultsOf({ documentations: [a.id, ongoing.id] })).toEqual({ documentations: "notAllowed" });
    const admin = await makeSuperAdmin();
    expect(await faultsOf({ documentations: [a.id, foreign.id] }, admin)).toEqual({
      documentations: "notFound",
    });
    expect(await db().select().from(job).where(eq(job.customerId, as.customerId))).toEqual([]);
  });

  it("1§1 requires the product", async () => {
    const as = await makeCaller({ roles: [...roles] });
    expect((await merge(as, { documentations: [], tasks: [] })).status).toBe(403);
  });
});

describe("a merge in the background", () => {
  const kinds = { mergeDocumentations: createMergeKind({ objectsPerChunk: 2, millisecondsPerStep: 0 }) };
  const startMerge = async (as: Caller, visits: Awaited<ReturnType<typeof twoVisits>>) => {
    const { documentations, tasks, photos } = idsOf(...visits);
    const request = {
      name: "Both",
      ...{ documentations: documentations.join(";"), tasks: tasks.join(";"), photos: photos.join(";") },
    };
    const requester = { userId: as.userId, realUserId: null, customerId: as.customerId };
    return insertInlineJob(db(), mergeKind, { customerId: as.customerId, requester, request });
  };
  const rowOf = async (id: string) => (await db().select().from(job).where(eq(job.id, id)).get())!;
  const mergedCount = async (id: string) =>
    (
      await db()
        .select()
        .from(documentation)
        .where(eq(documentation.id, deriveDocumentationId(id)))
    ).length;
  const recordedOrphans = async (customerId: number) =>
    (await db().select().from(orphanedObject)).filter(({ keyOrPrefix }) =>
      keyOrPrefix.startsWith(`customers/${customerId}/`),
    );
  const releaseLease = (id: string) => db().update(job).set({ leasedUntil: null }).where(eq(job.id, id));

  it("design§Jobs shows nothing until everything is complete, resumes where it was interrupted, and is done once", async () => {
    const as = await makeStaff();
    const { id } = await startMerge(as, await twoVisits(as));
    await runJob(envWithoutQueue, db(), id, kinds);
    expect([(await rowOf(id)).state, (await rowOf(id)).progress, await mergedCount(id)]).toEqual([
      "RUNNING",
      2,
      0,
    ]);
    // Interrupted while copying: the objects stored so far are recorded as orphans.
    let remainingPuts = 1;
    const STORAGE = {
      get: (key: string) => env.STORAGE.get(key),
      head: (key: string) => env.STORAGE.head(key),
      put: (...args: Parameters<R2Bucket["put"]>) => {
        remainingPuts -= 1;
        if (remainingPuts < 0) throw new Error("storage is away");
        return env.STORAGE.put(...args);
      },
    };
    await runJob({ ...envWithoutQueue, STORAGE } as unknown as Env, db(), id, kinds);
    await releaseLease(id);
    await runJob({ ...envWithoutQueue, STORAGE } as unknown as Env, db(), id, kinds);
    expect([(await rowOf(id)).state, await mergedCount(id)]).toEqual(["RUNNING", 0]);
    expect((await recordedOrphans(as.customerId)).length).toBeGreaterThan(3);
    for (let step = 0; step < 8; step += 1) {
      await releaseLease(id);
      await runJob(envWithoutQueue, db(), id, kinds);
    }
    expect(await rowOf(id)).toMatchObject({ state: "DONE", result: { included: 2 } });
    expect([await mergedCount(id), await recordedOrphans(as.customerId)]).toEqual([1, []]);
    // The last result was lost: the next step finds the merge done.
    await db().update(job).set({ state: "RUNNING", leasedUntil: null }).where(eq(job.id, id));
    await runJob(envWithoutQueue, db(), id, kinds);
    expect(await rowOf(id)).toMatchObject({
      state: "DONE",
      result: { id: deriveDocumentationId(id), included: 2 },
    });
  });

  it("2§2 Merge: originals that change meanwhile are copied again, and deleting one ends the merge with nothing left behind", async () => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    const { id } = await startMerge(as, [a, b]);
    await runJob(envWithoutQueue, db(), id, kinds);
    await db()
      .update(documentationTask)
      .set({ answer: "Some", version: 2 })
      .where(eq(documentationTask.id, a.tasks.rust.id));
    for (let step = 0; step < 6; step += 1) {
      await releaseLease(id);
      await runJob(envWithoutQueue, db(), id, kinds);
    }
    expect((await rowOf(id)).state).toBe("DONE");
    expect((await contentOf(deriveDocumentationId(id))).tasks.map(({ answer }) => answer)).toContain("Some");

    const second = await startMerge(as, [a, b]);
    await runJob(envWithoutQueue, db(), second.id, kinds);
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, b.id));
    await releaseLease(second.id);
    await runJob(envWithoutQueue, db(), second.id, kinds);
    expect([(await rowOf(second.id)).state, await mergedCount(second.id)]).toEqual(["FAILED", 0]);
    expect(await recordedOrphans(as.customerId)).not.toEqual([]);
  });

  it.each([
    ["a task is added", "task"],
    ["a late file arrives", "file"],
    ["a file is removed", "removedFile"],
    ["a task is removed", "removedTask"],
    ["a photo's comment is changed", "photo"],
  ] as const)("2§2 Merge: starts over if %s while objects are copied", async (_, change) => {
    const as = await makeStaff();
    const [a, b] = await twoVisits(as);
    const owner = { customerId: as.customerId, documentationId: a.id };
    const late = { ...owner, id: crypto.randomUUID(), revision: "rev", name: "late.pdf", creator: "crew" };
    // "After" of b is left out of the selection: removing a selected task would end the merge.
    const { id } = await startMerge(as, [a, { ...b, tasks: { ...b.tasks, after: b.tasks.paper } }]);
    await env.STORAGE.put(toFileObjectKey(late), new Uint8Array(40));
    const apply = {
      task: () =>
        db()
          .insert(documentationTask)
          .values({ ...owner, name: "Later", type: "TEXT", key: "later" }),
      file: () =>
        db()
          .insert(file)
          .values({ ...late, documentationTaskId: a.tasks.paper.id, hasData: true, dataSize: 40 }),
      removedFile: () => db().delete(file).where(eq(file.id, a.file.id)),
      removedTask: () => db().delete(documentationTask).where(eq(documentationTask.id, b.tasks.after.id)),
      photo: () => db().update(photo).set({ comment: "Nut", version: 2 }).where(eq(photo.id, a.photo.id)),
    }[change];
    let isPending = true;
    const STORAGE = {
      get: (key: string) => env.STORAGE.get(key),
      head: (key: string) => env.STORAGE.head(key),
      put: async (...args: Parameters<R2Bucket["put"]>) => {
        if (isPending) {
          isPending = false;
          await apply();
        }
        return env.STORAGE.put(...args);
      },
    };
    const testEnv = { ...envWithoutQueue, STORAGE } as unknown as Env;
    const wholeStep = {
      mergeDocumentations: createMergeKind({ objectsPerChunk: 60, millisecondsPerStep: 60_000 }),
    };
    await runJob(testEnv, db(), id, wholeStep);
    expect([(await rowOf(id)).state, await mergedCount(id)]).toEqual(["RUNNING", 0]);
    await releaseLease(id);
    await runJob(testEnv, db(), id, wholeStep);
    expect([(await rowOf(id)).state, await mergedCount(id)]).toEqual(["DONE", 1]);
    const { files, photos } = await contentOf(deriveDocumentationId(id));
    const names = { file: ["late.pdf", "protocol.pdf", "protocol.pdf"], removedFile: ["protocol.pdf"] };
    expect(files.map(({ name }) => name).sort()).toEqual(
      change === "file" || change === "removedFile" ? names[change] : ["protocol.pdf", "protocol.pdf"],
    );
    expect(photos.map(({ comment }) => comment)).toEqual([change === "photo" ? "Nut" : "Bolt", "Bolt"]);
  });
});
