import { describe, expect, it } from "vitest";
import { getMapClusters } from "#domain/endpoints/documentation/map.ts";
import { mergeJobs } from "#domain/endpoints/shared/job.ts";
import { compareByKeys, compareByName, compareValues, mergeSorted } from "./compareValues.ts";
import { fetchMergedPage, type PageRange } from "./deepPage.ts";
import { fromGlobalNumber, shardPartId, toGlobalNumber } from "./shardIds.ts";

/** Deterministic rows, each list sorted, with many equal ones. */
const makeLists = (databases: number, rows: number): { key: number; database: number }[][] =>
  Array.from({ length: databases }, (_, database) =>
    Array.from({ length: rows }, (_, index) => ({
      key: (index * (database + 3) * 7919) % 97,
      database,
    })).sort((a, b) => a.key - b.key),
  );

const byKey = compareByKeys<{ key: number }>("asc", ({ key }) => key);

describe("merging responses of several databases", () => {
  it("design§Tenancy values sort as in SQLite: nulls, numbers, texts by code point", () => {
    const sortedValues = [null, -1, false, true, 2, "", "B", "a", "å", "\u{ffff}", "\u{1f600}"];
    expect([...sortedValues].reverse().sort(compareValues)).toEqual(sortedValues);
    const names = ["Mast 2", "mast 10", "Zon", "åre", "Ängö", "öl", "\u{1f600}"];
    expect([...names].reverse().sort(compareByName)).toEqual(names);
  });

  it("1§7 sorted lists are merged; equal values keep the order of the databases", () => {
    const mergeResult = mergeSorted(makeLists(3, 50), byKey);
    expect(mergeResult).toEqual(
      makeLists(3, 50)
        .flat()
        .sort((a, b) => a.key - b.key || a.database - b.database),
    );
    expect(mergeSorted(makeLists(3, 50), byKey, 7)).toEqual(mergeResult.slice(0, 7));
    expect(mergeSorted([], byKey)).toEqual([]);
  });

  it("1§7 a page is correct however deep it is, and reads no more than each database's share", async () => {
    for (const [databases, rows] of [
      [2, 9_000],
      [4, 5_000],
      [3, 3],
    ] as const) {
      const allLists = makeLists(databases, rows);
      const expected = mergeSorted(allLists, byKey);
      for (const page of [
        { offset: 0, max: 5 },
        { offset: 1_999, max: 25 },
        { offset: 7_000, max: 25 },
        { offset: databases * rows - 3, max: 10 },
        { offset: databases * rows + 5, max: 10 },
        { offset: 200_000, max: 10 },
        { offset: 0, max: -1 },
      ]) {
        let readRowCount = 0;
        const pageRows = await fetchMergedPage(
          databases,
          page,
          byKey,
          async (database, { offset, max }: PageRange) => {
            const part = allLists[database]!.slice(offset, max < 0 ? undefined : offset + max);
            readRowCount += part.length;
            return part;
          },
        );
        const end = page.max < 0 ? undefined : page.offset + page.max;
        expect([page, pageRows]).toEqual([page, expected.slice(page.offset, end)]);
        if (page.max > 0) expect(readRowCount).toBeLessThan(databases * 2_100 + 200);
      }
    }
  });

  it("1§2 a number with its database prefix identifies one entry across databases", () => {
    expect(fromGlobalNumber(toGlobalNumber(0, 42))).toEqual({ shardIndex: 0, number: 42 });
    const [highNumber, index] = [999_999_999_999, 90];
    expect(fromGlobalNumber(toGlobalNumber(index, highNumber))).toEqual({
      shardIndex: index,
      number: highNumber,
    });
    expect(String(toGlobalNumber(index, highNumber))).toHaveLength(15);
  });

  it("design§Jobs each part of a job is found from any other part's id, and the job is done when all parts are", () => {
    const id = crypto.randomUUID();
    expect(shardPartId(shardPartId(id, 3), 0)).toBe(shardPartId(id, 0));
    const part = {
      ...{ id, kind: "changeDocumentations", total: 2, error: null, dateCreated: "2026-01-01T00:00:00Z" },
      ...{ state: "DONE" as const, progress: 2, result: { included: 2 } },
    };
    expect(mergeJobs([part, { ...part, result: { included: 3, missing: 1 } }])).toEqual({
      ...part,
      ...{ progress: 4, total: 4, result: { included: 5, missing: 1 } },
    });
    const runningPart = { ...part, state: "RUNNING" as const, progress: 1, result: null };
    expect(mergeJobs([part, runningPart])).toMatchObject({ state: "RUNNING", progress: 3, result: null });
    const failedPart = { ...part, state: "FAILED" as const, error: "tooLarge", result: null };
    expect(mergeJobs([part, failedPart])).toMatchObject({ state: "FAILED", error: "tooLarge" });
    expect(mergeJobs([failedPart, runningPart])).toMatchObject({ state: "RUNNING" });
  });

  it("2§2 clusters in the same tile are merged, weighted by their counts", () => {
    const strategy = getMapClusters.multiDatabase;
    if (typeof strategy !== "object" || !("merge" in strategy))
      throw new Error("getMapClusters must merge responses");
    const makeCluster = (lat: number, lng: number, count: number) => ({
      ...{ count, lat, lng, south: lat, north: lat, west: lng, east: lng },
      ...{ id: count === 1 ? "one" : null, name: count === 1 ? "One" : null, facts: null },
    });
    const query = { zoom: 5, south: 55, west: 10, north: 70, east: 25 };
    const responses = [
      { items: [makeCluster(59.33, 18.06, 3), makeCluster(57.7, 11.97, 1)], total: 4 },
      { items: [makeCluster(59.34, 18.07, 1)], total: 1 },
    ];
    const mergeResult = strategy.merge(responses, { query, params: undefined, body: undefined });
    expect(mergeResult).toMatchObject({
      total: 5,
      items: [
        { count: 4, south: 59.33, north: 59.34, west: 18.06, east: 18.07, id: null },
        { count: 1, name: "One" },
      ],
    });
    expect(mergeResult).toHaveProperty("items.0.lat", expect.closeTo(59.3325, 6));
  });
});
