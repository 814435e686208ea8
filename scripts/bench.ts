/*
 * `npm run bench`: measures the product against references in the same run, and prints one table; with --json, rows {name, ours,
 * reference, ratio, unit} as well. The first run fills a database of 1.1 million documentations and 1100 photos, which takes some
 * minutes and about 3 GB in BENCH_DIR (.bench); later runs reuse it. Arrivals, when run alone, need none of it: they have a state
 * of their own.
 */
import { fillFor } from "./bench/fill.ts";

/** A single measurement, by its name in bench/measure.ts. */
const only = process.argv[process.argv.indexOf("--only") + 1 || process.argv.length];
const ending = { everything: "", albums: "-albums", nothing: "-arrivals" }[fillFor(only)];
process.env.STATE_DIR = `${process.env.BENCH_DIR ?? ".bench"}${ending}`;
const { runUntilStopped } = await import("./support/shutdown.ts");
const { measureAll, measurementNames } = await import("./bench/measure.ts");
const { printTable } = await import("./bench/table.ts");

const json = process.argv.includes("--json");
const say = (text: string) => (json ? console.error(text) : console.log(text));

if (process.argv.includes("--help")) {
  console.log(`npm run bench -- [--only ${measurementNames().join("|")}] [--json]`);
  process.exit();
}
await runUntilStopped(async (atEnd) => {
  const rows = await measureAll(say, atEnd, only);
  if (json) console.log(JSON.stringify(rows));
  else printTable(rows);
});
