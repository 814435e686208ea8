/*
 * `npm run bench`: measures the product against references in the same run and prints one table; --json also prints rows {name,
 * ours, reference, ratio, unit}. The first run fills a database with 1.1 million bare documentations and 1100 photos, which takes
 * a few minutes and about 3 GB in BENCH_DIR (.bench); later runs reuse it. Upload measurements run
 * alone have their own state and skip this. So do measurements on real rows: run
 * `--only real --documentations 30000`, then `--only real` (300 000), which reports the growth.
 * `--only weights` prints the bytes per documentation.
 */
import { fillFor, stateSuffix } from "./bench/fill.ts";

const readArgument = (name: string): string | undefined =>
  process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
/** Name of a single measurement in bench/measure.ts. */
const measurementName = readArgument("--only");
/** Number of documentations for measurements on real rows. */
const documentationCount = Number(readArgument("--documentations") ?? 300_000);
process.env.STATE_DIR = `${process.env.BENCH_DIR ?? ".bench"}${stateSuffix(fillFor(measurementName), documentationCount)}`;
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
if (!Number.isInteger(documentationCount) || documentationCount < 1000)
  throw new Error("--documentations takes a number of at least 1000");
if (measurementName === "weights") {
  const [{ fillRealRows: fillReal }, { weightTable }] = [
    await import("./bench/real/fillReal.ts"),
    await import("./bench/storagePerDocumentation.ts"),
  ];
  await fillReal(documentationCount, say);
  console.log(await weightTable());
} else
  await runUntilStopped(async (atEnd) => {
    const rows = await measureAll(say, atEnd, measurementName, documentationCount);
    if (wantsJson) console.log(JSON.stringify(rows));
    else printTable(rows);
  });
