import { describe, expect, it } from "vitest";
import { type Connector, maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { openDatabase } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { env } from "#worker/testing/factories.ts";
import { guarded, Interrupter } from "#worker/testing/interrupter.ts";
import {
  bytesOf,
  contentsOf,
  expire,
  filesOf,
  makeDelivery,
  makeDestination,
  memoryTools,
  quiet,
  readDelivery,
  readEvent,
  runOut,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";
import { activeDestinations, assignLanes, claimNext } from "./claimDelivery.ts";
import { runSlice } from "./runSlice.ts";

const guardedConnector = (real: Connector, blade: Interrupter): Connector => ({
  ensureFolder: (...args) => blade.wait(() => real.ensureFolder(...args)),
  put: (...args) => blade.wait(() => real.put(...args)),
  find: (...args) => blade.wait(() => real.find(...args)),
  remove: (...args) => blade.wait(() => real.remove(...args)),
  forget: (...args) => blade.wait(() => real.forget(...args)),
  isEncrypted: () => real.isEncrypted(),
  close: () => blade.wait(() => real.close()),
});

const sizes = { "a.jpg": 3000, "report.docx": 2000 };

/** Stops a consumer at its n-th wait and lets another one finish. Null if there are fewer waits. */
async function stoppedAt(step: number, after: boolean, connections: number) {
  const host = new MemoryHost(1024);
  const contents = contentsOf(sizes);
  const tools = memoryTools({ host, contents }, { connections });
  const to = await makeDestination();
  const row = await makeDelivery(to);
  await assignLanes(openDatabase(env.DB, null, true).db, tools.laneOf);
  const database = openDatabase(env.DB, null, true).db;
  const destination = (await activeDestinations(database)).find(
    (candidate) => candidate.customerId === to.customerId,
  )!;
  const claimed = (await claimNext(database, destination))!;
  const blade = new Interrupter(step, after);
  const on = { ...quiet().env } as Env;
  const db = openDatabase(guarded(on.DB, blade), null, true).db;
  const cut = {
    ...tools,
    openConnector: (...args: Parameters<typeof tools.openConnector>) =>
      guardedConnector(tools.openConnector(...args), blade),
  };
  const outcome = await Promise.race([runSlice(on, db, claimed, cut), blade.fallen.promise]);
  if (outcome !== "stopped") return null;
  await expire(row.id);
  return { row, host, ended: await runOut(tools, row) };
}

/** Everything that is wrong afterwards; expected to be empty. */
async function faultsAfter(step: number, after: boolean, connections: number): Promise<string[] | null> {
  const stopped = await stoppedAt(step, after, connections);
  if (!stopped) return null;
  const { row, host, ended } = stopped;
  const expected = new Map(Object.entries(sizes).map(([path, size]) => [path, bytesOf(path, size)]));
  const right = new MemoryHost();
  for (const [path, bytes] of expected) right.files.set(path, { bytes, times: 1 });
  const lost = Object.entries(right.hashes()).filter(([path, hash]) => host.hashes()[path] !== hash);
  const doubled = [...host.files].filter(([, { times }]) => times > 1);
  const files = await filesOf(row.id);
  const isWrong =
    ended.state !== "DONE" ||
    ended.filesDone !== expected.size ||
    ended.bytesSent !== ended.bytes ||
    (await readEvent(row.id)).success !== true ||
    files.some(({ path, sha256, state }) => state !== "DONE" || sha256 !== host.hashes()[path]);
  return [
    ...lost.map(([path]) => `${path} lost`),
    ...doubled.map(([path, { times }]) => `${path} sent ${times} times`),
    ...(isWrong ? [`reported wrongly: ${JSON.stringify(await readDelivery(row.id))}`] : []),
  ].map((fault) => `stopped ${after ? "after" : "before"} wait ${step}: ${fault}`);
}

describe("a consumer that is stopped", () => {
  it.each([
    ["before it is done", 1, false],
    ["after it is done", 1, true],
    ["before it is done", maxConnectionsPerHost, false],
    ["after it is done", maxConnectionsPerHost, true],
  ])(
    "design§Delivery at any of its waits, %s, over up to %s connections, loses no file, sends none twice and reports nothing wrongly",
    async (_, connections, after) => {
      const faults: string[] = [];
      let waits = 0;
      for (let index = 1; ; index += 1) {
        const found = await faultsAfter(index, after, connections);
        if (!found) break;
        faults.push(...found);
        waits = index;
      }
      expect(faults).toEqual([]);
      expect(waits).toBeGreaterThan(10);
    },
    120_000,
  );
});
