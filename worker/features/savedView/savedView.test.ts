import { describe, expect, it } from "vitest";
import type { SavedView } from "#domain/endpoints/documentation/savedView.ts";
import { type Caller, call, jsonOf, makeCaller, makeSuperAdmin } from "#worker/testing/factories.ts";

const roles = ["ROLE_DOCUMENTATION_READ"] as const;
const makeReader = (customerId?: number) =>
  makeCaller({ roles: [...roles], ...(customerId !== undefined && { customerId }) });
const fetchViews = async (as: Caller) =>
  (await jsonOf<{ items: SavedView[] }>(call("GET", "/savedView", { as }))).items;
const fetchNames = async (as: Caller) => (await fetchViews(as)).map(({ name }) => name);
const saveView = (as: Caller, name: string, fields: object = {}) =>
  call("POST", "/savedView", {
    as,
    body: { name, query: "statusFilter=COMPLETED&sort=name&order=asc", shared: false, ...fields },
  });

describe("2§2 views of the list, saved by name", () => {
  it("are private or shared within the customer; only their owner changes them", async () => {
    const as = await makeReader();
    const [colleague, outsider] = [await makeReader(as.customerId), await makeReader()];
    expect((await saveView(as, "mine")).status).toBe(201);
    expect((await saveView(as, "ours", { shared: true })).status).toBe(201);
    expect(await fetchNames(as)).toEqual(["mine", "ours"]);
    expect(await fetchNames(colleague)).toEqual(["ours"]);
    expect(await fetchNames(outsider)).toEqual([]);
    const sharedView = (await fetchViews(colleague))[0]!;
    expect(sharedView).toMatchObject({ isOwn: false, shared: true });
    const { id, version, query } = sharedView;
    const body = { name: "theirs", query, shared: false, version };
    for (const otherCaller of [colleague, outsider]) {
      expect((await call("PUT", `/savedView/${id}`, { as: otherCaller, body })).status).toBe(404);
      expect((await call("DELETE", `/savedView/${id}`, { as: otherCaller })).status).toBe(404);
    }
    expect((await call("PUT", `/savedView/${id}`, { as, body: { ...body, name: "b" } })).status).toBe(200);
    expect(await fetchNames(colleague)).toEqual([]);
    const staleResponse = await jsonOf(call("PUT", `/savedView/${id}`, { as, body }));
    expect(staleResponse).toMatchObject({ error: { code: "staleVersion" } });
    expect((await call("DELETE", `/savedView/${id}`, { as })).status).toBeLessThan(300);
    expect(await fetchNames(as)).toEqual(["mine"]);
  });

  it("design§Tenancy pass to a colleague when they are shared and their owner is deleted or moves", async () => {
    const superAdmin = await makeSuperAdmin();
    const as = await makeReader();
    const [colleague, outsider] = [await makeReader(as.customerId), await makeReader()];
    await saveView(as, "mine");
    await saveView(as, "ours", { shared: true });
    await saveView(as, "both", { shared: true });
    await saveView(colleague, "both");
    const { version } = await jsonOf<{ version: number }>(
      call("GET", `/users/${as.userId}`, { as: superAdmin }),
    );
    const body = { customerId: outsider.customerId, version };
    expect((await call("PUT", `/users/${as.userId}`, { as: superAdmin, body })).status).toBe(200);
    expect((await fetchViews(colleague)).map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ["both", true],
      ["ours", true],
    ]);
    expect((await call("DELETE", `/users/${colleague.userId}`, { as: superAdmin })).status).toBe(200);
  });

  it("have unique names, and contain only a filter and an order", async () => {
    const as = await makeReader();
    await saveView(as, "a");
    expect(await jsonOf(saveView(as, "a"))).toMatchObject({
      error: { code: "duplicate", fields: { name: "duplicate" } },
    });
    for (const query of ["", "userId=1", "q=a&page=2", "x"])
      expect([query, (await saveView(as, "b", { query })).status]).toEqual([query, 422]);
    expect((await saveView(as, " ")).status).toBe(422);
    // The list ignores another customer for everyone but super admins.
    expect((await saveView(as, "of a customer", { query: "customerId=1" })).status).toBe(201);
    expect(await fetchNames(as)).toEqual(["a", "of a customer"]);
  });
});
