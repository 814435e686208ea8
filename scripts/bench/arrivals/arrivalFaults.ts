import { fireCron } from "#scripts/support/server.ts";
import { address, type BenchServer } from "../benchServer.ts";
import { type Row, row } from "../table.ts";
import type { Inspected } from "../worker/inspect.ts";
import { type Field, makeField, post, sha256Of } from "./field.ts";
import { type BenchRun, failConsumers, failWorkers, killClients, killRuntime } from "./rounds.ts";
import { type UploadKind, type UploadScenario, uploadKinds } from "./scenarios.ts";

const day = 24 * 3600;

/**
 * Ends the client, the Worker's process and the queue's consumer at every step of a photo by the signed path, a file by a link and one
 * in parts; some senders return, some never do. Then the sweeper runs, and the stored data is compared with what was sent.
 */
export async function measureFaults(say: (text: string) => void, server: BenchServer): Promise<Row[]> {
  const field = await makeField();
  const rig: BenchRun = { field, server, say, journeys: [] };
  const steps = new Map<UploadKind, Awaited<ReturnType<UploadKind["rehearse"]>>>();
  for (const way of Object.values(uploadKinds)) {
    steps.set(way, await way.rehearse(field));
    for (const { call, names } of steps.get(way)!) say(`  ${way.name}, ${call}: ${names.length} steps`);
  }
  await failWorkers(rig, steps);
  await killRuntime(rig, steps);
  await killClients(rig);
  await failConsumers(rig);
  await ageData(field);
  const found = await compare(field, rig.journeys);
  for (const line of found.faults) say(`  ${line}`);
  const all = rig.journeys.length;
  say(
    `  ${all} uploads, ${found.whole} of them whole, ${all - found.whole} whose client never came back before their bytes were in`,
  );
  const none = (what: string, count: number) =>
    row(`faults, ${all} uploads: ${what}`, all + count, all, "uploads", 1, "all, and none beside them");
  return [
    none("lost", found.lost),
    none("doubled", found.doubled),
    none("half-done, left over", found.halfDone),
  ];
}

/** Ages the data past the sweeper's patience, a signed URL's hour, a reservation's week, and an unowned object's hours. */
async function ageData(field: Field): Promise<void> {
  const cron = (expression: string) => fireCron(address, "siteproof-api", expression);
  for (const seconds of [120, 2 * 3600, 15 * day, 3 * 3600]) {
    await post("/bench/age", { customerId: field.customerId, seconds });
    // A run handles up to a hundred.
    for (let run = 0; run < 12; run += 1) await cron("*/2 * * * *");
    await cron("17 3 * * *");
  }
}

interface Found {
  lost: number;
  doubled: number;
  halfDone: number;
  whole: number;
  /** One line for each. */
  faults: string[];
}

async function compare(field: Field, journeys: readonly UploadScenario[]): Promise<Found> {
  const { answer } = await post<Inspected>("/bench/inspect", { customerId: field.customerId });
  const found: Found = { lost: 0, doubled: 0, halfDone: 0, whole: 0, faults: [] };
  const note = (what: "lost" | "doubled" | "halfDone", text: string) => {
    found[what] += 1;
    found.faults.push(`${what}: ${text}`);
  };
  for (const journey of journeys) {
    const of = `${journey.way.name}, ${journey.story}`;
    const rows = answer.rows.filter(({ documentationId }) => documentationId === journey.documentationId);
    const [there] = rows.filter(({ hasData }) => hasData);
    if (rows.length > 1) note("doubled", of);
    if (there) {
      const sent = sha256Of(journey.bytes);
      const right = there.sha256 === sent && there.objects[0] === sent && !there.objects.includes(null);
      if (right) found.whole += 1;
      else note("halfDone", `${of}: ${JSON.stringify(there)}`);
    } else if (journey.arrived) note("lost", of);
    else if (rows.length > 0 && journey.way.leavesNothing) note("halfDone", `${of}: a row without bytes`);
    const documentation = answer.documentations.find(({ id }) => id === journey.documentationId);
    if (
      documentation &&
      (documentation.completed > 1 || documentation.uploaded > 1 || documentation.uploadedPhotos > 1)
    )
      note("doubled", `${of}: ${JSON.stringify(documentation)}`);
    if (journey.completed && documentation?.status !== "COMPLETED")
      note("halfDone", `${of}: ${JSON.stringify(documentation)}`);
  }
  for (const key of answer.unnamed) note("halfDone", `${key} is no row's`);
  for (let left = 0; left < answer.reserved; left += 1) note("halfDone", "a reservation is left");
  return found;
}
