import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { deviceSteps } from "#worker/api/deviceGuide.ts";
import { mountedEndpoints } from "#worker/api/mount.ts";
import {
  documentation,
  expectedAnswer,
  expectedAnswerList,
  graphic,
  license as licenseTable,
  referencePhoto,
  suggestion,
  suggestionList,
  suggestionListLicense,
  templateGraphic,
  templateReplacementText,
  templateTaskReferencePhoto,
  upload,
} from "#worker/db/schema/index.ts";
import { graphicKind, referencePhotoKind } from "#worker/resources/image/imageKinds.ts";
import { toImageObjectKey } from "#worker/resources/image/imageStore.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";

/** A client written from the devices' guide: it caches responses with their entity tags. */
function makeClient(licenseCode: string) {
  const cache = new Map<string, { etag: string; bytes: Uint8Array }>();
  /** Paths answered with bytes, and paths answered with 304. */
  const log = { sent: [] as string[], known: [] as string[] };
  async function fetchBytes(path: string, query: Record<string, string> = {}): Promise<Uint8Array> {
    const address = `${path}?${new URLSearchParams({ licenseCode, ...query })}`;
    const cachedResponse = cache.get(address);
    const response = await call("GET", address, {
      ...(cachedResponse && { headers: { "if-none-match": cachedResponse.etag } }),
    });
    if (response.status === 304 && cachedResponse) {
      expect((await response.arrayBuffer()).byteLength).toBe(0);
      log.known.push(path);
      return cachedResponse.bytes;
    }
    expect([path, response.status]).toEqual([path, 200]);
    const bytes = new Uint8Array(await response.arrayBuffer());
    cache.set(address, { etag: response.headers.get("etag")!, bytes });
    log.sent.push(path);
    return bytes;
  }
  const fetchJson = async <T>(path: string, query?: Record<string, string>): Promise<T> =>
    JSON.parse(new TextDecoder().decode(await fetchBytes(path, query)));
  async function fetchPages<T>(path: string): Promise<T[]> {
    const all: T[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: T[]; next: string | null } = await fetchJson(path, { after: cursor, max: "2" });
      all.push(...page.items);
      cursor = page.next;
    }
    return all;
  }
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await call("POST", path, { body: { licenseCode, ...body } });
    expect([path, response.status]).toEqual([path, 200]);
    return jsonOf<T>(response);
  };

  /** Downloads everything that capturing needs. */
  async function sync() {
    log.sent = [];
    log.known = [];
    const settings = await fetchJson<{ name: string; logo: string | null }>("/device/getSettings");
    const templates = await fetchJson<{
      items: {
        id: string;
        name: string;
        graphics: { id: string }[];
        replacementTexts: { code: string }[];
        tasks: { id: string; type: string; referencePhotos: string[] }[];
      }[];
    }>("/device/getTemplates");
    const pictures: Uint8Array[] = [];
    for (const { graphics: ids, tasks } of templates.items) {
      for (const { id } of ids) pictures.push(await fetchBytes(`/device/getGraphic/${id}`));
      for (const id of tasks.flatMap((task) => task.referencePhotos))
        pictures.push(await fetchBytes(`/device/getReferencePhoto/${id}`));
    }
    const lists = await fetchJson<{ items: { id: string; name: string; count: number }[] }>(
      "/device/getSuggestionLists",
    );
    const suggestions: Record<string, string[]> = {};
    for (const { id, name } of lists.items)
      suggestions[name] = (await fetchPages<{ text: string }>(`/device/getSuggestions/${id}`)).map(
        ({ text }) => text,
      );
    const expected: Record<string, string[]> = {};
    const answerLists = await fetchJson<{ items: { id: string; name: string }[] }>(
      "/device/getExpectedAnswerLists",
    );
    for (const { id, name } of answerLists.items)
      expected[name] = (await fetchPages<{ answer: string }>(`/device/getExpectedAnswers/${id}`)).map(
        ({ answer: response }) => response,
      );
    return { settings, templates: templates.items, pictures, suggestions, expected };
  }
  return { log, sync, json: fetchJson, post, fetched: fetchBytes };
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);

/** A customer with everything that devices download, and a second licence with its own list. */
async function makeStockedCustomer() {
  const as = await makeCaller({ roles: staffAuthorities });
  const { customerId } = as;
  const license = await makeLicense({ customerId, tempFiles: true, logo: "iVBORw0KGgo=" });
  const otherLicense = await makeLicense({ customerId });
  const template = await makeTemplate(customerId, {
    name: "Mast",
    predefinedEnabled: true,
    graphicEnabled: true,
  });
  const image = async (table: typeof graphic | typeof referencePhoto, bytes: Uint8Array) => {
    const kind = table === graphic ? graphicKind : referencePhotoKind;
    const [row] = await db()
      .insert(table as typeof graphic)
      .values({ customerId, name: uniqueName("image"), hasData: true, dataSize: bytes.length })
      .returning();
    const object = await env.STORAGE.put(toImageObjectKey(kind, row!), bytes);
    await db()
      .update(table as typeof graphic)
      .set({ etag: object!.etag })
      .where(eq((table as typeof graphic).id, row!.id));
    return row!.id;
  };
  const graphicId = await image(graphic, png);
  const referenceId = await image(referencePhoto, makePlainPhoto());
  await db().insert(templateGraphic).values({ customerId, templateId: template.id, graphicId });
  await db()
    .insert(templateTaskReferencePhoto)
    .values({ customerId, templateTaskId: template.tasks[0]!.id, referencePhotoId: referenceId });
  await db()
    .insert(templateReplacementText)
    .values({ customerId, templateId: template.id, code: "YES", sv: "Ja", en: "Yes" });
  const listOf = async (name: string, texts: string[], licenseId?: string) => {
    const [list] = await db()
      .insert(suggestionList)
      .values({ customerId, name, type: "DOCUMENTATION_NAMES" })
      .returning();
    await db()
      .insert(suggestion)
      .values(texts.map((text) => ({ customerId, suggestionListId: list!.id, text })));
    if (licenseId)
      await db().insert(suggestionListLicense).values({ customerId, suggestionListId: list!.id, licenseId });
    return list!.id;
  };
  const openListId = await listOf("Open", ["Åre", "Borås", "borås", "Ängelholm", "Malmö"]);
  await listOf("Ours", ["Here"], license.id);
  const foreignList = await listOf("Theirs", ["There"], otherLicense.id);
  const [answers] = await db().insert(expectedAnswerList).values({ customerId, name: "Colours" }).returning();
  await db()
    .insert(expectedAnswer)
    .values(
      ["red", "green", "blue"].map((response) => ({
        customerId,
        expectedAnswerListId: answers!.id,
        answer: response,
      })),
    );
  return {
    as,
    customerId,
    license,
    otherLicense,
    template,
    graphicId,
    open: openListId,
    foreignList,
  };
}

describe("a device that follows the API guide for devices", () => {
  it("3§3 gets all data needed for capturing once, and later only changes", async () => {
    const { customerId, license, template, open } = await makeStockedCustomer();
    const client = makeClient(license.licenseCode);
    const first = await client.sync();
    expect(first.settings).toMatchObject({ name: license.name, logo: "iVBORw0KGgo=" });
    expect(first.templates).toMatchObject([
      { id: template.id, replacementTexts: [{ code: "YES", sv: "Ja", en: "Yes" }] },
    ]);
    expect(first.pictures).toEqual([png, new Uint8Array(makePlainPhoto())]);
    expect(first.suggestions).toEqual({
      Open: expect.arrayContaining(["Åre", "Borås", "borås", "Ängelholm", "Malmö"]),
      Ours: ["Here"],
    });
    expect(first.suggestions.Open).toHaveLength(5);
    expect(first.expected).toEqual({ Colours: ["blue", "green", "red"] });
    expect(client.log.known).toEqual([]);

    expect(await client.sync()).toEqual(first);
    expect(client.log.sent).toEqual([]);

    // A new last suggestion changes only its page and the list's count.
    await db().insert(suggestion).values({ customerId, suggestionListId: open, text: "Öland" });
    expect((await client.sync()).suggestions.Open).toHaveLength(6);
    expect(new Set(client.log.sent)).toEqual(
      new Set(["/device/getSuggestionLists", `/device/getSuggestions/${open}`]),
    );
    await db().update(licenseTable).set({ emailRequired: true }).where(eq(licenseTable.id, license.id));
    await client.sync();
    expect(client.log.sent).toEqual(["/device/getSettings"]);
  });

  it("3§6 gets nothing that belongs to other licences or customers", async () => {
    const { license, foreignList, graphicId } = await makeStockedCustomer();
    const otherLicense = await makeLicense();
    const get = async (path: string, licenseCode: string) =>
      (await call("GET", `${path}?licenseCode=${licenseCode}`)).status;
    expect(await get(`/device/getSuggestions/${foreignList}`, license.licenseCode)).toBe(404);
    expect(await get(`/device/getGraphic/${graphicId}`, otherLicense.licenseCode)).toBe(404);
    expect(await get("/device/getTemplates", "no-such-code")).toBe(401);
    expect(await makeClient(otherLicense.licenseCode).sync()).toMatchObject({
      templates: [],
      suggestions: {},
      expected: {},
    });
  });

  it("2§4 saves a documentation, sends photos and completes it, and repeats lost calls", async () => {
    const { license, template } = await makeStockedCustomer();
    const client = makeClient(license.licenseCode);
    const [id, photoId] = [crypto.randomUUID(), crypto.randomUUID()];
    await client.post("/device/saveWithLicenseCode", { device: { deviceId: "e05c9a77" } });
    const { items } = await client.post<{ items: object[] }>(
      "/documentation/getPredefinedAnswersWithLicenseCode",
      { template: template.id, name: "Åre" },
    );
    expect(items).toEqual([]);
    const task = {
      id: crypto.randomUUID(),
      templateTaskId: template.tasks[0]!.id,
      name: "Overview",
      type: "PHOTO",
    };
    const capturedBody = {
      ...{ id, templateId: template.id, name: "Åre", creator: "Isak", numberOfPhotos: 1 },
      ...{ dateCreated: "2026-05-04T09:30:00Z", tasks: [task] },
    };
    const save = () => client.post("/documentation/saveWithLicenseCode", { documentation: capturedBody });
    await save();
    await save();
    const bytes = makePlainPhoto();
    await client.post("/photo/saveWithLicenseCode", {
      photo: {
        id: photoId,
        documentationId: id,
        documentationTaskId: task.id,
        name: "Overview_01",
        creator: "Isak",
      },
    });
    const { uploadId } = await client.post<{ uploadId: string }>("/photo/reserveUpload", {
      ...{ id: photoId, size: bytes.length, contentType: "image/jpeg" },
      md5: createHash("md5").update(bytes).digest("base64"),
    });
    const row = (await db().select().from(upload).where(eq(upload.id, uploadId)).get())!;
    // As a PUT to the signed URL does.
    await env.STORAGE.put(row.objectKey, bytes, { httpMetadata: { contentType: "image/jpeg" } });
    expect(await client.post("/photo/settleUpload", { uploadId })).toMatchObject({ hasData: true });
    expect(await client.post("/photo/settleUpload", { uploadId })).toMatchObject({ hasData: true });
    expect(
      await client.post("/documentation/completeWithLicenseCode", { id, creator: "Isak" }),
    ).toMatchObject({
      status: "COMPLETED",
      uploadedPhotos: 1,
    });
  });

  it("2§7 fetches temp files of its licence's documentations, unless they were refused", async () => {
    const { as, customerId, license, otherLicense } = await makeStockedCustomer();
    const { id: documentationId } = await makeDocumentation(customerId, { licenseId: license.id });
    const link = await jsonOf<{ token: string }>(
      call("POST", "/uploadToken/create", { as, body: { documentationId, purpose: "FILES" } }),
    );
    const sentFiles = ["plan", "spam"].map((text) => ({
      name: `${text}.txt`,
      data: Buffer.from(text).toString("base64"),
    }));
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("POST", "/tempFile/uploadFiles", { body: { token: link.token, files: sentFiles } }),
    );
    const [plan, spam] = items.map(({ id }) => id);
    const client = makeClient(license.licenseCode);
    const list = () => client.json<{ items: { id: string; name: string }[] }>("/device/getTempFiles");
    expect((await list()).items.map(({ name }) => name).toSorted()).toEqual(["plan.txt", "spam.txt"]);
    await call("POST", "/tempFile/refuse", { as, body: { documentationId, ids: [spam] } });
    await call("POST", "/tempFile/take", { as, body: { documentationId, ids: [plan], taskId: null } });
    expect((await list()).items).toMatchObject([{ id: plan, documentationId }]);
    expect(new TextDecoder().decode(await client.fetched(`/tempFile/getTempFile/${plan}`))).toBe("plan");
    await client.fetched(`/tempFile/getTempFile/${plan}`);
    expect(client.log.known).toEqual([`/tempFile/getTempFile/${plan}`]);
    expect(
      (await call("GET", `/tempFile/getTempFile/${spam}?licenseCode=${license.licenseCode}`)).status,
    ).toBe(404);
    // Files of a deleted documentation are neither listed nor returned.
    const setStatus = (status: "ONGOING" | "DELETED") =>
      db().update(documentation).set({ status }).where(eq(documentation.id, documentationId));
    await setStatus("DELETED");
    expect((await list()).items).toEqual([]);
    expect(
      (await call("GET", `/tempFile/getTempFile/${plan}?licenseCode=${license.licenseCode}`)).status,
    ).toBe(404);
    await setStatus("ONGOING");
    // Neither another licence nor one without tempFiles gets the files.
    expect(await makeClient(otherLicense.licenseCode).json("/device/getTempFiles")).toEqual({ items: [] });
    await db().update(licenseTable).set({ tempFiles: false }).where(eq(licenseTable.id, license.id));
    expect((await list()).items).toEqual([]);
  });

  it("design§HTTP the guide names every call that a licence code authorises, each once", () => {
    const documentedCalls = deviceSteps.flatMap(({ calls }) => calls);
    const licenseCalls = [...mountedEndpoints].flatMap(([name, { authentication }]) =>
      authentication === "license" ? [name] : [],
    );
    expect(documentedCalls.toSorted()).toEqual(licenseCalls.toSorted());
  });
});
