import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { DeliveryDetails } from "#domain/endpoints/exports/delivery.ts";
import type { ExportOptions, ExportPlan } from "#domain/endpoints/exports/manualExport.ts";
import type { ExportEvent } from "#domain/endpoints/shared/exportEvents.ts";
import {
  delivery,
  documentation,
  documentationTask,
  domainChange,
  exportConfiguration,
  exportConfigurationUserParam,
  exportEvent,
  file,
  orphanedObject,
  templateExportConfiguration,
  template as templateTable,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeVisit } from "#worker/testing/visits.ts";

const sha256 = /^[0-9a-f]{64}$/;
const helloFile = { name: "note.txt", size: 5, data: "aGVsbG8=", type: "text/plain" };

/** A user who can export, and a documentation of two photos whose template has a destination. */
async function makeExporter(options: { userParam?: string; files?: boolean } = {}) {
  const as = await makeCaller({
    customerId: (await makeCustomer(["DOCUMENTATION_COMPARISON"])).id,
    roles: [
      "ROLE_DOCUMENTATION_READ",
      "ROLE_EXPORT_DOCUMENTATION",
      ...(options.files === false ? [] : (["ROLE_FILE_READ"] as const)),
    ],
  });
  const { customerId } = as;
  const template = await makeTemplate(customerId, { includeExternalFiles: true });
  const visit = await makeVisit(customerId, { template, name: "Boden", photos: 2, status: "COMPLETED" });
  const [configuration] = await db()
    .insert(exportConfiguration)
    .values({ customerId, name: "Arkiv", type: "FTP", params: { host: "ftp.test" } })
    .returning();
  if (options.userParam)
    await db().insert(exportConfigurationUserParam).values({
      customerId,
      exportConfigurationId: configuration!.id,
      name: options.userParam,
      required: true,
    });
  const [link] = await db()
    .insert(templateExportConfiguration)
    .values({
      customerId,
      templateId: template.id,
      exportConfigurationId: configuration!.id,
      name: "To Arkiv",
    })
    .returning();
  const body = { documentationId: visit.id, templateExportConfigurationIds: [link!.id] };
  return { as, customerId, template, visit, configuration: configuration!, linkId: link!.id, body };
}

const send = (as: Caller, body: object, path = "/documentation/manualExport") =>
  call("POST", path, { as, body });
const readStartedDeliveries = async (response: Response | Promise<Response>) =>
  (await jsonOf<{ deliveries: { id: string; name: string }[] }>(response)).deliveries;
const readRefusal = async (response: Response | Promise<Response>) =>
  (await jsonOf<{ error: { code: string; names?: string[]; fields?: object } }>(response)).error;
const listDeliveries = (documentationId: string) =>
  db().select().from(delivery).where(eq(delivery.documentationId, documentationId));

describe("manualExport", () => {
  it("2§7 starts a delivery for each destination, with its files stored, its event and an audit entry", async () => {
    const { as, visit, body, customerId, configuration } = await makeExporter();
    const response = await send(as, {
      ...{ ...body, photoIds: [visit.photos[0]], user: 1 },
      externalFiles: [helloFile, { ...helloFile, data: "d29ybGQ=" }],
    });
    expect(response.status).toBe(201);
    const [delivery, ...otherDeliveries] = await readStartedDeliveries(response);
    expect([delivery!.name, otherDeliveries]).toEqual(["To Arkiv", []]);
    const [row] = await listDeliveries(visit.id);
    expect(row).toMatchObject({
      ...{ id: delivery!.id, customerId, type: "FTP", exportConfigurationName: "Arkiv", isAutomatic: false },
      ...{
        exportConfigurationId: configuration.id,
        requester: { userId: as.userId, realUserId: null, customerId },
      },
      request: { photoIds: [visit.photos[0]], fileIds: null, externalFiles: [{ name: "note.txt", size: 5 }] },
    });
    const [externalFile] = row!.request.externalFiles;
    expect(externalFile!.sha256).toMatch(sha256);
    expect(await (await env.STORAGE.get(externalFile!.key))!.text()).toBe("hello");
    expect(
      await db().select().from(orphanedObject).where(eq(orphanedObject.keyOrPrefix, externalFile!.key)),
    ).toEqual([]);
    const auditCondition = and(
      eq(domainChange.objectClass, "siteproof.Delivery"),
      eq(domainChange.objectId, delivery!.id),
    );
    expect(await db().select().from(domainChange).where(auditCondition)).toMatchObject([
      { userId: as.userId, customerId, action: "CREATE" },
    ]);
    expect(
      await db().select().from(exportEvent).where(eq(exportEvent.deliveryId, delivery!.id)),
    ).toMatchObject([{ documentationId: visit.id, success: null }]);
  });

  it("2§4 records in the audit log, the list of deliveries and the event whether an export is without markup", async () => {
    const { as, visit, body } = await makeExporter();
    const [[bareDelivery], [markedDelivery]] = [
      await readStartedDeliveries(send(as, { ...body, markup: false })),
      await readStartedDeliveries(send(as, body)),
    ];
    const readMarkupFlags = async (id: string) => {
      const [auditEntry] = await db().select().from(domainChange).where(eq(domainChange.objectId, id));
      const { withoutMarkup } = await jsonOf<DeliveryDetails>(call("GET", `/delivery/${id}`, { as }));
      const events = call("GET", `/exportEvent/findAllByDocumentationId/${visit.id}`, { as });
      const event = (await jsonOf<{ items: ExportEvent[] }>(events)).items.find(
        ({ delivery }) => delivery?.id === id,
      );
      return [auditEntry?.params.withoutMarkup, withoutMarkup, event?.delivery?.withoutMarkup];
    };
    expect(await readMarkupFlags(bareDelivery!.id)).toEqual([{ after: true }, true, true]);
    expect(await readMarkupFlags(markedDelivery!.id)).toEqual([undefined, false, false]);
  });

  it("design§Threads offers the discussion where a zip or document is sent, and records its request", async () => {
    const { as, visit, template, linkId, body } = await makeExporter();
    const readOption = async () =>
      (await jsonOf<ExportOptions>(call("GET", `/documentation/getExportOptions/${visit.id}`, { as })))
        .destinations[0];
    expect(await readOption()).toMatchObject({ takesThreads: false, hasThreads: false });
    await db().update(templateTable).set({ createZipFile: true }).where(eq(templateTable.id, template.id));
    await db()
      .update(templateExportConfiguration)
      .set({ params: { threads: "true" } })
      .where(eq(templateExportConfiguration.id, linkId));
    expect(await readOption()).toMatchObject({ takesThreads: true, hasThreads: true });
    const [plainDelivery] = await readStartedDeliveries(send(as, body));
    const [delivery] = await readStartedDeliveries(send(as, { ...body, threads: true }));
    expect(delivery!.id).not.toBe(plainDelivery!.id);
    const [auditEntry] = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, delivery!.id));
    expect(auditEntry?.params.threads).toEqual({ after: true });
  });

  it("2§7 returns the active delivery for an equal request; a different request, or one after it has ended, starts another", async () => {
    const { as, visit, body } = await makeExporter();
    const request = { ...body, externalFiles: [helloFile] };
    const [firstDelivery] = await readStartedDeliveries(send(as, request));
    const repeatedResponse = await send(as, request);
    expect(repeatedResponse.status).toBe(200);
    expect(await readStartedDeliveries(Promise.resolve(repeatedResponse))).toEqual([
      { ...firstDelivery, outcome: "ALREADY_RUNNING" },
    ]);
    const [otherDelivery] = await readStartedDeliveries(send(as, body));
    expect(otherDelivery!.id).not.toBe(firstDelivery!.id);
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.id, firstDelivery!.id));
    await readStartedDeliveries(send(as, request));
    expect(await listDeliveries(visit.id)).toHaveLength(3);
  });

  it("2§7 makes an active delivery that waits for its next attempt try again now on an equal request", async () => {
    const { as, visit, body } = await makeExporter();
    const [firstDelivery] = await readStartedDeliveries(send(as, body));
    expect(firstDelivery).toMatchObject({ outcome: "STARTED" });
    const laterAt = "2030-01-01T00:00:00Z";
    await db()
      .update(delivery)
      .set({ state: "WAITING", tries: 4, nextTryAt: laterAt, nextSliceAt: laterAt, errorKind: "transient" })
      .where(eq(delivery.id, firstDelivery!.id));
    expect(await readStartedDeliveries(send(as, body))).toEqual([{ ...firstDelivery, outcome: "RETRIED" }]);
    const [row, ...otherRows] = await listDeliveries(visit.id);
    expect(otherRows).toEqual([]);
    expect(row).toMatchObject({ state: "PENDING", tries: 0, nextTryAt: null, errorKind: null });
    expect(row!.nextSliceAt < laterAt).toBe(true);
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, firstDelivery!.id));
    expect(auditEntries.map(({ action }) => action).sort()).toEqual(["CREATE", "UPDATE"]);
  });

  it("2§7 starts one delivery for concurrent equal requests, and keeps no bytes of the other requests", async () => {
    const { as, visit, body } = await makeExporter();
    const request = { ...body, externalFiles: [helloFile] };
    const results = await Promise.all([1, 2, 3].map(() => readStartedDeliveries(send(as, request))));
    expect(new Set(results.map(([delivery]) => delivery!.id)).size).toBe(1);
    const rows = await listDeliveries(visit.id);
    expect(rows).toHaveLength(1);
    const [externalFile] = rows[0]!.request.externalFiles;
    const { objects } = await env.STORAGE.list({ prefix: `customers/${as.customerId}/` });
    expect(objects.map(({ key }) => key).filter((key) => key.includes("/deliver"))).toEqual([
      externalFile!.key,
    ]);
    expect(
      await db().select().from(orphanedObject).where(eq(orphanedObject.keyOrPrefix, externalFile!.key)),
    ).toEqual([]);
  });

  it("2§8 reports what is missing from a selection, and what blocks the export", async () => {
    const { as, visit, body, customerId } = await makeExporter({ userParam: "Project" });
    const params = { Project: "4711" };
    expect(await readRefusal(send(as, { ...body, templateExportConfigurationIds: [] }))).toMatchObject({
      code: "noExportConfiguration",
    });
    expect(await readRefusal(send(as, body))).toMatchObject({ code: "userParamMissing", names: ["Project"] });
    expect(await readRefusal(send(as, { ...body, params, photoIds: [] }))).toMatchObject({
      code: "noPhotosSelected",
    });
    const owner = { customerId, documentationId: visit.id, creator: "Eva" };
    await db()
      .insert(file)
      .values({ ...owner, name: "plan.pdf", hasData: true });
    expect(await readRefusal(send(as, { ...body, params, photoIds: [], fileIds: [] }))).toMatchObject({
      code: "noPhotosSelected",
    });
    const [task] = await db()
      .insert(documentationTask)
      .values([
        {
          ...{ customerId, documentationId: visit.id },
          name: "Protocol",
          type: "FILE",
          required: "NO_WITH_LATER_UPLOAD",
        },
        { ...{ customerId, documentationId: visit.id }, name: "Signature", type: "TEXT", required: "YES" },
      ])
      .returning();
    expect(await readRefusal(send(as, { ...body, params }))).toMatchObject({
      code: "unhandledFileTasks",
      names: ["Protocol"],
    });
    await db()
      .insert(file)
      .values({ ...owner, name: "protocol.pdf", hasData: true, documentationTaskId: task!.id });
    expect(await readRefusal(send(as, { ...body, params }))).toMatchObject({
      code: "requiredTasksNotCompleted",
      names: ["Signature"],
    });
    await db()
      .update(documentationTask)
      .set({ answer: "Eva" })
      .where(eq(documentationTask.name, "Signature"));
    await db().update(documentation).set({ status: "PAUSED" }).where(eq(documentation.id, visit.id));
    expect(await readRefusal(send(as, { ...body, params }))).toMatchObject({ code: "exportRefused" });
    const options = await jsonOf<ExportOptions>(
      call("GET", `/documentation/getExportOptions/${visit.id}`, { as }),
    );
    expect(options.obstacles).toEqual([{ code: "exportRefused", names: [] }]);
    expect(await listDeliveries(visit.id)).toEqual([]);
  });

  it("1§6 refuses items of another documentation, template or customer, and files of a different size", async () => {
    const { as, body, linkId: link } = await makeExporter();
    const foreignExporter = await makeExporter();
    const fetchFieldErrors = async (changes: object) =>
      (await readRefusal(send(as, { ...body, ...changes }))).fields;
    expect(await fetchFieldErrors({ photoIds: foreignExporter.visit.photos })).toEqual({
      photoIds: "notFound",
    });
    expect(await fetchFieldErrors({ fileIds: [crypto.randomUUID()] })).toEqual({ fileIds: "notFound" });
    expect(
      await fetchFieldErrors({ templateExportConfigurationIds: [link, foreignExporter.linkId] }),
    ).toEqual({
      templateExportConfigurationIds: "notFound",
    });
    expect(await fetchFieldErrors({ externalFiles: [{ ...helloFile, size: 6 }] })).toEqual({
      externalFiles: "invalid",
    });
    const invalidFile = { ...helloFile, data: `${helloFile.data.slice(0, 2)}é!${helloFile.data.slice(2)}` };
    expect(await fetchFieldErrors({ externalFiles: [invalidFile] })).toEqual({ externalFiles: "invalid" });
    expect((await send(as, foreignExporter.body)).status).toBe(404);
    expect((await send(as, { ...body, customerId: foreignExporter.customerId })).status).toBe(403);
    const plain = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await send(plain, body)).status).toBe(403);
  });
});

describe("the plan of an export", () => {
  it("2§2 names the destinations with their parameters, and counts files, bytes and missing items", async () => {
    const {
      as,
      visit,
      body,
      linkId: link,
      configuration,
      customerId,
    } = await makeExporter({
      userParam: "Project",
      files: false,
    });
    await db()
      .insert(file)
      .values({ customerId, documentationId: visit.id, name: "plan.pdf", creator: "Eva", hasData: true });
    const options = await jsonOf<ExportOptions>(
      call("GET", `/documentation/getExportOptions/${visit.id}`, { as }),
    );
    expect(options).toMatchObject({
      destinations: [
        {
          ...{
            templateExportConfigurationId: link,
            exportConfigurationId: configuration.id,
            name: "To Arkiv",
            type: "FTP",
          },
          ...{ userParams: [{ name: "Project", required: true }], exportOn: null, recipients: [] },
          ...{ takesPhotos: true, takesFiles: true, takesExternalFiles: true },
        },
      ],
      obstacles: [],
    });
    const fetchPlan = async () =>
      (await jsonOf<ExportPlan>(send(as, body, "/documentation/planExport"))).items[0]!;
    const item = await fetchPlan();
    expect(item).toMatchObject({
      ...{
        files: 2,
        seconds: null,
        unfilled: [],
        missing: [{ kind: "FILE", name: "#1", reason: "forbidden" }],
      },
      entries: [
        { type: "FOLDER", name: "Boden" },
        { type: "PHOTOS", count: 2 },
        { type: "FILES", count: 0 },
        { type: "EXTERNAL_FILES" },
      ],
    });
    const insertSentDelivery = (bytes: number, fileCount: number, sendingMs: number | null) =>
      db()
        .insert(delivery)
        .values({
          ...{ customerId, documentationId: visit.id, templateExportConfigurationId: link, type: "FTP" },
          ...{ exportConfigurationId: configuration.id, exportConfigurationName: "Arkiv", state: "DONE" },
          ...{ bytes, fileCount, sendingMs },
          // Days passed before it was sent again, which says nothing about its speed.
          ...{ startedAt: "2026-11-01T10:00:00Z", finishedAt: "2026-11-09T10:00:30Z" },
          request: { photoIds: null, fileIds: null, externalFiles: [], params: {}, language: "en" },
        });
    await insertSentDelivery(item.bytes!, 2, null);
    expect((await fetchPlan()).seconds).toBeNull();
    await insertSentDelivery(item.bytes!, 2, 30_000);
    expect((await fetchPlan()).seconds).toBe(30);
    // A small report takes as long as a photo; a large one shows the speed.
    await insertSentDelivery(100, 1, 900);
    await insertSentDelivery(item.bytes! * 1000, 100, 60_000);
    expect((await fetchPlan()).seconds).toBe(2);
  });

  it("2§7 of a comparison has the newest documentation's destinations, and each of its documentations gets an event", async () => {
    const { as, visit, template, linkId: link, customerId } = await makeExporter();
    const olderVisit = await makeVisit(customerId, {
      template,
      name: "Boden",
      photos: 1,
      dateCreated: "2025-01-01T08:00:00Z",
    });
    const options = await jsonOf<ExportOptions>(
      call("GET", "/documentationComparison/getExportOptions/Boden", { as }),
    );
    expect(options.destinations).toMatchObject([{ templateExportConfigurationId: link }]);
    const body = {
      ...{ documentationName: "Boden", templateExportConfigurationIds: [link] },
      photoIds: [visit.photos[0], olderVisit.photos[0]],
    };
    const exportPlan = await jsonOf<ExportPlan>(send(as, body, "/documentationComparison/planExport"));
    expect(exportPlan.items).toMatchObject([{ files: 2, missing: [] }]);
    const path = "/documentationComparison/manualExport";
    expect(await readRefusal(send(as, { ...body, photoIds: [] }, path))).toMatchObject({
      code: "noPhotosSelected",
    });
    const [delivery] = await readStartedDeliveries(send(as, body, path));
    const events = await db().select().from(exportEvent).where(eq(exportEvent.deliveryId, delivery!.id));
    expect(events.map(({ documentationId }) => documentationId).sort()).toEqual(
      [visit.id, olderVisit.id].sort(),
    );
    const plain = await makeVisit(customerId, { template, name: "Kalix", photos: 1 });
    expect(await readRefusal(send(as, { ...body, photoIds: plain.photos }, path))).toMatchObject({
      fields: { photoIds: "notFound" },
    });
    await db().update(documentation).set({ status: "DOWNLOADED" }).where(eq(documentation.name, "Boden"));
    expect(await readRefusal(send(as, body, path))).toMatchObject({ code: "exportRefused" });
    const zipResponse = await call(
      "GET",
      `/documentationComparison/downloadZipFile?photo=${visit.photos[0]}`,
      {
        as,
      },
    );
    expect(await readRefusal(zipResponse)).toMatchObject({ code: "exportRefused" });
  });
});
