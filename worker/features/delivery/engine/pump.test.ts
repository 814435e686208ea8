import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import { ConnectorError, maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { databaseOf } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import {
  delivery,
  documentation,
  exportConfiguration,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import { db, env } from "#worker/testing/factories.ts";
import {
  contentsOf,
  expireLease,
  listFiles,
  makeDelivery,
  makeDestination,
  makeDue,
  makeMemoryTools,
  makeQuietEnv,
  readDelivery,
  runPump,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";
import { assignLanes, claimNextDelivery, listActiveDestinations } from "./claimDelivery.ts";
import { purgeDeliveredFiles, wakeOverdueDeliveries } from "./retention.ts";

/** Two destinations of one template, each with its own in-memory host; a test slows a host down through its `fault`. */
async function makeTwoDestinations() {
  const fastDestination = await makeDestination();
  const slowDestination = await makeDestination({
    customerId: fastDestination.customerId,
    templateId: fastDestination.templateId,
  });
  const hosts = new Map(
    [fastDestination, slowDestination].map((destination) => [
      destination.configuration.params.host ?? "",
      new MemoryHost(),
    ]),
  );
  const hostOf = (destination: typeof fastDestination) =>
    hosts.get(destination.configuration.params.host ?? "")!;
  const contents = contentsOf({ "a.jpg": 300, "b.jpg": 200 });
  const tools = makeMemoryTools({ hostOf: (host) => hosts.get(host)!, contents });
  return { fast: fastDestination, slow: slowDestination, hostOf, tools, contents };
}

describe("the pump", () => {
  it("design§Delivery finishes 25 deliveries to a fast destination before 25 to a slow one, over at most 4 connections to each host", async () => {
    const { fast: fastDestination, slow: slowDestination, hostOf, tools } = await makeTwoDestinations();
    await db()
      .update(templateExportConfiguration)
      .set({ params: { exportAutomatically: "true" } })
      .where(eq(templateExportConfiguration.templateId, fastDestination.templateId));
    const { customerId, templateId } = fastDestination;
    const insertOngoing = () =>
      db()
        .insert(documentation)
        .values({
          ...{
            customerId,
            templateId,
            name: "Mast",
            creator: "field",
            dateCreated: addSeconds(0),
          },
        });
    // One batch, which creates a delivery of each documentation to each destination.
    await db().batch([
      insertOngoing(),
      ...Array.from({ length: 24 }, insertOngoing),
      db().update(documentation).set({ status: "COMPLETED" }).where(eq(documentation.customerId, customerId)),
    ]);
    const { env: quietEnv } = makeQuietEnv();
    // A file to the slow destination takes as long as all files to the fast one.
    const fastCompletion = Promise.withResolvers<void>();
    hostOf(slowDestination).fault = (step) => (step === "finish" ? fastCompletion.promise : undefined);
    const fastHost = hostOf(fastDestination);
    fastHost.fault = (step) => {
      if (step === "finish" && fastHost.arrivals.length === 49) fastCompletion.resolve();
    };
    const busyTools = { ...tools, connections: maxConnectionsPerHost };
    await Promise.all([1, 2, 3].map(() => runPump(busyTools, fastDestination.customerId, quietEnv)));
    expect(hostOf(fastDestination).arrivals).toHaveLength(50);
    expect(hostOf(slowDestination).arrivals).toHaveLength(50);
    const stateQuery = db().select({ state: delivery.state, number: sql<number>`count(*)` }).from(delivery);
    expect(await stateQuery.where(eq(delivery.customerId, customerId)).groupBy(delivery.state)).toEqual([
      { state: "DONE", number: 50 },
    ]);
    for (const destination of [fastDestination, slowDestination]) {
      expect(hostOf(destination).maxOpenConnections).toBeGreaterThan(1);
      expect(hostOf(destination).maxOpenConnections).toBeLessThanOrEqual(maxConnectionsPerHost);
      expect(hostOf(destination).openConnectionCount).toBe(0);
    }
  });

  it("design§Delivery alternates between destinations of one host, however many deliveries wait for each", async () => {
    const { fast: fastDestination, slow: slowDestination, tools } = await makeTwoDestinations();
    const host = fastDestination.configuration.params.host ?? "";
    await db()
      .update(exportConfiguration)
      .set({ params: { host } })
      .where(eq(exportConfiguration.id, slowDestination.configuration.id));
    for (let count = 0; count < 6; count += 1) await makeDelivery(fastDestination);
    const lastDelivery = await makeDelivery(slowDestination);
    const order: string[] = [];
    const { planDelivery } = tools;
    tools.planDelivery = (quietEnv, database, target) => {
      order.push(target.templateExportConfigurationId);
      return planDelivery(quietEnv, database, target);
    };
    await runPump(tools, fastDestination.customerId, makeQuietEnv().env, { workerCount: 1 });
    expect(order).toHaveLength(7);
    expect(order.indexOf(lastDelivery.templateExportConfigurationId)).toBeLessThanOrEqual(1);
  });

  it("design§Delivery claims a delivery once, and opens no fifth connection to a host", async () => {
    const { fast: fastDestination, tools } = await makeTwoDestinations();
    const rows = [];
    for (let count = 0; count < 6; count += 1) rows.push(await makeDelivery(fastDestination));
    const database = databaseOf(env);
    await assignLanes(database, tools.getLane);
    const [destination] = (await listActiveDestinations(database)).filter(
      ({ customerId }) => customerId === fastDestination.customerId,
    );
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimNextDelivery(database, destination!)),
    );
    const ids = claims.flatMap((row) => row?.id ?? []);
    expect(ids).toHaveLength(maxConnectionsPerHost);
    expect(new Set(ids).size).toBe(maxConnectionsPerHost);
    // An expired lease is taken over, and counts as a failed attempt.
    await expireLease(ids[0]!);
    expect(await claimNextDelivery(database, destination!)).toMatchObject({ id: ids[0], tries: 1 });
  });

  it("design§Delivery continues in short slices, and schedules a wake-up for deferred deliveries", async () => {
    const { fast: fastDestination, hostOf, tools } = await makeTwoDestinations();
    const row = await makeDelivery(fastDestination);
    tools.maxSliceMs = 0;
    const { env: quietEnv, delaysSeconds } = makeQuietEnv();
    await runPump({ ...tools, maxSliceMs: -1 }, fastDestination.customerId, quietEnv, { maxDurationMs: 0 });
    expect((await readDelivery(row.id)).state).toBe("PENDING");
    expect(delaysSeconds).toEqual([0]);
    hostOf(fastDestination).fault = (step) => {
      if (step === "begin")
        throw new ConnectorError("throttled", "Slower.", { status: 429, retryAfter: 90_000 });
    };
    await runPump({ ...tools, maxSliceMs: 20_000 }, fastDestination.customerId, quietEnv);
    expect(delaysSeconds.slice(1)).toEqual([43_200]);
    expect(await readDelivery(row.id)).toMatchObject({ state: "WAITING", errorStatusCode: 429 });
  });

  it("design§Delivery finds deliveries whose message was lost, but none that wait for their next attempt", async () => {
    const { fast: fastDestination, tools } = await makeTwoDestinations();
    const row = await makeDelivery(fastDestination);
    await assignLanes(databaseOf(env), tools.getLane);
    const { env: quietEnv, delaysSeconds } = makeQuietEnv();
    await makeDue(row.id);
    expect(await wakeOverdueDeliveries(quietEnv, databaseOf(env), new Date())).toContain("woken");
    expect(delaysSeconds).toEqual([0]);
    await db().update(delivery).set({ state: "DONE" }).where(eq(delivery.id, row.id));
    const brokenEnv = { ...env, DELIVERIES: { send: () => Promise.reject(new Error("no queue")) } };
    await makeDue(row.id);
    await expect(
      wakeOverdueDeliveries(brokenEnv as unknown as typeof env, databaseOf(env), new Date()),
    ).resolves.toBeDefined();
  });

  it("design§Delivery deletes external files 30 days after the end of their delivery", async () => {
    const { fast: fastDestination, tools } = await makeTwoDestinations();
    const row = await makeDelivery(fastDestination);
    const { planDelivery } = tools;
    tools.planDelivery = async (...args) => {
      const plan = await planDelivery(...args);
      for (const { content } of plan.files) if (content.kind === "object") content.isGenerated = true;
      return plan;
    };
    await runPump(tools, fastDestination.customerId, makeQuietEnv().env);
    const listObjectKeys = async () => (await listFiles(row.id)).flatMap(({ objectKey }) => objectKey ?? []);
    expect(await listObjectKeys()).toEqual(["a.jpg", "b.jpg"]);
    await purgeDeliveredFiles(env, databaseOf(env), new Date());
    expect(await listObjectKeys()).toHaveLength(2);
    await db()
      .update(delivery)
      .set({ finishedAt: addSeconds(-31 * 86_400) })
      .where(eq(delivery.id, row.id));
    expect(await purgeDeliveredFiles(env, databaseOf(env), new Date())).toContain("removed");
    expect(await listObjectKeys()).toEqual([]);
    const orphans = await db().all(
      sql`SELECT key_or_prefix FROM orphaned_object WHERE key_or_prefix IN ('a.jpg', 'b.jpg')`,
    );
    expect(orphans).toHaveLength(2);
    await db().run(sql`DELETE FROM orphaned_object WHERE key_or_prefix IN ('a.jpg', 'b.jpg')`);
  });

  it("design§Jobs deletes external files of a delivery that ended before it was planned, unless another delivery needs them", async () => {
    const { fast: fastDestination } = await makeTwoDestinations();
    const key = `customers/${fastDestination.customerId}/deliveries/x/${crypto.randomUUID()}`;
    const externalFile = { id: crypto.randomUUID(), name: "n.txt", size: 1, type: "text/plain", key };
    const request = { externalFiles: [{ ...externalFile, sha256: "", crc32: 0, etag: "" }] };
    const endedAt = addSeconds(-31 * 86_400);
    const fields = { request: request as unknown as typeof delivery.$inferInsert.request };
    const row = await makeDelivery(fastDestination, {
      ...fields,
      state: "CANCELLED",
      finishedAt: endedAt,
      resendOnCompletion: true,
    });
    const { documentationId } = row;
    const purgeAndCheckOrphaned = async () => {
      await purgeDeliveredFiles(env, databaseOf(env), new Date());
      return (
        (await db().all(sql`SELECT key_or_prefix FROM orphaned_object WHERE key_or_prefix = ${key}`))
          .length === 1
      );
    };
    const change = (id: string, values: Partial<typeof delivery.$inferInsert>) =>
      db().update(delivery).set(values).where(eq(delivery.id, id));
    expect(await purgeAndCheckOrphaned()).toBe(false);
    await change(row.id, { resendOnCompletion: false });
    const otherDelivery = await makeDelivery(fastDestination, { ...fields, documentationId });
    expect(await purgeAndCheckOrphaned()).toBe(false);
    await change(otherDelivery.id, { state: "FAILED", finishedAt: endedAt });
    expect(await purgeAndCheckOrphaned()).toBe(true);
    expect((await db().select().from(delivery).where(eq(delivery.id, row.id)))[0]!.request).toMatchObject(
      request,
    );
    await db().run(sql`DELETE FROM orphaned_object WHERE key_or_prefix = ${key}`);
    await db().delete(delivery).where(eq(delivery.id, row.id));
    expect(
      await db().all(sql`SELECT key_or_prefix FROM orphaned_object WHERE key_or_prefix = ${key}`),
    ).toEqual([]);
    await db().delete(delivery).where(eq(delivery.id, otherDelivery.id));
    expect(
      await db().all(sql`SELECT key_or_prefix FROM orphaned_object WHERE key_or_prefix = ${key}`),
    ).toHaveLength(1);
    await db().run(sql`DELETE FROM orphaned_object WHERE key_or_prefix = ${key}`);
  });

  it("design§D1 claims with a few index lookups, among thousands of ended and waiting deliveries", async () => {
    const { fast: fastDestination, tools } = await makeTwoDestinations();
    const row = await makeDelivery(fastDestination);
    await db().run(sql`INSERT INTO delivery (id, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
        export_configuration_name, type, state, request, missing_items, next_slice_at, date_created)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      SELECT ${newId}, customer_id, documentation_id, template_export_configuration_id, export_configuration_id,
        export_configuration_name, type, iif(i % 2, 'DONE', 'WAITING'), '{}', '[]', '2099-01-01T00:00:00Z', date_created
      FROM n, delivery WHERE id = ${idParam(row.id)}`);
    await assignLanes(databaseOf(env), tools.getLane);
    const activeDestinations = (await listActiveDestinations(databaseOf(env))).filter(
      ({ customerId }) => customerId === fastDestination.customerId,
    );
    expect(activeDestinations).toMatchObject([{ exportConfigurationId: fastDestination.configuration.id }]);
    expect(await claimNextDelivery(databaseOf(env), activeDestinations[0]!)).toMatchObject({ id: row.id });
    expect(await claimNextDelivery(databaseOf(env), activeDestinations[0]!)).toBeUndefined();
    const condition = and(
      eq(documentation.customerId, fastDestination.customerId),
      eq(documentation.id, row.documentationId),
    );
    await db().delete(documentation).where(condition);
  });
});
