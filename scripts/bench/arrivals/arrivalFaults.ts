import { fireCron } from "#scripts/support/server.ts";
import { address } from "../benchServer.ts";
import type { MeasureContext } from "../measure.ts";
import { createLimitRow, type Row } from "../table.ts";
import { type BenchCustomer, createBenchCustomer, post, postForJson, sha256Of } from "./field.ts";
import { inspectionSchema } from "./inspection.ts";
import { type BenchRun, failConsumers, failWorkers, killClients, killRuntime } from "./rounds.ts";
import { type UploadKind, type UploadScenario, uploadKinds } from "./scenarios.ts";

const daySeconds = 24 * 3600;

/**
 * Kills the client, the Worker's process and the queue's consumer at every step of a signed photo upload, a file upload by link
 * and a multipart upload; some senders return, others never do. Then the sweeper runs, and the stored data is compared with what
 * was sent.
 */
export async function measureFaults({ log, server }: MeasureContext): Promise<Row[]> {
  const field = await createBenchCustomer();
  const benchRun: BenchRun = { field, server, log, scenarios: [] };
  const steps = new Map<UploadKind, Awaited<ReturnType<UploadKind["rehearse"]>>>();
  for (const kind of Object.values(uploadKinds)) {
    steps.set(kind, await kind.rehearse(field));
    for (const { call, names } of steps.get(kind)!) log(`  ${kind.name}, ${call}: ${names.length} steps`);
  }
  await failWorkers(benchRun, steps);
  await killRuntime(benchRun, steps);
  await killClients(benchRun);
  await failConsumers(benchRun);
  await ageData(field);
  const report = await compareWithStorage(field, benchRun.scenarios);
  for (const line of report.faults) log(`  ${line}`);
  const uploadCount = benchRun.scenarios.length;
  log(
    `  ${uploadCount} uploads: ${report.completeCount} complete, ${uploadCount - report.completeCount} abandoned by their client before all bytes were stored`,
  );
  const faultRow = (problem: string, count: number) =>
    createLimitRow(`faults, ${uploadCount} uploads: ${problem}`, count, "uploads", 0);
  return [
    faultRow("lost", report.lostCount),
    faultRow("doubled", report.doubledCount),
    faultRow("half-done, left over", report.halfDoneCount),
  ];
}

/**
 * Ages the data beyond the sweeper's delay, the hour of a signed URL, the week of a reservation and
 * the hours for which orphans are kept.
 */
async function ageData(field: BenchCustomer): Promise<void> {
  const cron = (expression: string) => fireCron(address, "siteproof-api", expression);
  for (const seconds of [120, 2 * 3600, 15 * daySeconds, 3 * 3600]) {
    await post("/bench/age", { customerId: field.customerId, seconds });
    // One run handles up to a hundred.
    for (let run = 0; run < 12; run += 1) await cron("*/2 * * * *");
    await cron("17 3 * * *");
  }
}

interface FaultReport {
  lostCount: number;
  doubledCount: number;
  halfDoneCount: number;
  completeCount: number;
  /** One line per fault. */
  faults: string[];
}

async function compareWithStorage(
  field: BenchCustomer,
  scenarios: readonly UploadScenario[],
): Promise<FaultReport> {
  const { answer } = await postForJson(inspectionSchema, "/bench/inspect", { customerId: field.customerId });
  const report: FaultReport = {
    lostCount: 0,
    doubledCount: 0,
    halfDoneCount: 0,
    completeCount: 0,
    faults: [],
  };
  const record = (problem: "lostCount" | "doubledCount" | "halfDoneCount", text: string) => {
    report[problem] += 1;
    report.faults.push(`${problem}: ${text}`);
  };
  for (const scenario of scenarios) {
    const context = `${scenario.kind.name}, ${scenario.description}`;
    const rows = answer.rows.filter(({ documentationId }) => documentationId === scenario.documentationId);
    const [storedRow] = rows.filter(({ hasData }) => hasData);
    if (rows.length > 1) record("doubledCount", context);
    if (storedRow) {
      const sentHash = sha256Of(scenario.bytes);
      const isIntact =
        storedRow.sha256 === sentHash &&
        storedRow.objects[0] === sentHash &&
        !storedRow.objects.includes(null);
      if (isIntact) report.completeCount += 1;
      else record("halfDoneCount", `${context}: ${JSON.stringify(storedRow)}`);
    } else if (scenario.arrived) record("lostCount", context);
    else if (rows.length > 0 && scenario.kind.leavesNothing)
      record("halfDoneCount", `${context}: row without bytes`);
    const documentation = answer.documentations.find(({ id }) => id === scenario.documentationId);
    if (
      documentation &&
      (documentation.completed > 1 || documentation.uploaded > 1 || documentation.uploadedPhotos > 1)
    )
      record("doubledCount", `${context}: ${JSON.stringify(documentation)}`);
    if (scenario.completed && documentation?.status !== "COMPLETED")
      record("halfDoneCount", `${context}: ${JSON.stringify(documentation)}`);
  }
  for (const key of answer.unnamed) record("halfDoneCount", `${key} belongs to no row`);
  for (let index = 0; index < answer.reserved; index += 1) record("halfDoneCount", "a reservation remains");
  return report;
}
