import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { now } from "#domain/core/fields.ts";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import {
  documentation,
  documentationAlias,
  documentationTag,
  documentationTagConfiguration,
  exportEvent,
  tempFile,
  upload,
} from "#worker/db/schema/index.ts";
import { crc32 } from "#worker/export/crc32.ts";
import { toFileObjectKey } from "#worker/media/photoKeys.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeVisit } from "#worker/testing/visits.ts";

const makeReader = async (overrides: Parameters<typeof makeCaller>[0] = {}) =>
  makeCaller({
    customerId: (await makeCustomer(["DOCUMENTATION_GROUP"])).id,
    roles: ["ROLE_DOCUMENTATION_READ"],
    ...overrides,
  });
const fetchGroups = async (as: Caller, query = "") =>
  (await jsonOf<{ items: DocumentationGroupRow[] }>(call("GET", `/documentationGroups${query}`, { as })))
    .items;
const fetchNames = async (as: Caller, query = "") => (await fetchGroups(as, query)).map(({ name }) => name);
const fetchGroupCount = async (as: Caller, query = "") =>
  (await jsonOf<{ total: number }>(call("GET", `/documentationGroup/count${query}`, { as }))).total;
const updateDocumentation = (id: string, changes: Partial<typeof documentation.$inferInsert>) =>
  db().update(documentation).set(changes).where(eq(documentation.id, id));

describe("1§6 the customers that have documentations with a name", () => {
  const fetchCustomers = async (as: Caller, name: string) =>
    (
      await jsonOf<{ items: { id: number; name: string }[] }>(
        call("GET", `/documentationGroup/getCustomers/${encodeURIComponent(name)}`, { as }),
      )
    ).items;

  it("are all that use it as a name or tag for super admins, and only their own for staff; names are case-sensitive", async () => {
    const [firstReader, secondReader] = [await makeReader(), await makeReader()];
    const name = `Åre ${crypto.randomUUID()}`;
    const taggedDocumentation = await makeDocumentation(firstReader.customerId, { name: "Mast" });
    await db()
      .insert(documentationTag)
      .values({ customerId: firstReader.customerId, documentationId: taggedDocumentation.id, tag: name });
    await makeDocumentation(secondReader.customerId, { name });
    const customers = await fetchCustomers(await makeSuperAdmin(), name);
    expect(new Set(customers.map(({ id }) => id))).toEqual(
      new Set([firstReader.customerId, secondReader.customerId]),
    );
    expect((await fetchCustomers(firstReader, name)).map(({ id }) => id)).toEqual([firstReader.customerId]);
    expect(await fetchCustomers(await makeSuperAdmin(), name.toUpperCase())).toEqual([]);
    expect(await fetchCustomers(firstReader, "nothing")).toEqual([]);
  });
});

describe("the list of groups", () => {
  it("2§2 has a group for each name and tag, with the newest date of each template", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const [mast, cabinet] = [
      await makeTemplate(customerId, { name: "Mast" }),
      await makeTemplate(customerId, { name: "Cabinet" }),
    ];
    const dateOfDay = (day: string) => `2026-05-${day}T08:00:00Z`;
    await makeDocumentation(customerId, {
      name: "Åre",
      templateId: mast.id,
      dateCreated: dateOfDay("01"),
      exported: true,
    });
    await makeDocumentation(customerId, { name: "Åre", templateId: mast.id, dateCreated: dateOfDay("03") });
    const otherDocumentation = await makeDocumentation(customerId, {
      ...{ name: "Båstad", templateId: cabinet.id, dateCreated: dateOfDay("02") },
    });
    await db()
      .insert(documentationTag)
      .values({ customerId, documentationId: otherDocumentation.id, tag: "Åre" });
    await db()
      .insert(documentationTag)
      .values({ customerId, documentationId: otherDocumentation.id, tag: "Coast" });
    await db().insert(documentationAlias).values({ customerId, name: "Båstad", alias: "Hamnen" });
    const rows = await fetchGroups(as);
    expect(rows.map(({ name, tag, documentations }) => [name, tag, documentations])).toEqual([
      ["Båstad", false, 1],
      ["Coast", true, 1],
      ["Åre", false, 3],
    ]);
    expect(rows[2]).toMatchObject({
      latest: dateOfDay("03"),
      exported: "SOME",
      templates: [
        { id: cabinet.id, name: "Cabinet", documentations: 1, latest: dateOfDay("02") },
        { id: mast.id, name: "Mast", documentations: 2, latest: dateOfDay("03") },
      ],
    });
    expect(rows[0]!.alias).toBe("Hamnen");
    expect(await fetchNames(as, "?sort=alias&order=asc")).toEqual(["Båstad", "Coast", "Åre"]);
    expect(await fetchNames(as, `?sort=${mast.id}&order=desc`)).toEqual(["Åre", "Coast", "Båstad"]);
    expect(await fetchNames(as, `?sort=${cabinet.id}&order=asc&max=2&offset=1`)).toHaveLength(2);
    expect(await fetchNames(as, "?sort=exported&order=desc&max=1")).toEqual(["Åre"]);
    expect(await fetchNames(as, "?query=hamn")).toEqual(["Båstad"]);
    expect(await fetchNames(as, "?query=ÅRE")).toEqual(["Åre"]);
    expect(await fetchNames(as, "?query=co")).toEqual(["Coast"]);
    expect(await fetchGroupCount(as)).toBe(3);
    expect(await fetchGroupCount(as, "?query=hamn")).toBe(1);
    const templateColumns = await jsonOf<{ items: { name: string }[] }>(
      call("GET", "/documentationGroup/getTemplates", { as }),
    );
    expect(templateColumns.items.map(({ name }) => name)).toEqual(["Mast", "Cabinet"]);
  });

  it("2§2 never counts hidden or deleted documentations, and is updated when that changes", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId);
    const make = (day: number) =>
      makeDocumentation(customerId, {
        ...{ name: "Luleå", templateId: template.id, dateCreated: `2026-05-0${day}T08:00:00Z` },
      });
    const [olderDocumentation, newerDocumentation] = [await make(1), await make(2)];
    const fetchLatest = async () => (await fetchGroups(as)).map((row) => [row.documentations, row.latest]);
    await updateDocumentation(newerDocumentation.id, { hidden: true });
    expect(await fetchLatest()).toEqual([[1, "2026-05-01T08:00:00Z"]]);
    await updateDocumentation(olderDocumentation.id, { status: "DELETED" });
    expect(await fetchLatest()).toEqual([]);
    await updateDocumentation(newerDocumentation.id, { hidden: false, name: "Boden" });
    expect(await fetchNames(as)).toEqual(["Boden"]);
    expect(await fetchNames(as, "?query=luleå")).toEqual([]);
    const page = await jsonOf<{ items: { id: string }[] }>(
      call("GET", "/documentation/findAllByName/Boden", { as }),
    );
    expect(page.items.map(({ id }) => id)).toEqual([newerDocumentation.id]);
  });

  it("2§2 is updated with tags, aliases, exports and deletions", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const kalix = await makeDocumentation(customerId, { name: "Kalix" });
    await db().insert(documentationTagConfiguration).values({ customerId, name: "Kalix", tag: "Coast" });
    const listRows = async () =>
      (await fetchGroups(as)).map(({ name, alias, exported }) => [name, alias, exported]);
    expect(await listRows()).toEqual([
      ["Coast", null, "NONE"],
      ["Kalix", null, "NONE"],
    ]);
    const event = { exportConfigurationName: "FTP", type: "FTP", username: "staff", success: true };
    await db()
      .insert(exportEvent)
      .values({ ...event, customerId, documentationId: kalix.id });
    await db().insert(documentationAlias).values({ customerId, name: "Kalix", alias: "Hamnen" });
    expect(await listRows()).toEqual([
      ["Coast", null, "ALL"],
      ["Kalix", "Hamnen", "ALL"],
    ]);
    const history = await jsonOf<{ items: { exportConfigurationName: string; success: boolean }[] }>(
      call("GET", "/exportEvent/findAllByDocumentationName/Kalix", { as }),
    );
    expect(history.items).toMatchObject([{ exportConfigurationName: "FTP", success: true }]);
    await db()
      .delete(documentationTagConfiguration)
      .where(eq(documentationTagConfiguration.customerId, customerId));
    expect(await fetchNames(as)).toEqual(["Kalix"]);
    await db().delete(documentation).where(eq(documentation.id, kalix.id));
    expect(await fetchNames(as)).toEqual([]);
    expect(await fetchGroupCount(as, "?query=kalix")).toBe(0);
  });

  it("1§6 belongs to one customer; a super admin sees the same name of two customers twice", async () => {
    const [ownCaller, otherCaller] = [await makeReader(), await makeReader()];
    const name = `Same ${crypto.randomUUID()}`;
    await makeDocumentation(ownCaller.customerId, { name });
    await makeDocumentation(otherCaller.customerId, { name });
    expect(await fetchNames(ownCaller)).toEqual([name]);
    expect(
      (await call("GET", `/documentationGroups?customerId=${otherCaller.customerId}`, { as: ownCaller }))
        .status,
    ).toBe(403);
    const root = await makeSuperAdmin();
    for (const sort of ["id", "name", "latest", "exported", "alias", "customerName"]) {
      const rows = await fetchGroups(root, `?query=${encodeURIComponent(name)}&sort=${sort}`);
      expect(rows.map(({ customerId }) => customerId).sort()).toEqual(
        [ownCaller.customerId, otherCaller.customerId].sort(),
      );
    }
    const path = `/documentation/findAllByDocumentationNameOrTag/${encodeURIComponent(name)}`;
    const documentations = await jsonOf<{ items: { customerId: number }[] }>(
      call("GET", `${path}?customerId=${otherCaller.customerId}`, { as: root }),
    );
    expect(documentations.items.map(({ customerId }) => customerId)).toEqual([otherCaller.customerId]);
    expect(
      (await call("GET", `${path}?customerId=${otherCaller.customerId}`, { as: ownCaller })).status,
    ).toBe(403);
  });
});

describe("a group", () => {
  it("2§7 has its documentations, photos and tasks, found by name and by tag", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId);
    const namedDocumentation = await makeVisit(customerId, {
      template,
      name: "A/B 100 %",
      photos: 1,
      missing: 1,
    });
    const taggedDocumentation = await makeVisit(customerId, { template, name: "Elsewhere", photos: 1 });
    await db()
      .insert(documentationTag)
      .values({ customerId, documentationId: taggedDocumentation.id, tag: namedDocumentation.name });
    const groupName = encodeURIComponent(namedDocumentation.name);
    const findIds = async (path: string) =>
      (await jsonOf<{ items: { id: string }[] }>(call("GET", path, { as }))).items.map(({ id }) => id).sort();
    expect(await findIds(`/documentation/findAllByName/${groupName}`)).toEqual([namedDocumentation.id]);
    expect(await findIds(`/documentation/findAllByDocumentationNameOrTag/${groupName}`)).toEqual(
      [namedDocumentation.id, taggedDocumentation.id].sort(),
    );
    expect(await findIds(`/photo/findAllByDocumentationNameOrTag/${groupName}`)).toEqual(
      [...namedDocumentation.photos, ...taggedDocumentation.photos].sort(),
    );
    const taskIdsOf = (visit: typeof namedDocumentation) => visit.tasks.map(({ id }) => id);
    expect(await findIds(`/documentationTask/findAllByDocumentationName/${groupName}`)).toEqual(
      taskIdsOf(namedDocumentation).sort(),
    );
    expect(await findIds(`/documentationTask/findAllByTag/${groupName}`)).toEqual(
      taskIdsOf(taggedDocumentation).sort(),
    );
    expect(
      await findIds(`/documentationTask/findAllByDocumentationNameOrTag/${groupName}?photos=true`),
    ).toEqual([namedDocumentation.task.id, taggedDocumentation.task.id].sort());
    expect(await findIds("/documentation/findAllByName/Nowhere")).toEqual([]);
    const group = await jsonOf(call("GET", `/documentationGroup/getGroup/${groupName}`, { as }));
    expect(group).toMatchObject({ name: namedDocumentation.name, tag: false, documentations: 2 });
    expect((await call("GET", "/documentationGroup/getGroup/Nowhere", { as })).status).toBe(404);
  });

  it("2§7 downloads as a zip by template and day, which lists what is missing and has a known length", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId, { name: "Mast" });
    const { id: documentationId } = await makeVisit(customerId, {
      ...{ template, name: "Kiruna", photos: 2, missing: 1, dateCreated: "2026-05-04T22:30:00Z" },
    });
    // The importer of this photo saw the refusal, so it does not count as missing.
    await db()
      .insert(upload)
      .values({
        ...{ customerId, documentationId, kind: "PHOTO", targetId: crypto.randomUUID(), name: "Refused" },
        ...{ objectKey: crypto.randomUUID(), contentType: "image/jpeg", size: 1, md5: "x", expiresAt: now() },
        ...{ state: "REFUSED", refusalCode: "notJpeg", isImport: true },
      });
    await makeVisit(customerId, { template, name: "Kiruna", photos: 1, dateCreated: "2026-05-01T08:00:00Z" });
    await makeVisit(customerId, { template, name: "Kiruna", photos: 1, hidden: true });
    const response = await call("GET", "/documentationGroup/downloadZipFile/Kiruna?userId=1", { as });
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Number(response.headers.get("content-length"))).toBe(bytes.length);
    const entries = unzipSync(bytes);
    expect(
      Object.keys(entries)
        .filter((name) => name.endsWith(".jpg"))
        .sort(),
    ).toEqual([
      "Kiruna/Mast/2026-05-01/Overview/Overview_01.jpg",
      // Half past midnight in Sweden.
      "Kiruna/Mast/2026-05-05/Overview/Overview_01.jpg",
      "Kiruna/Mast/2026-05-05/Overview/Overview_02.jpg",
    ]);
    const manifest = JSON.parse(new TextDecoder().decode(entries["Kiruna/manifest.json"]));
    expect(manifest).toMatchObject({ expectedPhotos: 4, includedPhotos: 3 });
    expect(manifest.documentations).toHaveLength(2);
    expect(manifest.missing).toMatchObject([{ name: "Overview_03", reason: "notUploaded" }]);
    expect(new TextDecoder().decode(entries["Kiruna/contents.txt"])).toContain("2 of 3 photos");
    expect((await call("GET", "/documentationGroup/downloadZipFile/Nowhere", { as })).status).toBe(404);
  });

  it("2§2 has files that wait for staff in a separate folder, or only their count for users who may not read files", async () => {
    const as = await makeReader({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"] });
    const { customerId } = as;
    const template = await makeTemplate(customerId, { name: "Mast" });
    const { id: documentationId } = await makeVisit(customerId, { template, name: "Boden", photos: 1 });
    const bytes = new TextEncoder().encode("plan");
    const [row] = await db()
      .insert(tempFile)
      .values({ customerId, documentationId, name: "plan.pdf", hasData: true, crc32: crc32(bytes) })
      .returning();
    const { etag } = (await env.STORAGE.put(toFileObjectKey(row!), bytes))!;
    await db().update(tempFile).set({ etag, dataSize: bytes.length }).where(eq(tempFile.id, row!.id));
    const fetchZip = async (reader: Caller) => {
      const response = await call("GET", "/documentationGroup/downloadZipFile/Boden", { as: reader });
      const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
      return { entries, manifest: JSON.parse(new TextDecoder().decode(entries["Boden/manifest.json"])) };
    };
    const zip = await fetchZip(as);
    expect(zip.entries["Boden/received/plan.pdf"]).toEqual(bytes);
    expect(zip.manifest).toMatchObject({ receivedFiles: 1, missing: [] });
    const otherZip = await fetchZip(await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] }));
    expect(Object.keys(otherZip.entries).filter((name) => name.includes("received"))).toEqual([]);
    expect(otherZip.manifest.missing).toMatchObject([{ reason: "forbidden" }]);
  });

  it("2§4 leaves out handed-over and fetched documentations, lists them as missing, and is refused if nothing else is left", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId, { name: "Mast" });
    const visit = (overrides: Partial<Parameters<typeof makeVisit>[1]>) =>
      makeVisit(customerId, { template, name: "Luleå", photos: 1, ...overrides });
    const path = "/documentationGroup/downloadZipFile/Lule%C3%A5";
    await visit({ status: "PAUSED", dateCreated: "2026-05-01T08:00:00Z" });
    await visit({ status: "DOWNLOADED", dateCreated: "2026-05-02T08:00:00Z" });
    const refusedResponse = await call("GET", path, { as });
    expect([refusedResponse.status, await jsonOf(refusedResponse)]).toMatchObject([
      422,
      { error: { code: "exportRefused" } },
    ]);
    await visit({ dateCreated: "2026-05-03T08:00:00Z" });
    const entries = unzipSync(new Uint8Array(await (await call("GET", path, { as })).arrayBuffer()));
    expect(Object.keys(entries).filter((name) => name.endsWith(".jpg"))).toEqual([
      "Luleå/Mast/2026-05-03/Overview/Overview_01.jpg",
    ]);
    const manifest = JSON.parse(new TextDecoder().decode(entries["Luleå/manifest.json"]));
    expect(manifest).toMatchObject({ expectedPhotos: 3, includedPhotos: 1 });
    expect(manifest.missing.map(({ reason }: { reason: string }) => reason)).toEqual([
      "exportRefused",
      "exportRefused",
    ]);
  });
});
