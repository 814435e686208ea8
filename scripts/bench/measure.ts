import { measureFaults } from "./arrivals/arrivalFaults.ts";
import { measureVisible } from "./arrivals/timeToThumbnail.ts";
import { measureUploads } from "./arrivals/uploads.ts";
import { type BenchServer, prepareBench, startBenchServer } from "./benchServer.ts";
import { measureConsole } from "./console.ts";
import { measureCost } from "./cost.ts";
import { measureDelivery } from "./delivery.ts";
import { measureDocumentJob, measureExports } from "./exportSpeed.ts";
import { type Fill, fillFor } from "./fill.ts";
import { measureImports } from "./importSpeed.ts";
import { measureIngest } from "./ingestSpeed.ts";
import { measureLayouts } from "./layoutSpeed.ts";
import { measureListExport } from "./listExport.ts";
import { measureFilters, measureLists } from "./lists.ts";
import { measureMove } from "./move.ts";
import { measurePictures } from "./pictures.ts";
import { extraDatabases } from "./real/fillAcross.ts";
import { measureReal } from "./realRows.ts";
import { measureDatabases } from "./superAdmin.ts";
import type { Row } from "./table.ts";
import { measureTimeline } from "./timeline.ts";

type AddCleanup = (end: () => Promise<void>) => void;

/** Runs all measurements, in the order in which they disturb each other least. */
export async function measureAll(
  say: (text: string) => void,
  addCleanup: AddCleanup,
  measurementName: string | undefined,
  documentationCount: number,
): Promise<Row[]> {
  if (measurementName && !(measurementName in measurements))
    throw new Error(`--only takes one of ${measurementNames().join(", ")}`);
  await prepareBench(say, addCleanup, fillFor(measurementName), documentationCount);
  const server = await startBenchServer(addCleanup, extraDatabasesFor(fillFor(measurementName)));
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    // Measurements on real rows have separate states.
    if (measurementName ? measurementName !== name : ["real", "databases", "move"].includes(fillFor(name)))
      continue;
    say(`measuring ${name}`);
    rows.push(...(await measure(say, server, documentationCount)));
  }
  return rows;
}

const extraDatabasesFor = (fill: Fill) =>
  fill === "databases" ? extraDatabases : fill === "move" ? extraDatabases.slice(0, 1) : [];

/** The values of `--only`. */
export const measurementNames = (): string[] => Object.keys(measurements);

type Measure = (
  say: (text: string) => void,
  server: BenchServer,
  documentationCount: number,
) => Promise<Row[]>;

const measurements: Record<string, Measure> = {
  lists: measureLists,
  filters: measureFilters,
  listExport: measureListExport,
  exports: measureExports,
  documentJob: measureDocumentJob,
  layouts: measureLayouts,
  ingest: measureIngest,
  uploads: measureUploads,
  visible: measureVisible,
  faults: measureFaults,
  delivery: measureDelivery,
  imports: measureImports,
  cost: measureCost,
  console: measureConsole,
  real: measureReal,
  timeline: measureTimeline,
  databases: measureDatabases,
  move: measureMove,
  pictures: measurePictures,
};
