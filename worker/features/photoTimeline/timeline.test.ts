import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { getTimelineSpans, listTimelinePhotos } from "#domain/endpoints/documentation/photoTimeline.ts";
import { documentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { documentationTask, photo } from "#worker/db/schema/index.ts";
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
import { makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { makeVisit } from "#worker/testing/visits.ts";
import { listTimelineSpans, photosPerScan } from "./spans.ts";

const noFilter = z.object(documentationFilter).parse({});
const makeReader = async (customerId?: number) =>
  makeCaller({
    customerId: customerId ?? (await makeCustomer([])).id,
    roles: ["ROLE_DOCUMENTATION_READ"],
  });
const fetchSpans = (as: Caller, query = "") =>
  jsonOf<ResponseOf<typeof getTimelineSpans>>(call("GET", `/photo/timelineSpans?${query}`, { as }));
const fetchPhotos = (as: Caller, query: string) =>
  jsonOf<ResponseOf<typeof listTimelinePhotos>>(call("GET", `/photo/timeline?${query}`, { as }));

/** Adds a documentation with a photo without bytes for each instant. Returns the documentation's id. */
async function takePhotos(customerId: number, instants: readonly string[], overrides: object = {}) {
  const { id: documentationId } = await makeDocumentation(customerId, {
    uploadedPhotos: instants.length,
    ...overrides,
  });
  const rows = instants.map((dateCreated, index) => ({
    ...{ customerId, documentationId, dateCreated, creator: "field", hasData: true },
    name: `Overview_${index + 1}`,
  }));
  for (const row of rows) await db().insert(photo).values(row);
  return documentationId;
}

describe("the timeline of photos", () => {
  it("design§Web counts photos by Swedish day, newest first, and lists those of each period with their documentations", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId);
    const visit = await makeVisit(customerId, { template, photos: 2, missing: 1, name: "Åre" });
    await takePhotos(customerId, ["2026-05-04T21:59:00Z", "2026-05-04T22:00:00Z", "2026-05-04T10:00:00Z"]);
    const { items, next } = await fetchSpans(as);
    const days = items.map(({ day, count }) => [day, count]);
    expect(days.slice(-2)).toEqual([
      ["2026-05-05", 1],
      ["2026-05-04", 2],
    ]);
    expect(next).toBeNull();
    expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    const lastSpan = items.at(-1)!;
    const photos = await fetchPhotos(as, `from=${lastSpan.from}&before=${lastSpan.before}`);
    expect(photos.items.map(({ name, dateCreated }) => [name, dateCreated])).toEqual([
      ["Overview_1", "2026-05-04T21:59:00Z"],
      ["Overview_3", "2026-05-04T10:00:00Z"],
    ]);
    const first = items.find(({ count, day }) => count === 2 && day !== "2026-05-04")!;
    const visitPhotos = await fetchPhotos(as, `from=${first.from}&before=${first.before}`);
    expect(visitPhotos.documentations).toEqual([expect.objectContaining({ id: visit.id, name: "Åre" })]);
    expect(visitPhotos.tasks).toEqual([{ id: visit.task.id, name: visit.task.name }]);
    expect((await fetchPhotos(as, `from=${first.from}&before=${first.before}&offset=1`)).items).toHaveLength(
      1,
    );
  });

  it("2§2 applies the list's filter, whether it has few matches or is tested photo by photo", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const instants = ["2026-05-04T08:00:00Z"];
    await takePhotos(customerId, instants, { creator: "anna", name: "Kyrkan" });
    await takePhotos(customerId, instants, { creator: "bo", status: "APPROVED" });
    await takePhotos(customerId, instants, { hidden: true });
    await takePhotos(customerId, instants, { status: "DELETED" });
    const fetchSpanTotal = async (query: string, caller = as) =>
      (await fetchSpans(caller, query)).items.reduce((sum, { count }) => sum + count, 0);
    const fetchListCount = async (query: string, caller = as) =>
      (await fetchPhotos(caller, `from=2026-05-04T08:00:00Z&before=2026-05-04T08:01:00Z&${query}`)).items
        .length;
    for (const [query, count] of [
      ["", 2],
      ["creatorFilter=anna", 1],
      ["statusFilter=APPROVED", 1],
      ["query=kyrka", 1],
      ["query=ky", 1],
      ["query=stallet", 0],
      ["showHidden=true", 3],
      ["createdDateRange=2021-01-01;2021-02-01", 0],
    ] as const)
      expect([query, await fetchSpanTotal(query), await fetchListCount(query)]).toEqual([
        query,
        count,
        count,
      ]);
    const superAdmin = await makeSuperAdmin();
    expect(await fetchSpanTotal(`customerId=${customerId}`, superAdmin)).toBe(3);
    expect(await fetchListCount(`customerId=${customerId}`, superAdmin)).toBe(3);
    expect(await fetchSpanTotal("", await makeReader())).toBe(0);
    const foreignResponse = await call("GET", `/photo/timelineSpans?customerId=${customerId}`, {
      as: await makeReader(),
    });
    expect(foreignResponse.status).toBe(403);
  });

  it("P5 immich#5714 lists photos of unknown time last, and not among those taken on the day they arrived", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const documentationId = await takePhotos(customerId, ["2026-05-04T08:00:00Z", "2026-05-06T08:00:00Z"]);
    const arrivals = ["2026-05-04T08:10:00Z", "2026-05-05T09:00:00Z"];
    for (const [index, dateCreated] of arrivals.entries())
      await db()
        .insert(photo)
        .values({
          ...{ customerId, documentationId, dateCreated, creator: "office", hasData: true, imported: true },
          ...{ name: `Unknown_${index + 1}`, dateFromDevice: false },
        });
    await db()
      .insert(photo)
      .values({
        ...{ customerId, documentationId, dateCreated: "2026-05-03T08:00:00Z", creator: "office" },
        ...{ name: "Dated", hasData: true, dateFromDevice: false, exifTime: "2026-05-03T08:00:00Z" },
      });
    // Without a filter, the customer's photo index is scanned; with one, the photos of the matching documentations are gathered.
    for (const filter of ["", "&creatorFilter=field"]) {
      const { items } = await fetchSpans(as, filter.slice(1));
      expect(items.map(({ day, count }) => [day, count])).toEqual([
        ["2026-05-06", 1],
        ["2026-05-04", 1],
        ["2026-05-03", 1],
        [null, 2],
      ]);
      const names: string[][] = [];
      for (const { day, from, before: cursor } of items)
        names.push(
          (
            await fetchPhotos(as, `from=${from}&before=${cursor}&unknownTime=${day === null}${filter}`)
          ).items.map(({ name }) => name),
        );
      expect(names).toEqual([["Overview_2"], ["Overview_1"], ["Dated"], ["Unknown_2", "Unknown_1"]]);
    }
  });

  it("design§D1 reads one range at a time, and splits no hour", async () => {
    const { customerId } = await makeReader();
    const instants = ["2026-05-04T08", "2026-05-04T07", "2026-05-04T06"].flatMap((hour) => [
      `${hour}:00:00Z`,
      `${hour}:30:00Z`,
    ]);
    await takePhotos(customerId, instants);
    const query = { scope: { customerId, deleted: false }, filter: noFilter };
    const read = async (max: number) => {
      const scans: [number, string | null][] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 10; page += 1) {
        const { items, next } = await listTimelineSpans(db(), query, cursor, max);
        scans.push([items.reduce((sum, { count }) => sum + count, 0), next]);
        if (next === null) return scans;
        cursor = next;
      }
      return scans;
    };
    expect(photosPerScan).toBeGreaterThan(6);
    expect(await read(100)).toEqual([[6, null]]);
    expect(await read(3)).toEqual([
      [2, "2026-05-04T08:00:00Z"],
      [2, "2026-05-04T07:00:00Z"],
      [2, null],
    ]);
    expect(await read(1)).toEqual([
      [2, "2026-05-04T08:00:00Z"],
      [2, "2026-05-04T07:00:00Z"],
      [2, "2026-05-04T06:00:00Z"],
      [0, null],
    ]);
  });

  it("D3 gives groups of the same name, and documentations of the same name and minute, separate folders", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const dateCreated = "2026-05-01T08:00:00Z";
    const ids: string[] = [];
    for (const name of ["Åre", "Åre"]) {
      const row = await makeDocumentation(customerId, { name, dateCreated });
      for (const position of [0, 2]) {
        const [groupId, taskId] = [crypto.randomUUID(), crypto.randomUUID()];
        const commonValues = { customerId, documentationId: row.id };
        await db()
          .insert(documentationTask)
          .values([
            { ...commonValues, id: groupId, name: "Mast", type: "GROUP", position },
            {
              ...commonValues,
              id: taskId,
              parentId: groupId,
              name: "Top",
              type: "PHOTO",
              position: position + 1,
              level: 1,
            },
          ]);
        const [storedTask] = await db()
          .select()
          .from(documentationTask)
          .where(eq(documentationTask.id, taskId));
        ids.push(await makeIngestedPhoto({ row, task: storedTask! }, { name: "Top_01" }));
      }
    }
    const { selection } = await jsonOf<{ selection: string }>(
      call("POST", "/photo/select", { as, body: { photos: ids } }),
    );
    const zipResponse = await call("GET", `/photo/downloadZipFile?selection=${selection}&name=Photos`, {
      as,
    });
    const folders = Object.keys(unzipSync(new Uint8Array(await zipResponse.arrayBuffer())))
      .filter((path) => path.endsWith(".jpg"))
      .map((path) => path.split("/").slice(1, 3).join("/"));
    expect(folders.sort()).toEqual([
      "Åre 2026-05-01 10.00 (2)/Mast",
      "Åre 2026-05-01 10.00 (2)/Mast (2)",
      "Åre 2026-05-01 10.00/Mast",
      "Åre 2026-05-01 10.00/Mast (2)",
    ]);
  });

  it("2§7 downloads the selected photos in folders by documentation, and lists what is missing", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId, { name: "Mast" });
    const dateCreated = "2026-05-01T08:00:00Z";
    const [first, second] = [
      await makeVisit(customerId, { template, photos: 2, name: "Åre", dateCreated }),
      await makeVisit(customerId, { template, photos: 1, missing: 1, name: "Boden", dateCreated }),
    ];
    const photoIds = [first.photos[1]!, ...second.photos];
    const { selection } = await jsonOf<{ selection: string }>(
      call("POST", "/photo/select", { as, body: { photos: photoIds } }),
    );
    const zipPath = `/photo/downloadZipFile?selection=${selection}&name=Photos`;
    const zipResponse = await call("GET", zipPath, { as });
    const entries = unzipSync(new Uint8Array(await zipResponse.arrayBuffer()));
    const { name } = first.task;
    expect(
      Object.keys(entries)
        .filter((path) => path.endsWith(".jpg"))
        .sort(),
    ).toEqual([
      `Photos/Boden 2026-05-01 10.00/${name}/${name}_01.jpg`,
      `Photos/Åre 2026-05-01 10.00/${name}/${name}_02.jpg`,
    ]);
    const manifest = JSON.parse(new TextDecoder().decode(entries["Photos/manifest.json"]));
    expect(manifest).toMatchObject({
      expectedPhotos: 3,
      includedPhotos: 2,
      missing: [{ id: second.photos[1], reason: "notUploaded" }],
    });
    const outsider = await makeReader();
    expect((await call("GET", zipPath, { as: outsider })).status).toBe(404);
    const body = { photos: photoIds };
    expect((await call("POST", "/photo/select", { as: outsider, body })).status).toBe(404);
    expect((await call("POST", "/photo/select", { as, body: { photos: [] } })).status).toBe(422);
  });
});
