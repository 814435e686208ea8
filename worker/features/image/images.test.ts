import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Row } from "#domain/contract/resource.ts";
import type { graphic as graphicContract } from "#domain/resources/index.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import {
  domainChange,
  graphic,
  orphanedObject,
  templateGraphic,
  templateTaskReferencePhoto,
} from "#worker/db/schema/index.ts";
import { createImageKey } from "#worker/media/photoKeys.ts";
import { inspectPng } from "#worker/media/png.ts";
import { makeGreyJpeg } from "#worker/media/testing/sampleJpegs.ts";
import { makePngChunk, makeSmallPng } from "#worker/media/testing/samplePng.ts";
import {
  allProducts,
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeHugePhoto, makePhotoWithTags, makePlainPhoto } from "#worker/testing/photoTesting.ts";

type GraphicRow = Row<typeof graphicContract>;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const createImage = async (as: Caller, path: string, bytes: Uint8Array, fields: object = {}) =>
  jsonOf<GraphicRow>(
    call("POST", path, {
      as,
      body: { customerId: as.customerId, name: uniqueName("image"), data: base64(bytes), ...fields },
    }),
  );
const graphicKey = ({ customerId, id }: GraphicRow, revision = "") =>
  createImageKey("graphics", String(customerId), id, { revision });
const isStored = async (key: string) => (await env.STORAGE.head(key)) !== null;
const readOrphans = () => db().select().from(orphanedObject);
const faultOf = async (response: Response) => [
  response.status,
  (await jsonOf<{ error: { fields: object } }>(response)).error.fields,
];

describe("3§5 a graphic's file", () => {
  const png = makeSmallPng();
  const makeDamaged = () => {
    const bytes = makeSmallPng();
    bytes[45]! ^= 1;
    return bytes;
  };

  it("is a PNG by its content", () => {
    expect(inspectPng(png)).toEqual({ ok: true, width: 8, height: 6 });
    expect(inspectPng(png.subarray(0, png.length - 4))).toMatchObject({ reason: "truncated" });
    expect(inspectPng(png.subarray(0, 8))).toMatchObject({ reason: "truncated" });
    expect(inspectPng(makeDamaged())).toMatchObject({ reason: "corrupt" });
    expect(inspectPng(makeSmallPng(8, 6, { width: 0, height: 6 }))).toMatchObject({ reason: "corrupt" });
    expect(inspectPng(makeSmallPng(8, 6, { width: 9000, height: 9000 }))).toMatchObject({
      reason: "tooLarge",
    });
    const headerless = Uint8Array.from([...png.subarray(0, 8), ...makePngChunk("IEND", new Uint8Array())]);
    expect(inspectPng(headerless)).toMatchObject({ reason: "corrupt" });
    expect(inspectPng(makePlainPhoto())).toMatchObject({ reason: "notPng" });
  });

  it("anything else is a field error, and leaves nothing behind", async () => {
    const as = await makeSuperAdmin();
    const initialOrphans = await readOrphans();
    for (const [bytes, error] of [
      [makePlainPhoto(), "invalid"],
      [makeDamaged(), "invalid"],
      [png.subarray(0, 40), "invalid"],
      [makeSmallPng(8, 6, { width: 9000, height: 9000 }), "tooLarge"],
      [new Uint8Array(10_000_001), "tooLarge"],
    ] as const) {
      const body = { name: uniqueName("image"), data: base64(bytes) };
      expect(await faultOf(await call("POST", "/graphics", { as, body }))).toEqual([422, { data: error }]);
    }
    expect(await faultOf(await call("POST", "/graphics", { as, body: { name: "a" } }))).toEqual([
      422,
      { data: "required" },
    ]);
    expect(await readOrphans()).toEqual(initialOrphans);
  });

  it("is served as uploaded, with an entity tag, to a session or a ticket, and never to another customer", async () => {
    const as = await makeSuperAdmin();
    const graphic = await createImage(as, "/graphics", png);
    expect(graphic).toMatchObject({ width: 8, height: 6, dataSize: png.length, hasData: true });
    const path = `/graphic/display/${graphic.id}`;
    const response = await call("GET", path, { as });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "cache-control": expect.stringContaining("private"),
    });
    const revalidationResponse = await call("GET", path, {
      as,
      headers: { "if-none-match": response.headers.get("etag")! },
    });
    expect(revalidationResponse.status).toBe(304);
    const ticket = await jsonOf<{ url: string }>(
      call("POST", "/downloadTicket", { as, body: { path: `/api${path}` } }),
    );
    expect((await call("GET", ticket.url.replace(/^.*\/api/, ""))).status).toBe(200);
    const otherCaller = await makeCaller({
      customerId: (await makeCustomer(allProducts)).id,
      roles: ["ROLE_GRAPHIC_READ"],
    });
    expect((await call("GET", path, { as: otherCaller })).status).toBe(404);
  });

  it("is replaced when the row is updated, and removed after the row is deleted", async () => {
    const as = await makeSuperAdmin();
    const createdGraphic = await createImage(as, "/graphics", png);
    const nextPng = makeSmallPng(20, 10);
    const put = (version: number, data = nextPng) =>
      call("PUT", `/graphics/${createdGraphic.id}`, { as, body: { data: base64(data), version } });
    expect(await isStored(graphicKey(createdGraphic))).toBe(true);
    const changedGraphic = await jsonOf<GraphicRow>(put(1));
    expect(changedGraphic).toMatchObject({ width: 20, height: 10, version: 2 });
    expect(await isStored(graphicKey(createdGraphic))).toBe(false);
    const response = await call("GET", `/graphic/display/${createdGraphic.id}`, { as });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(nextPng);
    // Saving the same file again changes nothing.
    expect(await jsonOf(put(2))).toEqual(changedGraphic);
    expect((await put(1, png)).status).toBe(422);
    const row = await db().select().from(graphic).where(eq(graphic.id, createdGraphic.id)).get();
    expect((await call("DELETE", `/graphics/${createdGraphic.id}`, { as })).status).toBe(200);
    expect(await isStored(graphicKey(createdGraphic, row!.revision))).toBe(false);
    expect(
      (await readOrphans()).filter(({ keyOrPrefix }) => keyOrPrefix.includes(createdGraphic.id)),
    ).toEqual([]);
    const lines = await db().select().from(domainChange).where(eq(domainChange.objectId, createdGraphic.id));
    expect(lines.map(({ action }) => action)).toEqual(["CREATE", "UPDATE", "DELETE"]);
    expect(JSON.stringify(lines)).not.toContain(base64(png).slice(0, 40));
  });

  it("is swept if its row was never created, after two hours and not before", async () => {
    const prefix = `customers/1/graphics/${crypto.randomUUID()}/`;
    await env.STORAGE.put(`${prefix}original`, png);
    await db().insert(orphanedObject).values({ keyOrPrefix: prefix });
    while (await removeOrphans(env, db(), new Date()));
    expect(await isStored(`${prefix}original`)).toBe(true);
    await db()
      .update(orphanedObject)
      .set({ dateCreated: "2026-05-04T09:30:00Z" })
      .where(eq(orphanedObject.keyOrPrefix, prefix));
    expect(await removeOrphans(env, db(), new Date())).toBe("1 unused files removed");
    expect(await isStored(`${prefix}original`)).toBe(false);
  });
});

describe("3§6 the customers of images", () => {
  it("all have the product", async () => {
    const as = await makeSuperAdmin();
    const customerWithout = await makeCustomer(["FORM"]);
    const body = { name: "a", data: base64(makeSmallPng()), customerId: customerWithout.id };
    expect(await faultOf(await call("POST", "/graphics", { as, body }))).toEqual([
      422,
      { customerId: "notAllowed" },
    ]);
  });

  it("are searched by name, within each customer", async () => {
    const as = await makeSuperAdmin();
    await createImage(as, "/graphics", makeSmallPng(), { name: "b" });
    await createImage(as, "/graphics", makeSmallPng(), { name: "A" });
    const { items } = await jsonOf<{ items: { name: string }[] }>(
      call("GET", `/graphic/getAll?customerId=${as.customerId}`, { as }),
    );
    expect(items.map(({ name }) => name)).toEqual(["A", "b"]);
  });
});

describe("3§5 copying a graphic", () => {
  it("requires a customer with the product and a free name there", async () => {
    const as = await makeSuperAdmin();
    const target = await makeCustomer(["GRAPHIC"]);
    const graphic = await createImage(as, "/graphics", makeSmallPng(), { description: "Plan" });
    const copy = (overrides: object) =>
      call("POST", "/graphic/copy", {
        as,
        body: { graphic: graphic.id, customer: target.id, name: "Copy", ...overrides },
      });
    const graphicCopy = await jsonOf<GraphicRow>(copy({}));
    expect(graphicCopy).toMatchObject({ customerId: target.id, name: "Copy", description: "Plan", width: 8 });
    const response = await call("GET", `/graphic/display/${graphicCopy.id}`, { as });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(makeSmallPng());
    expect(await faultOf(await copy({}))).toEqual([422, { name: "duplicate" }]);
    expect(await faultOf(await copy({ name: " " }))).toEqual([422, { name: "required" }]);
    expect(await faultOf(await copy({ customer: (await makeCustomer()).id }))).toEqual([
      422,
      { customer: "notAllowed" },
    ]);
    expect(await faultOf(await copy({ customer: 999_999_999 }))).toEqual([422, { customer: "notFound" }]);
    expect((await copy({ graphic: crypto.randomUUID() })).status).toBe(404);
    const { objects } = await env.STORAGE.list({ prefix: `customers/${target.id}/graphics/` });
    expect(objects.map(({ key }) => key)).toEqual([graphicKey(graphicCopy)]);
  });
});

describe("reference photos", () => {
  it("3§5 are JPEGs, checked with the same code as photos", async () => {
    const as = await makeSuperAdmin();
    const post = (bytes: Uint8Array) =>
      call("POST", "/referencePhotos", {
        as,
        body: { customerId: as.customerId, name: "a", data: base64(bytes) },
      });
    const bad: [Uint8Array, string][] = [
      [makeSmallPng(), "invalid"],
      [makePlainPhoto().subarray(0, 300), "invalid"],
      [makeHugePhoto(), "tooLarge"],
    ];
    for (const [bytes, error] of bad)
      expect(await faultOf(await post(bytes))).toEqual([422, { data: error }]);
  });

  it("3§7 are downloaded as uploaded, with an upright thumbnail that is deleted with them", async () => {
    const as = await makeSuperAdmin();
    const bytes = makePhotoWithTags({ image: { 274: 6 } });
    const photo = await createImage(as, "/referencePhotos", bytes);
    const path = (call: string) => `/referencePhoto/${call}/${photo.id}`;
    const response = await call("GET", path("download"), { as });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    const thumbnail = await call("GET", path("thumbnail"), { as });
    expect([thumbnail.status, thumbnail.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(thumbnail.headers.get("cache-control")).toBe("private, no-cache");
    await thumbnail.arrayBuffer();
    await call("PUT", `/referencePhotos/${photo.id}`, {
      as,
      body: { data: base64(makeGreyJpeg()), version: 1 },
    });
    expect((await call("GET", path("thumbnail"), { as })).headers.get("etag")).not.toBe(
      thumbnail.headers.get("etag"),
    );
    await call("DELETE", `/referencePhotos/${photo.id}`, { as });
    const { objects } = await env.STORAGE.list({
      prefix: `customers/${photo.customerId}/referencePhotos/${photo.id}`,
    });
    expect(objects).toEqual([]);
  });

  it("3§2 list the templates that use them, and count them", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = as;
    const photo = await createImage(as, "/referencePhotos", makePlainPhoto());
    const [usingTemplate, deletedTemplate] = [
      await makeTemplate(customerId),
      await makeTemplate(customerId, { dateDeleted: "2026-05-04T09:30:00Z" }),
    ];
    for (const { tasks } of [usingTemplate, deletedTemplate])
      await db()
        .insert(templateTaskReferencePhoto)
        .values(tasks.map(({ id }) => ({ customerId, templateTaskId: id, referencePhotoId: photo.id })));
    expect(
      await jsonOf(call("GET", `/referencePhoto/getReferencePhotoTemplates/${photo.id}`, { as })),
    ).toEqual({ items: [{ id: usingTemplate.id, name: usingTemplate.name }] });
    const { items } = await jsonOf<{ items: { id: string; templateCount: number }[] }>(
      call("GET", `/referencePhotos?customerId=${customerId}`, { as }),
    );
    expect(items).toMatchObject([{ id: photo.id, templateCount: 1 }]);
    const graphic = await createImage(as, "/graphics", makeSmallPng());
    await db()
      .insert(templateGraphic)
      .values({ customerId, templateId: usingTemplate.id, graphicId: graphic.id });
    expect(await jsonOf(call("GET", `/graphics/${graphic.id}`, { as }))).toMatchObject({ templateCount: 1 });
  });
});

it("3§6 only customers with the product are offered, searched by the service", async () => {
  const as = await makeSuperAdmin();
  const [customerWithProduct, customerWithoutProduct] = [
    await makeCustomer(["GRAPHIC"]),
    await makeCustomer(["MAP"]),
  ];
  const search = async (q: string, reader = as) =>
    jsonOf<{ id: number }[]>(call("GET", `/customer/getOptions?product=GRAPHIC&q=${q}`, { as: reader }));
  expect((await search(customerWithProduct.name)).map(({ id }) => id)).toContain(customerWithProduct.id);
  expect((await search(customerWithoutProduct.name)).map(({ id }) => id)).not.toContain(
    customerWithoutProduct.id,
  );
  expect(await search("", await makeCaller({ customerId: customerWithoutProduct.id }))).toEqual([]);
});
