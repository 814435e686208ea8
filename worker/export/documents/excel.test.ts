import { describe, expect, test } from "vitest";
import { exportFileFor } from "../export.ts";
import { fullPlan, hostileTexts, unzipExport } from "../testing/documents.ts";
import { MemorySource, makePhoto, makePlan } from "../testing/samplePlans.ts";

const exportKind = { kind: "PHOTO_EXCEL_WORKBOOK" } as const;

async function exportWorkbook(language: "en" | "sv" = "en") {
  const { default: Excel } = await import("exceljs");
  const source = new MemorySource();
  const plan = fullPlan(source, { language });
  const exportFile = await exportFileFor(plan, exportKind);
  const book = new Excel.Workbook();
  await book.xlsx.load(source.bytesOf(exportFile).buffer as unknown as Parameters<typeof book.xlsx.load>[0]);
  return { plan, book, ...unzipExport(source, exportFile) };
}

describe("2§7 downloadExportDocument: Excel", () => {
  test.each([
    ["en", ["Documentation", "Contents", "Answers", "Photos"]],
    ["sv", ["Dokumentation", "Innehåll", "Svar", "Foton"]],
  ] as const)("sheets are named in the language: %s", async (language, names) => {
    const { book } = await exportWorkbook(language);
    expect(book.worksheets.map(({ name }) => name)).toEqual(names);
  });

  test("has one row per photo, with real dates and numbers", async () => {
    const { book, plan } = await exportWorkbook();
    const sheet = book.getWorksheet("Photos")!;
    expect(sheet.actualRowCount).toBe(1 + plan.photos.length);
    const row = sheet.getRow(2);
    expect(row.getCell(3).value).toBe("Before_01");
    expect(row.getCell(8).value).toEqual(new Date("2026-05-04T13:37:00Z"));
    expect(row.getCell(8).numFmt.replaceAll("\\", "")).toBe("yyyy-mm-dd hh:mm");
    expect(row.getCell(9).value).toBe(59.34892);
    expect(row.getCell(11).value).toBe(plan.photos[0]!.original.size);
    expect(row.getCell(12).value).toBe(plan.photos[0]!.sha256);
    const rowWithoutPosition = sheet.getRow(7);
    expect([rowWithoutPosition.getCell(3).value, rowWithoutPosition.getCell(9).value]).toEqual([
      "Nowhere",
      null,
    ]);
  });

  test("texts that look like formulas or codes stay text", async () => {
    const { names, text } = await exportWorkbook();
    const sheets = names.filter((part) => part.startsWith("xl/worksheets/sheet")).map(text);
    expect(sheets.join("")).toContain("<t>=HYPERLINK(");
    expect(sheets.join("")).toContain("<t>_x005F_x0041_ 77000001");
    for (const sheet of sheets) expect(sheet).not.toContain("<f>");
    expect(hostileTexts.formula.startsWith("=")).toBe(true);
  });

  test("D4 npoi#501 D1 fastexcel#132 a date that Excel does not have is written as text, and the footer has the whole name", async () => {
    const { default: Excel } = await import("exceljs");
    const source = new MemorySource();
    const dates = ["0001-01-01T00:00:00Z", "1899-12-31T12:00:00Z", "2026-05-04T11:37:00Z"];
    const plan = makePlan({ photos: dates.map((dateCreated) => makePhoto(source, { dateCreated })) });
    plan.documentation.name = "1204 Storgatan 5 & 7";
    const book = new Excel.Workbook();
    const bytes = source.bytesOf(await exportFileFor(plan, exportKind));
    await book.xlsx.load(bytes.buffer as unknown as Parameters<typeof book.xlsx.load>[0]);
    const sheet = book.getWorksheet("Photos")!;
    expect([2, 3, 4].map((row) => sheet.getRow(row).getCell(8).value)).toEqual([
      "0001-01-01 00:53",
      "1899-12-31 13:00",
      new Date("2026-05-04T13:37:00Z"),
    ]);
    for (const { headerFooter } of book.worksheets)
      expect(headerFooter.oddFooter).toMatch(/^&L&8&"-,Regular"1204 Storgatan 5 && 7&R/);
  });

  test("missing items have separate rows", async () => {
    const { book } = await exportWorkbook();
    const sheet = book.getWorksheet("Contents")!;
    const states = sheet.getColumn(5).values.filter((value) => String(value).startsWith("Missing"));
    expect(states).toEqual(["Missing: not uploaded", "Missing: somethingNew"]);
  });

  test("header rows stay in view and print on every page, and each picture is within its cell", async () => {
    const { text, book } = await exportWorkbook();
    expect(book.getWorksheet("Photos")!.views[0]).toMatchObject({ state: "frozen", ySplit: 1 });
    expect(text("xl/workbook.xml")).toContain("_xlnm.Print_Titles");
    expect(text("xl/worksheets/sheet4.xml")).toMatch(
      /<pageSetup[^>]*paperSize="9"[^>]*orientation="landscape"/,
    );
    const sheet = text("xl/worksheets/sheet4.xml");
    const pointsOf = (pattern: RegExp) => Number(pattern.exec(sheet)![1]);
    // A character of a column's width is 5.25 points.
    const columnWidth = pointsOf(/<col min="2" max="2" width="([\d.]+)"/) * 5.25;
    const emuPerPoint = 12_700;
    const anchors = [...text("xl/drawings/drawing4.xml").matchAll(/<xdr:from>.*?<xdr:clientData\/>/gs)];
    expect(anchors.length).toBe(6);
    anchors.forEach(([anchor], index) => {
      const numbersOf = (element: string) =>
        [...anchor.matchAll(new RegExp(`<xdr:${element}>(\\d+)<`, "g"))].map(([, value]) => Number(value));
      const [column, ...toColumns] = numbersOf("col");
      expect([column, ...numbersOf("row"), ...toColumns]).toEqual([
        1,
        index + 1,
        ...toColumns.flatMap(() => [index + 1, 1]),
      ]);
      const [, width = "0", height = "0"] = /<a:ext cx="(\d+)" cy="(\d+)"/.exec(anchor)!;
      const sides = [Number(width), Number(height)].map((side) => side / emuPerPoint);
      if (anchor.includes('rot="')) sides.reverse();
      const [left, top] = [numbersOf("colOff"), numbersOf("rowOff")].map(([offset]) => offset! / emuPerPoint);
      expect(left! + sides[0]!).toBeLessThanOrEqual(columnWidth);
      expect(top! + sides[1]!).toBeLessThanOrEqual(
        pointsOf(new RegExp(`<row r="${index + 2}" ht="([\\d.]+)"`)),
      );
    });
  });
});
