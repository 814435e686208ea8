import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { run } from "../support/child.ts";
import { stateDirectory, writeAtomically } from "../support/state.ts";
import { fetchWithRetries, postForJson } from "./arrivals/field.ts";
import { logInAs, measureMedianMs, measureMs } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import { type PlatformUsage, usageSchema } from "./cost/platformUsage.ts";
import type { MeasureContext } from "./measure.ts";
import { type Probe, probes } from "./probes.ts";
import { findDatabaseFile } from "./real/fillReal.ts";
import type { Customer } from "./real/ids.ts";
import { adminName, customersOf } from "./real/realCustomers.ts";
import { createComparisonRow, createLimitRow, type Row } from "./table.ts";

/** Number of documentations that growth is measured against. */
const referenceSize = 30_000;
/** Maximum growth in time for ten times as many documentations. */
const maxGrowth = 2;

/** Milliseconds, and the rows read by the database, which do not vary between runs. */
const timesSchema = z.object({
  warm: z.number(),
  rows: z.number(),
  /** Null if not measured. */
  cold: z.number().nullable(),
});
type Times = z.output<typeof timesSchema>;

/**
 * Measures the queries of all lists and screens on real rows, cold and warm. Cold is the first call of a new runtime, when
 * neither it nor the OS has a page of the database in memory; the code has already run for another customer, because the Worker's
 * startup is not part of this. Growth is reported once the smaller database has been measured.
 */
export async function measureReal({ log, server, documentationCount }: MeasureContext): Promise<Row[]> {
  const withCold = !process.argv.includes("--warm");
  const [large, , small] = customersOf(documentationCount);
  const [user, smallUser, admin] = [
    await logInAs(large.username),
    await logInAs(small.username),
    await logInAs(adminName),
  ];
  const times: Record<string, Times> = {};
  for (const probe of probes) {
    const run = () => callAll(probe, large, probe.admin ? admin : user);
    let cold: number | null = null;
    if (withCold) {
      await server.killAndRestart();
      await callAll(probe, small, probe.admin ? admin : smallUser);
      await dropPageCache();
      cold = await measureMs(run);
    }
    times[probe.name] = { warm: await measureMedianMs(run), cold, rows: 0 };
  }
  // Counting runs every read twice, so it comes after all timing.
  await readMeter();
  for (const probe of probes) {
    await callAll(probe, large, probe.admin ? admin : user);
    times[probe.name]!.rows = (await readMeter()).rowsRead;
    log(`| ${probe.name} | ${formatTimes(times[probe.name]!)} |`);
  }
  await writeAtomically(timesFileOf(documentationCount), JSON.stringify(times, null, 2));
  const reference = documentationCount === referenceSize ? undefined : await readTimes(referenceSize);
  if (reference) log(formatTable(times, reference));
  return probes.flatMap(({ name, targetMs }) => {
    const { cold, warm } = times[name]!;
    const before = reference?.[name];
    const label = `the same at ${referenceSize}`;
    const growthRow = (suffix: string, now: number | null, value: number | null | undefined) =>
      now !== null && typeof value === "number"
        ? [createComparisonRow(`${name}, growth${suffix}`, now, "ms", maxGrowth, { value, label })]
        : [];
    return [
      createLimitRow(`${name}, at ${documentationCount}`, warm, "ms", targetMs),
      ...growthRow("", warm, before?.warm),
      ...growthRow(" cold", cold, before?.cold),
    ];
  });
}

const readMeter = async (): Promise<PlatformUsage> =>
  (await postForJson(usageSchema, "/bench/meter", {})).answer;

async function callAll({ calls }: Probe, customer: Customer, headers: Record<string, string>): Promise<void> {
  await Promise.all(
    calls(customer).map(async (call) => {
      const [apiPath, body] = typeof call === "string" ? [call, undefined] : call;
      const response = await fetchWithRetries(address + apiPath, {
        method: body ? "POST" : "GET",
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok && response.status !== 404) throw new Error(`${apiPath}: ${response.status} ${text}`);
    }),
  );
}

/** Drops the OS page cache of the database file. Linux only. */
async function dropPageCache(): Promise<void> {
  const file = await findDatabaseFile();
  await run("dd", [`of=${file}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"], {});
}

const timesFileOf = (documentations: number) =>
  path.join(stateDirectory.replace(/rows-\d+$/, `rows-${documentations}`), "measured.json");

async function readTimes(documentations: number): Promise<Record<string, Times> | undefined> {
  const file = timesFileOf(documentations);
  return existsSync(file)
    ? z.record(z.string(), timesSchema).parse(JSON.parse(await readFile(file, "utf8")))
    : undefined;
}

const ms = (value: number | null) =>
  value === null ? "" : value < 10 ? value.toFixed(1) : String(Math.round(value));
const computeGrowth = (times: number | null, referenceTimes: number | null) =>
  times && referenceTimes ? (times / referenceTimes).toFixed(1) : "";
const formatTimes = ({ warm, cold, rows }: Times) => [ms(warm), ms(cold), rows].join(" | ");

/** Both sizes side by side, as a Markdown table. */
const formatTable = (times: Record<string, Times>, reference: Record<string, Times>): string =>
  [
    `| | ${referenceSize}: ms warm | cold | rows read | more: ms warm | cold | rows read | growth warm | cold | target, warm |`,
    `|${"---|".repeat(10)}`,
    ...probes.flatMap(({ name, targetMs }) => {
      const [referenceTimes, ownTimes] = [reference[name], times[name]!];
      if (!referenceTimes) return [];
      return `| ${name} | ${formatTimes(referenceTimes)} | ${formatTimes(ownTimes)} | ${computeGrowth(ownTimes.warm, referenceTimes.warm)} | ${computeGrowth(ownTimes.cold, referenceTimes.cold)} | ${targetMs} |`;
    }),
  ].join("\n");
