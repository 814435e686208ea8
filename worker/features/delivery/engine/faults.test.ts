import { describe, expect, it } from "vitest";
import { type Connector, maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { openDatabase } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { env } from "#worker/testing/factories.ts";
import { Interrupter, interruptibleDatabase } from "#worker/testing/interrupter.ts";
import {
  bytesOf,
  contentsOf,
  expireLease,
  filesOf,
  makeDelivery,
  makeDestination,
  makeQuietEnv,
  memoryTools,
  readDelivery,
  readEvent,
  runUntilEnded,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";
import { assignLanes, claimNextDelivery, listActiveDestinations } from "./claimDelivery.ts";
import { runSlice } from "./runSlice.ts";

const guardedConnector = (real: Connector, interrupter: Interrupter): Connector => ({
  ensureFolder: (...args) => interrupter.wait(() => real.ensureFolder(...args)),
  put: (...args) => interrupter.wait(() => real.put(...args)),
  find: (...args) => interrupter.wait(() => real.find(...args)),
  remove: (...args) => interrupter.wait(() => real.remove(...args)),
  forget: (...args) => interrupter.wait(() => real.forget(...args)),
  isEncrypted: () => real.isEncrypted(),
  close: () => interrupter.wait(() => real.close()),
});

const sizes = { "a.jpg": 3000, "report.docx": 2000 };

/** Stops a consumer at its n-th wait and lets another one finish. Null if there are fewer waits. */
async function stopAt(step: number, stopsAfter: boolean, connections: number) {
  const host = new MemoryHost(1024);
  const contents = contentsOf(sizes);
  const tools = memoryTools({ host, contents }, { connections });
  const to = await makeDestination();
  const row = await makeDelivery(to);
  await assignLanes(openDatabase(env.DB, null, true).db, tools.getLane);
  const database = openDatabase(env.DB, null, true).db;
  const destination = (await listActiveDestinations(database)).find(
    (candidate) => candidate.customerId === to.customerId,
  )!;
  const claimedDelivery = (await claimNextDelivery(database, destination))!;
  const interrupter = new Interrupter(step, stopsAfter);
  const quietEnv = { ...makeQuietEnv().env } as Env;
  const db = openDatabase(interruptibleDatabase(quietEnv.DB, interrupter), null, true).db;
  const interruptedTools = {
    ...tools,
    openConnector: (...args: Parameters<typeof tools.openConnector>) =>
      guardedConnector(tools.openConnector(...args), interrupter),
  };
  const outcome = await Promise.race([
    runSlice(quietEnv, db, claimedDelivery, interruptedTools),
    interrupter.whenStopped.promise,
  ]);
  if (outcome !== "stopped") return null;
  await expireLease(row.id);
  return { row, host, ended: await runUntilEnded(tools, row) };
}

/** All faults afterwards; expected to be empty. */
async function faultsAfter(step: number, stopsAfter: boolean, connections: number): Promise<string[] | null> {
  const stoppedRun = await stopAt(step, stopsAfter, connections);
  if (!stoppedRun) return null;
  const { row, host, ended: delivery } = stoppedRun;
  const expected = new Map(Object.entries(sizes).map(([path, size]) => [path, bytesOf(path, size)]));
  const expectedHost = new MemoryHost();
  for (const [path, bytes] of expected) expectedHost.files.set(path, { bytes, times: 1 });
  const lostFiles = Object.entries(expectedHost.hashes()).filter(
    ([path, hash]) => host.hashes()[path] !== hash,
  );
  const duplicates = [...host.files].filter(([, { times }]) => times > 1);
  const files = await filesOf(row.id);
  const isWrong =
    delivery.state !== "DONE" ||
    delivery.filesDone !== expected.size ||
    delivery.bytesSent !== delivery.bytes ||
    (await readEvent(row.id)).success !== true ||
    files.some(({ path, sha256, state }) => state !== "DONE" || sha256 !== host.hashes()[path]);
  return [
    ...lostFiles.map(([path]) => `${path} lost`),
    ...duplicates.map(([path, { times }]) => `${path} sent ${times} times`),
    ...(isWrong ? [`reported wrongly: ${JSON.stringify(await readDelivery(row.id))}`] : []),
  ].map((fault) => `stopped ${stopsAfter ? "after" : "before"} wait ${step}: ${fault}`);
}

describe("a consumer that is stopped", () => {
  it.each([
    ["before it is done", 1, false],
    ["after it is done", 1, true],
    ["before it is done", maxConnectionsPerHost, false],
    ["after it is done", maxConnectionsPerHost, true],
  ])(
    "design§Delivery at any of its waits, %s, over up to %s connections, loses no file, sends none twice and reports nothing wrongly",
    async (_, connections, stopsAfter) => {
      const faults: string[] = [];
      let waits = 0;
      for (let index = 1; ; index += 1) {
        const newFaults = await faultsAfter(index, stopsAfter, connections);
        if (!newFaults) break;
        faults.push(...newFaults);
        waits = index;
      }
      expect(faults).toEqual([]);
      expect(waits).toBeGreaterThan(10);
    },
    120_000,
  );
});
