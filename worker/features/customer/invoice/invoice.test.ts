import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays, today } from "#domain/core/calendar/days.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { databaseOf } from "#worker/db/database.ts";
import { job } from "#worker/db/schema/index.ts";
import { maxSheetRows } from "#worker/export/excelLimits.ts";
import { readZip, unpack } from "#worker/export/zipReader.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { sweepJobs } from "#worker/jobs/sweepJobs.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { createInvoiceKey, invoiceAttachmentKind } from "./invoiceJob.ts";
import type { InvoiceRow } from "./invoiceRows.ts";
import { writeInvoiceWorkbook } from "./invoiceWorkbook.ts";

const period = { startDate: "2026-05-01", endDate: "2026-05-31" };

/** Two licences and two templates, with visits one second inside and one second outside the period. */
async function makeStockedCustomer() {
  const { id: customerId, name } = await makeCustomer();
  const [south, north] = [
    await makeLicense({ customerId, name: "South" }),
    await makeLicense({ customerId, name: "=North" }),
  ];
  const [mast, pole] = [
    await makeTemplate(customerId, { name: "Mast" }),
    await makeTemplate(customerId, { name: "Pole" }),
  ];
  const makeVisit = (
    licenseId: string | null,
    templateId: string,
    dateCreated: string,
    documentationName: string,
  ) =>
    makeDocumentation(customerId, {
      licenseId,
      templateId,
      dateCreated,
      name: documentationName,
      creator: "anna",
    });
  // Midnight in Stockholm is 22:00 UTC in summer.
  await makeVisit(north.id, mast.id, "2026-04-30T21:59:59Z", "the day before");
  const firstVisit = await makeVisit(north.id, mast.id, "2026-04-30T22:00:00Z", "=HYPERLINK(1)");
  await makeVisit(north.id, mast.id, "2026-05-10T10:00:00Z", "Second & <third>");
  await makeVisit(north.id, pole.id, "2026-05-10T10:00:00Z", "Pole 1");
  const bigVisit = await makeVisit(south.id, mast.id, "2026-05-20T08:15:30Z", "Mast 9");
  await makeVisit(null, mast.id, "2026-05-31T21:59:59Z", "no licence");
  await makeVisit(null, mast.id, "2026-05-31T22:00:00Z", "the day after");
  for (const visit of [firstVisit, bigVisit, bigVisit])
    await makeStoredPhoto({ customerId, id: visit.id }, new Uint8Array(500_000));
  return { customerId, name, south, north, mast, pole };
}

const pathOf = (customerId: number, query = "") =>
  `/customer/createInvoiceAttachement/?customerId=${customerId}&startDate=${period.startDate}&endDate=${period.endDate}${query}`;
const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

async function readWorkbook(response: Response | Uint8Array) {
  const { default: Excel } = await import("exceljs");
  const workbook = new Excel.Workbook();
  const bytes = response instanceof Uint8Array ? response : await readBytes(response);
  await workbook.xlsx.load(bytes as never);
  return workbook;
}
type Workbook = Awaited<ReturnType<typeof readWorkbook>>;

const listRows = (workbook: Workbook, sheet: string) => {
  const rows: unknown[][] = [];
  workbook.getWorksheet(sheet)!.eachRow((row) => {
    rows.push((row.values as unknown[]).slice(1));
  });
  return rows;
};

/** The result of a formula, computed from the cells it refers to. */
function evaluateFormula(workbook: Workbook, sheet: string, formula: string): number {
  const [, column, firstRow, lastRow] = /\(\D*?(?:9,)?([A-Z])(\d+):[A-Z](\d+)\)$/.exec(formula)!;
  let sum = 0;
  for (let index = Number(firstRow); index <= Number(lastRow); index += 1) {
    const value = workbook.getWorksheet(sheet)!.getCell(`${column}${index}`).value as
      | number
      | { formula: string };
    sum += typeof value === "number" ? value : evaluateFormula(workbook, sheet, value.formula);
  }
  return sum;
}

describe("the invoice attachment", () => {
  it("1§2 lists the documentations from the first to the last day as text, dates and numbers", async () => {
    const { customerId } = await makeStockedCustomer();
    const as = await makeSuperAdmin();
    const response = await call("GET", pathOf(customerId), { as });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ]);
    expect(response.headers.get("content-disposition")).toContain("2026-05-01 2026-05-31.xlsx");
    const bytes = await readBytes(response);
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    const workbook = await readWorkbook(bytes);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Summary", "Documentations"]);
    const sheet = workbook.getWorksheet("Documentations")!;
    const names = listRows(workbook, "Documentations").map((row) => row[2]);
    expect(names.slice(1, -1)).toEqual([
      "=HYPERLINK(1)",
      "Second & <third>",
      "Pole 1",
      "Mast 9",
      "no licence",
    ]);
    expect(sheet.getCell("C2").formula).toBeUndefined();
    expect(sheet.getCell("A2").value).toBe("=North");
    expect(sheet.getCell("A6").value).toBe("No licence");
    // Local time in Stockholm, as date cells.
    expect(sheet.getCell("E2").value).toEqual(new Date("2026-05-01T00:00:00Z"));
    expect(sheet.getCell("E5").value).toEqual(new Date("2026-05-20T10:15:30Z"));
    expect(sheet.getCell("F5").value).toBeNull();
    expect(sheet.getCell("G5").value).toBe("Upload completed");
    expect(["H5", "I5", "J5"].map((ref) => sheet.getCell(ref).value)).toEqual([2, 1_000_000, 1]);
    expect(sheet.getCell("E5").numFmt).toContain("yyyy");
    expect(sheet.getCell("J5").numFmt).toBe("#,##0.00");
    expect(sheet.views[0]).toMatchObject({ state: "frozen", ySplit: 1 });
    expect(sheet.autoFilter).toBe("A1:J6");
    expect(sheet.getColumn(3).width).toBeGreaterThan(30);
    for (const [ref, value] of [
      ["H7", 3],
      ["I7", 1_500_000],
      ["J7", 1.5],
    ] as const) {
      const { formula, result } = sheet.getCell(ref).value as { formula: string; result: number };
      expect(result).toBe(value);
      expect(evaluateFormula(workbook, "Documentations", formula)).toBeCloseTo(value);
    }
  });

  it("1§2 sums up per licence and template with spreadsheet formulas", async () => {
    const { customerId, name } = await makeStockedCustomer();
    const workbook = await readWorkbook(
      await call("GET", pathOf(customerId), { as: await makeSuperAdmin() }),
    );
    const rows = listRows(workbook, "Summary");
    const value = (label: string) => rows.find(([first]) => first === label)?.[1];
    expect(value("Customer")).toBe(name);
    expect(value("From")).toEqual(new Date("2026-05-01T00:00:00Z"));
    expect(value("To (included)")).toEqual(new Date("2026-05-31T00:00:00Z"));
    expect(value("Licences")).toBe("All");
    expect(Math.abs((value("Generated") as Date).getTime() - Date.now())).toBeLessThan(3 * 3_600_000);
    const readNumbers = (row: unknown[]) =>
      row.slice(2).map((cell) => {
        if (typeof cell === "number") return cell;
        // exceljs does not return results of 0.
        const { formula, result = 0 } = cell as { formula: string; result?: number };
        expect(formula).toMatch(/^SUM\(/);
        expect(evaluateFormula(workbook, "Summary", formula)).toBeCloseTo(result);
        return result;
      });
    const tableRows = rows.filter((row) => row.length === 5 && typeof row[2] !== "string");
    expect(tableRows.map((row) => [row[0], row[1] ?? null, ...readNumbers(row)])).toEqual([
      ["=North", null, 3, 1, 0.5],
      ["South", null, 1, 2, 1],
      ["No licence", null, 1, 0, 0],
      ["Total", null, 5, 3, 1.5],
      ["=North", "Mast", 2, 1, 0.5],
      ["=North", "Pole", 1, 0, 0],
      ["South", "Mast", 1, 2, 1],
      ["No licence", "Mast", 1, 0, 0],
    ]);
  });

  it("1§7 filters by licences and templates joined by semicolons, and is in Swedish if the client prefers it", async () => {
    const { customerId, north, south, mast } = await makeStockedCustomer();
    const filter = `&licenses=${north.id};${south.id}&templates=${mast.id}`;
    const headers = { "accept-language": "sv,en;q=0.5" };
    const workbook = await readWorkbook(
      await call("GET", pathOf(customerId, filter), { as: await makeSuperAdmin(), headers }),
    );
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Sammanfattning", "Dokumentationer"]);
    const rows = listRows(workbook, "Dokumentationer");
    expect(rows.slice(1, -1).map((row) => row[2])).toEqual(["=HYPERLINK(1)", "Second & <third>", "Mast 9"]);
    expect(rows.at(-1)![0]).toBe("Summa");
    expect(rows[1]![6]).toBe("Uppladdning klar");
    const summaryRows = listRows(workbook, "Sammanfattning");
    expect(summaryRows.find(([label]) => label === "Licenser")?.[1]).toBe("=North; South");
  });

  it("1§1 is in the requested language, whichever one the client prefers", async () => {
    const { customerId } = await makeStockedCustomer();
    const as = await makeSuperAdmin();
    const headers = { "accept-language": "en" };
    const workbook = await readWorkbook(
      await call("GET", pathOf(customerId, "&language=sv"), { as, headers }),
    );
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Sammanfattning", "Dokumentationer"]);
    const prepareResponse = await call("POST", "/customer/prepareInvoiceAttachment", {
      as,
      headers,
      body: { customerId, ...period, language: "sv" },
    });
    const { id } = await jsonOf<JobStatus>(prepareResponse);
    await runJob(env, databaseOf(env), id, { invoiceAttachment: invoiceAttachmentKind });
    const downloadResponse = await call("GET", pathOf(customerId, `&job=${id}`), { as, headers });
    expect(downloadResponse.headers.get("content-disposition")).toContain("Fakturabilaga");
  });

  it("1§5 reports an invalid date, licence or template as a field error", async () => {
    const { customerId } = await makeCaller();
    const as = await makeSuperAdmin();
    const foreignLicense = await makeLicense();
    const foreignTemplate = await makeTemplate(foreignLicense.customerId);
    const fetchFieldErrors = async (body: Record<string, unknown>) => {
      const response = await call("POST", "/customer/prepareInvoiceAttachment", {
        as,
        body: { customerId, ...period, ...body },
      });
      expect(response.status).toBe(422);
      return (await jsonOf<{ error: { fields: Record<string, string> } }>(response)).error.fields;
    };
    const tomorrow = addDays(today());
    expect(await fetchFieldErrors({ endDate: tomorrow })).toEqual({ endDate: "inFuture" });
    expect(await fetchFieldErrors({ startDate: "2026-06-01" })).toEqual({
      startDate: "afterEnd",
      endDate: "beforeStart",
    });
    expect(await fetchFieldErrors({ startDate: "2026-02-30" })).toMatchObject({ startDate: "invalid" });
    expect(await fetchFieldErrors({ licenses: [foreignLicense.id] })).toEqual({ licenses: "notFound" });
    expect(
      await fetchFieldErrors({ licenses: [foreignLicense.id], templates: [foreignTemplate.id] }),
    ).toEqual({
      licenses: "notFound",
      templates: "notFound",
    });
    const path = `/customer/createInvoiceAttachement/?customerId=${customerId}&startDate=2026-05-01`;
    expect((await call("GET", path, { as })).status).toBe(422);
    expect((await call("GET", pathOf(customerId, `&templates=${foreignTemplate.id}`), { as })).status).toBe(
      422,
    );
    expect((await call("GET", pathOf(99_999_999), { as })).status).toBe(404);
    // The path in the specification ends in a slash.
    expect((await call("GET", pathOf(customerId).replace("/?", "?"), { as })).status).toBe(404);
  });

  it("design§Jobs is prepared in the background and served with length, tag and ranges, for a week", async () => {
    const { customerId } = await makeStockedCustomer();
    const as = await makeSuperAdmin();
    const startedJob = await jsonOf<JobStatus>(
      call("POST", "/customer/prepareInvoiceAttachment", { as, body: { customerId, ...period } }),
    );
    expect(startedJob).toMatchObject({ kind: "invoiceAttachment", result: null });
    await runJob(env, databaseOf(env), startedJob.id, { invoiceAttachment: invoiceAttachmentKind });
    const finishedJob = await jsonOf<JobStatus>(call("GET", `/job/${startedJob.id}`, { as }));
    expect(finishedJob).toMatchObject({ state: "DONE", result: { included: 5, missing: 0 } });
    const path = pathOf(customerId, `&job=${startedJob.id}`);
    const response = await call("GET", path, { as });
    const etag = response.headers.get("etag")!;
    const bytes = await readBytes(response);
    expect(bytes.length).toBe(finishedJob.result!.size);
    const headers = { range: "bytes=100-", "if-range": etag };
    const rangeResponse = await call("GET", path, { as, headers });
    expect(rangeResponse.status).toBe(206);
    expect(Buffer.from(bytes.subarray(100)).equals(Buffer.from(await readBytes(rangeResponse)))).toBe(true);
    expect((await call("GET", path, { as, headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await readWorkbook(bytes)).worksheets).toHaveLength(2);
    const otherCustomer = await makeCustomer();
    const fetchStatus = (url: string) => call("GET", url, { as }).then(({ status }) => status);
    expect(await fetchStatus(pathOf(otherCustomer.id, `&job=${startedJob.id}`))).toBe(422);
    await db().update(job).set({ finishedAt: "2026-01-01T00:00:00Z" }).where(eq(job.id, startedJob.id));
    expect(await fetchStatus(path)).toBe(422);
    await sweepJobs(env, db(), new Date(), { invoiceAttachment: invoiceAttachmentKind });
    expect(await env.STORAGE.head(createInvoiceKey({ id: startedJob.id, customerId }))).toBeNull();
  });

  it("1§6 is for super admins", async () => {
    const as: Caller = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_LICENSE_READ"] });
    expect((await call("GET", pathOf(as.customerId), { as })).status).toBe(403);
    const body = { customerId: as.customerId, ...period };
    expect((await call("POST", "/customer/prepareInvoiceAttachment", { as, body })).status).toBe(403);
  });
});

/** Writes a workbook into memory. */
async function writeWorkbook(documentationCount: number, rowsPerSheet: number) {
  const parts: Uint8Array[] = [];
  async function* generatePages() {
    for (let offset = 0; offset < documentationCount; offset += 100)
      yield Array.from(
        { length: Math.min(100, documentationCount - offset) },
        (_, index): InvoiceRow => ({
          ...{ seq: offset + index, name: `Site ${offset + index}`, creator: "anna", status: "COMPLETED" },
          ...{ dateCreated: "2026-01-31T23:00:00Z", dateUploaded: "2026-02-01T10:00:00Z" },
          ...{ photos: 2, bytes: 1000, licenseId: null, templateId: "t" },
        }),
      );
  }
  const sink = { write: async (bytes: Uint8Array) => void parts.push(bytes.slice()) };
  const request = { ...period, licenses: [], templates: [], language: "en" as const };
  const includedCount = await writeInvoiceWorkbook(sink, {
    ...{
      customerName: "Norrfiber",
      request,
      madeAt: "2026-06-01T07:00:00Z",
      sheetRows: rowsPerSheet,
      pages: generatePages(),
    },
    ...{ licenses: new Map(), templates: new Map([["t", "Mast"]]) },
  });
  return { included: includedCount, bytes: new Uint8Array(Buffer.concat(parts)) };
}

describe("the workbook of an invoice attachment", () => {
  it("design§Exports continues on the next sheet when a sheet is full, with totals on each sheet", async () => {
    expect(maxSheetRows).toBe(1_048_576);
    const { included: includedCount, bytes } = await writeWorkbook(250, 102);
    expect(includedCount).toBe(250);
    const workbook = await readWorkbook(bytes);
    expect(workbook.worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ["Summary", expect.any(Number)],
      ["Documentations", 102],
      ["Documentations 2", 102],
      ["Documentations 3", 52],
    ]);
    const lastSheet = workbook.getWorksheet("Documentations 3")!;
    expect(lastSheet.getCell("C51").value).toBe("Site 249");
    expect(lastSheet.getCell("H52").value).toMatchObject({ result: 100 });
    expect(lastSheet.getCell("E51").value).toEqual(new Date("2026-02-01T00:00:00Z"));
    // A full sheet is not followed by an empty one.
    const fullWorkbook = await readWorkbook((await writeWorkbook(200, 102)).bytes);
    expect(fullWorkbook.worksheets).toHaveLength(3);
  });

  it("design§Exports is complete even without documentations, and every part matches its checksum", async () => {
    const { bytes } = await writeWorkbook(0, 102);
    const workbook = await readWorkbook(bytes);
    expect(listRows(workbook, "Documentations").at(-1)![0]).toBe("Total");
    expect(workbook.getWorksheet("Documentations")!.getCell("H2").value).toBe(0);
    for (const entry of readZip(bytes)) expect(unpack(entry)).toHaveLength(entry.size);
  });
});
