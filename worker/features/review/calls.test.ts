import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import {
  type DocumentationDetails,
  documentationTask,
  fileRow,
  photoRow,
} from "#domain/endpoints/documentation/details.ts";
import type { NamedExportEvent } from "#domain/endpoints/documentation/groups.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import {
  documentation,
  documentationPrecondition,
  documentationTaskReferencePhoto,
  exportEvent,
  referencePhoto,
  taskEvent,
  templateLicense,
  user,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import {
  makeDocumentationWithTask,
  makeIngestedFile,
  makeIngestedPhoto,
} from "#worker/testing/ingestedMedia.ts";
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";

const roles: Authority[] = [
  "ROLE_DOCUMENTATION_READ",
  "ROLE_DOCUMENTATION_WRITE",
  "ROLE_CREATE_DOCUMENTATION",
  "ROLE_FILE_READ",
  "ROLE_IMPORT_PHOTO",
  "ROLE_IMPORT_FILE",
];
const makeStaff = () => makeCaller({ roles });
const toBase64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
interface ListResponse<T> {
  items: T[];
}
type PossibleError<T> = T & { error?: { code: string; fields?: Record<string, string> } };
const get = async <T>(as: Caller, path: string) => {
  const response = await call("GET", path, { as });
  expect([path, response.status]).toEqual([path, 200]);
  return jsonOf<T>(response);
};

/** An export of a documentation to a destination. */
async function makeExport(owner: { customerId: number; id: string }, dateCreated: string, isSuccess = true) {
  const [event] = await db()
    .insert(exportEvent)
    .values({
      ...{ customerId: owner.customerId, documentationId: owner.id, dateCreated, success: isSuccess },
      ...{ exportConfigurationId: crypto.randomUUID(), exportConfigurationName: "FTP", type: "FTP" },
      username: "staff",
    })
    .returning();
  return event!;
}

describe("1§7 POST /documentations", () => {
  const bodyOf = (templateId: string, overrides: object = {}) => {
    const taskId = crypto.randomUUID();
    return {
      templateId,
      name: uniqueName("site"),
      alias: "Hamnmasten",
      osVersion: "Firefox",
      tags: ["north"],
      tasks: [{ id: taskId, name: "Remark", type: "TEXT", answer: "all well" }],
      ...overrides,
    };
  };
  const post = (as: Caller, body: object) => call("POST", "/documentations", { as, body });

  it("2§3 creates a portal documentation with a generated id and the caller as creator", async () => {
    const as = await makeStaff();
    const { id: templateId } = await makeTemplate(as.customerId);
    const response = await post(as, bodyOf(templateId));
    expect(response.status).toBe(201);
    const documentation = await jsonOf<DocumentationDetails>(response);
    const { username } = (await db().select().from(user).where(eq(user.id, as.userId)).get())!;
    expect(documentation).toMatchObject({
      ...{ customerId: as.customerId, templateId, alias: "Hamnmasten", tags: ["north"], status: "ONGOING" },
      ...{ appVersion: "Portal", deviceId: "N/A", phoneModel: "N/A", osVersion: "Firefox" },
      ...{ lat: 1000, lng: 1000, numberOfTasks: 1, exportEvents: [], licenseId: null },
      creator: username,
    });
    const { items } = await get<ListResponse<object>>(
      as,
      `/documentationTasks?documentationId=${documentation.id}`,
    );
    expect(items).toMatchObject([{ name: "Remark", answer: "all well", documentation: documentation.id }]);
  });

  it("refuses an id in use, another creator, and values that the service sets, with field errors", async () => {
    const as = await makeStaff();
    const { id: templateId } = await makeTemplate(as.customerId);
    const { id } = await makeDocumentation(as.customerId);
    const task = { id: crypto.randomUUID(), name: "Remark", type: "TEXT" };
    for (const [overrides, field] of [
      [{ id }, "id"],
      [{ creator: "somebody else" }, "creator"],
      [{ exportEvents: [{ id: crypto.randomUUID() }] }, "exportEvents"],
      [{ licenseId: crypto.randomUUID() }, "licenseId"],
      [{ templateId: crypto.randomUUID() }, "templateId"],
      [{ tasks: [{ ...task, customerId: as.customerId + 1 }] }, "tasks.0.customerId"],
      [{ tasks: [{ ...task, documentation: crypto.randomUUID() }] }, "tasks.0.documentation"],
    ] as const) {
      const response = await post(as, bodyOf(templateId, overrides));
      const { error } = await jsonOf<PossibleError<object>>(response);
      expect([field, response.status, Object.keys(error?.fields ?? {})]).toEqual([field, 422, [field]]);
    }
    const otherCaller = await makeCaller({ roles });
    expect((await post(as, bodyOf(templateId, { customerId: otherCaller.customerId }))).status).toBe(403);
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await post(reader, bodyOf(templateId))).status).toBe(403);
  });

  it("2§2 accepts a restricted template only with its licence", async () => {
    const as = await makeStaff();
    const { customerId } = as;
    const { id: templateId } = await makeTemplate(customerId);
    const [chosenLicense, otherLicense] = [
      await makeLicense({ customerId }),
      await makeLicense({ customerId }),
    ];
    await db().insert(templateLicense).values({ customerId, templateId, licenseId: chosenLicense.id });
    expect((await post(as, bodyOf(templateId))).status).toBe(422);
    expect((await post(as, bodyOf(templateId, { licenseId: otherLicense.id }))).status).toBe(422);
    const documentation = await jsonOf<DocumentationDetails>(
      post(as, bodyOf(templateId, { licenseId: chosenLicense.id })),
    );
    expect(documentation.licenseId).toBe(chosenLicense.id);
  });
});

describe("1§7 DELETE /documentations/{id}", () => {
  it("2§4 marks a documentation as deleted with its date; super admins still see it", async () => {
    const as = await makeStaff();
    const { id } = await makeDocumentation(as.customerId);
    const remove = (caller: Caller, query = "") =>
      call("DELETE", `/documentations/${id}${query}`, { as: caller });
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await remove(reader)).status).toBe(403);
    expect((await remove(await makeStaff())).status).toBe(404);
    expect((await remove(as, "?version=7")).status).toBe(422);
    expect((await remove(as, "?version=1")).status).toBe(200);
    expect(await db().select().from(documentation).where(eq(documentation.id, id)).get()).toMatchObject({
      status: "DELETED",
      dateDeleted: expect.stringMatching(/Z$/),
      version: 2,
    });
    expect((await remove(as)).status).toBe(404);
    const superAdmin = await makeSuperAdmin();
    expect(await get(superAdmin, `/documentations/${id}`)).toMatchObject({ status: "DELETED" });
    expect((await remove(superAdmin)).status).toBe(422);
  });
});

describe("2§7 the other calls for the list", () => {
  it("simpleList and findAllByCustomerId return the same as the list", async () => {
    const as = await makeStaff();
    const position = { lat: 64.75, lng: 20.95 };
    const positionedRow = await makeDocumentation(as.customerId, position);
    await makeDocumentation(as.customerId, { hidden: true });
    await makeDocumentation((await makeStaff()).customerId);
    const { items } = await get<ListResponse<DocumentationListRow>>(as, "/documentations");
    expect(items).toMatchObject([{ id: positionedRow.id, ...position }]);
    const { items: simpleRows } = await get<ListResponse<object>>(
      as,
      "/documentation/simpleList?sort=name&order=asc",
    );
    const { customerId, templateId, name, dateCreated, status } = positionedRow;
    expect(simpleRows).toEqual([
      { id: positionedRow.id, customerId, templateId, name, alias: null, dateCreated, status },
    ]);
    const customerPath = `/documentation/findAllByCustomerId/${as.customerId}`;
    expect((await get<ListResponse<object>>(as, customerPath)).items).toEqual(items);
    expect((await get<ListResponse<object>>(await makeSuperAdmin(), customerPath)).items).toEqual(items);
    expect((await call("GET", customerPath, { as: await makeStaff() })).status).toBe(403);
    expect((await call("GET", "/documentation/findAllByCustomerId/x", { as })).status).toBe(404);
  });
});

describe("1§7 /photos and /files", () => {
  it("2§3 return a photo with every field, and a list that is sorted and paged", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const firstId = await makeIngestedPhoto(owner, { name: "B", dateCreated: "2026-05-01T08:00:00Z" });
    const secondId = await makeIngestedPhoto(owner, { name: "a", dateCreated: "2026-05-02T08:00:00Z" });
    const photo = photoRow.parse(await get(as, `/photos/${firstId}`));
    expect(photo).toMatchObject({
      ...{ id: firstId, customerId: as.customerId, imported: false, hasData: true, hasOriginalData: true },
      ...{ lastUpdated: expect.stringMatching(/Z$/), exportEvents: [] },
    });
    const fetchIds = async (query: string) =>
      (
        await get<ListResponse<{ id: string }>>(as, `/photos?documentationId=${owner.row.id}${query}`)
      ).items.map(({ id }) => id);
    expect(await fetchIds("")).toEqual([firstId, secondId]);
    expect(await fetchIds("&sort=name")).toEqual([secondId, firstId]);
    expect(await fetchIds("&sort=name&order=desc&max=1")).toEqual([firstId]);
    expect(await fetchIds("&max=1&offset=1")).toEqual([secondId]);
    const allPhotos = await get<ListResponse<{ id: string }>>(
      as,
      `/photo/getAllDocumentationPhotos/${owner.row.id}?sort=name`,
    );
    expect(allPhotos.items.map(({ id }) => id)).toEqual([secondId, firstId]);
    const outsider = await makeStaff();
    for (const path of [`/photos/${firstId}`, `/photo/getAllDocumentationPhotos/${owner.row.id}`])
      expect((await call("GET", path, { as: outsider })).status).toBe(404);
  });

  it("2§3 return a file with every field, and a list that is sorted and paged", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId, { type: "FILE" });
    const id = await makeIngestedFile(owner);
    expect(fileRow.parse(await get(as, `/files/${id}`))).toMatchObject({
      ...{ id, customerId: as.customerId, imported: false, exportEvents: [] },
    });
    const { items } = await get<ListResponse<{ id: string }>>(
      as,
      `/files?documentationId=${owner.row.id}&sort=dataSize&order=desc&max=1`,
    );
    expect(items.map((file) => file.id)).toEqual([id]);
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", `/files/${id}`, { as: reader })).status).toBe(403);
    expect((await call("GET", `/files/${id}`, { as: await makeStaff() })).status).toBe(404);
  });

  it("accept the POST of a photo or a file like importPhoto and importFile, with the same authorities", async () => {
    const as = await makeStaff();
    const { row, task } = await makeDocumentationWithTask(as.customerId);
    const target = { documentationId: row.id, taskId: task.id };
    const photoBody = { ...target, photoData: toBase64(makePlainPhoto()) };
    const response = await call("POST", "/photos", { as, body: photoBody });
    expect(response.status).toBe(201);
    expect(await jsonOf(response)).toMatchObject({ name: "Overview_01", imported: true, hasData: true });
    const fileDocumentation = await makeDocumentationWithTask(as.customerId, { type: "FILE" });
    const fileBody = {
      ...{ documentationId: fileDocumentation.row.id, taskId: fileDocumentation.task.id },
      ...{ name: "plan.txt", data: toBase64("text") },
    };
    const file = await call("POST", "/files", { as, body: fileBody });
    expect([file.status, (await jsonOf<{ imported: boolean }>(file)).imported]).toEqual([201, true]);
    const reader = await makeCaller({
      customerId: as.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_PHOTO_WRITE", "ROLE_FILE_WRITE"],
    });
    expect((await call("POST", "/photos", { as: reader, body: photoBody })).status).toBe(403);
    expect((await call("POST", "/files", { as: reader, body: fileBody })).status).toBe(403);
  });

  it("2§3 return a photo with the exports of its documentation since its upload", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const id = await makeIngestedPhoto(owner);
    await makeExport(owner.row, "2025-01-01T00:00:00Z");
    const laterExport = await makeExport(owner.row, "2099-01-01T00:00:00Z", false);
    const { exportEvents } = photoRow.parse(await get(as, `/photos/${id}`));
    expect(exportEvents).toEqual([
      {
        ...{ id: laterExport.id, exportConfigurationName: "FTP", type: "FTP" },
        ...{ dateCreated: "2099-01-01T00:00:00Z", success: false, cancelled: false },
      },
    ]);
  });
});

it("2§7 exports are found by documentation and by name, with every field", async () => {
  const as = await makeStaff();
  const row = await makeDocumentation(as.customerId);
  const event = await makeExport(row, "2026-05-05T10:00:00Z");
  const expectedEvent = {
    ...{ id: event.id, documentation: row.id, dateCreated: event.dateCreated, success: true },
    ...{ exportConfigurationId: event.exportConfigurationId, exportConfigurationName: "FTP", type: "FTP" },
    ...{ username: "staff", errorStatusCode: null, errorMessage: null, delivery: null },
  };
  for (const path of [
    `/exportEvent/findAllByDocumentationId/${row.id}`,
    `/exportEvent/findAllByDocumentationName/${row.name}`,
  ])
    expect((await get<ListResponse<NamedExportEvent>>(as, path)).items).toMatchObject([expectedEvent]);
  expect((await get<DocumentationDetails>(as, `/documentations/${row.id}`)).exportEvents).toEqual([
    expectedEvent,
  ]);
  const outsider = await makeStaff();
  const path = `/exportEvent/findAllByDocumentationId/${row.id}`;
  expect((await call("GET", path, { as: outsider })).status).toBe(404);
});

it("2§3 a task has its documentation, events, preconditions and reference photos", async () => {
  const as = await makeStaff();
  const { customerId } = as;
  const { row, task } = await makeDocumentationWithTask(customerId);
  const [goodReferencePhoto] = await db()
    .insert(referencePhoto)
    .values({ customerId, name: "Good" })
    .returning();
  const [precondition] = await db()
    .insert(documentationPrecondition)
    .values({ customerId, taskId: task.id, type: "PLATFORM", params: { platform: "APP" } })
    .returning();
  const [event] = await db()
    .insert(taskEvent)
    .values({ customerId, taskId: task.id, creator: "field" })
    .returning();
  await db()
    .insert(documentationTaskReferencePhoto)
    .values({ customerId, taskId: task.id, referencePhotoId: goodReferencePhoto!.id });
  const { items } = await get<ListResponse<object>>(as, `/documentationTasks?documentationId=${row.id}`);
  expect(documentationTask.parse(items[0])).toMatchObject({
    ...{ id: task.id, customerId, documentation: row.id, dateCreated: task.dateCreated },
    preconditions: [{ id: precondition!.id, task: task.id, dateCreated: precondition!.dateCreated }],
    events: [{ id: event!.id, type: "CREATED", creator: "field", dateUploaded: null }],
    referencePhotos: [{ id: goodReferencePhoto!.id, name: "Good" }],
  });
});
