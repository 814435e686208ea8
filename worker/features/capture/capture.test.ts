import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import { consume } from "#queues/consume.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import { settleUploads } from "#worker/cron/settleUploads.ts";
import {
  device,
  documentation,
  documentationEvent,
  documentationPrecondition,
  documentationTask,
  domainChange,
  license,
  orphanedObject,
  photo,
  rateLimitCounter,
  referencePhoto,
  suggestion,
  suggestionList,
  taskEvent,
  templateLicense,
  template as templateTable,
  upload,
} from "#worker/db/schema/index.ts";
import { settleUpload } from "#worker/ingest/settleUpload.ts";
import { toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeLicense,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import {
  makeHugePhoto,
  makePhotoWithTags,
  makePlainPhoto,
  makePngBytes,
  md5Of,
} from "#worker/testing/photoTesting.ts";

interface FieldDevice {
  license: Awaited<ReturnType<typeof makeLicense>>;
  template: Awaited<ReturnType<typeof makeTemplate>>;
  post: (path: string, body: Record<string, unknown>, licenseCode?: string) => Promise<Response>;
}

/** A device with a licence and a template. */
async function makeFieldDevice(licenseOptions: Parameters<typeof makeLicense>[0] = {}): Promise<FieldDevice> {
  const license = await makeLicense(licenseOptions);
  const template = await makeTemplate(license.customerId);
  return {
    license,
    template,
    post: (path, body, licenseCode = license.licenseCode) =>
      call("POST", path, { body: { ...body, licenseCode } }),
  };
}

function documentationBody({ template }: FieldDevice, overrides: Record<string, unknown> = {}) {
  const [photoTask, textTask] = [crypto.randomUUID(), crypto.randomUUID()];
  return {
    id: crypto.randomUUID(),
    templateId: template.id,
    name: uniqueName("site"),
    creator: "field",
    dateCreated: "2026-05-04T09:30:00Z",
    numberOfPhotos: 1,
    tasks: [
      { id: photoTask, name: "Overview", type: "PHOTO", position: 0 },
      {
        id: textTask,
        name: "Remark",
        type: "TEXT",
        answer: "all well",
        position: 1,
        preconditions: [{ type: "TASK_PHOTOS_TAKEN", params: { task: photoTask } }],
      },
    ],
    ...overrides,
  };
}

const photoBody = (documentationId: string, overrides: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  documentationId,
  name: "Overview_01",
  creator: "field",
  ...overrides,
});

async function saveDocumentation(fieldDevice: FieldDevice, overrides: Record<string, unknown> = {}) {
  const body = documentationBody(fieldDevice, overrides);
  expect((await fieldDevice.post("/documentation/saveWithLicenseCode", { documentation: body })).status).toBe(
    200,
  );
  return body;
}

async function savePhoto(
  fieldDevice: FieldDevice,
  documentationId: string,
  overrides: Record<string, unknown> = {},
) {
  const body = photoBody(documentationId, overrides);
  expect((await fieldDevice.post("/photo/saveWithLicenseCode", { photo: body })).status).toBe(200);
  return body;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const uploadBody = (id: string, bytes: Uint8Array) => ({ photo: { id, data: base64(bytes) }, id });

const findDocumentation = async (id: string) =>
  (await db()
    .select()
    .from(documentation)
    .where(eq(documentation.id, id))
    .get()) as typeof documentation.$inferSelect;

/** Reserves an upload and stores its bytes as a PUT to the signed URL would. */
async function reserveUpload(fieldDevice: FieldDevice, id: string, bytes: Uint8Array, storedBytes = bytes) {
  const reservation = await jsonOf<{ uploadId: string; url: string; headers: Record<string, string> }>(
    fieldDevice.post("/photo/reserveUpload", {
      id,
      size: bytes.length,
      contentType: "image/jpeg",
      md5: md5Of(bytes),
    }),
  );
  const key = `customers/${fieldDevice.license.customerId}/photos/${id}/${reservation.uploadId}/original`;
  expect(new URL(reservation.url).pathname).toContain(key);
  if (storedBytes.length > 0)
    await env.STORAGE.put(key, storedBytes, { httpMetadata: { contentType: "image/jpeg" } });
  return { ...reservation, key };
}

/** Asserts that row and object agree: if the row has data, the object has the same bytes. */
async function expectConsistent(id: string): Promise<void> {
  const row = await db().select().from(photo).where(eq(photo.id, id)).get();
  if (!row?.hasData) return;
  const object = await env.STORAGE.get(toPhotoObjectKey(row, "original"));
  expect(object).not.toBeNull();
  expect(
    createHash("sha256")
      .update(new Uint8Array(await object!.arrayBuffer()))
      .digest("hex"),
  ).toBe(row.sha256);
}

describe("dates from devices", () => {
  it.each(["1970-01-01T00:00:12Z", "2050-01-01T00:00:00Z", "9999-12-31T00:00:00Z"])(
    "2§9 P8 a documentation from a device whose clock shows %s gets the time of its arrival, and its history has one event about that",
    async (wrongTime) => {
      const fieldDevice = await makeFieldDevice();
      const body = documentationBody(fieldDevice);
      const [task] = body.tasks;
      const event = { type: "CREATED", creator: "field", dateCreated: wrongTime };
      const wrongBody = {
        ...body,
        dateCreated: wrongTime,
        tasks: [{ ...task, preconditions: [], dateCreated: wrongTime, events: [event] }],
      };
      const send = async (documentation: object) =>
        expect((await fieldDevice.post("/documentation/saveWithLicenseCode", { documentation })).status).toBe(
          200,
        );
      await send(wrongBody);
      const { dateCreated, version } = await findDocumentation(body.id);
      expect(dateCreated > addSeconds(-60) && dateCreated <= addSeconds(1)).toBe(true);
      // Sent again later, it keeps that time.
      await db()
        .update(documentation)
        .set({ dateCreated: addSeconds(-3600) })
        .where(eq(documentation.id, body.id));
      await send(wrongBody);
      expect((await findDocumentation(body.id)).dateCreated <= addSeconds(-3500)).toBe(true);
      expect(version).toBe(1);
      const as = await makeCaller({
        customerId: fieldDevice.license.customerId,
        roles: ["ROLE_DOCUMENTATION_READ"],
      });
      const { items } = await jsonOf<{ items: { type: string; params: object }[] }>(
        call("GET", `/documentationEvent/findAllByDocumentationId/${body.id}`, { as }),
      );
      expect(items.filter(({ type }) => type === "TIME_REPAIRED").map(({ params }) => params)).toEqual([
        { deviceTime: wrongTime },
      ]);
      // A documentation that is sent again after the clock was corrected gets the time from the device.
      const correctedTime = addSeconds(23 * 3600);
      await send({ ...wrongBody, dateCreated: correctedTime });
      expect((await findDocumentation(body.id)).dateCreated).toBe(correctedTime);
    },
  );

  it.each(["1970-01-01T00:00:12Z", "2000-01-01T00:00:00Z", "2050-01-01T00:00:00Z", "9999-12-31T00:00:00Z"])(
    "P8 a photo from a device with a wrong clock (%s) is accepted, with the time from its EXIF data or else of its arrival",
    async (dateCreated) => {
      const fieldDevice = await makeFieldDevice();
      const { id: documentationId } = await saveDocumentation(fieldDevice, { numberOfPhotos: 2 });
      const photoWithDate = makePhotoWithTags({ exif: { 36867: "2026:03:02 10:11:12", 36881: "+01:00" } });
      for (const [bytes, expected] of [
        [photoWithDate, { dateCreated: "2026-03-02T09:11:12Z", dateFromDevice: false }],
        [makePlainPhoto(), { dateFromDevice: false, exifTime: null }],
      ] as const) {
        const shot = await savePhoto(fieldDevice, documentationId, { dateCreated });
        expect((await fieldDevice.post("/photo/upload", uploadBody(shot.id, bytes))).status).toBe(200);
        const row = await db().select().from(photo).where(eq(photo.id, shot.id)).get();
        expect(row).toMatchObject(expected);
        expect(row!.dateCreated > "2026" && row!.dateCreated <= addSeconds(60)).toBe(true);
      }
      const file = { ...photoBody(documentationId), dateCreated };
      expect((await fieldDevice.post("/file/saveWithLicenseCode", { file })).status).toBe(200);
      const photoFields = { ...photoBody(documentationId, { name: "Overview_03" }), dateCreated };
      const announcement = await jsonOf<{ items: { failure: unknown }[] }>(
        fieldDevice.post("/photo/announceUploads", {
          photos: [{ photo: photoFields, size: photoWithDate.length, md5: md5Of(photoWithDate) }],
        }),
      );
      expect(announcement.items[0]!.failure).toBeNull();
    },
  );
});

describe("a documentation that a device completes without required content", () => {
  const complete = (fieldDevice: FieldDevice, id: string) =>
    fieldDevice.post("/documentation/completeWithLicenseCode", { id, creator: "field" });

  it("2§5 is accepted and needs attention, with a list of the missing name, position, email, photos, files, explanations and answers", async () => {
    const fieldDevice = await makeFieldDevice();
    const { customerId } = fieldDevice.license;
    await db().update(license).set({ emailRequired: true }).where(eq(license.id, fieldDevice.license.id));
    const [list] = await db()
      .insert(suggestionList)
      .values({ customerId, name: uniqueName("list"), type: "DOCUMENTATION_NAMES" })
      .returning();
    await db().insert(suggestion).values({ customerId, suggestionListId: list!.id, text: "Mast 7" });
    const templateRequirements = {
      locationEnabled: true,
      locationRequired: true,
      onlySuggestionsAllowed: true,
    };
    await db()
      .update(templateTable)
      .set({ ...templateRequirements, suggestionListId: list!.id })
      .where(eq(templateTable.id, fieldDevice.template.id));
    const task = (name: string, type: string, required: string, overrides = {}) => ({
      ...{ id: crypto.randomUUID(), name, type, required, position: 0 },
      ...overrides,
    });
    const tasks = [
      task("Overview", "PHOTO", "YES"),
      task("Paper", "FILE", "YES", { position: 1 }),
      task("Why", "PHOTO", "NO_WITH_VALID_EXPLANATION", { position: 2 }),
      task("Remark", "TEXT", "YES", { position: 3 }),
      task("Hidden", "TEXT", "YES", { position: 4, enabled: false }),
      task("Free", "TEXT", "NO", { position: 5 }),
    ];
    const savedDocumentation = await saveDocumentation(fieldDevice, { numberOfPhotos: 0, tasks });
    expect((await complete(fieldDevice, savedDocumentation.id)).status).toBe(200);
    expect((await findDocumentation(savedDocumentation.id)).completedWithout).toEqual([
      { kind: "NAME", task: null },
      { kind: "POSITION", task: null },
      { kind: "EMAIL", task: null },
      { kind: "PHOTO", task: "Overview" },
      { kind: "FILE", task: "Paper" },
      { kind: "EXPLANATION", task: "Why" },
      { kind: "ANSWER", task: "Remark" },
    ]);
    const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("GET", "/documentations?attentionFilter=COMPLETED_WITHOUT", { as }),
    );
    expect(items.map(({ id }) => id)).toEqual([savedDocumentation.id]);
    const details = await jsonOf<{ completedWithout: unknown[] }>(
      call("GET", `/documentations/${savedDocumentation.id}`, { as }),
    );
    expect(details.completedWithout).toHaveLength(7);

    // The list loses the name once a documentation has it.
    await db()
      .update(suggestionList)
      .set({ deleteSuggestionIfDocumentationExists: true })
      .where(eq(suggestionList.id, list!.id));
    const [overview] = [task("Overview", "PHOTO", "YES")];
    const completeBody = await saveDocumentation(fieldDevice, {
      ...{ name: "Mast 7", lat: 59, lng: 18, email: "crew@example.com", tasks: [overview] },
    });
    await savePhoto(fieldDevice, completeBody.id, { documentationTaskId: overview!.id });
    await complete(fieldDevice, completeBody.id);
    expect(await findDocumentation(completeBody.id)).toMatchObject({
      status: "ONGOING",
      completedWithout: null,
    });
  });
});

describe("the settings for automatic deletion and export", () => {
  const templateSettings = {
    deleteAutomatically: true,
    deleteTimeLimit: "WEEK",
    exportAutomatically: true,
  } as const;
  const findSettings = async (id: string) => {
    const { deleteAutomatically, deleteTimeLimit, exportAutomatically } = await findDocumentation(id);
    return { deleteAutomatically, deleteTimeLimit, exportAutomatically };
  };

  it("3§3 are the template's if the device omits them, and do not change when the device saves again", async () => {
    const fieldDevice = await makeFieldDevice();
    await db()
      .update(templateTable)
      .set(templateSettings)
      .where(eq(templateTable.id, fieldDevice.template.id));
    const savedDocumentation = await saveDocumentation(fieldDevice);
    expect(await findSettings(savedDocumentation.id)).toEqual(templateSettings);
    await db()
      .update(templateTable)
      .set({ exportAutomatically: false })
      .where(eq(templateTable.id, fieldDevice.template.id));
    await saveDocumentation(fieldDevice, { id: savedDocumentation.id, tasks: savedDocumentation.tasks });
    expect(await findSettings(savedDocumentation.id)).toEqual(templateSettings);
    const otherDocumentation = await saveDocumentation(fieldDevice, {
      deleteAutomatically: false,
      exportAutomatically: true,
    });
    expect(await findSettings(otherDocumentation.id)).toEqual({
      ...templateSettings,
      deleteAutomatically: false,
    });
    expect(
      await findSettings((await saveDocumentation(fieldDevice, { deleteTimeLimit: "YEAR" })).id),
    ).toMatchObject({
      ...{ deleteAutomatically: true, deleteTimeLimit: "YEAR", exportAutomatically: false },
    });
  });

  it("3§3 a device cannot undo the staff's decision to keep a documentation", async () => {
    const fieldDevice = await makeFieldDevice();
    const savedDocumentation = await saveDocumentation(fieldDevice, templateSettings);
    const as = await makeCaller({
      customerId: fieldDevice.license.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"],
    });
    const { version } = await findDocumentation(savedDocumentation.id);
    await call("PUT", `/documentation/keep/${savedDocumentation.id}`, { as, body: { version } });
    await saveDocumentation(fieldDevice, {
      ...templateSettings,
      id: savedDocumentation.id,
      tasks: savedDocumentation.tasks,
    });
    expect(await findSettings(savedDocumentation.id)).toEqual({
      ...templateSettings,
      deleteAutomatically: false,
    });
  });
});

describe("a licence code", () => {
  it("2§6 is refused with the same message if it is unknown or expired", async () => {
    const expiredLicense = await makeLicense({ expireDate: "2020-01-01T00:00:00Z" });
    const responses = await Promise.all(
      [expiredLicense.licenseCode, uniqueName("NOPE")].map(async (licenseCode) => {
        const response = await call("POST", "/template/findAllByLicenseCode", {
          body: { licenseCode },
          headers: { "cf-connecting-ip": uniqueName("address") },
        });
        return [response.status, await response.text()];
      }),
    );
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]?.[0]).toBe(401);
  });

  const createAttempt = (address: string, as?: Caller) => (licenseCode: string) =>
    call("POST", "/template/findAllByLicenseCode", {
      body: { licenseCode },
      headers: { "cf-connecting-ip": address },
      as,
    });

  it("design§Sessions thirty wrong codes from an address block all codes except those used there before", async () => {
    const [{ licenseCode }, expiredLicense] = [
      await makeLicense(),
      await makeLicense({ expireDate: "2020-01-01T00:00:00Z" }),
    ];
    const attempt = createAttempt(uniqueName("address"));
    expect((await attempt(licenseCode)).status).toBe(200);
    for (let count = 0; count < 30; count += 1) expect((await attempt(`WRONG-${count}`)).status).toBe(401);
    const blockedResponse = await attempt("WRONG-31");
    expect(blockedResponse.status).toBe(429);
    expect(Number(blockedResponse.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await attempt(licenseCode)).status).toBe(200);
    expect((await attempt((await makeLicense()).licenseCode)).status).toBe(429);
    expect((await attempt(expiredLicense.licenseCode)).status).toBe(429);
    expect((await createAttempt(uniqueName("address"))("WRONG-1")).status).toBe(401);
  });

  it("design§Sessions the same wrong code again, an expired one and one sent in a session do not count as guesses", async () => {
    const attempt = createAttempt(uniqueName("address"));
    const expiredLicense = await makeLicense({ expireDate: "2020-01-01T00:00:00Z" });
    for (let count = 0; count < 29; count += 1) expect((await attempt("OLD-CODE")).status).toBe(401);
    for (let count = 0; count < 31; count += 1)
      expect((await attempt(expiredLicense.licenseCode)).status).toBe(401);
    for (let count = 0; count < 29; count += 1) expect((await attempt(`WRONG-${count}`)).status).toBe(401);
    expect((await attempt("WRONG-29")).status).toBe(429);
    expect((await attempt("OLD-CODE")).status).toBe(429);

    const attemptInSession = createAttempt(uniqueName("address"), await makeCaller());
    for (let count = 0; count < 35; count += 1)
      expect((await attemptInSession(`WRONG-${count}`)).status).toBe(401);
  });

  it("design§Sessions the addresses of one IPv6 network count as one, and all addresses share a limit", async () => {
    const network = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}`;
    for (let count = 0; count < 30; count += 1)
      expect((await createAttempt(`${network}:1::${count.toString(16)}`)(`W-${count}`)).status).toBe(401);
    expect((await createAttempt(`${network}:0001:aa::1`)("W-x")).status).toBe(429);
    expect((await createAttempt(`${network}:2::1`)("W-x")).status).toBe(401);

    await db()
      .update(rateLimitCounter)
      .set({ attempts: 3000 })
      .where(eq(rateLimitCounter.key, "license:all"));
    expect((await createAttempt(uniqueName("address"))("W-y")).status).toBe(429);
    expect((await createAttempt(uniqueName("address"))((await makeLicense()).licenseCode)).status).toBe(429);
    await db().delete(rateLimitCounter);
  });

  it("2§4 a licence cannot overwrite, complete or see what another licence of its customer captured", async () => {
    const fieldDevice = await makeFieldDevice();
    const otherLicense = await makeLicense({
      customerId: fieldDevice.license.customerId,
      pauseDocumentations: true,
    });
    const sentBody = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, sentBody.id);
    const storedPhoto = await savePhoto(fieldDevice, sentBody.id);
    await fieldDevice.post("/photo/upload", uploadBody(storedPhoto.id, makePlainPhoto()));
    const { uploadId } = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
    const reservationBody = { size: 1, contentType: "image/jpeg", md5: md5Of(new Uint8Array()) };
    for (const [path, body, status] of [
      ["/documentation/saveWithLicenseCode", { documentation: { ...sentBody, name: "taken over" } }, 422],
      ["/documentation/completeWithLicenseCode", { id: sentBody.id, creator: "x" }, 404],
      ["/documentation/pauseWithLicenseCode", { id: sentBody.id, creator: "x" }, 404],
      ["/photo/saveWithLicenseCode", { photo: { ...photoBody(sentBody.id), id: shot.id } }, 404],
      ["/photo/saveWithLicenseCode", { photo: { ...photoBody(sentBody.id), id: storedPhoto.id } }, 404],
      ["/photo/reserveUpload", { id: shot.id, ...reservationBody }, 404],
      ["/photo/reserveUpload", { id: storedPhoto.id, ...reservationBody }, 404],
      ["/photo/settleUpload", { uploadId }, 404],
      ["/photo/upload", uploadBody(shot.id, makePlainPhoto()), 404],
    ] as const)
      expect([path, (await fieldDevice.post(path, body, otherLicense.licenseCode)).status]).toEqual([
        path,
        status,
      ]);
    expect(await findDocumentation(sentBody.id)).toMatchObject({
      name: sentBody.name,
      licenseId: fieldDevice.license.id,
    });
    // A documentation of a deleted licence can be changed by every device of its customer.
    await db().update(documentation).set({ licenseId: null }).where(eq(documentation.id, sentBody.id));
    const response = await fieldDevice.post(
      "/documentation/saveWithLicenseCode",
      { documentation: sentBody },
      otherLicense.licenseCode,
    );
    expect(response.status).toBe(200);
  });

  it("2§2 F12 getodk#173 documentations are saved only with templates that are offered to the licence or have been deleted", async () => {
    const fieldDevice = await makeFieldDevice();
    const { customerId } = fieldDevice.license;
    const otherLicense = await makeLicense({ customerId });
    const save = (template: FieldDevice["template"], id?: string) =>
      fieldDevice.post("/documentation/saveWithLicenseCode", {
        documentation: documentationBody({ ...fieldDevice, template }, id ? { id, tasks: [] } : {}),
      });
    const [restrictedTemplate, ownTemplate, deletedTemplate] = [
      await makeTemplate(customerId),
      await makeTemplate(customerId),
      await makeTemplate(customerId, { dateDeleted: "2026-01-01T00:00:00Z" }),
    ];
    await db()
      .insert(templateLicense)
      .values([
        { customerId, templateId: restrictedTemplate.id, licenseId: otherLicense.id },
        { customerId, templateId: ownTemplate.id, licenseId: fieldDevice.license.id },
      ]);
    expect(await jsonOf(save(restrictedTemplate))).toMatchObject({
      error: { fields: { "documentation.templateId": "notFound" } },
    });
    // F12 getodk#173 collect#6800: what a device captured before the deletion is kept.
    expect((await save(deletedTemplate)).status).toBe(200);
    expect((await save(ownTemplate)).status).toBe(200);
    const startedDocumentation = await saveDocumentation(fieldDevice);
    await db()
      .update(templateTable)
      .set({ dateDeleted: "2026-01-01T00:00:00Z" })
      .where(eq(templateTable.id, fieldDevice.template.id));
    expect((await save(fieldDevice.template, startedDocumentation.id)).status).toBe(200);
    expect((await save(restrictedTemplate, startedDocumentation.id)).status).toBe(422);
    expect((await save(fieldDevice.template)).status).toBe(200);
  });

  it("design§Tenancy of another customer finds none of this customer's documentations, photos and uploads", async () => {
    const [fieldDevice, otherFieldDevice] = [await makeFieldDevice(), await makeFieldDevice()];
    const code = otherFieldDevice.license.licenseCode;
    const sentBody = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, sentBody.id);
    const { uploadId } = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
    for (const [path, body, status] of [
      ["/documentation/completeWithLicenseCode", { id: sentBody.id, creator: "x" }, 404],
      [
        "/photo/reserveUpload",
        { id: shot.id, size: 1, contentType: "image/jpeg", md5: md5Of(new Uint8Array()) },
        404,
      ],
      ["/photo/settleUpload", { uploadId }, 404],
      ["/photo/upload", uploadBody(shot.id, makePlainPhoto()), 404],
      ["/photo/saveWithLicenseCode", { photo: photoBody(sentBody.id) }, 404],
      // Another customer's template is not found. With a template of the caller's customer, the id is already in use.
      [
        "/documentation/saveWithLicenseCode",
        { documentation: documentationBody(fieldDevice, { id: sentBody.id }) },
        422,
      ],
      [
        "/documentation/saveWithLicenseCode",
        { documentation: documentationBody(otherFieldDevice, { id: sentBody.id }) },
        422,
      ],
    ] as const)
      expect([path, (await fieldDevice.post(path, body, code)).status]).toEqual([path, status]);
    expect((await findDocumentation(sentBody.id)).name).toBe(sentBody.name);
  });
});

describe("device and templates", () => {
  it("3§3 a device registers once, and later reports with the same deviceId update it", async () => {
    const fieldDevice = await makeFieldDevice();
    const report = {
      deviceId: "d-1",
      phoneModel: "SM-G991B",
      osVersion: "15",
      appVersion: "4.2",
      availableStorageSpace: 12,
    };
    const first = await jsonOf<{ id: string; license: { name: string } }>(
      fieldDevice.post("/device/saveWithLicenseCode", { device: report }),
    );
    const second = await jsonOf<{ id: string }>(
      fieldDevice.post("/device/saveWithLicenseCode", { device: { ...report, appVersion: "4.3" } }),
    );
    expect(second.id).toBe(first.id);
    expect(first.license.name).toBe(fieldDevice.license.name);
    const forcedSettings = {
      deletePhotosAfterUpload: "FORCED_YES",
      backupPhotosToLibrary: "FORCED_NO",
    } as const;
    await db().update(license).set(forcedSettings).where(eq(license.id, fieldDevice.license.id));
    const third = await jsonOf(fieldDevice.post("/device/saveWithLicenseCode", { device: report }));
    expect(third).toMatchObject({ license: forcedSettings });
    expect(JSON.stringify(first)).not.toContain(fieldDevice.license.licenseCode);
    const rows = await db()
      .select()
      .from(device)
      .where(eq(device.customerId, fieldDevice.license.customerId));
    expect(rows).toMatchObject([
      { appVersion: "4.2", phoneModel: "SM-G991B", currentLicenseId: fieldDevice.license.id },
    ]);
  });

  it("2§2 a device is offered, in order, the templates that are neither hidden nor deleted nor restricted to another licence", async () => {
    const fieldDevice = await makeFieldDevice();
    const { customerId } = fieldDevice.license;
    await makeTemplate(customerId, { hidden: true });
    await makeTemplate(customerId, { dateDeleted: "2026-01-01T00:00:00Z" });
    const restrictedTemplate = await makeTemplate(customerId, { position: 2 });
    const ownTemplate = await makeTemplate(customerId, { position: 1 });
    const otherLicense = await makeLicense({ customerId });
    await db()
      .insert(templateLicense)
      .values([
        { customerId, templateId: restrictedTemplate.id, licenseId: otherLicense.id },
        { customerId, templateId: ownTemplate.id, licenseId: fieldDevice.license.id },
      ]);
    const { items } = await jsonOf<{ items: { id: string; tasks: { name: string }[] }[] }>(
      fieldDevice.post("/template/findAllByLicenseCode", {}),
    );
    expect(items.map(({ id }) => id)).toEqual([fieldDevice.template.id, ownTemplate.id]);
    expect(items[0]?.tasks.map(({ name }) => name)).toEqual(["Overview", "Remark"]);
  });
});

describe("a documentation from a device", () => {
  it("2§4 is saved with tasks, answers, preconditions and events, and saved again without duplicates", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice, { tags: ["north", "2026"] });
    await saveDocumentation(fieldDevice, {
      ...body,
      tasks: body.tasks.map((task) => ({ ...task, answer: "changed" })),
    });
    const tasks = await db()
      .select()
      .from(documentationTask)
      .where(eq(documentationTask.documentationId, body.id));
    expect(tasks.map(({ answer }) => answer)).toEqual(["changed", "changed"]);
    const preconditions = await db()
      .select()
      .from(documentationPrecondition)
      .where(eq(documentationPrecondition.customerId, fieldDevice.license.customerId));
    expect(preconditions).toMatchObject([{ type: "TASK_PHOTOS_TAKEN", params: { task: body.tasks[0]?.id } }]);
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, body.id));
    expect(events.map(({ type }) => type)).toEqual(["CREATED"]);
    expect((await findDocumentation(body.id)).status).toBe("ONGOING");
  });

  it("2§3 can have every field of the portal: those with a column are stored", async () => {
    const fieldDevice = await makeFieldDevice();
    const { customerId } = fieldDevice.license;
    const [ownReferencePhoto, foreignPhoto] = await db()
      .insert(referencePhoto)
      .values([
        { customerId, name: "Good" },
        { customerId: (await makeCustomer()).id, name: "Elsewhere" },
      ])
      .returning();
    const id = crypto.randomUUID();
    const taskId = crypto.randomUUID();
    const preconditionId = crypto.randomUUID();
    const dateCreated = "2026-05-03T08:00:00Z";
    const task = {
      ...{ id: taskId, customerId, documentation: id, name: "Remark", type: "TEXT", dateCreated },
      preconditions: [
        { id: preconditionId, task: taskId, type: "PLATFORM", params: { platform: "WEB" }, dateCreated },
      ],
      events: [{ type: "CREATED", creator: "anna", dateCreated }],
      referencePhotos: [ownReferencePhoto!.id, { id: foreignPhoto!.id, name: "Elsewhere" }],
      unexpectedAnswerEvents: [{ expectedAnswerListName: "Tags", expectedAnswer: "NF-1" }],
    };
    const portalFields = {
      name: "NF-2041",
      ...{
        id,
        customerId,
        alias: "Hamnmasten",
        appVersion: "Portal",
        osVersion: "Firefox",
        phoneModel: "N/A",
      },
      ...{ deleteAutomatically: true, deleteTimeLimit: "WEEK", exportAutomatically: true, exportEvents: [] },
      ...{ templateLastUpdated: dateCreated, tags: ["north"], tasks: [task] },
    };
    await saveDocumentation(fieldDevice, portalFields);
    await saveDocumentation(fieldDevice, portalFields);
    expect(await findDocumentation(id)).toMatchObject({
      ...{ alias: "Hamnmasten", deleteAutomatically: true, deleteTimeLimit: "WEEK" },
      ...{ exportAutomatically: true, templateLastUpdated: dateCreated },
    });
    const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    const { items } = await jsonOf<{ items: object[] }>(
      call("GET", `/documentationTasks?documentationId=${id}`, { as }),
    );
    expect(items).toMatchObject([
      {
        dateCreated,
        preconditions: [{ id: preconditionId, task: taskId, dateCreated }],
        events: [{ type: "CREATED", creator: "anna", dateCreated }],
        referencePhotos: [{ id: ownReferencePhoto!.id, name: "Good" }],
        unexpectedAnswerEvents: [{ expectedAnswerListName: "Tags", expectedAnswer: "NF-1" }],
      },
    ]);
  });

  it("2§3 a task's CREATED event has a row only if it differs from the documentation's", async () => {
    const fieldDevice = await makeFieldDevice();
    const { customerId } = fieldDevice.license;
    const dateCreated = "2026-05-03T08:00:00Z";
    const createdEvent = { type: "CREATED", creator: "field", dateCreated };
    const otherEvent = { type: "CREATED", creator: "anna", dateCreated: "2026-05-03T09:00:00Z" };
    const tasks = [[], [createdEvent], [otherEvent], [createdEvent, otherEvent]].map((events, position) => ({
      ...{ id: crypto.randomUUID(), name: "Remark", type: "TEXT", position, dateCreated, events },
    }));
    const body = documentationBody(fieldDevice, { tasks });
    const fetchTaskEvents = async () => {
      const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
      const { items } = await jsonOf<{ items: { events: { id: string; dateUploaded: string }[] }[] }>(
        call("GET", `/documentationTasks?documentationId=${body.id}`, { as }),
      );
      return items.map(({ events }) => events);
    };
    const eventLists = [[createdEvent], [createdEvent], [otherEvent], [createdEvent, otherEvent]];
    await saveDocumentation(fieldDevice, body);
    const first = await fetchTaskEvents();
    expect(first).toMatchObject(eventLists);
    const { dateUploaded } = await findDocumentation(body.id);
    expect(first.flat().map((event) => event.dateUploaded)).toEqual(first.flat().map(() => dateUploaded));
    expect(new Set(first.flat().map(({ id }) => id)).size).toBe(5);
    expect(await db().$count(taskEvent, eq(taskEvent.customerId, customerId))).toBe(3);
    // The device sends the events back unchanged.
    await saveDocumentation(fieldDevice, {
      ...body,
      tasks: tasks.map((task, index) => ({ ...task, events: first[index] })),
    });
    expect(await fetchTaskEvents()).toEqual(first);
    expect(await db().$count(taskEvent, eq(taskEvent.customerId, customerId))).toBe(3);
  });

  it("2§3 fields that the service sets are accepted only with the service's value", async () => {
    const fieldDevice = await makeFieldDevice();
    const otherCustomerId = fieldDevice.license.customerId + 1;
    const task = { id: crypto.randomUUID(), name: "Remark", type: "TEXT" };
    for (const [request, fieldPath] of [
      [{ customerId: otherCustomerId }, "documentation.customerId"],
      [{ exportEvents: [{ id: crypto.randomUUID() }] }, "documentation.exportEvents"],
      [{ tasks: [{ ...task, customerId: otherCustomerId }] }, "documentation.tasks.0.customerId"],
      [{ tasks: [{ ...task, documentation: task.id }] }, "documentation.tasks.0.documentation"],
    ] as const) {
      const response = await fieldDevice.post("/documentation/saveWithLicenseCode", {
        documentation: documentationBody(fieldDevice, request),
      });
      const { error } = await jsonOf<{ error: { fields: object } }>(response);
      expect([response.status, error.fields]).toEqual([422, { [fieldPath]: "invalid" }]);
    }
  });

  it("2§5 invalid values are field errors, and nothing is written", async () => {
    const fieldDevice = await makeFieldDevice();
    for (const [request, fieldPath] of [
      [{ name: "" }, "documentation.name"],
      [{ templateId: crypto.randomUUID() }, "documentation.templateId"],
      [{ lat: 91 }, "documentation.lat"],
      [{ tasks: [{ id: crypto.randomUUID(), name: "x", type: "PICTURE" }] }, "documentation.tasks.0.type"],
      [
        { tasks: [{ id: crypto.randomUUID(), name: "x", type: "TEXT", answer: "x".repeat(2001) }] },
        "documentation.tasks.0.answer",
      ],
      [
        { tasks: [{ id: crypto.randomUUID(), name: "x", type: "TEXT", parentId: crypto.randomUUID() }] },
        "documentation.tasks.0.parentId",
      ],
      [{ surprise: 1 }, "documentation.surprise"],
    ] as const) {
      const body = documentationBody(fieldDevice, request);
      const response = await fieldDevice.post("/documentation/saveWithLicenseCode", { documentation: body });
      expect([fieldPath, response.status]).toEqual([fieldPath, 422]);
      expect(Object.keys((await jsonOf<{ error: { fields: object } }>(response)).error.fields)).toContain(
        fieldPath,
      );
      expect(await findDocumentation(body.id)).toBeUndefined();
    }
  });

  it("2§3 is refused if a task refers to a task of another documentation or template", async () => {
    const fieldDevice = await makeFieldDevice();
    const otherDocumentation = await saveDocumentation(fieldDevice);
    const otherTemplate = await makeTemplate(fieldDevice.license.customerId);
    const task = { id: crypto.randomUUID(), name: "x", type: "TEXT" };
    for (const [request, fieldPath] of [
      [{ parentId: otherDocumentation.tasks[0]!.id }, "documentation.tasks.0.parentId"],
      [{ templateTaskId: otherTemplate.tasks[0]!.id }, "documentation.tasks.0.templateTaskId"],
    ] as const) {
      const documentation = documentationBody(fieldDevice, { tasks: [{ ...task, ...request }] });
      const response = await fieldDevice.post("/documentation/saveWithLicenseCode", { documentation });
      expect(await jsonOf(response)).toMatchObject({ error: { fields: { [fieldPath]: "notFound" } } });
      expect(await findDocumentation(documentation.id)).toBeUndefined();
    }
    // A parent that an earlier call saved is valid, and so is a template task that no longer exists.
    const group = { id: crypto.randomUUID(), name: "group", type: "GROUP" };
    const body = await saveDocumentation(fieldDevice, { tasks: [group] });
    await saveDocumentation(fieldDevice, {
      ...body,
      tasks: [{ ...task, parentId: group.id, templateTaskId: crypto.randomUUID() }],
    });
    await saveDocumentation(fieldDevice, {
      tasks: [{ ...task, id: crypto.randomUUID(), templateTaskId: fieldDevice.template.tasks[0]!.id }],
    });
  });

  it("2§4 becomes COMPLETED automatically when the last photo arrives, and can no longer be changed by its device", async () => {
    const fieldDevice = await makeFieldDevice();
    const sentBody = await saveDocumentation(fieldDevice, { numberOfPhotos: 2 });
    const shots = [
      await savePhoto(fieldDevice, sentBody.id),
      await savePhoto(fieldDevice, sentBody.id, { name: "Overview_02" }),
    ];
    await fieldDevice.post("/photo/upload", uploadBody(shots[0]!.id, makePlainPhoto()));
    const earlyResponse = await jsonOf(
      fieldDevice.post("/documentation/completeWithLicenseCode", { id: sentBody.id, creator: "field" }),
    );
    expect(earlyResponse).toMatchObject({ status: "ONGOING", uploadedPhotos: 1, numberOfPhotos: 2 });
    expect((await fieldDevice.post("/photo/upload", uploadBody(shots[1]!.id, makePlainPhoto()))).status).toBe(
      200,
    );
    expect(await findDocumentation(sentBody.id)).toMatchObject({ status: "COMPLETED", uploadedPhotos: 2 });
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, sentBody.id));
    expect(events.map(({ type }) => type).sort()).toEqual(["COMPLETED", "CREATED", "UPLOADED"]);
    expect(
      await jsonOf(
        fieldDevice.post("/documentation/completeWithLicenseCode", { id: sentBody.id, creator: "field" }),
      ),
    ).toMatchObject({ status: "COMPLETED" });
    for (const [path, body] of [
      ["/documentation/saveWithLicenseCode", { documentation: sentBody }],
      ["/photo/saveWithLicenseCode", { photo: photoBody(sentBody.id) }],
      ["/documentation/pauseWithLicenseCode", { id: sentBody.id, creator: "field" }],
    ] as const)
      expect((await fieldDevice.post(path, body)).status).toBe(422);
  });

  it("2§4 waits for a file that may come later, and completes when it arrives", async () => {
    const fieldDevice = await makeFieldDevice();
    const fileTask = crypto.randomUUID();
    const body = await saveDocumentation(fieldDevice, {
      numberOfPhotos: 0,
      tasks: [{ id: fileTask, name: "Protocol", type: "FILE", required: "NO_WITH_LATER_UPLOAD" }],
    });
    const completionBody = { id: body.id, creator: "field" };
    expect(
      await jsonOf(fieldDevice.post("/documentation/completeWithLicenseCode", completionBody)),
    ).toMatchObject({
      status: "WAITING_FOR_FILE",
    });
    const file = {
      id: crypto.randomUUID(),
      documentationId: body.id,
      documentationTaskId: fileTask,
      name: "protocol.pdf",
      creator: "field",
    };
    expect((await fieldDevice.post("/file/saveWithLicenseCode", { file })).status).toBe(200);
    const storedFile = await jsonOf(
      fieldDevice.post("/file/upload", {
        file: { id: file.id, data: base64(new TextEncoder().encode("%PDF-1.7 test")) },
      }),
    );
    expect(storedFile).toMatchObject({ hasData: true, dataSize: 13 });
    expect(await findDocumentation(body.id)).toMatchObject({ status: "COMPLETED", dataSize: 13 });
  });

  it("2§4 can be paused only if the licence allows it", async () => {
    const [pausingDevice, plainDevice] = [
      await makeFieldDevice({ pauseDocumentations: true }),
      await makeFieldDevice(),
    ];
    const first = await saveDocumentation(pausingDevice);
    expect(
      await jsonOf(
        pausingDevice.post("/documentation/pauseWithLicenseCode", { id: first.id, creator: "field" }),
      ),
    ).toMatchObject({ status: "PAUSED" });
    const second = await saveDocumentation(plainDevice);
    expect(
      await jsonOf(
        plainDevice.post("/documentation/pauseWithLicenseCode", { id: second.id, creator: "field" }),
      ),
    ).toMatchObject({ error: { code: "pauseNotAllowed" } });
  });
});

describe("a photo", () => {
  it("2§3 is stored with its metadata, from base64 with or without a data URL", async () => {
    const fieldDevice = await makeFieldDevice();
    const sentBody = await saveDocumentation(fieldDevice, { numberOfPhotos: 2 });
    const bytes = makePhotoWithTags({
      exif: { 36867: "2026:03:02 10:11:12", 36881: "+01:00" },
      gps: {
        1: "N",
        2: [
          [59, 1],
          [1980, 100],
          [0, 1],
        ],
        3: "E",
        4: [
          [18, 1],
          [420, 100],
          [0, 1],
        ],
        17: [[315, 1]],
      },
    });
    const shot = await savePhoto(fieldDevice, sentBody.id);
    const storedPhoto = await jsonOf(fieldDevice.post("/photo/upload", uploadBody(shot.id, bytes)));
    expect(storedPhoto).toMatchObject({ id: shot.id, hasData: true, dataSize: bytes.length });
    const row = await db().select().from(photo).where(eq(photo.id, shot.id)).get();
    expect(row).toMatchObject({ hasData: true, hasOriginalData: true, dateCreated: "2026-03-02T09:11:12Z" });
    expect(row?.direction).toBe(315);
    expect(row?.lat).toBeCloseTo(59.33, 3);
    expect(row?.lng).toBeCloseTo(18.07, 3);
    expect(
      new Uint8Array(await (await env.STORAGE.get(toPhotoObjectKey(row!, "original")))!.arrayBuffer()),
    ).toEqual(new Uint8Array(bytes));
    const second = await savePhoto(fieldDevice, sentBody.id, {
      name: "Overview_02",
      dateCreated: "2020-01-02T03:04:05Z",
      lat: 1,
      lng: 2,
    });
    const body = uploadBody(second.id, bytes);
    expect(
      (
        await fieldDevice.post("/photo/upload", {
          ...body,
          photo: { ...body.photo, data: `data:image/jpeg;base64,${body.photo.data}` },
        })
      ).status,
    ).toBe(200);
    expect(await db().select().from(photo).where(eq(photo.id, second.id)).get()).toMatchObject({
      dateCreated: "2020-01-02T03:04:05Z",
      lat: 1,
      lng: 2,
    });
  });

  it.each([
    ["a file that is not a JPEG", () => makePngBytes(), "notJpeg"],
    ["a truncated file", () => makePlainPhoto().subarray(0, makePlainPhoto().length - 40), "photoTruncated"],
    ["an absurdly large photo", () => makeHugePhoto(), "photoTooLarge"],
  ])("design§Photos %s is refused with a reason, and nothing is stored", async (_what, bytes, code) => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, body.id);
    const response = await fieldDevice.post("/photo/upload", uploadBody(shot.id, bytes()));
    expect([response.status, await jsonOf(response)]).toMatchObject([422, { error: { code } }]);
    expect(await db().select().from(photo).where(eq(photo.id, shot.id))).toEqual([]);
    expect(
      (await env.STORAGE.list({ prefix: `customers/${fieldDevice.license.customerId}/photos/${shot.id}/` }))
        .objects,
    ).toEqual([]);
    expect(await db().select().from(upload).where(eq(upload.targetId, shot.id))).toMatchObject([
      { state: "REFUSED", refusalCode: code },
    ]);
    expect(await findDocumentation(body.id)).toMatchObject({ uploadedPhotos: 0, dataSize: 0 });
    // The same photo can be sent again, now undamaged.
    await savePhoto(fieldDevice, body.id, { id: shot.id });
    expect((await fieldDevice.post("/photo/upload", uploadBody(shot.id, makePlainPhoto()))).status).toBe(200);
  });

  it("design§Photos bytes other than the announced ones are refused and removed", async () => {
    const fieldDevice = await makeFieldDevice();
    const shot = await savePhoto(fieldDevice, (await saveDocumentation(fieldDevice)).id);
    const bytes = makePlainPhoto();
    const otherBytes = Uint8Array.from(bytes);
    otherBytes[bytes.length - 30]! ^= 1;
    const { uploadId, key } = await reserveUpload(fieldDevice, shot.id, bytes, otherBytes);
    expect(await jsonOf(fieldDevice.post("/photo/settleUpload", { uploadId }))).toMatchObject({
      error: { code: "uploadMismatch" },
    });
    expect(await env.STORAGE.head(key)).toBeNull();
  });

  it("design§Photos is settled by the client, and only once even if the client calls repeatedly and concurrently", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, body.id);
    const { uploadId } = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
    const responses = await Promise.all(
      [1, 2, 3].map(() => jsonOf(fieldDevice.post("/photo/settleUpload", { uploadId }))),
    );
    for (const response of responses) expect(response).toMatchObject({ hasData: true });
    expect(await findDocumentation(body.id)).toMatchObject({
      uploadedPhotos: 1,
      dataSize: makePlainPhoto().length,
    });
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(and(eq(documentationEvent.documentationId, body.id), eq(documentationEvent.type, "UPLOADED")));
    expect(events).toHaveLength(1);
  });

  it("design§Photos is settled by the storage event if the client does not", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, body.id);
    const { key } = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
    const queueCalls: string[] = [];
    const message = {
      id: "m",
      timestamp: new Date(),
      attempts: 1,
      body: { action: "PutObject", bucket: "siteproof", object: { key } },
      ack: () => queueCalls.push("ack"),
      retry: () => queueCalls.push("retry"),
    };
    await consume({ queue: "siteproof-storage-events", messages: [message] } as unknown as MessageBatch, env);
    await consume({ queue: "siteproof-storage-events", messages: [message] } as unknown as MessageBatch, env);
    expect(queueCalls).toEqual(["ack", "ack"]);
    expect(await findDocumentation(body.id)).toMatchObject({ uploadedPhotos: 1 });
  });

  it("design§Photos is settled by the sweeper if everything else is lost", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, body.id);
    const { uploadId } = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
    await db().update(upload).set({ dateCreated: "2026-01-01T00:00:00Z" }).where(eq(upload.id, uploadId));
    await settleUploads(env, db(), new Date());
    expect(await findDocumentation(body.id)).toMatchObject({ uploadedPhotos: 1 });
  });

  it("design§Photos an upload that has not arrived is reported as such, and stays reserved", async () => {
    const fieldDevice = await makeFieldDevice();
    const shot = await savePhoto(fieldDevice, (await saveDocumentation(fieldDevice)).id);
    const { uploadId } = await reserveUpload(fieldDevice, shot.id, makePlainPhoto(), new Uint8Array());
    expect(await jsonOf(fieldDevice.post("/photo/settleUpload", { uploadId }))).toMatchObject({
      error: { code: "uploadNotArrived" },
    });
    expect(await db().select().from(upload).where(eq(upload.id, uploadId)).get()).toMatchObject({
      state: "RESERVED",
      attempts: 1,
    });
  });

  it("design§Photos an older reservation never overwrites a newer one: the stored bytes are those of the row", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, body.id);
    const [plain, withExif] = [
      makePlainPhoto(),
      makePhotoWithTags({ exif: { 36867: "2026:01:02 03:04:05" } }),
    ];
    const first = await reserveUpload(fieldDevice, shot.id, plain);
    // While the first upload is being settled, the device starts again with other bytes.
    const settling = fieldDevice.post("/photo/settleUpload", { uploadId: first.uploadId });
    const second = await reserveUpload(fieldDevice, shot.id, withExif, new Uint8Array());
    await settling;
    await fieldDevice.post("/photo/settleUpload", { uploadId: second.uploadId });
    await expectConsistent(shot.id);
  });

  it("design§Photos an older signed URL does not disturb a newer upload, and objects it still writes are swept", async () => {
    const fieldDevice = await makeFieldDevice();
    const sentBody = await saveDocumentation(fieldDevice);
    const shot = await savePhoto(fieldDevice, sentBody.id);
    const first = await reserveUpload(fieldDevice, shot.id, makePlainPhoto(), new Uint8Array());
    const second = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
    expect(second.key).not.toBe(first.key);
    await env.STORAGE.put(first.key, makePngBytes(), { httpMetadata: { contentType: "image/jpeg" } });
    expect(
      await jsonOf(fieldDevice.post("/photo/settleUpload", { uploadId: second.uploadId })),
    ).toMatchObject({
      hasData: true,
    });
    await db()
      .update(orphanedObject)
      .set({ dateCreated: "2026-01-01T00:00:00Z" })
      .where(eq(orphanedObject.keyOrPrefix, first.key));
    await removeOrphans(env, db(), new Date());
    expect(await env.STORAGE.head(first.key)).toBeNull();
    await expectConsistent(shot.id);
    // Afterwards only the storage event reports the object.
    const body = { action: "PutObject", bucket: "siteproof", object: { key: first.key } };
    const message = { id: "m", timestamp: new Date(), attempts: 1, body, ack: () => {}, retry: () => {} };
    const batch = { queue: "siteproof-storage-events", messages: [message] } as unknown as MessageBatch;
    await consume(batch, env);
    body.object.key = second.key;
    await consume(batch, env);
    const orphans = await db()
      .select()
      .from(orphanedObject)
      .where(inArray(orphanedObject.keyOrPrefix, [first.key, second.key]));
    expect(orphans.map(({ keyOrPrefix }) => keyOrPrefix)).toEqual([first.key]);
  });

  it("2§5 a device that starts over continues the numbering of existing names, even in concurrent calls", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice, { numberOfPhotos: 6 });
    const request = { documentationTaskId: body.tasks[0]!.id };
    const names = ["Overview_01", "Overview_02", "Overview_03"];
    for (let run = 0; run < 2; run += 1)
      await Promise.all(names.map((name) => savePhoto(fieldDevice, body.id, { ...request, name })));
    await savePhoto(fieldDevice, body.id, { ...request, name: "North side" });
    await savePhoto(fieldDevice, body.id, { ...request, name: "North side" });
    const rows = await db().select().from(photo).where(eq(photo.documentationId, body.id));
    expect(rows.map(({ name }) => name).sort()).toEqual([
      "North side",
      "North side",
      ...[1, 2, 3, 4, 5, 6].map((number) => `Overview_0${number}`),
    ]);
  });

  it("design§Photos two simultaneous uploads of one photo leave one of them complete, or none", async () => {
    for (let round = 0; round < 4; round += 1) {
      const fieldDevice = await makeFieldDevice();
      const shot = await savePhoto(fieldDevice, (await saveDocumentation(fieldDevice)).id);
      const photos = [makePlainPhoto(), makePhotoWithTags({ exif: { 36867: "2026:01:02 03:04:05" } })];
      await Promise.all(photos.map((bytes) => fieldDevice.post("/photo/upload", uploadBody(shot.id, bytes))));
      await expectConsistent(shot.id);
    }
  });

  it("2§7 parallel uploads of the same bytes all succeed; a later upload of other bytes is refused because the photo exists", async () => {
    const fieldDevice = await makeFieldDevice();
    const samePhoto = await savePhoto(fieldDevice, (await saveDocumentation(fieldDevice)).id);
    const send = (id: string, bytes: Uint8Array) => fieldDevice.post("/photo/upload", uploadBody(id, bytes));
    const responses = await Promise.all([1, 2, 3].map(() => send(samePhoto.id, makePlainPhoto())));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const hashes = await Promise.all(responses.map((response) => jsonOf<{ sha256: string }>(response)));
    expect(new Set(hashes.map(({ sha256 }) => sha256)).size).toBe(1);
    await expectConsistent(samePhoto.id);

    const otherPhoto = await savePhoto(fieldDevice, (await saveDocumentation(fieldDevice)).id);
    const [plain, withExif] = [
      makePlainPhoto(),
      makePhotoWithTags({ exif: { 36867: "2026:01:02 03:04:05" } }),
    ];
    const first = await reserveUpload(fieldDevice, otherPhoto.id, plain);
    const second = await reserveUpload(fieldDevice, otherPhoto.id, withExif);
    const settle = (uploadId: string) => fieldDevice.post("/photo/settleUpload", { uploadId });
    expect((await settle(first.uploadId)).status).toBe(200);
    expect(await jsonOf(settle(second.uploadId))).toMatchObject({ error: { code: "duplicate" } });
    await expectConsistent(otherPhoto.id);
    const orphans = await db().select().from(orphanedObject).where(eq(orphanedObject.keyOrPrefix, first.key));
    expect(orphans).toEqual([]);
  });

  it("2§7 a documentation saved twice concurrently exists once, and both calls succeed", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = documentationBody(fieldDevice);
    const responses = await Promise.all(
      [1, 2].map(() => fieldDevice.post("/documentation/saveWithLicenseCode", { documentation: body })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("2§7 F10 kobocat#470 kpi#5047 a device that sends the same call several times concurrently gets the same responses", async () => {
    const fieldDevice = await makeFieldDevice({ pauseDocumentations: true });
    const body = documentationBody(fieldDevice, { numberOfPhotos: 0 });
    const transitionBody = { id: body.id, creator: "field" };
    const sendRepeatedly = async (path: string, request: Record<string, unknown>) => {
      const responses = await Promise.all(
        [1, 2, 3, 4].map(() => fieldDevice.post(`/documentation/${path}`, request)),
      );
      const bodies = await Promise.all(responses.map((response) => jsonOf(response)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(bodies).toEqual(bodies.map(() => bodies[0]));
      return bodies[0]!;
    };
    await sendRepeatedly("saveWithLicenseCode", { documentation: body });
    expect(await sendRepeatedly("pauseWithLicenseCode", transitionBody)).toMatchObject({ status: "PAUSED" });
    const fetchId = crypto.randomUUID();
    const fetchRequest = { ...{ id: body.id, fetchId, deviceId: "tablet", creator: "second" } };
    await sendRepeatedly("fetchWithLicenseCode", fetchRequest);
    const version = (await findDocumentation(body.id)).version;
    const correctedBody = { ...body, name: uniqueName("renamed") };
    await sendRepeatedly("saveWithLicenseCode", { documentation: correctedBody, fetchId, version });
    // A different change to the same version is treated as someone else's.
    const staleResponse = await fieldDevice.post("/documentation/saveWithLicenseCode", {
      ...{ documentation: { ...correctedBody, name: uniqueName("other") }, fetchId, version },
    });
    expect(await jsonOf(staleResponse)).toMatchObject({ error: { code: "staleVersion" } });
    await sendRepeatedly("completeWithLicenseCode", { ...transitionBody, fetchId });
    expect((await findDocumentation(body.id)).name).toBe(correctedBody.name);
  });

  it("2§7 a photo saved several times concurrently exists once, and all calls succeed", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice);
    const shot = photoBody(body.id);
    const responses = await Promise.all(
      [1, 2, 3].map(() => fieldDevice.post("/photo/saveWithLicenseCode", { photo: shot })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await db().select().from(photo).where(eq(photo.id, shot.id))).toHaveLength(1);
  });

  it("2§7 a refused upload does not affect a newer upload of the photo that still waits", async () => {
    const fieldDevice = await makeFieldDevice();
    const shot = await savePhoto(fieldDevice, (await saveDocumentation(fieldDevice)).id);
    const first = await reserveUpload(fieldDevice, shot.id, makePlainPhoto(), new Uint8Array());
    await env.STORAGE.put(first.key, makePngBytes(), { httpMetadata: { contentType: "image/jpeg" } });
    const second = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
    const settle = (uploadId: string) => fieldDevice.post("/photo/settleUpload", { uploadId });
    expect(await jsonOf(settle(first.uploadId))).toMatchObject({ error: { code: "uploadMismatch" } });
    expect((await settle(second.uploadId)).status).toBe(200);
    await expectConsistent(shot.id);
  });

  it("2§7 F12 getodk#173 bytes that arrive through a signed URL of an expired or deleted licence are refused, with the reason", async () => {
    const endings = {
      licenseUnknown: (id: string) => db().delete(license).where(eq(license.id, id)),
      licenseExpired: (id: string) =>
        db()
          .update(license)
          .set({ expireDate: addSeconds(-1) })
          .where(eq(license.id, id)),
    };
    for (const [reason, endLicense] of Object.entries(endings)) {
      const fieldDevice = await makeFieldDevice();
      const shot = await savePhoto(fieldDevice, (await saveDocumentation(fieldDevice)).id);
      const { key, uploadId } = await reserveUpload(fieldDevice, shot.id, makePlainPhoto());
      await db()
        .update(documentation)
        .set({ licenseId: null })
        .where(eq(documentation.id, shot.documentationId));
      await endLicense(fieldDevice.license.id);
      expect(await settleUpload(env, db(), uploadId)).toMatchObject({
        state: "REFUSED",
        reason,
      });
      expect(await env.STORAGE.head(key)).toBeNull();
    }
  });

  it("design§Tenancy a task of another documentation is refused", async () => {
    const fieldDevice = await makeFieldDevice();
    const [first, second] = [await saveDocumentation(fieldDevice), await saveDocumentation(fieldDevice)];
    const response = await fieldDevice.post("/photo/saveWithLicenseCode", {
      photo: photoBody(first.id, { documentationTaskId: second.tasks[0]!.id }),
    });
    expect(await jsonOf(response)).toMatchObject({
      error: { fields: { "photo.documentationTaskId": "notFound" } },
    });
  });

  it("design§Photos stored bytes are never overwritten", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice, { numberOfPhotos: 2 });
    const shot = await savePhoto(fieldDevice, body.id);
    await fieldDevice.post("/photo/upload", uploadBody(shot.id, makePlainPhoto()));
    const repeatedResponse = await jsonOf<{ hasData: boolean; sha256: string }>(
      fieldDevice.post("/photo/saveWithLicenseCode", {
        photo: { ...photoBody(body.id), id: shot.id, name: "other" },
      }),
    );
    expect(repeatedResponse.hasData).toBe(true);
    expect(await db().select().from(photo).where(eq(photo.id, shot.id)).get()).toMatchObject({
      name: "Overview_01",
    });
    const otherBytes = makePhotoWithTags({ image: { 271: "Other" } });
    expect((await fieldDevice.post("/photo/upload", uploadBody(shot.id, otherBytes))).status).toBe(422);
    const reservationBody = {
      id: shot.id,
      contentType: "image/jpeg",
      size: otherBytes.length,
      md5: md5Of(otherBytes),
    };
    expect((await fieldDevice.post("/photo/reserveUpload", reservationBody)).status).toBe(422);
  });

  it("P7 osmeditor4android#3071 a device that repeats an upload gets the same response, in the body or through a signed URL", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice, { numberOfPhotos: 2 });
    const shot = await savePhoto(fieldDevice, body.id);
    const uploadAsBase64 = () => fieldDevice.post("/photo/upload", uploadBody(shot.id, makePlainPhoto()));
    const [first, secondResponse] = [await jsonOf(uploadAsBase64()), await jsonOf(uploadAsBase64())];
    expect(first).toMatchObject({ hasData: true });
    expect(secondResponse).toEqual(first);
    // A signed URL gives the same response, even after the documentation was completed.
    await fieldDevice.post("/documentation/completeWithLicenseCode", { id: body.id, creator: "field" });
    const reservationBody = {
      ...{
        id: shot.id,
        contentType: "image/jpeg",
        size: makePlainPhoto().length,
        md5: md5Of(makePlainPhoto()),
      },
    };
    const { uploadId } = await jsonOf<{ uploadId: string }>(
      fieldDevice.post("/photo/reserveUpload", reservationBody),
    );
    const settle = () => jsonOf(fieldDevice.post("/photo/settleUpload", { uploadId }));
    expect([await settle(), await settle()]).toEqual([first, first]);
    expect(await jsonOf(uploadAsBase64())).toEqual(first);
    const rows = await db()
      .select({ uploaded: documentation.uploadedPhotos })
      .from(documentation)
      .where(eq(documentation.id, body.id));
    expect(rows).toEqual([{ uploaded: 1 }]);
  });

  it("P8 a documentation with a refused photo is completed on request, and the photo stays missing for every reader", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice, { numberOfPhotos: 3 });
    const [good, bad] = [
      await savePhoto(fieldDevice, body.id),
      await savePhoto(fieldDevice, body.id, { name: "Overview_02" }),
    ];
    await fieldDevice.post("/photo/upload", uploadBody(good.id, makePlainPhoto()));
    expect((await fieldDevice.post("/photo/upload", uploadBody(bad.id, makePngBytes()))).status).toBe(422);
    const complete = async (options = {}) =>
      (
        await jsonOf<{ status: string }>(
          fieldDevice.post("/documentation/completeWithLicenseCode", {
            id: body.id,
            creator: "field",
            ...options,
          }),
        )
      ).status;
    expect(await complete()).toBe("ONGOING");
    // A photo that is announced may still arrive.
    const latePhoto = await savePhoto(fieldDevice, body.id, { name: "Overview_03" });
    expect(await complete({ withMissingPhotos: true })).toBe("ONGOING");
    await fieldDevice.post("/photo/upload", uploadBody(latePhoto.id, makePlainPhoto()));
    expect(await complete({ withMissingPhotos: true })).toBe("COMPLETED");
    expect(await complete({ withMissingPhotos: true })).toBe("COMPLETED");
    expect(await findDocumentation(body.id)).toMatchObject({ numberOfPhotos: 3, uploadedPhotos: 2 });
    const { customerId } = fieldDevice.license;
    const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    const details = await jsonOf(call("GET", `/documentations/${body.id}`, { as }));
    expect(details).toMatchObject({ refusedUploads: [{ name: "Overview_02", reason: "notJpeg" }] });
  });

  it("P7 getodk#50 a device that repeats a file upload gets the same response; other bytes are refused", async () => {
    const fieldDevice = await makeFieldDevice();
    const body = await saveDocumentation(fieldDevice, { numberOfPhotos: 0 });
    const id = crypto.randomUUID();
    await fieldDevice.post("/file/saveWithLicenseCode", {
      file: { id, documentationId: body.id, name: "protocol.pdf", type: "application/pdf", creator: "field" },
    });
    const send = (text: string) =>
      fieldDevice.post("/file/upload", { file: { id, data: base64(new TextEncoder().encode(text)) } });
    const first = await jsonOf(send("%PDF-1.7 test"));
    expect(first).toMatchObject({ hasData: true });
    expect(await jsonOf(send("%PDF-1.7 test"))).toEqual(first);
    expect((await send("%PDF-1.7 other")).status).toBe(422);
  });
});

it("1§2 every write of a device is in the audit log under user -1", async () => {
  const owner = await makeCustomer();
  const fieldDevice = await makeFieldDevice({ customerId: owner.id });
  const body = await saveDocumentation(fieldDevice);
  const shot = await savePhoto(fieldDevice, body.id);
  await fieldDevice.post("/photo/upload", uploadBody(shot.id, makePlainPhoto()));
  const auditEntries = await db().select().from(domainChange).where(eq(domainChange.customerId, owner.id));
  expect(auditEntries.map(({ userId, objectClass, action }) => [userId, objectClass, action])).toEqual([
    [-1, "siteproof.Documentation", "CREATE"],
    [-1, "siteproof.Photo", "CREATE"],
  ]);
});
