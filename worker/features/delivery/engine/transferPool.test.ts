import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import { ConnectorError, maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { databaseOf } from "#worker/db/database.ts";
import { delivery, job } from "#worker/db/schema/index.ts";
import { call, db, env, makeCaller } from "#worker/testing/factories.ts";
import {
  contentsOf,
  expireLease,
  listFiles,
  makeDelivery,
  makeDestination,
  makeMemoryTools,
  readDelivery,
  runNextSlice,
  runUntilEnded,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";
import { acquireConnections } from "./connections.ts";
import { Lease } from "./lease.ts";
import { removePartialFiles } from "./removePartialFiles.ts";

const sizes = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`Mast/${index}.jpg`, 3000 + index]),
);

async function setUp() {
  const host = new MemoryHost(1024);
  const contents = contentsOf(sizes);
  const tools = makeMemoryTools({ host, contents }, { maxConnections: maxConnectionsPerHost });
  const destination = await makeDestination();
  return { host, contents, tools, destination, row: await makeDelivery(destination) };
}

/** Holds all files until `count` are being sent at the same time. */
function holdUntilConcurrent(host: MemoryHost, count: number) {
  const allStarted = Promise.withResolvers<void>();
  let startedCount = 0;
  host.fault = (step) => {
    if (step !== "begin") return;
    startedCount += 1;
    if (startedCount === count) allStarted.resolve();
    return allStarted.promise;
  };
  return allStarted.promise;
}

describe("the files of a slice", () => {
  it("design§Delivery use four connections concurrently while no other delivery waits, and each is recorded", async () => {
    const { host, contents, tools, row } = await setUp();
    const busyDelivery = holdUntilConcurrent(host, maxConnectionsPerHost).then(() => readDelivery(row.id));
    expect(await runUntilEnded(tools, row)).toMatchObject({
      ...{ state: "DONE", fileCount: 24, filesDone: 24, connections: 1, tries: 0, leasedUntil: null },
    });
    expect((await busyDelivery).connections).toBe(maxConnectionsPerHost);
    expect(host.maxOpenConnections).toBe(maxConnectionsPerHost);
    expect(host.openConnectionCount).toBe(0);
    expect(host.files.size).toBe(contents.size);
    const files = await listFiles(row.id);
    expect(files.every(({ state, bytes, bytesSent }) => state === "DONE" && bytesSent === bytes)).toBe(true);
    expect((await readDelivery(row.id)).bytesSent).toBe(files.reduce((sum, { bytes }) => sum + bytes, 0));
  });

  it("design§Delivery use one connection while another delivery waits for the destination", async () => {
    const { host, tools, destination, row } = await setUp();
    const otherDelivery = await makeDelivery(destination);
    await db()
      .update(delivery)
      .set({ nextSliceAt: "2020-01-01T00:00:01Z" })
      .where(eq(delivery.id, otherDelivery.id));
    expect(await runNextSlice(tools, row)).toEqual({ state: "done" });
    expect(host.maxOpenConnections).toBe(1);
  });

  it("design§Delivery share a host's connections with other running deliveries", async () => {
    const { tools, destination, row } = await setUp();
    const otherDeliveries = [await makeDelivery(destination), await makeDelivery(destination)];
    const lane = tools.getLane("FTP", destination.configuration.params);
    const leasedUntil = addSeconds(60);
    const runningFields = { state: "RUNNING", lane, leasedUntil, nextSliceAt: leasedUntil } as const;
    const createLease = async (id: string) => {
      await db().update(delivery).set(runningFields).where(eq(delivery.id, id));
      return new Lease(databaseOf(env), await readDelivery(id));
    };
    const firstLease = await createLease(row.id);
    expect(await acquireConnections(firstLease, 9, 0)).toBe(4);
    const secondLease = await createLease(otherDeliveries[0]!.id);
    // The first delivery uses all connections: the second gets its one, and the first must give up two.
    expect(await acquireConnections(secondLease, 4, 1)).toBe(1);
    expect(await acquireConnections(firstLease, 4, 0)).toBe(2);
    expect(await acquireConnections(secondLease, 4, 1)).toBe(2);
    const thirdLease = await createLease(otherDeliveries[1]!.id);
    expect(await acquireConnections(thirdLease, 4, 0)).toBe(1);
    // The connections of a stopped consumer are free once its lease has expired.
    for (const { id } of otherDeliveries) await expireLease(id);
    await db()
      .update(delivery)
      .set({ state: "DONE" })
      .where(eq(delivery.exportConfigurationId, destination.configuration.id));
    await db().update(delivery).set(runningFields).where(eq(delivery.id, row.id));
    expect(await acquireConnections(new Lease(databaseOf(env), await readDelivery(row.id)), 4, 1)).toBe(4);
  });

  it("design§Delivery all stop when the destination fails, and the next slice sends each file once", async () => {
    const { host, contents, tools, row } = await setUp();
    host.fault = (step) => {
      if (step === "finish" && host.arrivals.length >= 9)
        throw new ConnectorError("transient", "The connection was reset.");
    };
    expect(await runNextSlice(tools, row)).toEqual({ state: "waiting", seconds: 0 });
    const waitingDelivery = await readDelivery(row.id);
    const finishedFiles = (await listFiles(row.id)).filter(({ state }) => state === "DONE");
    expect(waitingDelivery).toMatchObject({
      state: "WAITING",
      tries: 1,
      connections: 1,
      filesDone: finishedFiles.length,
    });
    expect(host.openConnectionCount).toBe(0);
    host.fault = () => undefined;
    expect((await runUntilEnded(tools, row)).state).toBe("DONE");
    expect(host.files.size).toBe(contents.size);
    expect([...host.files.values()].every(({ arrivalCount }) => arrivalCount === 1)).toBe(true);
  });

  it("O4 nextcloud/desktop#925 are all sent except the refused ones, which are named, however many are refused in a row", async () => {
    const { host, tools, row } = await setUp();
    const refusedPaths = new Set([0, 1, 2, 3, 4, 17, 23].map((index) => `Mast/${index}.jpg`));
    host.fault = (step, path) => {
      if (step === "begin" && refusedPaths.has(path))
        throw new ConnectorError("refused", "It does not take that name.", { status: 403 });
    };
    const delivery = await runUntilEnded(tools, row);
    expect(delivery).toMatchObject({
      state: "FAILED",
      errorKind: "refused",
      errorStatusCode: 403,
      filesDone: 17,
    });
    expect(delivery.errorMessage).toBe(
      "7 of 24 files were not sent: 0.jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg and 2 more. Mast/0.jpg: It does not take that name.",
    );
    const files = await listFiles(row.id);
    expect(files.filter(({ state }) => state === "FAILED").map(({ path }) => path)).toEqual([
      ...refusedPaths,
    ]);
  });

  it("O4 nextcloud/desktop#7371 are tried again after the others if they fail for now", async () => {
    const { host, tools, row } = await setUp();
    const lockedPaths = new Set(["Mast/0.jpg", "Mast/1.jpg"]);
    host.fault = (step, path) => {
      if (step === "begin" && lockedPaths.has(path))
        throw new ConnectorError("transient", "The file is locked.", { status: 423, isOfFile: true });
    };
    expect(await runNextSlice(tools, row)).toEqual({ state: "waiting", seconds: 0 });
    expect(await readDelivery(row.id)).toMatchObject({ filesDone: 22, errorStatusCode: 423, tries: 1 });
    host.fault = () => undefined;
    expect((await runUntilEnded(tools, row)).state).toBe("DONE");
    expect([...host.files.values()].every(({ arrivalCount }) => arrivalCount === 1)).toBe(true);
  });

  it.each(["full", "config", "transient"] as const)(
    "design§Delivery stop when the destination fails for three files in a row (%s)",
    async (kind) => {
      const { host, tools, row } = await setUp();
      host.fault = (step) => {
        if (step === "begin") throw new ConnectorError(kind, "It failed.", { isOfFile: true });
      };
      await runNextSlice(tools, row);
      expect(await readDelivery(row.id)).toMatchObject({ errorKind: kind, filesDone: 0 });
      expect((await listFiles(row.id)).filter(({ state }) => state === "PENDING").length).toBeGreaterThan(10);
    },
  );

  it("design§Delivery leave no partial file at the destination if the delivery is cancelled meanwhile", async () => {
    const { host, tools, row } = await setUp();
    host.fault = async (step, path) => {
      if (step === "piece" && path === "Mast/5.jpg")
        await db().update(delivery).set({ state: "CANCELLED" }).where(eq(delivery.id, row.id));
    };
    expect(await runNextSlice(tools, row)).toEqual({ state: "lost" });
    expect(host.removedParts.some((file) => file.startsWith("Mast/5.jpg "))).toBe(true);
    expect(host.removedParts.some((file) => host.arrivals.includes(file.split(" ")[0]!))).toBe(false);
    expect(host.openConnectionCount).toBe(0);
  });

  it("design§Delivery leave no partial file if the delivery is cancelled while it waits", async () => {
    const { host, tools, row } = await setUp();
    host.fault = (step, path) => {
      if (step === "piece" && path === "Mast/0.jpg") throw new ConnectorError("transient", "Reset.");
    };
    await runNextSlice(tools, row);
    const removePartials = () => removePartialFiles(env, databaseOf(env), tools, row.id);
    // The partial files are kept, because the next slice resumes them.
    expect(await removePartials()).toBe(0);
    const { customerId } = row;
    const as = await makeCaller({
      customerId,
      roles: ["ROLE_EXPORT_DOCUMENTATION", "ROLE_DOCUMENTATION_READ"],
    });
    expect((await call("POST", `/delivery/cancel/${row.id}`, { as })).status).toBe(200);
    const jobs = await db()
      .select({ params: job.params })
      .from(job)
      .where(and(eq(job.customerId, customerId), eq(job.kind, "removePartialFiles")));
    expect(jobs.map(({ params }) => params.request)).toEqual([{ deliveryId: row.id }]);
    const unfinishedFiles = (await listFiles(row.id)).filter(({ state }) => state === "SENDING");
    expect(await removePartials()).toBe(unfinishedFiles.length);
    expect(host.removedParts.map((file) => file.split(" ")[0])).toEqual(
      unfinishedFiles.map(({ path }) => path),
    );
    // At a destination that refuses access the partial files remain, and the job ends.
    const { openConnector } = tools;
    tools.openConnector = (type, destination) => ({
      ...openConnector(type, destination),
      close: async () => undefined,
      forget: async () => {
        throw new ConnectorError("auth", "The password is wrong.");
      },
    });
    expect(await removePartials()).toBe(0);
  });

  it("design§Delivery leave no partial file if a file has changed while its delivery waited", async () => {
    const { host, contents, tools, row } = await setUp();
    host.fault = (step, path) => {
      if (step === "piece" && path === "Mast/0.jpg") throw new ConnectorError("transient", "Reset.");
    };
    await runNextSlice(tools, row);
    expect(host.removedParts).toEqual([]);
    host.fault = () => undefined;
    contents.set("Mast/0.jpg", new Uint8Array(50));
    expect((await runUntilEnded(tools, row)).state).toBe("DONE");
    expect(host.removedParts).toHaveLength(1);
    expect(host.removedParts[0]).toContain("Mast/0.jpg ");
  });

  it("design§Delivery give up connections to a delivery that starts to wait for the destination meanwhile", async () => {
    const { host, tools, destination, row } = await setUp();
    const otherDelivery = await makeDelivery(destination, { nextSliceAt: addSeconds(3600) });
    const connectionCounts: number[] = [];
    host.fault = async (step) => {
      if (step !== "begin") return;
      if (host.arrivals.length === 8)
        await db()
          .update(delivery)
          .set({ nextSliceAt: addSeconds(-1) })
          .where(eq(delivery.id, otherDelivery.id));
      if (host.arrivals.length >= 20)
        connectionCounts.push(host.openConnectionCount, (await readDelivery(row.id)).connections);
    };
    expect(await runNextSlice({ ...tools, recheckIntervalMs: 0 }, row)).toEqual({ state: "done" });
    expect(host.maxOpenConnections).toBe(maxConnectionsPerHost);
    expect(new Set(connectionCounts)).toEqual(new Set([1]));
  });
});
