/*
 * `npm run bench`: measures the product against references in the same run and prints one table; --json also prints rows {name,
 * ours, reference, ratio, unit}. The first run fills a database with 1.1 million bare documentations and 1100 photos, which takes
 * a few minutes and about 3 GB in BENCH_DIR (.bench); later runs reuse it. Measurements of uploads, run alone, have their own
 * state and need none of it. So do real rows: run `--only real --documentations 30000`, then `--only real` (300 000), which
 * reports the growth; `--only weights` prints the bytes per documentation.
 */
import { fillFor, stateOf } from "./bench/fill.ts";

const argument = (name: string): string | undefined =>
  process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
/** Name of a single measurement in bench/measure.ts. */
const only = argument("--only");
/** Number of documentations for measurements on real rows. */
const documentations = Number(argument("--documentations") ?? 300_000);
process.env.STATE_DIR = `${process.env.BENCH_DIR ?? ".bench"}${stateOf(fillFor(only), documentations)}`;
const { runUntilStopped } = await import("./support/shutdown.ts");
const { measureAll, measurementNames } = await import("./bench/measure.ts");
const { printTable } = await import("./bench/table.ts");

const wantsJson = process.argv.includes("--json");
const say = (text: string) => (wantsJson ? console.error(text) : console.log(text));

if (process.argv.includes("--help")) {
  console.log(
    `npm run bench -- [--only weights|${measurementNames().join("|")}] [--documentations NUMBER] [--json]`,
  );
  process.exit();
}
if (!Number.isInteger(documentations) || documentations < 1000)
  throw new Error("--documentations takes a number of at least 1000");
if (only === "weights") {
  const [{ fillReal }, { weightTable }] = [
    await import("./bench/real/fillReal.ts"),
    await import("./bench/storagePerDocumentation.ts"),
  ];
  await fillReal(documentations, say);
  console.log(await weightTable());
} else
  await runUntilStopped(async (atEnd) => {
    const rows = await measureAll(say, atEnd, only, documentations);
    if (wantsJson) console.log(JSON.stringify(rows));
    else printTable(rows);
  });
