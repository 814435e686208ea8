import { describe, expect, it } from "vitest";
import { type Connector, maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { openDatabase } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { env } from "#worker/testing/factories.ts";
import { Interrupter, makeInterruptibleDatabase } from "#worker/testing/interrupter.ts";
import {
  bytesOf,
  contentsOf,
  expireLease,
  listFiles,
  makeDelivery,
  makeDestination,
  makeMemoryTools,
  makeQuietEnv,
  readDelivery,
  readEvent,
  runUntilEnded,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";
import { assignLanes, claimNextDelivery, listActiveDestinations } from "./claimDelivery.ts";
import { runSlice } from "./runSlice.ts";

const createGuardedConnector = (connector: Connector, interrupter: Interrupter): Connector => ({
  ensureFolder: (...args) => interrupter.wait(() => connector.ensureFolder(...args)),
  put: (...args) => interrupter.wait(() => connector.put(...args)),
  find: (...args) => interrupter.wait(() => connector.find(...args)),
  remove: (...args) => interrupter.wait(() => connector.remove(...args)),
  forget: (...args) => interrupter.wait(() => connector.forget(...args)),
  isEncrypted: () => connector.isEncrypted(),
  close: () => interrupter.wait(() => connector.close()),
});

const sizes = { "a.jpg": 3000, "report.docx": 2000 };

/** Stops a consumer at its n-th wait and lets another one finish. Null if there are fewer waits. */
async function stopAt(step: number, isStoppedAfter: boolean, maxConnections: number) {
  const host = new MemoryHost(1024);
  const contents = contentsOf(sizes);
  const tools = makeMemoryTools({ host, contents }, { maxConnections });
  const testDestination = await makeDestination();
  const row = await makeDelivery(testDestination);
  await assignLanes(openDatabase(env.DB, null, true).db, tools.getLane);
  const database = openDatabase(env.DB, null, true).db;
  const destination = (await listActiveDestinations(database)).find(
    (candidate) => candidate.customerId === testDestination.customerId,
  )!;
  const claimedDelivery = (await claimNextDelivery(database, destination))!;
  const interrupter = new Interrupter(step, isStoppedAfter);
  const quietEnv = { ...makeQuietEnv().env } as Env;
  const db = openDatabase(makeInterruptibleDatabase(quietEnv.DB, interrupter), null, true).db;
  const interruptedTools = {
    ...tools,
    openConnector: (...args: Parameters<typeof tools.openConnector>) =>
      createGuardedConnector(tools.openConnector(...args), interrupter),
  };
  const outcome = await Promise.race([
    runSlice(quietEnv, db, claimedDelivery, interruptedTools),
    interrupter.stopSignal.promise,
  ]);
  if (outcome !== "stopped") return null;
  await expireLease(row.id);
  return { row, host, finishedDelivery: await runUntilEnded(tools, row) };
}

/** Lists all faults after a stopped run; expected to be empty. Null if there are fewer waits. */
async function listFaults(
  step: number,
  isStoppedAfter: boolean,
  connections: number,
): Promise<string[] | null> {
  const stoppedRun = await stopAt(step, isStoppedAfter, connections);
  if (!stoppedRun) return null;
  const { row, host, finishedDelivery: delivery } = stoppedRun;
  const expectedContents = new Map(Object.entries(sizes).map(([path, size]) => [path, bytesOf(path, size)]));
  const expectedHost = new MemoryHost();
  for (const [path, bytes] of expectedContents) expectedHost.files.set(path, { bytes, arrivalCount: 1 });
  const lostFiles = Object.entries(expectedHost.computeHashes()).filter(
    ([path, hash]) => host.computeHashes()[path] !== hash,
  );
  const duplicates = [...host.files].filter(([, { arrivalCount }]) => arrivalCount > 1);
  const files = await listFiles(row.id);
  const isReportWrong =
    delivery.state !== "DONE" ||
    delivery.filesDone !== expectedContents.size ||
    delivery.bytesSent !== delivery.bytes ||
    (await readEvent(row.id)).success !== true ||
    files.some(({ path, sha256, state }) => state !== "DONE" || sha256 !== host.computeHashes()[path]);
  return [
    ...lostFiles.map(([path]) => `${path} lost`),
    ...duplicates.map(([path, { arrivalCount }]) => `${path} sent ${arrivalCount} times`),
    ...(isReportWrong ? [`reported wrongly: ${JSON.stringify(await readDelivery(row.id))}`] : []),
  ].map((fault) => `stopped ${isStoppedAfter ? "after" : "before"} wait ${step}: ${fault}`);
}

describe("a consumer that is stopped", () => {
  it.each([
    ["before it is done", 1, false],
    ["after it is done", 1, true],
    ["before it is done", maxConnectionsPerHost, false],
    ["after it is done", maxConnectionsPerHost, true],
  ])(
    "design§Delivery at any of its waits, %s, over up to %s connections, loses no file, sends none twice and reports nothing wrongly",
    async (_, connections, isStoppedAfter) => {
      const faults: string[] = [];
      let waitCount = 0;
      for (let index = 1; ; index += 1) {
        const newFaults = await listFaults(index, isStoppedAfter, connections);
        if (!newFaults) break;
        faults.push(...newFaults);
        waitCount = index;
      }
      expect(faults).toEqual([]);
      expect(waitCount).toBeGreaterThan(10);
    },
    120_000,
  );
});
