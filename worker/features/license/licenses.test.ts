import { eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import type { DemoLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import {
  customer,
  device,
  deviceLicense,
  documentation,
  domainChange,
  license,
  template,
  templateLicense,
  userLicense,
} from "#worker/db/schema/index.ts";
import { makePngChunk, makeSmallPng } from "#worker/media/testing/samplePng.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";

const offer = (customerId: number, templateId: string, licenseId: string) =>
  db().insert(templateLicense).values({ customerId, templateId, licenseId });

it("3§7 the simple list has the user's own licences, for everyone who may read licences", async () => {
  const license = await makeLicense();
  await makeLicense();
  const reader = await makeCaller({ customerId: license.customerId, roles: ["ROLE_LICENSE_READ"] });
  const { id, name, licenseCode, customerId } = license;
  expect(await jsonOf(call("GET", "/license/simpleList", { as: reader }))).toEqual({
    items: [{ id, name, licenseCode, customerId }],
  });
  const otherCaller = await makeCaller({ roles: ["ROLE_TEMPLATE_READ"] });
  expect((await call("GET", "/license/simpleList", { as: otherCaller })).status).toBe(403);
});

it("2§2 users capture with their own licences, or with all of the customer's; never with expired ones", async () => {
  const { id: customerId } = await makeCustomer();
  const [first, second] = [await makeLicense({ customerId }), await makeLicense({ customerId })];
  await makeLicense({ customerId, expireDate: "2020-01-01T00:00:00Z" });
  await makeLicense();
  const as = await makeCaller({ customerId, roles: ["ROLE_CREATE_DOCUMENTATION"] });
  const listOffered = async () => {
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("GET", "/license/findAllForCapture", { as }),
    );
    return items.map(({ id }) => id).sort();
  };
  expect(await listOffered()).toEqual([first.id, second.id].sort());
  await db().insert(userLicense).values({ customerId, userId: as.userId, licenseId: second.id });
  expect(await listOffered()).toEqual([second.id]);
  const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
  expect((await call("GET", "/license/findAllForCapture", { as: reader })).status).toBe(403);
});

it("C2 hitobito#2957 pdfkit#892 a logo that documents cannot show is refused with the reason, and a stored one can be replaced", async () => {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const good = Buffer.from(makeSmallPng(20, 10));
  const damagedLogo = Buffer.from(good);
  damagedLogo[damagedLogo.length - 20]! ^= 0xff;
  const apple = Buffer.concat([
    good.subarray(0, 8),
    makePngChunk("CgBI", Buffer.from([0x50, 0, 0x20, 6])),
    good.subarray(8),
  ]);
  const logos = [
    [good.subarray(0, good.length - 15), "damagedImage"],
    [good.subarray(0, 8), "damagedImage"],
    [damagedLogo, "damagedImage"],
    // Its header promises more rows than there are.
    [Buffer.from(makeSmallPng(8, 6, { width: 8, height: 60 })), "damagedImage"],
    [Buffer.from(makeSmallPng(8, 6, { width: 9000, height: 9000 })), "imageTooLarge"],
    [apple, "applePng"],
  ] as const;
  const existingLicense = await makeLicense({ customerId, logo: damagedLogo.toString("base64") });
  for (const [bytes, reason] of logos) {
    const body = {
      customerId,
      name: "Logo",
      licenseCode: crypto.randomUUID(),
      logo: bytes.toString("base64"),
    };
    const createResponse = await call("POST", "/licenses", { as, body });
    expect([createResponse.status, await jsonOf(createResponse)]).toMatchObject([
      422,
      { error: { fields: { logo: reason } } },
    ]);
    const changeResponse = await call("PUT", `/licenses/${existingLicense.id}`, {
      as,
      body: { logo: body.logo, version: existingLicense.version },
    });
    expect(changeResponse.status).toBe(422);
  }
  const renameResponse = await call("PUT", `/licenses/${existingLicense.id}`, {
    as,
    body: { name: "Another", version: existingLicense.version },
  });
  expect(renameResponse.status).toBe(200);
  const replaceResponse = await call("PUT", `/licenses/${existingLicense.id}`, {
    as,
    body: { logo: good.toString("base64"), version: existingLicense.version + 1 },
  });
  expect(replaceResponse.status).toBe(200);
});

it("3§2 deleting a licence deletes the templates that only it has; captured documentations stay", async () => {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const [removedLicense, otherLicense] = [
    await makeLicense({ customerId }),
    await makeLicense({ customerId }),
  ];
  const [ownTemplate, sharedTemplate, unrestrictedTemplate] = [
    await makeTemplate(customerId),
    await makeTemplate(customerId),
    await makeTemplate(customerId),
  ];
  await offer(customerId, ownTemplate.id, removedLicense.id);
  await offer(customerId, sharedTemplate.id, removedLicense.id);
  await offer(customerId, sharedTemplate.id, otherLicense.id);
  const capturedDocumentation = await makeDocumentation(customerId, {
    templateId: ownTemplate.id,
    licenseId: removedLicense.id,
  });
  const [phone] = await db()
    .insert(device)
    .values({ customerId, deviceId: "phone", currentLicenseId: removedLicense.id })
    .returning();
  await db().insert(deviceLicense).values({ customerId, deviceId: phone!.id, licenseId: removedLicense.id });
  const path = `/license/deleteLicenseAndTemplates/${removedLicense.id}`;
  expect(await jsonOf(call("POST", path, { as }))).toEqual({ success: true, templates: 1 });
  expect((await call("POST", path, { as })).status).toBe(404);
  expect(await db().select().from(license).where(eq(license.customerId, customerId))).toMatchObject([
    { id: otherLicense.id },
  ]);
  const templates = await db().select().from(template).where(eq(template.customerId, customerId));
  expect(templates.filter(({ dateDeleted }) => dateDeleted).map(({ id }) => id)).toEqual([ownTemplate.id]);
  expect(
    templates
      .filter(({ dateDeleted }) => !dateDeleted)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([sharedTemplate.id, unrestrictedTemplate.id].sort());
  const [row] = await db().select().from(documentation).where(eq(documentation.id, capturedDocumentation.id));
  expect(row).toMatchObject({ licenseId: null, templateId: ownTemplate.id });
  expect(await jsonOf(call("GET", `/devices/${phone!.id}`, { as }))).toMatchObject({
    ...{ currentLicenseId: null, currentLicenseCode: null, licenses: [] },
  });
  const lines = await db()
    .select()
    .from(domainChange)
    .where(
      inArray(domainChange.objectId, [
        removedLicense.id,
        ownTemplate.id,
        capturedDocumentation.id,
        phone!.id,
      ]),
    );
  expect(lines.map(({ objectClass, action }) => [objectClass, action]).sort()).toEqual([
    ["siteproof.Device", "UPDATE"],
    ["siteproof.Documentation", "UPDATE"],
    ["siteproof.License", "DELETE"],
    ["siteproof.Template", "DELETE"],
  ]);
});

it("3§2 the demo list has the demo customer's trials with their counts, filtered, sorted and paged", async () => {
  const as = await makeSuperAdmin();
  const [demo, namesake] = await db()
    .insert(customer)
    .values([{ name: uniqueName("Trials"), demo: true }, { name: "Demo" }])
    .returning();
  const customerId = demo!.id;
  await makeLicense({ customerId, name: "Demo", demo: true });
  await makeLicense({ customerId: namesake!.id, name: "Elsewhere" });
  const trial = await makeLicense({
    ...{ customerId, name: "Trial", licenseCode: uniqueName("TRIAL#") },
    params: { email: "åsa@example.com", company: "Bygg AB", verified: "true", verificationCode: "482913" },
    dateCreated: "2026-05-04T09:30:00Z",
  });
  const expiredLicense = await makeLicense({
    ...{ customerId, name: "Pilot", expireDate: "2026-01-01T00:00:00Z" },
    dateCreated: "2026-01-01T09:30:00Z",
  });
  const [ownTemplate, deletedTemplate] = [
    await makeTemplate(customerId),
    await makeTemplate(customerId, { dateDeleted: "2026-05-04T09:30:00Z" }),
  ];
  await offer(customerId, ownTemplate.id, trial.id);
  await offer(customerId, deletedTemplate.id, trial.id);
  const capturedDocumentation = await makeDocumentation(customerId, {
    templateId: ownTemplate.id,
    licenseId: trial.id,
  });
  const list = (query: Record<string, string>) =>
    jsonOf<{ items: DemoLicense[]; total: number; groups: unknown }>(
      call("GET", `/license/demo?${new URLSearchParams(query)}`, { as }),
    );
  const ids = async (query: Record<string, string>) => (await list(query)).items.map(({ id }) => id);
  const all = await list({});
  expect(all).toMatchObject({
    items: [
      {
        ...{ id: trial.id, templates: 1, documentations: 1, email: "åsa@example.com", company: "Bygg AB" },
        ...{ verified: true, verificationCode: "482913", expireDate: null },
      },
      { id: expiredLicense.id, templates: 0, documentations: 0, email: null, company: null, verified: false },
    ],
    total: 2,
    groups: [
      { name: "Pilot", count: 1 },
      { name: "Trial", count: 1 },
    ],
  });
  expect(await ids({ showExpired: "false" })).toEqual([trial.id]);
  expect(await ids({ names: '["Pilot"]' })).toEqual([expiredLicense.id]);
  expect(await ids({ names: "[]" })).toEqual([]);
  expect(await ids({ q: "ÅSA@" })).toEqual([trial.id]);
  expect(await ids({ sort: "documentations", order: "asc" })).toEqual([expiredLicense.id, trial.id]);
  expect(await ids({ max: "1", offset: "1" })).toEqual([expiredLicense.id]);
  expect(await jsonOf(call("GET", `/license/getTemplates/${trial.id}`, { as }))).toEqual({
    items: [{ id: ownTemplate.id, name: ownTemplate.name }],
  });
  const { id, name, dateUploaded, dateCreated, status } = capturedDocumentation;
  expect(await jsonOf(call("GET", `/license/getDocumentations/${trial.id}`, { as }))).toEqual({
    items: [{ id, name, dateUploaded, dateCreated, status }],
    total: 1,
  });
  for (const endpoint of ["getTemplates", "getDocumentations"])
    expect((await call("GET", `/license/${endpoint}/${crypto.randomUUID()}`, { as })).status).toBe(404);
});

it("3§3 a device shows its licences, its current one and the name its model was sold under", async () => {
  const as = await makeSuperAdmin();
  const license = await makeLicense();
  const { customerId } = license;
  const report = { deviceId: uniqueName("device"), phoneModel: "iPhone15,4", darkMode: true };
  const registrationResponse = await call("POST", "/device/saveWithLicenseCode", {
    body: { licenseCode: license.licenseCode, device: report },
  });
  expect(registrationResponse.status).toBe(200);
  for (const q of [report.deviceId, "iphone 15", license.licenseCode.toLowerCase()]) {
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("GET", `/devices?customerId=${customerId}&q=${encodeURIComponent(q)}`, { as }),
    );
    expect([q, items]).toMatchObject([q, [{ phoneModelName: "iPhone 15", deviceId: report.deviceId }]]);
  }
  const [row] = await db().select().from(device).where(eq(device.customerId, customerId));
  const path = `/devices/${row!.id}`;
  expect(await jsonOf(call("GET", path, { as }))).toMatchObject({
    ...{ phoneModel: "iPhone15,4", darkMode: true, currentLicenseCode: license.licenseCode },
    licenses: [{ id: license.id, name: license.name, licenseCode: license.licenseCode }],
  });
  expect((await call("PUT", path, { as, body: {} })).status).toBe(404);
  expect((await call("DELETE", path, { as })).status).toBe(200);
  expect(await db().select().from(deviceLicense).where(eq(deviceLicense.deviceId, row!.id))).toEqual([]);
});

it("3§5 the last licence of a restricted template cannot be deleted, and the template is named", async () => {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const [license, otherLicense] = [await makeLicense({ customerId }), await makeLicense({ customerId })];
  const ownTemplate = await makeTemplate(customerId, { name: "Mast" });
  const deletedTemplate = await makeTemplate(customerId, { dateDeleted: "2026-05-04T09:30:00Z" });
  for (const { id } of [ownTemplate, deletedTemplate]) await offer(customerId, id, license.id);
  const remove = () => call("DELETE", `/licenses/${license.id}`, { as });
  const refusedResponse = await remove();
  expect([refusedResponse.status, await jsonOf(refusedResponse)]).toMatchObject([
    422,
    { error: { code: "onlyLicense", uses: [{ kind: "template", name: "Mast" }] } },
  ]);
  await offer(customerId, ownTemplate.id, otherLicense.id);
  expect((await remove()).status).toBe(200);
  expect(await jsonOf(call("GET", `/license/getTemplates/${otherLicense.id}`, { as }))).toEqual({
    items: [{ id: ownTemplate.id, name: "Mast" }],
  });
});

it("3§5 a new or changed code must not be guessable; existing codes are kept", async () => {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const create = (licenseCode: string) =>
    call("POST", "/licenses", { as, body: { customerId, name: uniqueName("license"), licenseCode } });
  const refusedResponse = await create("KOD-1");
  expect([refusedResponse.status, await jsonOf(refusedResponse)]).toMatchObject([
    422,
    { error: { code: "invalid", fields: { licenseCode: "guessable" } } },
  ]);
  expect((await create(uniqueName("7KQM-X2PD-9RTB-HW4C"))).status).toBe(201);
  const oldLicense = await makeLicense({ customerId, licenseCode: `K${customerId}` });
  const change = (body: object) =>
    call("PUT", `/licenses/${oldLicense.id}`, { as, body: { version: 1, ...body } });
  expect((await change({ licenseCode: `L${customerId}` })).status).toBe(422);
  expect((await change({ name: "Renamed", licenseCode: oldLicense.licenseCode })).status).toBe(200);
});
