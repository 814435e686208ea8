import { describe, expect, it } from "vitest";
import type { MapCluster } from "../../../domain/endpoints/map";
import {
  call,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuper,
} from "../../testing/factories";

type Caller = Awaited<ReturnType<typeof makeCaller>>;

const staff = async () =>
  makeCaller({ customerId: (await makeCustomer(["MAP"])).id, roles: ["ROLE_DOCUMENTATION_READ"] });
const view = "zoom=8&south=58&west=16&north=60&east=20";
const clusters = (as: Caller, query = view) =>
  jsonOf<{ items: MapCluster[]; total: number }>(call("GET", `/documentation/mapClusters?${query}`, { as }));

describe("2§2 the map", () => {
  it("clusters neighbours, counts them exactly, and names a single one by its alias", async () => {
    const as = await staff();
    const { customerId } = as;
    for (const step of [0, 1, 2])
      await makeDocumentation(customerId, { lat: 59.3 + step / 10_000, lng: 18.05 });
    const alone = await makeDocumentation(customerId, { lat: 58.5, lng: 17, alias: "Åre mast" });
    await makeDocumentation(customerId, { lat: 1000, lng: 1000 });
    await makeDocumentation(customerId, { lat: 40, lng: 18.05 });
    const { items, total } = await clusters(as);
    expect(total).toBe(4);
    expect(items.map(({ count }) => count).sort()).toEqual([1, 3]);
    const three = items.find(({ count }) => count === 3)!;
    expect([three.south, three.north, three.id]).toEqual([59.3, 59.3002, null]);
    expect(items.find(({ count }) => count === 1)).toMatchObject({
      id: alone.id,
      name: "Åre mast",
      lat: 58.5,
    });
  });

  it("counts each documentation once, at every zoom and wherever the view lies", async () => {
    const as = await staff();
    for (let at = 0; at < 40; at += 1)
      await makeDocumentation(as.customerId, {
        lat: 58.1 + ((at * 37) % 40) / 22,
        lng: 16.1 + ((at * 53) % 40) / 11,
      });
    for (const zoom of [3, 6, 9, 12])
      expect([zoom, (await clusters(as, view.replace("zoom=8", `zoom=${zoom}`))).total]).toEqual([zoom, 40]);
    // Adjacent views share the tiles of their border; within one view no documentation is in two tiles.
    const halves = await Promise.all(
      ["west=16&north=60&east=18", "west=18&north=60&east=20"].map((half) =>
        clusters(as, `zoom=8&south=58&${half}`),
      ),
    );
    expect(halves[0]!.total + halves[1]!.total).toBeGreaterThanOrEqual(40);
  });

  it("shows each separately at the last zoom, those on one spot nudged by 0.00001 degrees of longitude", async () => {
    const as = await staff();
    for (let at = 0; at < 3; at += 1) await makeDocumentation(as.customerId, { lat: 59.3, lng: 18.05 });
    const { items } = await clusters(as, "zoom=21&south=59.2999&west=18.0499&north=59.3001&east=18.0501");
    expect(items.map(({ lng, count }) => [lng, count])).toEqual([
      [18.05, 1],
      [18.05001, 1],
      [18.05002, 1],
    ]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });

  it("2§2 applies the list's filters, and hides hidden and deleted ones", async () => {
    const as = await staff();
    const at = { lat: 59.3, lng: 18.05 };
    await makeDocumentation(as.customerId, { ...at, creator: "anna" });
    await makeDocumentation(as.customerId, { ...at, creator: "bo", status: "APPROVED", name: "Kyrkan" });
    await makeDocumentation(as.customerId, { ...at, hidden: true });
    await makeDocumentation(as.customerId, { ...at, status: "DELETED" });
    const total = async (filter: string) => (await clusters(as, `${view}${filter}`)).total;
    expect(await total("")).toBe(2);
    expect(await total("&creatorFilter=anna")).toBe(1);
    expect(await total("&statusFilter=APPROVED")).toBe(1);
    expect(await total("&query=kyrka")).toBe(1);
    expect(await total("&showHidden=true")).toBe(3);
    expect(await total("&createdDateRange=2021-01-01;2021-02-01")).toBe(0);
  });

  it("covers one's own customer, with the product, and all customers for super admins", async () => {
    const as = await staff();
    await makeDocumentation(as.customerId, { lat: 59.3, lng: 18.05 });
    expect((await clusters(await staff())).total).toBe(0);
    const root = await makeSuper();
    expect((await clusters(root)).total).toBeGreaterThan(0);
    expect((await clusters(root, `${view}&customerId=${as.customerId}`)).total).toBe(1);
    const without = await makeCaller({
      customerId: (await makeCustomer([])).id,
      roles: ["ROLE_DOCUMENTATION_READ"],
    });
    expect((await call("GET", `/documentation/mapClusters?${view}`, { as: without })).status).toBe(403);
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
