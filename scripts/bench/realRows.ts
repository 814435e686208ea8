import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { run } from "../support/child.ts";
import { stateDirectory, writeAtomically } from "../support/state.ts";
import { fetchRetrying, post } from "./arrivals/field.ts";
import { logInAs, median, timed } from "./benchClient.ts";
import { address, type BenchServer } from "./benchServer.ts";
import type { Metered } from "./cost/metered.ts";
import { type Probe, probes } from "./probes.ts";
import { databaseFile } from "./real/fillReal.ts";
import type { Customer } from "./real/ids.ts";
import { adminName, customersOf } from "./real/realCustomers.ts";
import { type Row, row } from "./table.ts";

/** What growth is measured against. */
const referenceSize = 30_000;
/** How much longer anything may take for ten times as many. */
const maxGrowth = 2;

/** Milliseconds, and the rows that the database reads, which do not waver. */
interface Times {
  warm: number;
  rows: number;
  /** Null where it was not asked for. */
  cold: number | null;
}

/**
 * Everything that lists and screens ask, on real rows, cold and warm. Cold is the first call of a runtime that has just started, when
 * neither it nor the system holds a page of the database; the code has run for another customer, for a Worker's start is another matter.
 * Growth is told once the smaller database has been measured.
 */
export async function measureReal(
  say: (text: string) => void,
  server: BenchServer,
  documentations: number,
  withCold = !process.argv.includes("--warm"),
): Promise<Row[]> {
  const [large, , small] = customersOf(documentations);
  const [user, other, admin] = [
    await logInAs(large.username),
    await logInAs(small.username),
    await logInAs(adminName),
  ];
  const times: Record<string, Times> = {};
  for (const probe of probes) {
    const ask = () => askAll(probe, large, probe.admin ? admin : user);
    let cold: number | null = null;
    if (withCold) {
      await server.killAndRestart();
      await askAll(probe, small, probe.admin ? admin : other);
      await forgetPages();
      cold = await timed(ask);
    }
    times[probe.name] = { warm: await median(ask), cold, rows: 0 };
  }
  // Counting asks every read once more, so it comes after all that is timed.
  await readMeter();
  for (const probe of probes) {
    await askAll(probe, large, probe.admin ? admin : user);
    times[probe.name]!.rows = (await readMeter()).rowsRead;
    say(`| ${probe.name} | ${shown(times[probe.name]!)} |`);
  }
  await writeAtomically(measuredAt(documentations), JSON.stringify(times, null, 2));
  const before = documentations === referenceSize ? undefined : await measured(referenceSize);
  if (before) say(tableOf(times, before));
  return probes.flatMap(({ name, target }) => {
    const { cold, warm } = times[name]!;
    const was = before?.[name];
    return [
      row(name, warm, target, "ms", 1, `the target, at ${documentations}`),
      ...(was
        ? [
            row(`${name}, growth`, warm, was.warm, "ms", maxGrowth, `the same at ${referenceSize}`),
            ...(cold !== null && was.cold !== null
              ? [row(`${name}, growth cold`, cold, was.cold, "ms", maxGrowth, `the same at ${referenceSize}`)]
              : []),
          ]
        : []),
    ];
  });
}

const readMeter = async (): Promise<Metered> => (await post<Metered>("/bench/meter", {})).answer;

async function askAll({ calls }: Probe, customer: Customer, headers: Record<string, string>): Promise<void> {
  await Promise.all(
    calls(customer).map(async (call) => {
      const [at, body] = typeof call === "string" ? [call, undefined] : call;
      const response = await fetchRetrying(address + at, {
        method: body ? "POST" : "GET",
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok && response.status !== 404) throw new Error(`${at}: ${response.status} ${text}`);
    }),
  );
}

/** Makes the system forget what it holds of the database's file. Linux only. */
async function forgetPages(): Promise<void> {
  const file = await databaseFile();
  await run("dd", [`of=${file}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"], {});
}

const measuredAt = (documentations: number) =>
  path.join(stateDirectory.replace(/-real-\d+$/, `-real-${documentations}`), "measured.json");

async function measured(documentations: number): Promise<Record<string, Times> | undefined> {
  const file = measuredAt(documentations);
  return existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Record<string, Times>) : undefined;
}

const ms = (value: number | null) =>
  value === null ? "" : value < 10 ? value.toFixed(1) : String(Math.round(value));
const grown = (is: number | null, was: number | null) => (is && was ? (is / was).toFixed(1) : "");
const shown = ({ warm, cold, rows }: Times) => [ms(warm), ms(cold), rows].join(" | ");

/** Both sizes beside each other, as a table of Markdown. */
const tableOf = (times: Record<string, Times>, before: Record<string, Times>): string =>
  [
    `| | ${referenceSize}: ms warm | cold | rows read | more: ms warm | cold | rows read | growth warm | cold | target, warm |`,
    `|${"---|".repeat(10)}`,
    ...probes.flatMap(({ name, target }) => {
      const [was, is] = [before[name], times[name]!];
      if (!was) return [];
      return `| ${name} | ${shown(was)} | ${shown(is)} | ${grown(is.warm, was.warm)} | ${grown(is.cold, was.cold)} | ${target} |`;
    }),
  ].join("\n");
