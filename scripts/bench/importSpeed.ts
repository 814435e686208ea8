import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { startRamsiteServer } from "../support/servers/ramsite.ts";
import { Faults, rightPassword } from "../support/servers/serverFaults.ts";
import { Store } from "../support/servers/store.ts";
import { TableStore } from "../support/servers/tableServer.ts";
import { postToBench } from "./benchClient.ts";
import { type ImportRequest, type ImportResult, importResultSchema } from "./importResult.ts";
import type { MeasureContext } from "./measure.ts";
import { findRuntime, processorTimeOf, readPeakBytes, resetPeak } from "./memory.ts";
import { createLimitRow, type Row } from "./table.ts";

const [smallSiteCount, largeSiteCount, pageSize] = [10_000, 100_000, 1000];

const createSites = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Site ${String(index).padStart(6, "0")} Åkersberga norra`,
    lat: 59 + index / 1e5,
    lng: 18 + index / 1e5,
  }));

/** Imports a list from a server, several times in succession. */
type ImportList = (list: string, times: number) => Promise<ImportResult[]>;

/** Serves paged lists of sites while `run` imports them. */
export async function withSites<T>(
  counts: Record<string, number>,
  run: (importList: ImportList) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-import-"));
  const tables = new TableStore();
  tables.set(
    "bench",
    Object.fromEntries(Object.entries(counts).map(([list, count]) => [list, createSites(count)])),
  );
  const server = await startRamsiteServer({ store: new Store(scratch), tables, faults: new Faults() });
  try {
    return await run((list, times) =>
      postImport({
        params: {
          baseUrl: `http://localhost:${server.port}`,
          listPath: `/api/lists/bench/${list}?page={page}&size=${pageSize}`,
          ...{ apiKeyHeader: "X-API-Key", nameKey: "name", latKey: "lat", lngKey: "lng" },
        },
        apiKey: encodeURIComponent(rightPassword),
        times,
      }),
    );
  } finally {
    await server.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Measures how long importing a paged list of suggestions from a local server takes, first with all suggestions new and then with
 * all known, and how much peak memory grows with the list.
 */
export const measureImports = ({ log }: MeasureContext): Promise<Row[]> =>
  withSites({ few: smallSiteCount, many: largeSiteCount }, async (importList) => {
    const runtime = findRuntime();
    const peakBytes: number[] = [];
    const importTwice = async (list: string) => {
      if (runtime) resetPeak(runtime);
      const startCpuMs = runtime ? processorTimeOf(runtime) : 0;
      const results = await importList(list, 2);
      if (runtime) {
        peakBytes.push(readPeakBytes(runtime));
        log(`  both imports of ${list} took ${processorTimeOf(runtime) - startCpuMs} ms of processor time`);
      }
      for (const { milliseconds, count, added } of results)
        log(
          `  import of list ${list}: ${count} suggestions, ${added} new, ${milliseconds} ms, load ${os.loadavg()[0]}`,
        );
      return results;
    };
    await importTwice("few");
    const [first, second] = await importTwice("many");
    if (first?.added !== largeSiteCount || second?.added !== 0 || second.count !== largeSiteCount)
      throw new Error("sites are missing or duplicated");
    const rows = [
      createLimitRow("import of 100 000 suggestions, all new", first.milliseconds, "ms", 10_000),
      createLimitRow("import of 100 000 suggestions, all known", second.milliseconds, "ms", 10_000),
    ];
    const [smallPeakBytes, largePeakBytes] = peakBytes;
    if (smallPeakBytes === undefined || largePeakBytes === undefined) return rows;
    const growthMb = Math.max(0, (largePeakBytes - smallPeakBytes) / 1e6);
    return [...rows, createLimitRow("imports: growth of peak memory, 10 000 to 100 000", growthMb, "MB", 50)];
  });

const postImport = async (request: ImportRequest): Promise<ImportResult[]> =>
  z.array(importResultSchema).parse(await (await postToBench("import", request)).json());
