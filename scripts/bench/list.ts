import { PassThrough } from "node:stream";
import ExcelJS from "exceljs";
import { findRuntime, peakOf, resetPeak } from "./memory.ts";
import { customerOf } from "./scale.ts";
import { address } from "./server.ts";
import { type Row, row } from "./table.ts";

type Headers = Record<string, string>;
interface Tools {
  median: (run: () => Promise<unknown>) => Promise<number>;
  get: (path: string, headers: Headers) => Promise<string>;
}

const template = (number: number) =>
  `00000000-0000-4000-8000-${String(customerOf(1_000_000)).padStart(6, "0")}${String(number).padStart(6, "0")}`;

/** A filter for each way of finding rows: by an index of its own, by walking, by gathering, by sweeping. */
const filters: Record<string, string> = {
  "one creator": "creatorFilter=crew 7",
  "two templates and a status, by name": `templateFilter=${template(1)};${template(2)}&statusFilter=HANDLED&sort=name&order=asc`,
  "a month, by creator": "createdDateRange=2022-03-01;2022-03-31&sort=creator&order=asc",
  "what never goes together": "creatorFilter=crew 1&statusFilter=PAUSED;HANDLED&exportedFilter=true",
  "a creator's year, by upload":
    "creatorFilter=crew 3&createdDateRange=2021-01-01;2021-12-31&sort=dateUploaded",
};

/** Pages and totals of combined filters at 1 000 000 documentations. */
export async function measureFilters(headers: Headers, { median, get }: Tools): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const query = filter.replaceAll(" ", "%20");
    const page = await median(() => get(`/api/documentations?max=25&${query}`, headers));
    rows.push(row(`filter: ${name}, page`, page, 200, "ms", 1, "200 ms, at 1 000 000"));
    const plain = query.replace(/&sort=.*/, "");
    const total = await median(() => get(`/api/documentation/count?${plain}`, headers));
    rows.push(row(`filter: ${name}, total`, total, 400, "ms", 1, "400 ms, at 1 000 000"));
  }
  return rows;
}

const exported = 100_000;

/** The list as a workbook, against a streaming library that writes as many rows of the same width. */
export async function measureListExport(headers: Headers): Promise<Row[]> {
  const runtime = findRuntime();
  if (runtime) resetPeak(runtime);
  const asked = await fetch(`${address}/api/documentation/requestExcelExport`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  const { token } = (await asked.json()) as { token: string };
  const options = "template;name;dateUploaded;dateCreated;creator;status";
  const started = performance.now();
  const response = await fetch(`${address}/api/documentation/exportExcel/${token}?options=${options}`);
  if (!response.ok) throw new Error(`list export: ${response.status} ${await response.text()}`);
  let [first, bytes] = [0, 0];
  for await (const chunk of response.body!) {
    first ||= performance.now() - started;
    bytes += chunk.byteLength;
  }
  const taken = performance.now() - started;
  const peak = runtime ? peakOf(runtime) : undefined;
  const reference = await plainWorkbook();
  return [
    row(
      `list of 100 000 rows to Excel, ${(bytes / 1e6).toFixed(1)} MB`,
      taken,
      reference,
      "ms",
      1,
      "exceljs streaming as many rows",
    ),
    row("list to Excel, first byte", first, 300, "ms", 1, "the target of 300 ms"),
    ...(peak === undefined
      ? []
      : [row("list to Excel, peak memory", peak / 1e6, 500, "MB", 1, "500 MB of the whole runtime")]),
  ];
}

async function plainWorkbook(): Promise<number> {
  const started = performance.now();
  const stream = new PassThrough();
  stream.resume();
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream });
  const sheet = book.addWorksheet("list");
  for (let index = 0; index < exported; index += 1)
    sheet
      .addRow([
        `Template ${index % 10}`,
        `Station ${index} visit`,
        new Date(1_577_836_800_000 + index * 1000),
        new Date(1_577_836_800_000 + index * 1000),
        `crew ${index % 40}`,
        "Upload completed",
      ])
      .commit();
  sheet.commit();
  await book.commit();
  return performance.now() - started;
}
