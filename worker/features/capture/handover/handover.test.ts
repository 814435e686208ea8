import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { toCapturedDocumentation } from "#domain/capture/draft.ts";
import { draftFromFetched } from "#domain/capture/resumedDraft.ts";
import { now } from "#domain/core/fields.ts";
import { mapValues } from "#domain/core/objects.ts";
import type { ProblemBody } from "#domain/core/problem.ts";
import { capturedDocumentation } from "#domain/endpoints/capture/capture.ts";
import type {
  FetchedDocumentation,
  FetchedInPortal,
  HandedOver,
} from "#domain/endpoints/capture/handover.ts";
import {
  documentation,
  documentationEvent,
  documentationFetch,
  documentationTag,
  documentationTask,
  type LicenseRow,
  license,
  userLicense,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeLicense,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeIngestedFile, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { plainPhoto } from "#worker/testing/photoTesting.ts";

const captureRoles = [
  "ROLE_CREATE_DOCUMENTATION",
  "ROLE_DOCUMENTATION_READ",
  "ROLE_EDIT_DOCUMENTATION",
] as const;
const newId = () => crypto.randomUUID();

const callAsDevice = (path: string, { licenseCode }: Pick<LicenseRow, "licenseCode">, body: object) =>
  call("POST", path, { body: { ...body, licenseCode } });
const rowOf = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!;
const eventsOf = async (id: string) =>
  (await db().select().from(documentationEvent).where(eq(documentationEvent.documentationId, id))).map(
    ({ type, creator, params }) => ({ type, creator, params }),
  );
const problemOf = async (response: Response) => {
  const { error } = await jsonOf<ProblemBody>(response);
  return { status: response.status, ...error };
};

/** A handed-over documentation: a photo task with a photo, and an answered text task. */
async function makeHandedOver(request: Parameters<typeof makeLicense>[0] = {}) {
  const license = await makeLicense({ pauseDocumentations: true, ...request });
  const { customerId } = license;
  const template = await makeTemplate(customerId);
  const [photoTask, textTask] = [newId(), newId()];
  const body = {
    id: newId(),
    templateId: template.id,
    name: "Mast 1",
    creator: "first",
    deviceId: "tablet-1",
    lat: 64.75,
    lng: 20.95,
    dateCreated: "2026-05-04T09:30:00Z",
    numberOfPhotos: 1,
    tags: ["north"],
    tasks: [
      { id: photoTask, name: "Overview", type: "PHOTO", position: 0, templateTaskId: template.tasks[0]!.id },
      { id: textTask, name: "Remark", type: "TEXT", answer: "rust", position: 1 },
    ],
  };
  expect(
    (await callAsDevice("/documentation/saveWithLicenseCode", license, { documentation: body })).status,
  ).toBe(200);
  const photo = await makeIngestedPhoto({ row: { customerId, id: body.id }, task: { id: photoTask } });
  const pauseResponse = await callAsDevice("/documentation/pauseWithLicenseCode", license, {
    id: body.id,
    creator: "first",
  });
  expect(await jsonOf(pauseResponse)).toMatchObject({
    status: "PAUSED",
    uploadedPhotos: 1,
    numberOfPhotos: 1,
  });
  return { own: license, customerId, template, given: body, id: body.id, photo, photoTask, textTask };
}

const fetchOnDevice = (license: LicenseRow, id: string, request: object = {}) =>
  callAsDevice("/documentation/fetchWithLicenseCode", license, {
    id,
    fetchId: newId(),
    creator: "second",
    deviceId: "tablet-2",
    ...request,
  });
const fetchInPortal = (as: Caller, id: string, request: object = {}) =>
  call("POST", `/documentation/fetch/${id}`, { as, body: { fetchId: newId(), ...request } });
const listHandedOver = async (license: LicenseRow, request: object = {}) =>
  (
    await jsonOf<{ items: HandedOver[] }>(
      callAsDevice("/documentation/findHandedOverByLicenseCode", license, request),
    )
  ).items;

/** Saves a documentation with a value in every field that devices send. */
async function sendEveryField(license: LicenseRow, overrides: object) {
  const { customerId: _, deleteTimeLimit: __, ...fields } = capturedDocumentation.shape;
  const fieldValues = mapValues(fields, (schema, field) =>
    [`the ${field}`, 5, true, "2026-05-04T09:30:00Z", "crew@example.com"].find(
      (value) => schema.safeParse(value).success,
    ),
  );
  const documentation = { ...fieldValues, deleteTimeLimit: "WEEK", ...overrides };
  expect(
    await jsonOf(callAsDevice("/documentation/saveWithLicenseCode", license, { documentation })),
  ).toMatchObject({ status: "PAUSED" });
}

/** A fetched documentation as a device saves it. */
const saveBody = (
  { fetch, version, documentation: fetchedDocumentation }: FetchedDocumentation,
  changes: object = {},
) => ({
  documentation: { ...fetchedDocumentation, ...changes },
  fetchId: fetch.id,
  version,
});
const withAnswer = (fetchedDocumentation: FetchedDocumentation, taskId: string, answer: string) => ({
  tasks: fetchedDocumentation.documentation.tasks.map((task) =>
    task.id === taskId ? { ...task, answer } : task,
  ),
});

describe("2§4 a handed-over documentation on a device", () => {
  it("2§4 is listed for its licence, fetched completely, saved again and completed, with nothing lost", async () => {
    const { own, id, photo, photoTask, textTask, given } = await makeHandedOver();
    expect(await listHandedOver(own)).toMatchObject([
      { id, status: "PAUSED", fetched: null, name: "Mast 1" },
    ]);
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id));
    expect(fetchedDocumentation).toMatchObject({
      status: "DOWNLOADED",
      documentation: { creator: "first", deviceId: "tablet-1", lat: 64.75, tags: ["north"] },
      photos: [{ id: photo, documentationTaskId: photoTask, hasData: true }],
      files: [],
      template: { id: given.templateId },
    });
    expect(await listHandedOver(own)).toMatchObject([
      { id, status: "DOWNLOADED", fetched: { creator: "second", deviceId: "tablet-2" } },
    ]);
    expect(await eventsOf(id)).toContainEqual({
      type: "DOWNLOADED",
      creator: "second",
      params: { device: "tablet-2" },
    });
    const bytes = await call("GET", `/photo/downloadWithLicenseCode/${photo}?licenseCode=${own.licenseCode}`);
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(plainPhoto());
    const tag = bytes.headers.get("etag")!;
    const unchangedResponse = await call(
      "GET",
      `/photo/downloadWithLicenseCode/${photo}?licenseCode=${own.licenseCode}`,
      { headers: { "if-none-match": tag } },
    );
    expect(unchangedResponse.status).toBe(304);

    const previousState = await rowOf(id);
    const saving = saveBody(fetchedDocumentation, {
      ...withAnswer(fetchedDocumentation, textTask, "painted"),
      numberOfPhotos: 1,
    });
    for (const _ of ["first", "repeated"]) {
      const saveResponse = await callAsDevice("/documentation/saveWithLicenseCode", own, {
        ...saving,
        version: undefined,
      });
      expect(await jsonOf(saveResponse)).toEqual({
        id,
        status: "DOWNLOADED",
        uploadedPhotos: 1,
        numberOfPhotos: 2,
      });
    }
    const fields = ["name", "creator", "deviceId", "lat", "lng", "dateCreated", "numberOfTasks"] as const;
    const newState = await rowOf(id);
    for (const column of fields) expect([column, newState[column]]).toEqual([column, previousState[column]]);
    const second = await makeIngestedPhoto(
      { row: { customerId: own.customerId, id }, task: { id: photoTask } },
      { name: "Overview_02" },
    );
    expect(second).not.toBe(photo);
    const response = await callAsDevice("/documentation/completeWithLicenseCode", own, {
      id,
      creator: "second",
      fetchId: fetchedDocumentation.fetch.id,
    });
    expect(await jsonOf(response)).toMatchObject({
      status: "COMPLETED",
      uploadedPhotos: 2,
      numberOfPhotos: 2,
    });
    const tasks = await db()
      .select()
      .from(documentationTask)
      .where(eq(documentationTask.documentationId, id));
    expect(tasks.map(({ name, answer }) => [name, answer])).toEqual([
      ["Overview", null],
      ["Remark", "painted"],
    ]);
    expect(
      (await db().select().from(documentationFetch).where(eq(documentationFetch.documentationId, id)))[0]
        ?.endedAt,
    ).toBeTruthy();
    expect(await listHandedOver(own)).toEqual([]);
  });

  it("2§4 saving a documentation as it was fetched changes nothing: no field that devices send, no configuration's tags", async () => {
    const { own, id, customerId, given } = await makeHandedOver();
    await sendEveryField(own, given);
    await db()
      .insert(documentationTag)
      .values({ customerId, documentationId: id, tag: "given", source: "CONFIGURATION" });
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id));
    const readContent = async () => ({
      row: { ...(await rowOf(id)), version: 0, lastUpdated: "" },
      tasks: await db().select().from(documentationTask).where(eq(documentationTask.documentationId, id)),
      tags: (await db().select().from(documentationTag).where(eq(documentationTag.documentationId, id))).map(
        ({ tag, source }) => [tag, source],
      ),
    });
    const previousState = await readContent();
    expect(
      (await callAsDevice("/documentation/saveWithLicenseCode", own, saveBody(fetchedDocumentation))).status,
    ).toBe(200);
    expect(await readContent()).toEqual(previousState);

    const as = await makeCaller({ customerId, roles: [...captureRoles] });
    await db().insert(userLicense).values({ customerId, userId: as.userId, licenseId: own.id });
    const inPortal = await jsonOf<FetchedInPortal>(fetchInPortal(as, id, { takeOver: true }));
    const draft = draftFromFetched(inPortal, { ...as, creator: "third", email: "", at: now() });
    const saveResponse = await callAsDevice("/documentation/saveWithLicenseCode", own, {
      documentation: toCapturedDocumentation(draft, "Linux"),
      fetchId: inPortal.fetch.id,
    });
    expect(saveResponse.status).toBe(200);
    expect((await readContent()).row).toEqual({ ...previousState.row, numberOfPhotos: 1 });
  });

  it("2§4 belongs to its licence: another licence, even of the same customer, can neither list nor fetch it nor read its photos", async () => {
    const { customerId, id, photo, own } = await makeHandedOver();
    const file = await makeIngestedFile({
      row: { customerId, id },
      task: {
        id: (await db().select().from(documentationTask).where(eq(documentationTask.documentationId, id)))[0]!
          .id,
      },
    });
    for (const license of [await makeLicense({ customerId }), await makeLicense()]) {
      expect(await listHandedOver(license)).toEqual([]);
      expect((await fetchOnDevice(license, id)).status).toBe(404);
      expect(
        (
          await callAsDevice("/documentation/handBackWithLicenseCode", license, {
            id,
            fetchId: newId(),
            creator: "x",
          })
        ).status,
      ).toBe(404);
      for (const path of [`/photo/downloadWithLicenseCode/${photo}`, `/file/downloadWithLicenseCode/${file}`])
        expect((await call("GET", `${path}?licenseCode=${license.licenseCode}`)).status).toBe(404);
    }
    const bytes = await call("GET", `/file/downloadWithLicenseCode/${file}?licenseCode=${own.licenseCode}`);
    expect(await bytes.text()).toBe("a protocol");
    expect((await rowOf(id)).status).toBe("PAUSED");
  });

  it("2§4 neither completed documentations nor ones that are not handed over can be fetched", async () => {
    const { own, id } = await makeHandedOver();
    for (const [status, code] of [
      ["COMPLETED", "documentationClosed"],
      ["ONGOING", "notHandedOver"],
      ["WAITING_FOR_FILE", "notHandedOver"],
    ] as const) {
      await db().update(documentation).set({ status }).where(eq(documentation.id, id));
      expect(await problemOf(await fetchOnDevice(own, id))).toMatchObject({ status: 422, code });
    }
  });
});

describe("2§4 two callers that fetch the same documentation", () => {
  it("2§4 the second caller learns of the first, and the first of the second once it takes over", async () => {
    const { own, id, textTask } = await makeHandedOver();
    const first = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id));
    const problem = await problemOf(await fetchOnDevice(own, id, { creator: "third", deviceId: "tablet-3" }));
    expect(problem).toMatchObject({
      code: "fetchedByOther",
      fetched: { creator: "second", deviceId: "tablet-2", dateCreated: first.fetch.dateCreated },
    });
    const third = await jsonOf<FetchedDocumentation>(
      fetchOnDevice(own, id, { creator: "third", deviceId: "tablet-3", takeOver: true }),
    );
    expect(await eventsOf(id)).toContainEqual({
      type: "DOWNLOADED",
      creator: "third",
      params: { device: "tablet-3", takenFrom: "second" },
    });
    const calls = {
      saveWithLicenseCode: saveBody(first, withAnswer(first, textTask, "lost")),
      completeWithLicenseCode: { id, creator: "second", fetchId: first.fetch.id },
      pauseWithLicenseCode: { id, creator: "second", fetchId: first.fetch.id },
      handBackWithLicenseCode: { id, creator: "second", fetchId: first.fetch.id },
    };
    for (const [name, body] of Object.entries(calls))
      expect([name, await problemOf(await callAsDevice(`/documentation/${name}`, own, body))]).toMatchObject([
        name,
        { code: "fetchedByOther", fetched: { creator: "third" } },
      ]);
    // The device that created it is refused as well.
    const staleBody = { documentation: first.documentation };
    expect(
      await problemOf(await callAsDevice("/documentation/saveWithLicenseCode", own, staleBody)),
    ).toMatchObject({
      code: "fetchedByOther",
    });
    const latestBody = saveBody(third, withAnswer(third, textTask, "kept"));
    expect((await callAsDevice("/documentation/saveWithLicenseCode", own, latestBody)).status).toBe(200);
  });

  it("2§4 one of several concurrent callers gets it, and the others are refused; repeating the call changes nothing", async () => {
    const { own, id } = await makeHandedOver();
    const ids = [newId(), newId(), newId()];
    const responses = await Promise.all(ids.map((fetchId) => fetchOnDevice(own, id, { fetchId })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const winner = ids[responses.findIndex(({ status }) => status === 200)]!;
    const version = (await rowOf(id)).version;
    expect((await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id, { fetchId: winner }))).fetch.id).toBe(
      winner,
    );
    expect((await rowOf(id)).version).toBe(version);
    const rows = await db()
      .select()
      .from(documentationFetch)
      .where(eq(documentationFetch.documentationId, id));
    expect(rows.map((row) => row.id)).toEqual([winner]);
  });

  it("2§4 photos that both callers have announced are expected once, even after a takeover", async () => {
    const { own, id } = await makeHandedOver();
    const save = (fetchedDocumentation: FetchedDocumentation, numberOfPhotos: number) =>
      jsonOf(
        callAsDevice("/documentation/saveWithLicenseCode", own, {
          ...saveBody(fetchedDocumentation, { numberOfPhotos }),
          version: undefined,
        }),
      );
    const first = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id));
    expect(await save(first, 2)).toMatchObject({ numberOfPhotos: 3 });
    const takenOver = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id, { takeOver: true }));
    expect(await save(takenOver, 1)).toMatchObject({ numberOfPhotos: 4 });
    const takenBack = await jsonOf<FetchedDocumentation>(
      fetchOnDevice(own, id, { takeOver: true, fetchId: first.fetch.id }),
    );
    expect(takenBack.fetch.photos).toBe(2);
    expect(await save(takenBack, 3)).toMatchObject({ numberOfPhotos: 5 });
    expect(await save(takenBack, 1)).toMatchObject({ numberOfPhotos: 3 });
  });
});

describe("2§4 changes by others while a documentation is fetched", () => {
  it("2§4 an answer that staff have changed meanwhile is reported, not overwritten; the rest is saved", async () => {
    const { own, id, textTask, customerId } = await makeHandedOver();
    const staff = await makeCaller({ customerId, roles: captureRoles });
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id));
    const task = fetchedDocumentation.documentation.tasks.find((candidate) => candidate.id === textTask)!;
    const editResponse = await call("PUT", `/documentationTasks/${textTask}`, {
      as: staff,
      body: { answer: "by staff", version: task.version },
    });
    expect(editResponse.status).toBe(200);
    const conflictingBody = saveBody(
      fetchedDocumentation,
      withAnswer(fetchedDocumentation, textTask, "mine"),
    );
    expect(
      await problemOf(await callAsDevice("/documentation/saveWithLicenseCode", own, conflictingBody)),
    ).toMatchObject({
      code: "staleVersion",
    });
    const refetchedDocumentation = await jsonOf<FetchedDocumentation>(
      fetchOnDevice(own, id, { fetchId: fetchedDocumentation.fetch.id }),
    );
    expect(
      refetchedDocumentation.documentation.tasks.find((candidate) => candidate.id === textTask)?.answer,
    ).toBe("by staff");
    const resolvedBody = saveBody(
      refetchedDocumentation,
      withAnswer(refetchedDocumentation, textTask, "mine after all"),
    );
    expect((await callAsDevice("/documentation/saveWithLicenseCode", own, resolvedBody)).status).toBe(200);
    // Omitted tasks stay unchanged.
    const removedTask = saveBody(refetchedDocumentation, {
      tasks: refetchedDocumentation.documentation.tasks.filter((candidate) => candidate.id !== textTask),
    });
    const partialResponse = await callAsDevice("/documentation/saveWithLicenseCode", own, {
      ...removedTask,
      version: undefined,
    });
    expect(partialResponse.status).toBe(200);
    expect((await rowOf(id)).numberOfTasks).toBe(2);
    const rows = await db().select().from(documentationTask).where(eq(documentationTask.id, textTask));
    expect(rows[0]?.answer).toBe("mine after all");
  });

  it("2§4 a documentation that was renamed meanwhile keeps its new name", async () => {
    const { own, id, customerId } = await makeHandedOver();
    const staff = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_WRITE", ...captureRoles] });
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id));
    const body = { name: "Mast 2", version: fetchedDocumentation.version };
    expect((await call("PUT", `/documentation/rename/${id}`, { as: staff, body })).status).toBe(200);
    expect(
      await problemOf(
        await callAsDevice("/documentation/saveWithLicenseCode", own, saveBody(fetchedDocumentation)),
      ),
    ).toMatchObject({ code: "staleVersion" });
    expect((await rowOf(id)).name).toBe("Mast 2");
  });
});

describe("2§4 resuming in the portal", () => {
  it("2§4 any user who may create documentations can fetch it, and staff see who has it", async () => {
    const { own, id, customerId } = await makeHandedOver();
    const as = await makeCaller({ customerId, roles: captureRoles, username: `goes-on-${newId()}` });
    const fetchedDocumentation = await jsonOf<FetchedInPortal>(fetchInPortal(as, id));
    expect(fetchedDocumentation).toMatchObject({
      status: "DOWNLOADED",
      license: { id: own.id, licenseCode: own.licenseCode },
    });
    const fetch = {
      id: fetchedDocumentation.fetch.id,
      creator: fetchedDocumentation.fetch.creator,
      deviceId: "N/A",
    };
    const details = await jsonOf(call("GET", `/documentations/${id}`, { as }));
    expect(details).toMatchObject({ status: "DOWNLOADED", fetched: fetch });
    const { items } = await jsonOf<{ items: object[] }>(call("GET", "/documentations", { as }));
    expect(items).toMatchObject([{ id, fetched: fetch }]);
    expect(await jsonOf(call("GET", `/documentation/handedOver/${id}`, { as }))).toMatchObject({
      fetched: fetch,
    });
    const handedOverList = await jsonOf<{ items: object[] }>(
      call("GET", "/documentation/findAllHandedOver", { as }),
    );
    expect(handedOverList.items).toMatchObject([{ id, status: "DOWNLOADED" }]);
  });

  it("2§4 handing a documentation back makes it available again, once, and keeps saved changes", async () => {
    const { own, id, customerId, textTask } = await makeHandedOver({ pauseDocumentations: true });
    const as = await makeCaller({ customerId, roles: captureRoles });
    const fetchedDocumentation = await jsonOf<FetchedInPortal>(fetchInPortal(as, id));
    await callAsDevice(
      "/documentation/saveWithLicenseCode",
      own,
      saveBody(fetchedDocumentation, withAnswer(fetchedDocumentation, textTask, "half")),
    );
    const body = { fetchId: fetchedDocumentation.fetch.id };
    for (const _ of ["first", "repeated"])
      expect(await jsonOf(call("POST", `/documentation/handBack/${id}`, { as, body }))).toMatchObject({
        status: "PAUSED",
      });
    expect((await eventsOf(id)).filter(({ type }) => type === "PAUSED")).toHaveLength(2);
    const next = await jsonOf<FetchedDocumentation>(fetchOnDevice(own, id));
    expect(next.documentation.tasks.find((task) => task.id === textTask)?.answer).toBe("half");
  });

  it("2§4 a fetched documentation may be handed over again, even if its licence does not allow pausing", async () => {
    const { own, id, customerId } = await makeHandedOver();
    await db().update(license).set({ pauseDocumentations: false }).where(eq(license.id, own.id));
    const as = await makeCaller({ customerId, roles: captureRoles });
    const { fetch } = await jsonOf<FetchedInPortal>(fetchInPortal(as, id));
    const pause = (overrides: object) =>
      callAsDevice("/documentation/pauseWithLicenseCode", own, { id, creator: "x", ...overrides });
    expect(await problemOf(await pause({}))).toMatchObject({ code: "pauseNotAllowed" });
    expect(await problemOf(await pause({ fetchId: newId() }))).toMatchObject({ code: "fetchedByOther" });
    expect(await jsonOf(pause({ fetchId: fetch.id }))).toMatchObject({ status: "PAUSED" });
  });

  it("2§6 requires the authority, the customer and one of the user's licences", async () => {
    const { id, customerId, own } = await makeHandedOver();
    const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await fetchInPortal(reader, id)).status).toBe(403);
    const outsider = await makeCaller({ roles: captureRoles });
    const restrictedCaller = await makeCaller({ customerId, roles: captureRoles });
    const otherLicense = await makeLicense({ customerId });
    await db()
      .insert(userLicense)
      .values({ customerId, userId: restrictedCaller.userId, licenseId: otherLicense.id });
    for (const [as, status] of [
      [outsider, 404],
      [restrictedCaller, 403],
    ] as const) {
      expect((await fetchInPortal(as, id)).status).toBe(status);
      expect((await call("GET", `/documentation/handedOver/${id}`, { as })).status).toBe(status);
      const body = { fetchId: newId() };
      expect((await call("POST", `/documentation/handBack/${id}`, { as, body })).status).toBe(status);
      expect(await jsonOf(call("GET", "/documentation/findAllHandedOver", { as }))).toEqual({ items: [] });
    }
    expect((await rowOf(id)).status).toBe("PAUSED");
    // If its licence has expired, it continues under one of the user's.
    await db().update(license).set({ expireDate: "2026-01-01T00:00:00Z" }).where(eq(license.id, own.id));
    expect(await jsonOf(fetchInPortal(restrictedCaller, id))).toMatchObject({
      license: { id: otherLicense.id },
    });
    expect((await rowOf(id)).licenseId).toBe(otherLicense.id);
  });

  it("2§4 the id of another documentation's fetch is refused", async () => {
    const [first, second] = [await makeHandedOver(), await makeHandedOver()];
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(first.own, first.id));
    const refusal = await problemOf(
      await fetchOnDevice(second.own, second.id, { fetchId: fetchedDocumentation.fetch.id }),
    );
    expect(refusal).toMatchObject({ code: "duplicate", fields: { fetchId: "duplicate" } });
    const rows = await db()
      .select()
      .from(documentationFetch)
      .where(and(eq(documentationFetch.id, fetchedDocumentation.fetch.id)));
    expect(rows).toMatchObject([{ documentationId: first.id, endedAt: null }]);
  });
});
