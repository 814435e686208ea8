import { inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { unknownCoordinate } from "#domain/core/fields.ts";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import { documentation } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";

type Caller = Awaited<ReturnType<typeof makeCaller>>;

const makeStaff = async () =>
  makeCaller({ customerId: (await makeCustomer(["MAP"])).id, roles: ["ROLE_DOCUMENTATION_READ"] });
const view = "zoom=8&south=58&west=16&north=60&east=20";
const fetchClusters = (as: Caller, query = view) =>
  jsonOf<{ items: MapCluster[]; total: number }>(call("GET", `/documentation/mapClusters?${query}`, { as }));

describe("2§2 the map", () => {
  it("clusters neighbours, counts them exactly, and names a single one by its alias", async () => {
    const as = await makeStaff();
    const { customerId } = as;
    for (const step of [0, 1, 2])
      await makeDocumentation(customerId, { lat: 59.3 + step / 10_000, lng: 18.05 });
    const singleDocumentation = await makeDocumentation(customerId, {
      lat: 58.5,
      lng: 17,
      alias: "Åre mast",
    });
    await makeDocumentation(customerId, { lat: 1000, lng: 1000 });
    await makeDocumentation(customerId, { lat: 40, lng: 18.05 });
    const { items, total } = await fetchClusters(as);
    expect(total).toBe(4);
    expect(items.map(({ count }) => count).sort()).toEqual([1, 3]);
    const largeCluster = items.find(({ count }) => count === 3)!;
    expect([largeCluster.south, largeCluster.north, largeCluster.id]).toEqual([59.3, 59.3002, null]);
    expect(items.find(({ count }) => count === 1)).toMatchObject({
      id: singleDocumentation.id,
      name: "Åre mast",
      lat: 58.5,
    });
  });

  it("counts each documentation once, at every zoom and in every view", async () => {
    const as = await makeStaff();
    for (let index = 0; index < 40; index += 1)
      await makeDocumentation(as.customerId, {
        lat: 58.1 + ((index * 37) % 40) / 22,
        lng: 16.1 + ((index * 53) % 40) / 11,
      });
    for (const zoom of [3, 6, 9, 12])
      expect([zoom, (await fetchClusters(as, view.replace("zoom=8", `zoom=${zoom}`))).total]).toEqual([
        zoom,
        40,
      ]);
    // Adjacent views share the tiles on their border; within a view, each documentation is in one tile.
    const halves = await Promise.all(
      ["west=16&north=60&east=18", "west=18&north=60&east=20"].map((half) =>
        fetchClusters(as, `zoom=8&south=58&${half}`),
      ),
    );
    expect(halves[0]!.total + halves[1]!.total).toBeGreaterThanOrEqual(40);
  });

  it("has the same counts from tiles as counted one by one, after moving, hiding, approving and removing", async () => {
    const as = await makeStaff();
    const { customerId } = as;
    const statuses = ["COMPLETED", "APPROVED"] as const;
    const coordinates = [
      ...Array.from({ length: 60 }, (_, index) => ({
        lat: 55.3 + ((index * 37) % 60) / 5,
        lng: 11 + ((index * 53) % 60) / 6,
      })),
      ...Array.from({ length: 8 }, (_, index) => ({ lat: 59.33 + index / 3000, lng: 18.06 - index / 2000 })),
      ...[
        [90, 0],
        [-90, -180],
        [85.06, 179.999],
        [0, 0],
        [-33.9, 151.2],
        [59.123456789, 18.123456789],
      ].map(([lat, lng]) => ({ lat: lat!, lng: lng! })),
    ];
    const documentations: Awaited<ReturnType<typeof makeDocumentation>>[] = [];
    for (const [index, coordinate] of coordinates.entries())
      documentations.push(
        await makeDocumentation(customerId, { ...coordinate, status: statuses[index % 2]! }),
      );
    const change = (ids: typeof documentations, values: Partial<typeof documentation.$inferInsert>) =>
      db()
        .update(documentation)
        .set(values)
        .where(
          inArray(
            documentation.id,
            ids.map(({ id }) => id),
          ),
        );
    await change(documentations.slice(0, 6), { lat: 62.4, lng: 17.3 });
    await change(documentations.slice(6, 9), { lat: unknownCoordinate, lng: unknownCoordinate });
    await change(documentations.slice(7, 8), { lat: 63.8, lng: 20.2 });
    await change(documentations.slice(9, 14), { hidden: true });
    await change(documentations.slice(12, 14), { hidden: false });
    await change(documentations.slice(14, 20), { status: "DELETED" });
    await change(documentations.slice(20, 24), { status: "HANDLED" });
    await db()
      .delete(documentation)
      .where(
        inArray(
          documentation.id,
          documentations.slice(24, 27).map(({ id }) => id),
        ),
      );

    // With a period, documentations are counted individually.
    const fullPeriod = "createdDateRange=2021-01-01;";
    const inOrder = (items: readonly MapCluster[]) =>
      items.toSorted((a, b) => a.lat * 1000 + a.lng - b.lat * 1000 - b.lng);
    const positions = (items: readonly MapCluster[], project: (degrees: number) => unknown) =>
      inOrder(items).map(({ lat, lng, count, id, name, facts }) => ({
        ...{ count, id, name, facts },
        coordinate: [project(lat), project(lng)],
      }));
    const closeTo = (degrees: number) => expect.closeTo(degrees, 5);
    const views = [
      "south=-85.05&west=-180&north=85.05&east=180",
      "south=55&west=10&north=69&east=24",
      "south=59&west=17.5&north=59.5&east=18.5",
    ];
    for (const box of views)
      for (const zoom of [3, 5, 8, 9])
        for (const filter of [
          "",
          "&statusFilter=APPROVED",
          "&statusFilter=APPROVED;HANDLED",
          "&showHidden=true",
        ]) {
          const query = `zoom=${zoom}&${box}${filter}`;
          const [fromTiles, fromRows] = [
            await fetchClusters(as, query),
            await fetchClusters(as, `${query}&${fullPeriod}`),
          ];
          expect([query, fromTiles.total, positions(fromTiles.items, Number)]).toEqual([
            query,
            fromRows.total,
            positions(fromRows.items, closeTo),
          ]);
          // The box of a tile never shrinks, and contains all of its documentations.
          for (const { lat, lng, count, ...cluster } of fromRows.items) {
            const totals = fromTiles.items.find(
              (item) => Math.abs(item.lat - lat) + Math.abs(item.lng - lng) < 0.00001,
            );
            expect([
              query,
              totals!.south <= cluster.south + 0.000001,
              totals!.east >= cluster.east - 0.000001,
            ]).toEqual([query, true, true]);
            if (count === 1) expect(totals!.id).toBe(cluster.id);
          }
        }
  });

  it("shows each separately at the maximum zoom, with equal positions nudged by 0.00001 degrees of longitude", async () => {
    const as = await makeStaff();
    for (let index = 0; index < 3; index += 1)
      await makeDocumentation(as.customerId, { lat: 59.3, lng: 18.05 });
    const { items } = await fetchClusters(
      as,
      "zoom=21&south=59.2999&west=18.0499&north=59.3001&east=18.0501",
    );
    expect(items.map(({ lng, count }) => [lng, count])).toEqual([
      [18.05, 1],
      [18.05001, 1],
      [18.05002, 1],
    ]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });

  it("2§2 applies the list's filters, and hides hidden and deleted ones", async () => {
    const as = await makeStaff();
    const position = { lat: 59.3, lng: 18.05 };
    await makeDocumentation(as.customerId, { ...position, creator: "anna" });
    await makeDocumentation(as.customerId, {
      ...position,
      creator: "bo",
      status: "APPROVED",
      name: "Kyrkan",
    });
    await makeDocumentation(as.customerId, { ...position, hidden: true });
    await makeDocumentation(as.customerId, { ...position, status: "DELETED" });
    const total = async (filter: string) => (await fetchClusters(as, `${view}${filter}`)).total;
    expect(await total("")).toBe(2);
    expect(await total("&creatorFilter=anna")).toBe(1);
    expect(await total("&statusFilter=APPROVED")).toBe(1);
    expect(await total("&query=kyrka")).toBe(1);
    expect(await total("&showHidden=true")).toBe(3);
    expect(await total("&createdDateRange=2021-01-01;2021-02-01")).toBe(0);
  });

  it("covers the user's own customer, with the product, and all customers for super admins", async () => {
    const as = await makeStaff();
    await makeDocumentation(as.customerId, { lat: 59.3, lng: 18.05 });
    expect((await fetchClusters(await makeStaff())).total).toBe(0);
    const root = await makeSuperAdmin();
    expect((await fetchClusters(root)).total).toBeGreaterThan(0);
    expect((await fetchClusters(root, `${view}&customerId=${as.customerId}`)).total).toBe(1);
    const withoutMap = await makeCaller({
      customerId: (await makeCustomer([])).id,
      roles: ["ROLE_DOCUMENTATION_READ"],
    });
    expect((await call("GET", `/documentation/mapClusters?${view}`, { as: withoutMap })).status).toBe(403);
    for (const [right, wrong] of [
      ["zoom=8", "zoom=2"],
      ["zoom=8", "zoom=22"],
      ["south=58", "south=-95"],
      ["east=20", "east=200"],
      ["zoom=8", "zoom=8&tiles=1"],
    ] as const) {
      const query = view.replace(right, wrong);
      expect([query, (await call("GET", `/documentation/mapClusters?${query}`, { as })).status]).toEqual([
        query,
        422,
      ]);
    }
  });
});
