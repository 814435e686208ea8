import { spawn } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { listen } from "#scripts/support/listen.ts";
import { root } from "../../support/install.mjs";
import type { BenchServer } from "../measure.ts";
import type { HaltPoint } from "../worker/faultInjection.ts";
import { type BenchCustomer, post, postForJson } from "./field.ts";
import { inspectionSchema } from "./inspection.ts";
import { type Call, type Fault, type UploadKind, type UploadScenario, uploadKinds } from "./scenarios.ts";
import { type KilledUpload, killPoints } from "./sender.ts";

export interface BenchRun {
  field: BenchCustomer;
  server: BenchServer;
  log: (text: string) => void;
  /** All scenarios of all rounds. */
  scenarios: UploadScenario[];
}

/** The calls of each kind of upload with their steps. */
export type Steps = ReadonlyMap<UploadKind, readonly Call[]>;

interface PlannedFault {
  kind: UploadKind;
  fault: { call: string; index: number; before: string };
}

const planFaults = (
  steps: Steps,
  isIncluded: (kind: UploadKind, call: string) => boolean = () => true,
): PlannedFault[] =>
  [...steps].flatMap(([kind, calls]) =>
    calls
      .filter(({ call }) => isIncluded(kind, call))
      .flatMap(({ call, names }) =>
        names.map((operation, index) => ({ kind, fault: { call, index: index + 1, before: operation } })),
      ),
  );

async function begin(
  { field, scenarios }: BenchRun,
  kind: UploadKind,
  description: string,
): Promise<UploadScenario> {
  const scenario = await kind.begin(field, description);
  scenarios.push(scenario);
  return scenario;
}

/** Retries until the upload succeeds, as people and devices do. */
async function retryUntilDone({ field }: BenchRun, scenario: UploadScenario): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await scenario.kind.upload(field, scenario);
      return;
    } catch (error) {
      if (attempt === 4)
        throw new Error(`${scenario.kind.name}, ${scenario.description}, does not succeed: ${error}`);
      await pause(200 * attempt);
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function runInParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const runWorker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!);
  };
  await Promise.all(Array.from({ length: concurrency }, runWorker));
}

/** Makes the isolate fail before each step of each call; the sender returns. */
export async function failWorkers(run: BenchRun, steps: Steps): Promise<void> {
  // Multipart uploads are covered by killing the process; 53 MB for each step twice would take too long.
  const plans = planFaults(steps, (kind) => kind !== uploadKinds.parts);
  run.log(`  the Worker fails at each of ${plans.length} steps`);
  await runInParallel(plans, 3, async ({ kind, fault: { call, index: faultIndex, before } }) => {
    const scenario = await begin(run, kind, `the Worker fails in ${call} before ${before}`);
    await kind
      .upload(run.field, scenario, { call, halt: { at: faultIndex, how: "throw" } })
      .catch(() => undefined);
    await retryUntilDone(run, scenario);
  });
}

/** Number of calls halted before their step each time the process is killed. */
const callsPerKill = 20;

/**
 * Kills the process while calls are halted before each step, once with a sender that returns and once with one that never does.
 */
export async function killRuntime(run: BenchRun, steps: Steps): Promise<void> {
  const plansWithReturn = planFaults(steps).map((plan) => ({ ...plan, returns: true }));
  // The sweeper treats abandoned parts like abandoned whole uploads.
  const plansWithoutReturn = planFaults(steps, (kind) => kind !== uploadKinds.parts).map((plan) => ({
    ...plan,
    returns: false,
  }));
  const plans = [...plansWithReturn, ...plansWithoutReturn];
  run.log(`  the process is killed at each of ${plans.length} steps, ${callsPerKill} at a time`);
  const halts = await listenForHalts();
  for (let from = 0; from < plans.length; from += callsPerKill) {
    const batch = plans.slice(from, from + callsPerKill);
    const uploads = await Promise.all(
      batch.map(async ({ kind, fault: { call, index: faultIndex, before }, returns }) => {
        const description = `the process is killed in ${call} before ${before}, the sender ${returns ? "returns" : "is gone"}`;
        const scenario = await begin(run, kind, description);
        const haltPoint = halts.next();
        const fault: Fault = { call, halt: { at: faultIndex, how: "stand", tell: haltPoint.url } };
        const completion = kind.upload(run.field, scenario, fault).then(doNothing, doNothing);
        // A call whose steps differ the second time completes instead of halting.
        return { scenario, returns, halt: Promise.race([haltPoint.halt, completion]), completion };
      }),
    );
    await Promise.all(uploads.map(({ halt }) => halt));
    await run.server.killAndRestart();
    await Promise.all(uploads.map(({ completion }) => completion));
    await runInParallel(
      uploads.filter(({ returns }) => returns),
      3,
      ({ scenario }) => retryUntilDone(run, scenario),
    );
  }
  halts.end();
  for (const delayMs of [150, 400, 800, 1600]) {
    const scenarios = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        begin(
          run,
          index % 4 ? uploadKinds.photo : uploadKinds.file,
          `the process is killed after ${delayMs} ms`,
        ),
      ),
    );
    const completions = scenarios.map((scenario) =>
      scenario.kind.upload(run.field, scenario).then(doNothing, doNothing),
    );
    await pause(delayMs);
    await run.server.killAndRestart();
    await Promise.all(completions);
    await runInParallel(scenarios, 3, (scenario) => retryUntilDone(run, scenario));
  }
}

const doNothing = (): void => undefined;

/** Listens for the Worker's messages that a call has halted. */
async function listenForHalts() {
  const resolveByPath = new Map<string, () => void>();
  const server = http.createServer((request, response) => {
    resolveByPath.get(request.url ?? "")?.();
    response.end();
  });
  const port = await listen(server, "127.0.0.1");
  let count = 0;
  return {
    next() {
      count += 1;
      const pathname = `/${count}`;
      const halt = new Promise<void>((resolve) => resolveByPath.set(pathname, resolve));
      return { url: `http://127.0.0.1:${port}${pathname}`, halt };
    },
    end: () => server.close(),
  };
}

/** Kills the sender's process at each of its steps; every second sender restarts. */
export async function killClients(run: BenchRun): Promise<void> {
  const uploads: { scenario: UploadScenario; upload: KilledUpload }[] = [];
  for (const killPoint of killPoints)
    for (const returns of [true, false]) {
      const description = `the sender is killed ${killPoint}, and ${returns ? "comes back" : "never does"}`;
      const scenario = await begin(run, uploadKinds.photo, description);
      const { id, documentationId } = scenario;
      uploads.push({
        scenario,
        upload: { id, documentationId, killPoint, bytes: Buffer.from(scenario.bytes).toString("base64") },
      });
    }
  run.log(`  the sender is killed at each of ${killPoints.length} points`);
  const child = spawn(
    process.execPath,
    [...process.execArgv, path.join(root, "scripts/bench/arrivals/sender.ts")],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const childExit = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  child.stdin.end(JSON.stringify({ field: run.field, uploads: uploads.map(({ upload }) => upload) }));
  const haltSignal = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  await Promise.race([
    haltSignal,
    childExit.then(() => Promise.reject(new Error("the sender exited early"))),
  ]);
  child.kill("SIGKILL");
  await childExit;
  for (const [
    index,
    {
      scenario,
      upload: { killPoint },
    },
  ] of uploads.entries()) {
    scenario.arrived = killPoints.indexOf(killPoint) >= killPoints.indexOf("after its PUT");
    if (index % 2 === 0) await retryUntilDone(run, scenario);
  }
}

/**
 * Ends the consumer of storage events and jobs at each step: it fails and the message is redelivered, or the process is killed.
 */
export async function failConsumers(run: BenchRun): Promise<void> {
  const [settle] = (await uploadKinds.photo.rehearse(run.field)).filter(({ call }) => call === "settle");
  const count = settle!.names.length;
  run.log(`  the consumer fails, and is killed, at each of ${count} steps`);
  const failedScenarios = await Promise.all(
    Array.from({ length: count }, (_, index) => deliver(run, index, { at: index + 1, how: "throw" })),
  );
  await waitUntilSettled(run, failedScenarios);
  const halts = await listenForHalts();
  for (let from = 0; from < count; from += messagesPerBatch) {
    const haltPoints = Array.from({ length: Math.min(messagesPerBatch, count - from) }, () => halts.next());
    await Promise.all(
      haltPoints.map(({ url }, index) => deliver(run, 0, { at: from + index + 1, how: "stand", tell: url })),
    );
    // A message with fewer steps completes without halting.
    await Promise.race([Promise.all(haltPoints.map(({ halt }) => halt)), pause(8000)]);
    await run.server.killAndRestart();
  }
  halts.end();
}

/** Messages per batch of a consumer. */
const messagesPerBatch = 10;

/** Sends a photo whose device disappears after its PUT, and the message about it. */
async function deliver(run: BenchRun, round: number, halt: HaltPoint): Promise<UploadScenario> {
  const description = `the consumer ${halt.how === "throw" ? "fails" : "is killed"} at step ${halt.at}`;
  const scenario = await begin(run, uploadKinds.photo, description);
  const { id, documentationId } = scenario;
  const { sendUntilKillPoint: sendAsFarAs } = await import("./sender.ts");
  const bytes = Buffer.from(scenario.bytes).toString("base64");
  const uploadId = await sendAsFarAs(run.field, { id, documentationId, killPoint: "after its PUT", bytes });
  scenario.arrived = true;
  const key = `customers/${run.field.customerId}/photos/${id}/${uploadId}/original`;
  const body =
    round % 2
      ? { queue: "JOBS", body: { kind: "settleUpload", uploadId, halt } }
      : { queue: "EVENTS", body: { action: "PutObject", object: { key }, halt } };
  await post("/bench/send", body);
  return scenario;
}

/** Waits for the queue's redeliveries; the sweeper handles the others. */
async function waitUntilSettled(
  { field, log }: BenchRun,
  scenarios: readonly UploadScenario[],
): Promise<void> {
  for (let attempt = 0; attempt < 90; attempt += 1) {
    const { answer } = await postForJson(inspectionSchema, "/bench/inspect", {
      customerId: field.customerId,
      objects: false,
    });
    const storedIds = new Set(answer.rows.filter(({ hasData }) => hasData).map(({ id }) => id));
    if (scenarios.every(({ id }) => storedIds.has(id))) return;
    await pause(1000);
  }
  log("  the queue did not redeliver everything");
}
