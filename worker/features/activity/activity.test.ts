import { describe, expect, it } from "vitest";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { listActivity } from "#domain/endpoints/documentation/activity.ts";
import { delivery, documentationEvent } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { readActivity } from "./readActivity.ts";

type Page = ResponseOf<typeof listActivity>;
const fetchActivity = (as: Caller, query: Record<string, string> = {}) =>
  jsonOf<Page>(call("GET", `/activity?${new URLSearchParams(query)}`, { as }));
const staff = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] as const;
type EventValues = Partial<typeof documentationEvent.$inferInsert>;
const addEvents = (customerId: number, documentationId: string, events: EventValues[]) =>
  db()
    .insert(documentationEvent)
    .values(
      events.map((event) => ({
        ...{ customerId, documentationId, type: "CREATED" as const, creator: "bo" },
        ...{ eventDate: "2026-03-02T10:00:00Z", ...event },
      })),
    );
const typesOf = ({ items }: Page) => items.map(({ kind, event }) => event?.type ?? kind);

describe("design§Web the activity feed", () => {
  it("merges events, comments and deliveries, newest first, and filters by kind, person, period and documentation", async () => {
    const as = await makeCaller({ roles: [...staff, "ROLE_EXPORT_DOCUMENTATION"] });
    const { customerId } = as;
    const { id: documentationId } = await makeDocumentation(customerId, { name: "Mast 7" });
    const { id: otherId } = await makeDocumentation(customerId);
    await addEvents(customerId, documentationId, [
      { eventDate: "2026-03-01T22:59:59Z" },
      {
        type: "STATUS_CHANGED",
        eventDate: "2026-03-03T10:00:00Z",
        creator: "anna",
        params: { status: "APPROVED" },
      },
    ]);
    await addEvents(customerId, otherId, [{ type: "TASK_EDIT", eventDate: "2026-03-02T10:00:00Z" }]);
    await db()
      .insert(delivery)
      .values({
        ...{ customerId, documentationId, exportConfigurationName: "FTP", type: "FTP", state: "FAILED" },
        ...{ templateExportConfigurationId: crypto.randomUUID(), exportConfigurationId: crypto.randomUUID() },
        ...{ request: deliveryRequest.parse({}), dateCreated: "2026-03-04T10:00:00Z" },
      });
    const response = await call("POST", "/thread/create", { as, body: { documentationId, text: "Look" } });
    expect(response.status, await response.clone().text()).toBe(201);
    const all = await fetchActivity(as);
    expect(typesOf(all)).toEqual(["COMMENT", "DELIVERY", "STATUS_CHANGED", "TASK_EDIT", "CREATED"]);
    expect(all.items.slice(0, 3)).toMatchObject([
      { comment: { text: "Look" }, documentationName: "Mast 7" },
      { delivery: { state: "FAILED", destination: "FTP" }, person: "" },
      { event: { params: { status: "APPROVED" } }, person: "anna" },
    ]);
    expect(typesOf(await fetchActivity(as, { kind: "REVIEW" }))).toEqual(["STATUS_CHANGED"]);
    expect(typesOf(await fetchActivity(as, { person: "bo" }))).toEqual(["TASK_EDIT", "CREATED"]);
    // Days are Swedish: the first event was in the evening of the first.
    expect(typesOf(await fetchActivity(as, { from: "2026-03-02", to: "2026-03-02" }))).toEqual(["TASK_EDIT"]);
    expect(typesOf(await fetchActivity(as, { documentationId, to: "2026-03-31" }))).toEqual([
      ...["DELIVERY", "STATUS_CHANGED", "CREATED"],
    ]);
    const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(typesOf(await fetchActivity(reader))).not.toContain("DELIVERY");
  });

  it("is paged without gaps or repetitions, also within one second", async () => {
    const as = await makeCaller({ roles: staff });
    const { id } = await makeDocumentation(as.customerId);
    // A statement takes few rows.
    for (let start = 0; start < 120; start += 10)
      await addEvents(
        as.customerId,
        id,
        Array.from({ length: 10 }, (_, index) => ({ creator: `c${start + index}` })),
      );
    const creators: string[] = [];
    let pageCount = 0;
    for (let before: string | null = ""; before !== null; pageCount += 1) {
      const page: Page = await fetchActivity(as, before ? { before } : {});
      creators.push(...page.items.map(({ person }) => person));
      before = page.next;
    }
    expect([pageCount, creators.length, new Set(creators).size]).toEqual([3, 120, 120]);
  });

  it("searches a limited number of rows for each page, and none twice, until the oldest", async () => {
    const as = await makeCaller({ roles: staff });
    const { id } = await makeDocumentation(as.customerId);
    for (let minute = 10; minute < 40; minute += 1)
      await addEvents(as.customerId, id, [
        { eventDate: `2026-03-02T10:${minute}:00Z`, creator: minute % 15 === 0 ? "anna" : "bo" },
      ]);
    const pages: string[][] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page: Page = await readActivity(
        db(),
        as.customerId,
        { person: "anna", before },
        { includesDeliveries: true, scanLimit: 7 },
      );
      pages.push(page.items.map(({ at }) => at));
      before = page.next;
    }
    expect(pages).toEqual([[], ["2026-03-02T10:30:00Z"], [], ["2026-03-02T10:15:00Z"], []]);
  });

  it("is limited to the caller's customer, without hidden and deleted documentations", async () => {
    const [as, otherCustomer] = [await makeCaller({ roles: staff }), await makeCaller({ roles: staff })];
    for (const values of [{}, { hidden: true }, { status: "DELETED" as const }]) {
      const { id } = await makeDocumentation(as.customerId, values);
      await addEvents(as.customerId, id, [{}]);
    }
    expect((await fetchActivity(as)).items).toHaveLength(1);
    expect((await fetchActivity(otherCustomer)).items).toEqual([]);
    const customerId = String(as.customerId);
    expect((await call("GET", `/activity?customerId=${customerId}`, { as: otherCustomer })).status).toBe(403);
    expect((await fetchActivity(await makeSuperAdmin(), { customerId })).items).toHaveLength(1);
    expect((await call("GET", "/activity?before=x", { as })).status).toBe(422);
    const outsider = await makeCaller({ roles: ["ROLE_TEMPLATE_READ"] });
    expect((await call("GET", "/activity", { as: outsider })).status).toBe(403);
  });
});
