import { fireCron } from "#scripts/support/server.ts";
import { address, type BenchServer } from "../benchServer.ts";
import { type Row, row } from "../table.ts";
import { ask, type Field, makeField, post, sha256Of } from "./field.ts";
import { inspected } from "./inspected.ts";
import { type BenchRun, failConsumers, failWorkers, killClients, killRuntime } from "./rounds.ts";
import { type UploadKind, type UploadScenario, uploadKinds } from "./scenarios.ts";

const day = 24 * 3600;

/**
 * Ends the client, the Worker's process and the queue's consumer at every step of a signed photo upload, a file upload by link
 * and a multipart upload; some senders return, others never do. Then the sweeper runs, and the stored data is compared with what
 * was sent.
 */
export async function measureFaults(say: (text: string) => void, server: BenchServer): Promise<Row[]> {
  const field = await makeField();
  const rig: BenchRun = { field, server, say, scenarios: [] };
  const steps = new Map<UploadKind, Awaited<ReturnType<UploadKind["rehearse"]>>>();
  for (const kind of Object.values(uploadKinds)) {
    steps.set(kind, await kind.rehearse(field));
    for (const { call, names } of steps.get(kind)!) say(`  ${kind.name}, ${call}: ${names.length} steps`);
  }
  await failWorkers(rig, steps);
  await killRuntime(rig, steps);
  await killClients(rig);
  await failConsumers(rig);
  await ageData(field);
  const found = await compare(field, rig.scenarios);
  for (const line of found.faults) say(`  ${line}`);
  const uploadCount = rig.scenarios.length;
  say(
    `  ${uploadCount} uploads: ${found.whole} complete, ${uploadCount - found.whole} abandoned by their client before all bytes were stored`,
  );
  const noneRow = (problem: string, count: number) =>
    row(
      `faults, ${uploadCount} uploads: ${problem}`,
      uploadCount + count,
      uploadCount,
      "uploads",
      1,
      "all of them, and no others",
    );
  return [
    noneRow("lost", found.lost),
    noneRow("doubled", found.doubled),
    noneRow("half-done, left over", found.halfDone),
  ];
}

/** Ages the data past the sweeper's delay, a signed URL's hour, a reservation's week, and an orphan's hours. */
async function ageData(field: Field): Promise<void> {
  const cron = (expression: string) => fireCron(address, "siteproof-api", expression);
  for (const seconds of [120, 2 * 3600, 15 * day, 3 * 3600]) {
    await post("/bench/age", { customerId: field.customerId, seconds });
    // One run handles up to a hundred.
    for (let run = 0; run < 12; run += 1) await cron("*/2 * * * *");
    await cron("17 3 * * *");
  }
}

interface Found {
  lost: number;
  doubled: number;
  halfDone: number;
  whole: number;
  /** One line per fault. */
  faults: string[];
}

async function compare(field: Field, scenarios: readonly UploadScenario[]): Promise<Found> {
  const { answer } = await ask(inspected, "/bench/inspect", { customerId: field.customerId });
  const found: Found = { lost: 0, doubled: 0, halfDone: 0, whole: 0, faults: [] };
  const record = (problem: "lost" | "doubled" | "halfDone", text: string) => {
    found[problem] += 1;
    found.faults.push(`${problem}: ${text}`);
  };
  for (const scenario of scenarios) {
    const context = `${scenario.kind.name}, ${scenario.description}`;
    const rows = answer.rows.filter(({ documentationId }) => documentationId === scenario.documentationId);
    const [arrived] = rows.filter(({ hasData }) => hasData);
    if (rows.length > 1) record("doubled", context);
    if (arrived) {
      const sent = sha256Of(scenario.bytes);
      const isIntact =
        arrived.sha256 === sent && arrived.objects[0] === sent && !arrived.objects.includes(null);
      if (isIntact) found.whole += 1;
      else record("halfDone", `${context}: ${JSON.stringify(arrived)}`);
    } else if (scenario.arrived) record("lost", context);
    else if (rows.length > 0 && scenario.kind.leavesNothing)
      record("halfDone", `${context}: row without bytes`);
    const documentation = answer.documentations.find(({ id }) => id === scenario.documentationId);
    if (
      documentation &&
      (documentation.completed > 1 || documentation.uploaded > 1 || documentation.uploadedPhotos > 1)
    )
      record("doubled", `${context}: ${JSON.stringify(documentation)}`);
    if (scenario.completed && documentation?.status !== "COMPLETED")
      record("halfDone", `${context}: ${JSON.stringify(documentation)}`);
  }
  for (const key of answer.unnamed) record("halfDone", `${key} belongs to no row`);
  for (let index = 0; index < answer.reserved; index += 1) record("halfDone", "a reservation remains");
  return found;
}
