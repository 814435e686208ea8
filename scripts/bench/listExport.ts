import { PassThrough } from "node:stream";
import ExcelJS from "exceljs";
import { z } from "zod";
import { logInAs } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import type { MeasureContext } from "./measure.ts";
import { findRuntime, readPeakBytes, resetPeak } from "./memory.ts";
import { customersOf } from "./real/realCustomers.ts";
import { createComparisonRow, createLimitRow, type Row } from "./table.ts";

/** Measures the list as a workbook, against a streaming library that writes the same number of rows of the same width. */
export async function measureListExport({ documentationCount }: MeasureContext): Promise<Row[]> {
  const [{ username, rowCount }] = customersOf(documentationCount);
  const headers = await logInAs(username);
  const runtime = findRuntime();
  if (runtime) resetPeak(runtime);
  const tokenResponse = await fetch(`${address}/api/documentation/requestExcelExport`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  const { token } = z.object({ token: z.string() }).parse(await tokenResponse.json());
  const options = "template;name;dateUploaded;dateCreated;creator;status";
  const startedAt = performance.now();
  const response = await fetch(`${address}/api/documentation/exportExcel/${token}?options=${options}`);
  if (!response.ok) throw new Error(`list export: ${response.status} ${await response.text()}`);
  let [firstByteMs, bytes] = [0, 0];
  for await (const chunk of response.body!) {
    firstByteMs ||= performance.now() - startedAt;
    bytes += chunk.byteLength;
  }
  const totalMs = performance.now() - startedAt;
  const peak = runtime ? readPeakBytes(runtime) : undefined;
  const exceljs = { value: await measurePlainWorkbook(rowCount), label: "exceljs streaming as many rows" };
  const name = `list of ${rowCount} rows to Excel`;
  return [
    createComparisonRow(`${name}, ${(bytes / 1e6).toFixed(1)} MB`, totalMs, "ms", 1, exceljs),
    createLimitRow(`${name}, first byte`, firstByteMs, "ms", 300),
    ...(peak === undefined
      ? []
      : [createLimitRow(`${name}, peak memory of the runtime`, peak / 1e6, "MB", 500)]),
  ];
}

async function measurePlainWorkbook(rowCount: number): Promise<number> {
  const startedAt = performance.now();
  const stream = new PassThrough();
  stream.resume();
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream });
  const sheet = book.addWorksheet("list");
  for (let index = 0; index < rowCount; index += 1)
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
  return performance.now() - startedAt;
}
