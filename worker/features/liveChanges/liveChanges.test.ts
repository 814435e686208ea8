import { describe, expect, it } from "vitest";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { now } from "#domain/core/fields.ts";
import type { listLiveChanges } from "#domain/endpoints/documentation/liveChanges.ts";
import { documentationEvent } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";

type Changes = ResponseOf<typeof listLiveChanges>;
const fetchChanges = (as: Caller, after = "") =>
  jsonOf<Changes>(call("GET", `/documentation/liveChanges?after=${encodeURIComponent(after)}`, { as }));
const addEvent = (customerId: number, documentationId: string, creator: string) =>
  db()
    .insert(documentationEvent)
    .values({ customerId, documentationId, type: "TASK_EDIT", eventDate: now(), creator });
const staff = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] as const;

describe("design§Web live changes", () => {
  it("are the changes by other users of the customer since the cursor, with each documentation once", async () => {
    const as = await makeCaller({ roles: staff });
    const colleague = await makeCaller({ customerId: as.customerId, roles: staff });
    const stranger = await makeCaller({ roles: staff });
    const { id } = await makeDocumentation(as.customerId);
    const first = await fetchChanges(as);
    expect(first.items).toEqual([]);
    await addEvent(as.customerId, id, "bo");
    await addEvent(as.customerId, id, "bo");
    await addEvent(as.customerId, id, "eva");
    const { cursor, items } = await fetchChanges(as, first.cursor);
    expect(items).toEqual([{ documentationId: id, creators: ["bo", "eva"] }]);
    expect((await fetchChanges(stranger, first.cursor)).items).toEqual([]);
    expect((await fetchChanges(as, cursor)).items).toEqual([]);
    // A super admin sees all customers' changes.
    expect((await fetchChanges(await makeSuperAdmin(), first.cursor)).items).toContainEqual(items[0]);
    // A comment in a thread is a change for others, not for its author.
    const response = await call("POST", "/thread/create", {
      as: colleague,
      body: { documentationId: id, text: "Look at this" },
    });
    expect(response.status, await response.clone().text()).toBe(201);
    expect((await fetchChanges(as, cursor)).items.map(({ documentationId }) => documentationId)).toEqual([
      id,
    ]);
    expect((await fetchChanges(colleague, cursor)).items).toEqual([]);
  });

  it("start over after a broken cursor or one of another database; a cursor ahead of the data lists nothing", async () => {
    const as = await makeCaller({ roles: staff });
    const { id } = await makeDocumentation(as.customerId);
    await addEvent(as.customerId, id, "bo");
    for (const after of ["", "DB_X:1:1", "DB:x:1", "DB:1", "DB:999999999999999:999999999999999"])
      expect((await fetchChanges(as, after)).items, after).toEqual([]);
    expect((await call("GET", "/documentation/liveChanges?after=%27--", { as })).status).toBe(422);
    const outsider = await makeCaller({ roles: ["ROLE_TEMPLATE_READ"] });
    expect((await call("GET", "/documentation/liveChanges", { as: outsider })).status).toBe(403);
  });
});
