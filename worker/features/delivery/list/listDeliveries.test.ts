import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type {
  DeliveryDestination,
  DeliveryDetails,
  DeliveryRow,
} from "#domain/endpoints/exports/delivery.ts";
import { app } from "#worker/app.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { deliveryFile, documentation, domainChange } from "#worker/db/schema/index.ts";
import { type Caller, db, jsonOf, makeCaller, makeSuperAdmin } from "#worker/testing/factories.ts";
import {
  contentsOf,
  listFiles,
  makeDelivery,
  makeDestination,
  makeMemoryTools,
  makeQuietEnv,
  readDelivery,
  runUntilEnded,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";

/** A call whose queue messages are discarded, so that only the test runs deliveries. */
const call = async (method: string, path: string, { as, body }: { as: Caller; body?: object }) =>
  app.request(
    `http://siteproof.test/api${path}`,
    {
      method,
      headers: { authorization: `Bearer ${as.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    },
    makeQuietEnv().env,
  );

const roles = ["ROLE_EXPORT_DOCUMENTATION", "ROLE_DOCUMENTATION_READ"] as const;

async function makeFailedDelivery() {
  const destination = await makeDestination();
  const host = new MemoryHost();
  const tools = makeMemoryTools({ host, contents: contentsOf({ "a.jpg": 100, "b.jpg": 200 }) });
  const row = await makeDelivery(destination);
  host.fault = (step, path) => {
    if (step === "begin" && path === "b.jpg")
      throw new ConnectorError("full", "The disk is full.", { status: 552 });
  };
  await runUntilEnded(tools, row);
  host.fault = () => undefined;
  const as = await makeCaller({ customerId: destination.customerId, roles });
  return { destination, host, tools, row, as };
}
const list = async (as: Caller, query: string) =>
  (await jsonOf<{ items: DeliveryRow[] }>(call("GET", `/deliveries?${query}`, { as }))).items.map(
    ({ id }) => id,
  );
const fetchCount = async (as: Caller, query: string) =>
  (await jsonOf<{ count: number }>(call("GET", `/delivery/count?${query}`, { as }))).count;
const listAuditEntries = (id: string) =>
  db()
    .select()
    .from(domainChange)
    .where(and(eq(domainChange.objectClass, "siteproof.Delivery"), eq(domainChange.objectId, id)));

describe("the list of deliveries", () => {
  it("design§Delivery lists deliveries by every filter, and counts what it lists, within the customer", async () => {
    const { destination, row, as } = await makeFailedDelivery();
    const secondDelivery = await makeDelivery(destination, { dateCreated: "2026-01-05T10:00:00Z" });
    const documentationRow = await db()
      .select()
      .from(documentation)
      .where(eq(documentation.id, row.documentationId))
      .get();
    const otherDelivery = (await makeFailedDelivery()).row;
    for (const [query, ids] of [
      ["", [row.id, secondDelivery.id]],
      ["order=asc", [secondDelivery.id, row.id]],
      ["max=1&offset=1", [secondDelivery.id]],
      ["state=FAILED", [row.id]],
      ["open=true", [secondDelivery.id]],
      ["open=false", [row.id]],
      [`exportConfigurationId=${destination.configuration.id}&state=FAILED`, [row.id]],
      [`exportConfigurationId=${destination.configuration.id}&open=true`, [secondDelivery.id]],
      [`documentationId=${secondDelivery.documentationId}`, [secondDelivery.id]],
      [`documentationId=${otherDelivery.documentationId}`, []],
      ["from=2026-01-05&to=2026-01-05", [secondDelivery.id]],
      [`q=${documentationRow!.name.slice(-8)}`, [row.id]],
      [`q=${destination.configuration.name.toUpperCase()}`, [row.id, secondDelivery.id]],
      ["q=%25", []],
    ] as const) {
      expect(await list(as, query), query).toEqual(ids);
      if (!query.includes("max"))
        expect(await fetchCount(as, query.replace("order=asc", "")), query).toBe(ids.length);
    }
    const admin = await makeSuperAdmin();
    expect(await list(admin, `customerId=${destination.customerId}`)).toEqual([row.id, secondDelivery.id]);
    expect(await list(admin, `documentationId=${otherDelivery.documentationId}`)).toEqual([otherDelivery.id]);
    expect(await list(admin, `exportConfigurationId=${destination.configuration.id}`)).toEqual([
      row.id,
      secondDelivery.id,
    ]);
    expect(await list(admin, "state=FAILED&max=2")).toHaveLength(2);
    expect(await list(admin, "max=2")).toHaveLength(2);
    expect(
      (
        await call("GET", `/deliveries?customerId=${destination.customerId}`, {
          as: await makeCaller({ roles }),
        })
      ).status,
    ).toBe(403);
  });

  it("design§Delivery shows a delivery with its files, and each destination with its recent results", async () => {
    const { destination, row, as } = await makeFailedDelivery();
    const details = await jsonOf<DeliveryDetails>(call("GET", `/delivery/${row.id}`, { as }));
    expect(details).toMatchObject({
      ...{
        state: "FAILED",
        errorKind: "full",
        errorStatusCode: 552,
        itemCount: 2,
        filesDone: 1,
        missingItems: [],
      },
      items: [
        { path: "a.jpg", state: "DONE", bytesSent: 100 },
        { path: "b.jpg", errorKind: "full" },
      ],
    });
    const failedDetails = await jsonOf<DeliveryDetails>(
      call("GET", `/delivery/${row.id}?failed=true`, { as }),
    );
    expect(failedDetails.items.map(({ path }) => path)).toEqual(["b.jpg"]);
    const { items } = await jsonOf<{ items: DeliveryDestination[] }>(
      call("GET", "/delivery/destinations", { as }),
    );
    expect(items).toMatchObject([
      {
        ...{ exportConfigurationId: destination.configuration.id, done: 0, failed: 1, inProgress: 0 },
        lastErrorKind: "full",
        lastError: "The disk is full.",
      },
    ]);
    const outsider = await makeCaller({ roles });
    expect((await call("GET", `/delivery/${row.id}`, { as: outsider })).status).toBe(404);
    expect((await call("POST", `/delivery/resend/${row.id}`, { as: outsider, body: {} })).status).toBe(404);
    expect((await call("POST", `/delivery/cancel/${row.id}`, { as: outsider })).status).toBe(404);
  });

  it("design§Delivery resends files that did not arrive, and a single file even if it did, and audits each call", async () => {
    const { host, tools, row, as } = await makeFailedDelivery();
    expect(await jsonOf(call("POST", `/delivery/resend/${row.id}`, { as, body: {} }))).toMatchObject({
      ...{ state: "PENDING", tries: 0, errorMessage: null },
    });
    expect(await runUntilEnded(tools, row)).toMatchObject({ state: "DONE", filesDone: 2, bytesSent: 300 });
    expect(host.arrivals).toEqual(["a.jpg", "b.jpg"]);
    // All files have arrived: only an explicitly chosen file is resent.
    expect((await call("POST", `/delivery/resend/${row.id}`, { as, body: {} })).status).toBe(422);
    const [firstFile] = await listFiles(row.id);
    const body = { file: firstFile!.id };
    expect(await jsonOf(call("POST", `/delivery/resend/${row.id}`, { as, body }))).toMatchObject({
      ...{ state: "PENDING", filesDone: 1, bytesSent: 200 },
    });
    expect(await runUntilEnded(tools, row)).toMatchObject({ state: "DONE", filesDone: 2, bytesSent: 300 });
    expect(host.arrivals).toEqual(["a.jpg", "b.jpg", "a.jpg"]);
    expect(await listAuditEntries(row.id)).toMatchObject([
      { userId: as.userId, action: "UPDATE", params: { state: { before: "FAILED", after: "PENDING" } } },
      { userId: as.userId, params: { state: { before: "DONE", after: "PENDING" } } },
    ]);
    const unknownFileBody = { file: crypto.randomUUID() };
    expect((await call("POST", `/delivery/resend/${row.id}`, { as, body: unknownFileBody })).status).toBe(
      404,
    );
  });

  it("2§6 keeps the requester if a user who may not read files resends, so that no file is left out", async () => {
    const { tools, row, as } = await makeFailedDelivery();
    const requester = (await readDelivery(row.id)).requester;
    await call("POST", `/delivery/resend/${row.id}`, { as, body: {} });
    expect((await readDelivery(row.id)).requester).toEqual(requester);
    await runUntilEnded(tools, row);
    const reader = await makeCaller({ customerId: as.customerId, roles: [...roles, "ROLE_FILE_READ"] });
    const [firstFile] = await listFiles(row.id);
    await call("POST", `/delivery/resend/${row.id}`, { as: reader, body: { file: firstFile!.id } });
    expect((await readDelivery(row.id)).requester).toMatchObject({ userId: reader.userId });
  });

  it("2§4 does not resend a documentation that is handed over, neither alone nor with all failed deliveries", async () => {
    const { destination, row, as } = await makeFailedDelivery();
    const handedOverDelivery = await makeDelivery(destination, { state: "FAILED" });
    await db()
      .update(documentation)
      .set({ status: "PAUSED" })
      .where(eq(documentation.id, handedOverDelivery.documentationId));
    expect((await call("POST", `/delivery/resend/${handedOverDelivery.id}`, { as, body: {} })).status).toBe(
      422,
    );
    const oldDelivery = await makeDelivery(destination, {
      state: "FAILED",
      dateCreated: "2026-01-05T10:00:00Z",
    });
    const body = { exportConfigurationId: destination.configuration.id, since: "2026-02-01" };
    expect(await jsonOf(call("POST", "/delivery/resendFailed", { as, body }))).toEqual({ count: 1 });
    expect((await readDelivery(row.id)).state).toBe("PENDING");
    expect((await readDelivery(handedOverDelivery.id)).state).toBe("FAILED");
    expect((await readDelivery(oldDelivery.id)).state).toBe("FAILED");
    expect(await listAuditEntries(row.id)).toHaveLength(1);
    const outsider = await makeCaller({ roles });
    expect(await jsonOf(call("POST", "/delivery/resendFailed", { as: outsider, body }))).toEqual({
      count: 0,
    });
  });

  it("design§Delivery cancels active deliveries, but not ended ones", async () => {
    const { destination, row, as } = await makeFailedDelivery();
    const pendingDelivery = await makeDelivery(destination);
    expect(await jsonOf(call("POST", `/delivery/cancel/${pendingDelivery.id}`, { as }))).toMatchObject({
      state: "CANCELLED",
    });
    expect(await listAuditEntries(pendingDelivery.id)).toMatchObject([
      { params: { state: { before: "PENDING", after: "CANCELLED" } } },
    ]);
    expect((await call("POST", `/delivery/cancel/${row.id}`, { as })).status).toBe(422);
  });

  it("2§6 hides file names from users who may not read files", async () => {
    const { row, destination } = await makeFailedDelivery();
    const fetchItems = async (authorities: readonly "ROLE_FILE_READ"[]) => {
      const as = await makeCaller({ customerId: destination.customerId, roles: [...roles, ...authorities] });
      return (await jsonOf<DeliveryDetails>(call("GET", `/delivery/${row.id}`, { as }))).items;
    };
    await db()
      .update(deliveryFile)
      .set({ kind: "FILE" })
      .where(and(eq(deliveryFile.deliveryId, row.id), eq(deliveryFile.path, "b.jpg")));
    expect((await fetchItems([])).map(({ path, errorMessage }) => [path, errorMessage])).toEqual([
      ["a.jpg", null],
      ["#2", null],
    ]);
    expect((await fetchItems(["ROLE_FILE_READ"])).map(({ path }) => path)).toEqual(["a.jpg", "b.jpg"]);
  });

  it("2§3 is separate from the list of export events, which omits those of deleted documentations", async () => {
    const { row, as } = await makeFailedDelivery();
    const fetchEvents = async () =>
      (await jsonOf<{ items: unknown[] }>(call("GET", "/exportEvents", { as }))).items;
    expect(await fetchEvents()).toMatchObject([
      {
        ...{ id: row.id, documentation: row.documentationId, success: false, errorStatusCode: 552 },
        ...{ errorMessage: "The disk is full.", username: "" },
      },
    ]);
    await db()
      .update(documentation)
      .set({ status: "DELETED" })
      .where(eq(documentation.id, row.documentationId));
    expect(await fetchEvents()).toEqual([]);
  });
});
