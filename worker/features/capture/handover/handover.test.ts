import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { toCapturedDocumentation } from "#domain/capture/draft.ts";
import { toResumedDraft } from "#domain/capture/resumedDraft.ts";
import { now } from "#domain/core/fields.ts";
import { mapValues } from "#domain/core/objects.ts";
import type { ProblemBody } from "#domain/core/problem.ts";
import { capturedDocumentation } from "#domain/endpoints/capture/capture.ts";
import type {
  FetchedDocumentation,
  FetchedInPortal,
  HandedOverDocumentation,
} from "#domain/endpoints/capture/handover.ts";
import {
  documentation,
  documentationEvent,
  documentationFetch,
  documentationTag,
  documentationTask,
  type LicenseRow,
  license as licenseTable,
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
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";

const captureRoles = [
  "ROLE_CREATE_DOCUMENTATION",
  "ROLE_DOCUMENTATION_READ",
  "ROLE_EDIT_DOCUMENTATION",
] as const;
const newId = () => crypto.randomUUID();

const callAsDevice = (path: string, { licenseCode }: Pick<LicenseRow, "licenseCode">, body: object) =>
  call("POST", path, { body: { ...body, licenseCode } });
const readRow = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!;
const listEvents = async (id: string) =>
  (await db().select().from(documentationEvent).where(eq(documentationEvent.documentationId, id))).map(
    ({ type, creator, params }) => ({ type, creator, params }),
  );
const readProblem = async (response: Response) => {
  const { error } = await jsonOf<ProblemBody>(response);
  return { status: response.status, ...error };
};

/** Creates a handed-over documentation with a photo task that has a photo, and an answered text task. */
async function makeHandedOverDocumentation(overrides: Parameters<typeof makeLicense>[0] = {}) {
  const license = await makeLicense({ pauseDocumentations: true, ...overrides });
  const { customerId } = license;
  const template = await makeTemplate(customerId);
  const [photoTaskId, textTaskId] = [newId(), newId()];
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
      {
        id: photoTaskId,
        name: "Overview",
        type: "PHOTO",
        position: 0,
        templateTaskId: template.tasks[0]!.id,
      },
      { id: textTaskId, name: "Remark", type: "TEXT", answer: "rust", position: 1 },
    ],
  };
  expect(
    (await callAsDevice("/documentation/saveWithLicenseCode", license, { documentation: body })).status,
  ).toBe(200);
  const photoId = await makeIngestedPhoto({ row: { customerId, id: body.id }, task: { id: photoTaskId } });
  const pauseResponse = await callAsDevice("/documentation/pauseWithLicenseCode", license, {
    id: body.id,
    creator: "first",
  });
  expect(await jsonOf(pauseResponse)).toMatchObject({
    status: "PAUSED",
    uploadedPhotos: 1,
    numberOfPhotos: 1,
  });
  return {
    license,
    customerId,
    template,
    savedBody: body,
    id: body.id,
    photoId,
    photoTaskId,
    textTaskId,
  };
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
    await jsonOf<{ items: HandedOverDocumentation[] }>(
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

/** The body with which a device saves a fetched documentation. */
const toSaveBody = (
  { fetch, version, documentation: fetchedDocumentation }: FetchedDocumentation,
  changes: object = {},
) => ({
  documentation: { ...fetchedDocumentation, ...changes },
  fetchId: fetch.id,
  version,
});
const changeAnswer = (fetchedDocumentation: FetchedDocumentation, taskId: string, answer: string) => ({
  tasks: fetchedDocumentation.documentation.tasks.map((task) =>
    task.id === taskId ? { ...task, answer } : task,
  ),
});

describe("2§4 a handed-over documentation on a device", () => {
  it("2§4 is listed for its licence, fetched completely, saved again and completed, with nothing lost", async () => {
    const { license, id, photoId, photoTaskId, textTaskId, savedBody } = await makeHandedOverDocumentation();
    expect(await listHandedOver(license)).toMatchObject([
      { id, status: "PAUSED", fetched: null, name: "Mast 1" },
    ]);
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id));
    expect(fetchedDocumentation).toMatchObject({
      status: "DOWNLOADED",
      documentation: { creator: "first", deviceId: "tablet-1", lat: 64.75, tags: ["north"] },
      photos: [{ id: photoId, documentationTaskId: photoTaskId, hasData: true }],
      files: [],
      template: { id: savedBody.templateId },
    });
    expect(await listHandedOver(license)).toMatchObject([
      { id, status: "DOWNLOADED", fetched: { creator: "second", deviceId: "tablet-2" } },
    ]);
    expect(await listEvents(id)).toContainEqual({
      type: "DOWNLOADED",
      creator: "second",
      params: { device: "tablet-2" },
    });
    const downloadResponse = await call(
      "GET",
      `/photo/downloadWithLicenseCode/${photoId}?licenseCode=${license.licenseCode}`,
    );
    expect(new Uint8Array(await downloadResponse.arrayBuffer())).toEqual(makePlainPhoto());
    const tag = downloadResponse.headers.get("etag")!;
    const unchangedResponse = await call(
      "GET",
      `/photo/downloadWithLicenseCode/${photoId}?licenseCode=${license.licenseCode}`,
      { headers: { "if-none-match": tag } },
    );
    expect(unchangedResponse.status).toBe(304);

    const previousState = await readRow(id);
    const changedBody = toSaveBody(fetchedDocumentation, {
      ...changeAnswer(fetchedDocumentation, textTaskId, "painted"),
      numberOfPhotos: 1,
    });
    for (const _ of ["first", "repeated"]) {
      const saveResponse = await callAsDevice("/documentation/saveWithLicenseCode", license, {
        ...changedBody,
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
    const newState = await readRow(id);
    for (const column of fields) expect([column, newState[column]]).toEqual([column, previousState[column]]);
    const second = await makeIngestedPhoto(
      { row: { customerId: license.customerId, id }, task: { id: photoTaskId } },
      { name: "Overview_02" },
    );
    expect(second).not.toBe(photoId);
    const response = await callAsDevice("/documentation/completeWithLicenseCode", license, {
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
    expect(await listHandedOver(license)).toEqual([]);
  });

  it("2§4 keeps all fields that devices send, and the tags of configurations, when it is saved as it was fetched", async () => {
    const { license, id, customerId, savedBody } = await makeHandedOverDocumentation();
    await sendEveryField(license, savedBody);
    await db()
      .insert(documentationTag)
      .values({ customerId, documentationId: id, tag: "given", source: "CONFIGURATION" });
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id));
    const readContent = async () => ({
      row: { ...(await readRow(id)), version: 0, lastUpdated: "" },
      tasks: await db().select().from(documentationTask).where(eq(documentationTask.documentationId, id)),
      tags: (await db().select().from(documentationTag).where(eq(documentationTag.documentationId, id))).map(
        ({ tag, source }) => [tag, source],
      ),
    });
    const previousState = await readContent();
    expect(
      (await callAsDevice("/documentation/saveWithLicenseCode", license, toSaveBody(fetchedDocumentation)))
        .status,
    ).toBe(200);
    expect(await readContent()).toEqual(previousState);

    const as = await makeCaller({ customerId, roles: [...captureRoles] });
    await db().insert(userLicense).values({ customerId, userId: as.userId, licenseId: license.id });
    const portalFetch = await jsonOf<FetchedInPortal>(fetchInPortal(as, id, { takeOver: true }));
    const draft = toResumedDraft(portalFetch, { ...as, creator: "third", email: "", resumedAt: now() });
    const saveResponse = await callAsDevice("/documentation/saveWithLicenseCode", license, {
      documentation: toCapturedDocumentation(draft, "Linux"),
      fetchId: portalFetch.fetch.id,
    });
    expect(saveResponse.status).toBe(200);
    expect((await readContent()).row).toEqual({ ...previousState.row, numberOfPhotos: 1 });
  });

  it("2§4 belongs to its licence: another licence, even of the same customer, can neither list nor fetch it nor read its photos", async () => {
    const { customerId, id, photoId, license } = await makeHandedOverDocumentation();
    const fileId = await makeIngestedFile({
      row: { customerId, id },
      task: {
        id: (await db().select().from(documentationTask).where(eq(documentationTask.documentationId, id)))[0]!
          .id,
      },
    });
    for (const otherLicense of [await makeLicense({ customerId }), await makeLicense()]) {
      expect(await listHandedOver(otherLicense)).toEqual([]);
      expect((await fetchOnDevice(otherLicense, id)).status).toBe(404);
      expect(
        (
          await callAsDevice("/documentation/handBackWithLicenseCode", otherLicense, {
            id,
            fetchId: newId(),
            creator: "x",
          })
        ).status,
      ).toBe(404);
      for (const path of [
        `/photo/downloadWithLicenseCode/${photoId}`,
        `/file/downloadWithLicenseCode/${fileId}`,
      ])
        expect((await call("GET", `${path}?licenseCode=${otherLicense.licenseCode}`)).status).toBe(404);
    }
    const downloadResponse = await call(
      "GET",
      `/file/downloadWithLicenseCode/${fileId}?licenseCode=${license.licenseCode}`,
    );
    expect(await downloadResponse.text()).toBe("a protocol");
    expect((await readRow(id)).status).toBe("PAUSED");
  });

  it("2§4 cannot be fetched once it is completed, ongoing or waiting for a file", async () => {
    const { license, id } = await makeHandedOverDocumentation();
    for (const [status, code] of [
      ["COMPLETED", "documentationClosed"],
      ["ONGOING", "notHandedOver"],
      ["WAITING_FOR_FILE", "notHandedOver"],
    ] as const) {
      await db().update(documentation).set({ status }).where(eq(documentation.id, id));
      expect(await readProblem(await fetchOnDevice(license, id))).toMatchObject({ status: 422, code });
    }
  });
});

describe("2§4 two callers that fetch the same documentation", () => {
  it("2§4 the second caller is told who has fetched it, and after a takeover the first caller is told who took it over", async () => {
    const { license, id, textTaskId } = await makeHandedOverDocumentation();
    const first = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id));
    const problem = await readProblem(
      await fetchOnDevice(license, id, { creator: "third", deviceId: "tablet-3" }),
    );
    expect(problem).toMatchObject({
      code: "fetchedByOther",
      fetched: { creator: "second", deviceId: "tablet-2", dateCreated: first.fetch.dateCreated },
    });
    const thirdFetch = await jsonOf<FetchedDocumentation>(
      fetchOnDevice(license, id, { creator: "third", deviceId: "tablet-3", takeOver: true }),
    );
    expect(await listEvents(id)).toContainEqual({
      type: "DOWNLOADED",
      creator: "third",
      params: { device: "tablet-3", takenFrom: "second" },
    });
    const calls = {
      saveWithLicenseCode: toSaveBody(first, changeAnswer(first, textTaskId, "lost")),
      completeWithLicenseCode: { id, creator: "second", fetchId: first.fetch.id },
      pauseWithLicenseCode: { id, creator: "second", fetchId: first.fetch.id },
      handBackWithLicenseCode: { id, creator: "second", fetchId: first.fetch.id },
    };
    for (const [name, body] of Object.entries(calls))
      expect([
        name,
        await readProblem(await callAsDevice(`/documentation/${name}`, license, body)),
      ]).toMatchObject([name, { code: "fetchedByOther", fetched: { creator: "third" } }]);
    // The device that created the documentation is refused as well.
    const staleBody = { documentation: first.documentation };
    expect(
      await readProblem(await callAsDevice("/documentation/saveWithLicenseCode", license, staleBody)),
    ).toMatchObject({
      code: "fetchedByOther",
    });
    const latestBody = toSaveBody(thirdFetch, changeAnswer(thirdFetch, textTaskId, "kept"));
    expect((await callAsDevice("/documentation/saveWithLicenseCode", license, latestBody)).status).toBe(200);
  });

  it("2§4 one of several concurrent callers gets the documentation, and the others are refused; repeating the call changes nothing", async () => {
    const { license, id } = await makeHandedOverDocumentation();
    const fetchIds = [newId(), newId(), newId()];
    const responses = await Promise.all(fetchIds.map((fetchId) => fetchOnDevice(license, id, { fetchId })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const winningFetchId = fetchIds[responses.findIndex(({ status }) => status === 200)]!;
    const version = (await readRow(id)).version;
    expect(
      (await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id, { fetchId: winningFetchId }))).fetch.id,
    ).toBe(winningFetchId);
    expect((await readRow(id)).version).toBe(version);
    const rows = await db()
      .select()
      .from(documentationFetch)
      .where(eq(documentationFetch.documentationId, id));
    expect(rows.map((row) => row.id)).toEqual([winningFetchId]);
  });

  it("2§4 photos that both callers have announced are expected once, even after a takeover", async () => {
    const { license, id } = await makeHandedOverDocumentation();
    const save = (fetchedDocumentation: FetchedDocumentation, numberOfPhotos: number) =>
      jsonOf(
        callAsDevice("/documentation/saveWithLicenseCode", license, {
          ...toSaveBody(fetchedDocumentation, { numberOfPhotos }),
          version: undefined,
        }),
      );
    const first = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id));
    expect(await save(first, 2)).toMatchObject({ numberOfPhotos: 3 });
    const takeover = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id, { takeOver: true }));
    expect(await save(takeover, 1)).toMatchObject({ numberOfPhotos: 4 });
    const secondTakeover = await jsonOf<FetchedDocumentation>(
      fetchOnDevice(license, id, { takeOver: true, fetchId: first.fetch.id }),
    );
    expect(secondTakeover.fetch.photos).toBe(2);
    expect(await save(secondTakeover, 3)).toMatchObject({ numberOfPhotos: 5 });
    expect(await save(secondTakeover, 1)).toMatchObject({ numberOfPhotos: 3 });
  });
});

describe("2§4 changes by others while a documentation is fetched", () => {
  it("2§4 an answer that staff have changed meanwhile is reported, not overwritten; the rest is saved", async () => {
    const { license, id, textTaskId, customerId } = await makeHandedOverDocumentation();
    const staff = await makeCaller({ customerId, roles: captureRoles });
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id));
    const task = fetchedDocumentation.documentation.tasks.find((candidate) => candidate.id === textTaskId)!;
    const editResponse = await call("PUT", `/documentationTasks/${textTaskId}`, {
      as: staff,
      body: { answer: "by staff", version: task.version },
    });
    expect(editResponse.status).toBe(200);
    const conflictingBody = toSaveBody(
      fetchedDocumentation,
      changeAnswer(fetchedDocumentation, textTaskId, "mine"),
    );
    expect(
      await readProblem(await callAsDevice("/documentation/saveWithLicenseCode", license, conflictingBody)),
    ).toMatchObject({
      code: "staleVersion",
    });
    const refetchedDocumentation = await jsonOf<FetchedDocumentation>(
      fetchOnDevice(license, id, { fetchId: fetchedDocumentation.fetch.id }),
    );
    expect(
      refetchedDocumentation.documentation.tasks.find((candidate) => candidate.id === textTaskId)?.answer,
    ).toBe("by staff");
    const resolvedBody = toSaveBody(
      refetchedDocumentation,
      changeAnswer(refetchedDocumentation, textTaskId, "mine after all"),
    );
    expect((await callAsDevice("/documentation/saveWithLicenseCode", license, resolvedBody)).status).toBe(
      200,
    );
    // Omitted tasks stay unchanged.
    const bodyWithoutTask = toSaveBody(refetchedDocumentation, {
      tasks: refetchedDocumentation.documentation.tasks.filter((candidate) => candidate.id !== textTaskId),
    });
    const partialResponse = await callAsDevice("/documentation/saveWithLicenseCode", license, {
      ...bodyWithoutTask,
      version: undefined,
    });
    expect(partialResponse.status).toBe(200);
    expect((await readRow(id)).numberOfTasks).toBe(2);
    const rows = await db().select().from(documentationTask).where(eq(documentationTask.id, textTaskId));
    expect(rows[0]?.answer).toBe("mine after all");
  });

  it("2§4 a documentation that was renamed meanwhile keeps its new name", async () => {
    const { license, id, customerId } = await makeHandedOverDocumentation();
    const staff = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_WRITE", ...captureRoles] });
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id));
    const body = { name: "Mast 2", version: fetchedDocumentation.version };
    expect((await call("PUT", `/documentation/rename/${id}`, { as: staff, body })).status).toBe(200);
    expect(
      await readProblem(
        await callAsDevice("/documentation/saveWithLicenseCode", license, toSaveBody(fetchedDocumentation)),
      ),
    ).toMatchObject({ code: "staleVersion" });
    expect((await readRow(id)).name).toBe("Mast 2");
  });
});

describe("2§4 resuming in the portal", () => {
  it("2§4 any user who may create documentations can fetch a handed-over one, and staff see who has fetched it", async () => {
    const { license, id, customerId } = await makeHandedOverDocumentation();
    const as = await makeCaller({ customerId, roles: captureRoles, username: `goes-on-${newId()}` });
    const fetchedDocumentation = await jsonOf<FetchedInPortal>(fetchInPortal(as, id));
    expect(fetchedDocumentation).toMatchObject({
      status: "DOWNLOADED",
      license: { id: license.id, licenseCode: license.licenseCode },
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
    const { license, id, customerId, textTaskId } = await makeHandedOverDocumentation({
      pauseDocumentations: true,
    });
    const as = await makeCaller({ customerId, roles: captureRoles });
    const fetchedDocumentation = await jsonOf<FetchedInPortal>(fetchInPortal(as, id));
    await callAsDevice(
      "/documentation/saveWithLicenseCode",
      license,
      toSaveBody(fetchedDocumentation, changeAnswer(fetchedDocumentation, textTaskId, "half")),
    );
    const body = { fetchId: fetchedDocumentation.fetch.id };
    for (const _ of ["first", "repeated"])
      expect(await jsonOf(call("POST", `/documentation/handBack/${id}`, { as, body }))).toMatchObject({
        status: "PAUSED",
      });
    expect((await listEvents(id)).filter(({ type }) => type === "PAUSED")).toHaveLength(2);
    const nextFetch = await jsonOf<FetchedDocumentation>(fetchOnDevice(license, id));
    expect(nextFetch.documentation.tasks.find((task) => task.id === textTaskId)?.answer).toBe("half");
  });

  it("2§4 a fetched documentation may be handed over again, even if its licence does not allow pausing", async () => {
    const { license, id, customerId } = await makeHandedOverDocumentation();
    await db()
      .update(licenseTable)
      .set({ pauseDocumentations: false })
      .where(eq(licenseTable.id, license.id));
    const as = await makeCaller({ customerId, roles: captureRoles });
    const { fetch } = await jsonOf<FetchedInPortal>(fetchInPortal(as, id));
    const pause = (overrides: object) =>
      callAsDevice("/documentation/pauseWithLicenseCode", license, { id, creator: "x", ...overrides });
    expect(await readProblem(await pause({}))).toMatchObject({ code: "pauseNotAllowed" });
    expect(await readProblem(await pause({ fetchId: newId() }))).toMatchObject({ code: "fetchedByOther" });
    expect(await jsonOf(pause({ fetchId: fetch.id }))).toMatchObject({ status: "PAUSED" });
  });

  it("2§6 requires the authority, the customer and one of the user's licences", async () => {
    const { id, customerId, license } = await makeHandedOverDocumentation();
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
    expect((await readRow(id)).status).toBe("PAUSED");
    // If its licence has expired, the documentation is resumed under one of the user's licences.
    await db()
      .update(licenseTable)
      .set({ expireDate: "2026-01-01T00:00:00Z" })
      .where(eq(licenseTable.id, license.id));
    expect(await jsonOf(fetchInPortal(restrictedCaller, id))).toMatchObject({
      license: { id: otherLicense.id },
    });
    expect((await readRow(id)).licenseId).toBe(otherLicense.id);
  });

  it("2§4 the id of another documentation's fetch is refused", async () => {
    const [first, second] = [await makeHandedOverDocumentation(), await makeHandedOverDocumentation()];
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(fetchOnDevice(first.license, first.id));
    const refusal = await readProblem(
      await fetchOnDevice(second.license, second.id, { fetchId: fetchedDocumentation.fetch.id }),
    );
    expect(refusal).toMatchObject({ code: "duplicate", fields: { fetchId: "duplicate" } });
    const rows = await db()
      .select()
      .from(documentationFetch)
      .where(and(eq(documentationFetch.id, fetchedDocumentation.fetch.id)));
    expect(rows).toMatchObject([{ documentationId: first.id, endedAt: null }]);
  });
});
