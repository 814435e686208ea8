import { spawn } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { root } from "../../support/install.mjs";
import type { BenchServer } from "../benchServer.ts";
import type { HaltPoint } from "../worker/faultInjection.ts";
import { type Field, post } from "./field.ts";
import { type Call, type Fault, type UploadKind, type UploadScenario, uploadKinds } from "./scenarios.ts";
import { killPoints, type Sent } from "./sender.ts";

export interface BenchRun {
  field: Field;
  server: BenchServer;
  say: (text: string) => void;
  /** All journeys of all rounds. */
  journeys: UploadScenario[];
}

/** The calls of every way with their steps. */
export type Steps = ReadonlyMap<UploadKind, readonly Call[]>;

interface Planned {
  way: UploadKind;
  fault: { call: string; at: number; before: string };
}

const planned = (steps: Steps, wanted: (way: UploadKind, call: string) => boolean = () => true): Planned[] =>
  [...steps].flatMap(([way, calls]) =>
    calls
      .filter(({ call }) => wanted(way, call))
      .flatMap(({ call, names }) =>
        names.map((before, index) => ({ way, fault: { call, at: index + 1, before } })),
      ),
  );

async function begin({ field, journeys }: BenchRun, way: UploadKind, story: string): Promise<UploadScenario> {
  const journey = await way.begin(field, story);
  journeys.push(journey);
  return journey;
}

/** Starts over until the upload succeeds, as people and devices do. */
async function retryUntilDone({ field }: BenchRun, journey: UploadScenario): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await journey.way.go(field, journey);
      return;
    } catch (error) {
      if (tried === 4)
        throw new Error(`${journey.way.name}, ${journey.story}, does not get through: ${error}`);
      await pause(200 * tried);
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** The isolate fails before each step of each call, and the sender returns. */
export async function failWorkers(rig: BenchRun, steps: Steps): Promise<void> {
  // Uploads in parts are covered where the process is killed; 53 MB for each step twice would only take longer.
  const all = planned(steps, (way) => way !== uploadKinds.parts);
  rig.say(`  the Worker fails at each of ${all.length} steps`);
  await inParallel(all, 3, async ({ way, fault: { call, at, before } }) => {
    const journey = await begin(rig, way, `the Worker fails in ${call} before ${before}`);
    await way.go(rig.field, journey, { call, halt: { at, how: "throw" } }).catch(() => undefined);
    await retryUntilDone(rig, journey);
  });
}

/** Calls that stand before their step at once when the process is killed. */
const callsPerKill = 20;

/** The process is killed while calls stand before each step, with a sender that returns and with one that never does. */
export async function killRuntime(rig: BenchRun, steps: Steps): Promise<void> {
  const returning = planned(steps).map((plan) => ({ ...plan, returns: true }));
  // The sweeper treats abandoned parts like abandoned whole uploads.
  const leaving = planned(steps, (way) => way !== uploadKinds.parts).map((plan) => ({
    ...plan,
    returns: false,
  }));
  const all = [...returning, ...leaving];
  rig.say(`  the process is killed at each of ${all.length} steps, ${callsPerKill} at a time`);
  const standing = await listen();
  for (let from = 0; from < all.length; from += callsPerKill) {
    const now = all.slice(from, from + callsPerKill);
    const begun = await Promise.all(
      now.map(async ({ way, fault: { call, at, before }, returns }) => {
        const story = `the process is killed in ${call} before ${before}, the sender ${returns ? "returns" : "is gone"}`;
        const journey = await begin(rig, way, story);
        const stand = standing.next();
        const fault: Fault = { call, halt: { at, how: "stand", tell: stand.url } };
        const going = way.go(rig.field, journey, fault).then(noted, noted);
        // A call that takes other steps the second time ends instead of standing.
        return { journey, returns, stands: Promise.race([stand.here, going]), going };
      }),
    );
    await Promise.all(begun.map(({ stands }) => stands));
    await rig.server.killAndRestart();
    await Promise.all(begun.map(({ going }) => going));
    await inParallel(
      begun.filter(({ returns }) => returns),
      3,
      ({ journey }) => retryUntilDone(rig, journey),
    );
  }
  standing.end();
  for (const after of [150, 400, 800, 1600]) {
    const journeys = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        begin(
          rig,
          index % 4 ? uploadKinds.photo : uploadKinds.file,
          `the process is killed after ${after} ms`,
        ),
      ),
    );
    const going = journeys.map((journey) => journey.way.go(rig.field, journey).then(noted, noted));
    await pause(after);
    await rig.server.killAndRestart();
    await Promise.all(going);
    await inParallel(journeys, 3, (journey) => retryUntilDone(rig, journey));
  }
}

const noted = (): void => undefined;

/** Listens for the Worker's messages that a call stands before its step. */
async function listen() {
  const waiting = new Map<string, () => void>();
  const server = http.createServer((request, response) => {
    waiting.get(request.url ?? "")?.();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  let count = 0;
  return {
    next() {
      count += 1;
      const place = `/${count}`;
      const here = new Promise<void>((resolve) => waiting.set(place, resolve));
      return { url: `http://127.0.0.1:${port}${place}`, here };
    },
    end: () => server.close(),
  };
}

/** The sender's process is killed at each of its steps; every second one is started again. */
export async function killClients(rig: BenchRun): Promise<void> {
  const sent: { journey: UploadScenario; sent: Sent }[] = [];
  for (const place of killPoints)
    for (const returns of [true, false]) {
      const story = `the sender is killed ${place}, and ${returns ? "comes back" : "never does"}`;
      const journey = await begin(rig, uploadKinds.photo, story);
      const { id, documentationId } = journey;
      sent.push({
        journey,
        sent: { id, documentationId, place, bytes: Buffer.from(journey.bytes).toString("base64") },
      });
    }
  rig.say(`  the sender is killed at each of ${killPoints.length} places`);
  const child = spawn(
    process.execPath,
    [...process.execArgv, path.join(root, "scripts/bench/arrivals/sender.ts")],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  child.stdin.end(JSON.stringify({ field: rig.field, sent: sent.map(({ sent: one }) => one) }));
  const stands = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  await Promise.race([stands, gone.then(() => Promise.reject(new Error("the sender ended by itself")))]);
  child.kill("SIGKILL");
  await gone;
  for (const [
    index,
    {
      journey,
      sent: { place },
    },
  ] of sent.entries()) {
    journey.arrived = killPoints.indexOf(place) >= killPoints.indexOf("after its PUT");
    if (index % 2 === 0) await retryUntilDone(rig, journey);
  }
}

/** The consumer of storage's notifications and of jobs ends at each step: it fails and the message comes again, or all of it is lost. */
export async function failConsumers(rig: BenchRun): Promise<void> {
  const [settle] = (await uploadKinds.photo.rehearse(rig.field)).filter(({ call }) => call === "settle");
  const count = settle!.names.length;
  rig.say(`  the consumer fails, and is killed, at each of ${count} steps`);
  const failing = await Promise.all(
    Array.from({ length: count }, (_, index) => deliver(rig, index, { at: index + 1, how: "throw" })),
  );
  await untilSettled(rig, failing);
  const standing = await listen();
  for (let from = 0; from < count; from += perBatch) {
    const stands = Array.from({ length: Math.min(perBatch, count - from) }, () => standing.next());
    await Promise.all(
      stands.map(({ url }, index) => deliver(rig, 0, { at: from + index + 1, how: "stand", tell: url })),
    );
    // A message for which the consumer has fewer steps ends without standing.
    await Promise.race([Promise.all(stands.map(({ here }) => here)), pause(8000)]);
    await rig.server.killAndRestart();
  }
  standing.end();
}

/** Messages of one batch of a consumer. */
const perBatch = 10;

/** A photo whose device is gone after its PUT, and the message that tells of it. */
async function deliver(rig: BenchRun, turn: number, halt: HaltPoint): Promise<UploadScenario> {
  const story = `the consumer ${halt.how === "throw" ? "fails" : "is killed"} at step ${halt.at}`;
  const journey = await begin(rig, uploadKinds.photo, story);
  const { id, documentationId } = journey;
  const { sendAsFarAs } = await import("./sender.ts");
  const bytes = Buffer.from(journey.bytes).toString("base64");
  const uploadId = await sendAsFarAs(rig.field, { id, documentationId, place: "after its PUT", bytes });
  journey.arrived = true;
  const key = `customers/${rig.field.customerId}/photos/${id}/${uploadId}/original`;
  const body =
    turn % 2
      ? { queue: "JOBS", body: { kind: "settleUpload", uploadId, halt } }
      : { queue: "EVENTS", body: { action: "PutObject", object: { key }, halt } };
  await post("/bench/send", body);
  return journey;
}

/** Waits for the queue's redeliveries; the rest is left to the sweeper. */
async function untilSettled({ field, say }: BenchRun, journeys: readonly UploadScenario[]): Promise<void> {
  for (let waited = 0; waited < 90; waited += 1) {
    const { answer } = await post<{ rows: { id: string; hasData: boolean }[] }>("/bench/inspect", {
      customerId: field.customerId,
      objects: false,
    });
    const here = new Set(answer.rows.filter(({ hasData }) => hasData).map(({ id }) => id));
    if (journeys.every(({ id }) => here.has(id))) return;
    await pause(1000);
  }
  say("  not everything came again by the queue");
}
