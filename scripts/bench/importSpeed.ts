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
import { findRuntime, peakOf, processorTimeOf, resetPeak } from "./memory.ts";
import { limit, type Row } from "./table.ts";

/** Sites in the smaller and the larger import, and per page. */
const [smallSize, largeSize, pageSize] = [10_000, 100_000, 1000];

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
      importAll({
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

/** Measures imports of suggestions from a paged list on a local server, first all new and then all known, and their memory use. */
export const measureImports = ({ say }: MeasureContext): Promise<Row[]> =>
  withSites({ few: smallSize, many: largeSize }, async (importList) => {
    const runtime = findRuntime();
    const peaks: number[] = [];
    const importTwice = async (list: string) => {
      if (runtime) resetPeak(runtime);
      const startCpuMs = runtime ? processorTimeOf(runtime) : 0;
      const results = await importList(list, 2);
      if (runtime) {
        peaks.push(peakOf(runtime));
        say(`  both imports of ${list} took ${processorTimeOf(runtime) - startCpuMs} ms of processor time`);
      }
      for (const { milliseconds, count, added } of results)
        say(`  ${count} of ${list}, ${added} new: ${milliseconds} ms, load ${os.loadavg()[0]}`);
      return results;
    };
    await importTwice("few");
    const [first, second] = await importTwice("many");
    if (first?.added !== largeSize || second?.added !== 0 || second.count !== largeSize)
      throw new Error("sites are missing or duplicated");
    const rows = [
      limit("import of 100 000 suggestions, all new", first.milliseconds, "ms", 10_000),
      limit("the same again, all known", second.milliseconds, "ms", 10_000),
    ];
    const [small, large] = peaks;
    if (small === undefined || large === undefined) return rows;
    const growth = Math.max(0, (large - small) / 1e6);
    return [...rows, limit("imports: growth of peak memory, 10 000 to 100 000", growth, "MB", 50)];
  });

const importAll = async (request: ImportRequest): Promise<ImportResult[]> =>
  z.array(importResultSchema).parse(await (await postToBench("import", request)).json());
