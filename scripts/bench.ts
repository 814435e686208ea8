/*
 * `npm run bench`: measures the product against targets, and references of the same run, and prints one table; --json prints the
 * rows (bench/table.ts). Every measure has a process and data of its own in BENCH_DIR (.bench): an empty database and bucket, two
 * albums of photos (about 3 GB), or real rows, as many as `--documentations` says. Albums and rows are made once, which takes some
 * minutes. For the growth of queries run `--only real --documentations 30000`, then `--only real`.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { isMeasureName, measures } from "./bench/measures.ts";
import { printTable, type Row } from "./bench/table.ts";

const readArgument = (name: string): string | undefined =>
  process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
const names = Object.keys(measures);
const wantsJson = process.argv.includes("--json");
const measureName = readArgument("--only");
const documentationCount = Number(readArgument("--documentations") ?? 300_000);

if (process.argv.includes("--help")) {
  console.log(`npm run bench -- [--only ${names.join("|")}] [--documentations NUMBER] [--json]`);
  process.exit();
}
if (!Number.isInteger(documentationCount) || documentationCount < 1000)
  throw new Error("--documentations takes a number of at least 1000");

const print = (rows: readonly Row[]) => (wantsJson ? console.log(JSON.stringify(rows)) : printTable(rows));

async function measureAlone(name: string): Promise<void> {
  if (!isMeasureName(name)) throw new Error(`--only takes one of ${names.join(", ")}`);
  const { data, load } = measures[name];
  const state = { empty: name, albums: "albums", rows: `rows-${documentationCount}` }[data];
  process.env.STATE_DIR = path.join(process.env.BENCH_DIR ?? ".bench", state);
  const [{ runUntilStopped }, { prepareBench, startBenchServer }] = [
    await import("./support/shutdown.ts"),
    await import("./bench/benchServer.ts"),
  ];
  const log = (text: string) => console.error(text);
  await runUntilStopped(async (addCleanup) => {
    await prepareBench(log, addCleanup, data, documentationCount);
    const server = await startBenchServer(addCleanup);
    print(await (await load())({ log, server, documentationCount }));
  });
}

/** Runs a measure in a separate process and returns its rows. */
function measureInChild(name: string): Row[] {
  console.error(`measuring ${name}`);
  const { status, stdout } = spawnSync(
    process.execPath,
    [...process.execArgv, import.meta.filename, ...process.argv.slice(2), "--only", name, "--json"],
    { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${name} failed`);
  // Cast: the same program wrote them.
  return JSON.parse(stdout) as Row[];
}

if (measureName) await measureAlone(measureName);
else print(names.flatMap(measureInChild));
