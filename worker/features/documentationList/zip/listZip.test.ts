import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { now } from "#domain/core/fields.ts";
import type { selectDocumentations } from "#domain/endpoints/documentation/zip.ts";
import { documentation, documentationTask, photo, upload } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeVisit } from "#worker/testing/visits.ts";

const makeReader = async () =>
  makeCaller({ customerId: (await makeCustomer([])).id, roles: ["ROLE_DOCUMENTATION_READ"] });
const select = (as: Caller, body: object) => call("POST", "/documentation/selectForZip", { as, body });
const selectForZip = (as: Caller, body: object) =>
  jsonOf<ResponseOf<typeof selectDocumentations>>(select(as, body));
const readErrorCode = async (responsePromise: Promise<Response>) => {
  const response = await responsePromise;
  return [response.status, (await jsonOf<{ error: { code: string } }>(response)).error.code];
};
const createZipPath = (selection: string) =>
  `/documentation/downloadZipFiles?selection=${selection}&name=Mine`;
async function downloadZip(as: Caller, selection: string) {
  const response = await call("GET", createZipPath(selection), { as });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([response.status, Number(response.headers.get("content-length"))]).toEqual([200, bytes.length]);
  const entries = unzipSync(bytes);
  const textOf = (path: string) => new TextDecoder().decode(entries[path]);
  return {
    photos: Object.keys(entries)
      .filter((path) => path.endsWith(".jpg"))
      .sort(),
    manifest: JSON.parse(textOf("Mine/manifest.json")),
    contents: textOf("Mine/contents.txt"),
  };
}

describe("2§7 several documentations in one zip", () => {
  it("has a folder for each documentation, distinguishes equal names, and lists what is missing", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId, { name: "Mast" });
    const makeNamedVisit = (overrides: Partial<Parameters<typeof makeVisit>[1]>) =>
      makeVisit(customerId, { template, dateCreated: "2026-05-01T08:00:00Z", ...overrides });
    const [firstVisit, sameNameVisit, laterVisit, groupedVisit] = [
      await makeNamedVisit({ name: "Åre", photos: 1, missing: 1 }),
      await makeNamedVisit({ name: "Åre", photos: 1 }),
      await makeNamedVisit({ name: "åre", photos: 1, dateCreated: "2026-05-02T08:00:00Z" }),
      await makeNamedVisit({ name: "Boden", photos: 1 }),
    ];
    const { id: groupId } = groupedVisit.tasks.find(({ type }) => type !== "PHOTO")!;
    await db().update(documentationTask).set({ name: "Ground" }).where(eq(documentationTask.id, groupId));
    await db()
      .update(documentationTask)
      .set({ parentId: groupId })
      .where(eq(documentationTask.id, groupedVisit.task.id));
    await db().update(photo).set({ documentationTaskId: null }).where(eq(photo.id, laterVisit.photos[0]!));
    await db()
      .insert(upload)
      .values({
        ...{ customerId, documentationId: firstVisit.id, kind: "PHOTO", targetId: crypto.randomUUID() },
        ...{ name: "Refused", objectKey: crypto.randomUUID(), contentType: "image/jpeg", size: 1, md5: "x" },
        ...{ expiresAt: now(), state: "REFUSED", refusalCode: "notJpeg" },
      });
    const { selection, ...extent } = await selectForZip(as, {
      ids: [firstVisit.id, sameNameVisit.id, laterVisit.id, groupedVisit.id, firstVisit.id],
    });
    const { photos, manifest, contents } = await downloadZip(as, selection);
    expect(photos).toEqual([
      "Mine/Boden/Ground/Overview/Overview_01.jpg",
      "Mine/Åre 2026-05-01 10.00 (2)/Overview/Overview_01.jpg",
      "Mine/Åre 2026-05-01 10.00/Overview/Overview_01.jpg",
      "Mine/åre 2026-05-02 10.00/photos/Overview_01.jpg",
    ]);
    const bytes = manifest.items.reduce((sum: number, { size }: { size: number }) => sum + size, 0);
    expect(extent).toEqual({
      ...{ documentations: 4, photos: 4, files: 0, missingPhotos: 2, missingFiles: 0, marked: 0 },
      ...{ bytes, bytesWithoutMarkup: bytes, refused: [] },
    });
    expect(manifest).toMatchObject({ expectedPhotos: 6, includedPhotos: 4 });
    expect(manifest.missing.map(({ name, reason }: Record<string, string>) => [name, reason])).toEqual([
      ["Overview_02", "notUploaded"],
      ["Refused", "notJpeg"],
    ]);
    expect(manifest.items.map((item: { documentationId: string }) => item.documentationId).sort()).toEqual(
      [firstVisit.id, sameNameVisit.id, laterVisit.id, groupedVisit.id].sort(),
    );
    expect(contents).toContain("Photo Overview_02");
  });

  it("2§4 lists documentations that have been handed over, fetched or deleted since, both before the download and in it", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId);
    const makeNamedVisit = (name: string, overrides: object = {}) =>
      makeVisit(customerId, { template, name, photos: 1, ...overrides });
    const [openVisit, fetchedVisit, pausedVisit, removedVisit] = [
      await makeNamedVisit("Kept"),
      await makeNamedVisit("Lent", { status: "DOWNLOADED" }),
      await makeNamedVisit("Given", { status: "PAUSED" }),
      await makeNamedVisit("Gone"),
    ];
    expect(await readErrorCode(select(as, { ids: [fetchedVisit.id] }))).toEqual([422, "exportRefused"]);
    const ids = [openVisit.id, fetchedVisit.id, pausedVisit.id, removedVisit.id];
    const { selection, refused, documentations } = await selectForZip(as, { ids });
    expect([documentations, refused.toSorted((a, b) => a.status.localeCompare(b.status))]).toEqual([
      2,
      [
        { status: "DOWNLOADED", documentations: 1 },
        { status: "PAUSED", documentations: 1 },
      ],
    ]);
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, removedVisit.id));
    const { photos, manifest, contents } = await downloadZip(as, selection);
    expect(photos).toEqual(["Mine/Kept/Overview/Overview_01.jpg"]);
    const leftOut = manifest.leftOut.map(({ id, reason }: Record<string, string>) => `${id} ${reason}`);
    expect(leftOut.sort()).toEqual(
      [
        `${fetchedVisit.id} exportRefused`,
        `${pausedVisit.id} exportRefused`,
        `${removedVisit.id} gone`,
      ].sort(),
    );
    expect(contents).toContain("Documentation Lent: ");
    await db().update(documentation).set({ status: "PAUSED" }).where(eq(documentation.id, openVisit.id));
    expect(await readErrorCode(call("GET", createZipPath(selection), { as }))).toEqual([
      422,
      "exportRefused",
    ]);
  });

  it("2§2 contains all documentations that match the list's filter, including those of several customers for super admins", async () => {
    const [as, otherCaller] = [await makeReader(), await makeReader()];
    const name = `Zip ${crypto.randomUUID()}`;
    for (const { customerId } of [as, otherCaller, otherCaller])
      await makeVisit(customerId, { template: await makeTemplate(customerId), name, photos: 1 });
    const root = await makeSuperAdmin();
    const matching = { query: name };
    const zipSelection = await selectForZip(root, { matching });
    expect([zipSelection.documentations, zipSelection.photos]).toEqual([3, 3]);
    expect((await downloadZip(root, zipSelection.selection)).photos).toHaveLength(3);
    expect((await selectForZip(as, { matching })).documentations).toBe(1);
    expect((await call("GET", createZipPath(zipSelection.selection), { as })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect(await readErrorCode(select(as, { matching: { query: "no such name" } }))).toEqual([
      404,
      "notFound",
    ]);
    expect(await readErrorCode(select(as, { matching: { customerId: otherCaller.customerId } }))).toEqual([
      403,
      "forbidden",
    ]);
  });

  it("1§6 belongs to the customer, and exceeding a limit is refused with its own error", async () => {
    const [as, outsider] = [await makeReader(), await makeReader()];
    const { id } = await makeDocumentation(as.customerId, {});
    const { selection, photos } = await selectForZip(as, { ids: [id] });
    expect(photos).toBe(0);
    expect(await readErrorCode(select(outsider, { ids: [id] }))).toEqual([404, "notFound"]);
    expect(await readErrorCode(call("GET", createZipPath(selection), { as: outsider }))).toEqual([
      404,
      "notFound",
    ]);
    expect(await readErrorCode(select(as, {}))).toEqual([422, "invalid"]);
    expect(await readErrorCode(select(as, { ids: [id], matching: {} }))).toEqual([422, "invalid"]);
    const ids = Array.from({ length: 2001 }, () => crypto.randomUUID());
    expect(await readErrorCode(select(as, { ids }))).toEqual([422, "tooManyInZip"]);
    await db().update(documentation).set({ numberOfPhotos: 20_001 }).where(eq(documentation.id, id));
    expect(await readErrorCode(select(as, { ids: [id] }))).toEqual([422, "tooManyPhotosInZip"]);
  });
});
