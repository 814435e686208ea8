import ExcelJs from "exceljs";
import { describe, expect, test } from "vitest";
import { unzipExport } from "#worker/export/testing/documents.ts";
import { textsIn } from "#worker/export/testing/drawnContents.ts";
import { createExcelFile, layoutOfFile } from "#worker/export/testing/officeFiles.ts";
import { packageFaults } from "#worker/export/testing/package.ts";
import { fullReport, makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import { createLayoutFile } from "../layoutFile.ts";
import type { Report } from "../report.ts";
import { resolveLayout } from "../resolve/resolve.ts";
import { inspectOfficeFile, withOutline } from "./officeLayout.ts";
import { createSampleFile } from "./officeSamples.ts";

/** Fills in a file and reads it with exceljs. */
async function fill(data: string, report: Report, source = new MemorySource()) {
  const file = await createLayoutFile(layoutOfFile(data, "EXCEL"), report, { fonts: loadFont });
  const { names, text } = unzipExport(source, file);
  expect(packageFaults(names, text)).toEqual([]);
  const workbook = new ExcelJs.Workbook();
  await workbook.xlsx.load(source.bytesOf(file).buffer as ArrayBuffer);
  const valuesOf = (sheet: string) =>
    workbook
      .getWorksheet(sheet)!
      .getSheetValues()
      .map((row) => (Array.isArray(row) ? row.slice(1) : row));
  return { workbook, names, text, valuesOf };
}

const faultsOf = (data: string) =>
  inspectOfficeFile(layoutOfFile(data, "EXCEL"))!.tags.flatMap(({ text, error, location }) =>
    error ? [`${location.sheet}!${location.cell} ${text} ${error}`] : [],
  );

const tasks = [
  { id: "a", type: "TEXT", name: "Ground", answer: "Rock\nand clay" },
  { id: "b", type: "DECIMAL", name: "Depth", key: "depth", answer: "1.5" },
  { id: "c", type: "DECIMAL", name: "Width", answer: "2" },
] as const;

describe("3§4 an uploaded Excel file is filled in", () => {
  test("rows repeat, numbers stay numbers, and formulas, merged cells and names move", async () => {
    const data = await createExcelFile((workbook) => {
      const sheet = workbook.addWorksheet("Data");
      sheet.addRow(["{DOCUMENTATION_NAME} ({#each tasks}{TASK_NAME} {/each})"]);
      sheet.addRow(["{#each tasks: Depth; Width}"]);
      sheet.addRow(["{TASK_NAME}", "{TASK_ANSWER}", { formula: "B3*2" }]);
      sheet.addRow(["below"]);
      sheet.mergeCells("B4:C4");
      sheet.addRow(["{/each}"]);
      sheet.addRow(["Sum", { formula: "SUM(B3:B4)" }]);
      sheet.mergeCells("A8:B9");
      sheet.pageSetup.printArea = "A1:C6";
      sheet.getCell("B3").numFmt = "0.00";
      workbook.addWorksheet("Other").addRow([{ formula: "SUM(Data!B3:B3)" }, { formula: "Data!B6" }]);
    });
    expect(faultsOf(data)).toEqual([]);
    const { workbook, valuesOf, text } = await fill(data, makeReport({ tasks }));
    const formula = (content: string) => expect.objectContaining({ formula: content });
    expect(valuesOf("Data").slice(1, 7)).toEqual([
      ["Odenplan 2 (Ground Depth Width )"],
      ["Depth", 1.5, formula("B2*2")],
      ["below", undefined, null],
      ["Width", 2, formula("B4*2")],
      ["below", undefined, null],
      ["Sum", formula("SUM(B2:B5)")],
    ]);
    const sheet = workbook.getWorksheet("Data")!;
    expect(sheet.getCell("B4").numFmt).toBe("0.00");
    expect(["B3:C3", "B5:C5", "A8:B9"].filter((range) => sheet.model.merges.includes(range))).toEqual([
      "B3:C3",
      "B5:C5",
      "A8:B9",
    ]);
    expect(valuesOf("Other")[1]).toEqual([formula("SUM(Data!B2:B4)"), formula("Data!B6")]);
    expect(text("xl/workbook.xml")).toContain("$A1:$C6");
    expect(text("xl/workbook.xml")).toContain('fullCalcOnLoad="1"');
  });

  test("rows of empty loops and of unmet conditions are left out, and formulas that refer to them stay valid", async () => {
    const data = await createExcelFile((workbook) => {
      const sheet = workbook.addWorksheet("Data");
      sheet.addRow(["{#each tasks HAS_PHOTOS}{TASK_NAME}", "{/each}"]);
      sheet.addRow(["{#if photos}"]);
      sheet.addRow(["Photos"]);
      sheet.addRow(["{else}"]);
      sheet.addRow(["No photos"]);
      sheet.addRow(["{/if}"]);
      sheet.addRow([{ formula: "COUNTA(A1:A1)" }]);
    });
    expect(faultsOf(data)).toEqual([]);
    const { valuesOf } = await fill(data, makeReport({ tasks }));
    expect(valuesOf("Data").slice(1)).toEqual([
      ["No photos"],
      [expect.objectContaining({ formula: "COUNTA(A1:A1)" })],
    ]);
  });

  test("OfficeCLI#372 npoi#1192 xlsx-template#228 notes, their boxes and formats move with their cells", async () => {
    const data = await createExcelFile((workbook) => {
      const sheet = workbook.addWorksheet("Data");
      sheet.addRow(["{#if photos}{TASK_NAME}"]);
      sheet.addRow(["{/if}"]);
      sheet.addRow(["{#each tasks}{TASK_NAME}", "{/each}"]);
      sheet.addRow(["end"]);
      for (const row of [1, 3, 4]) sheet.getCell(`A${row}`).note = `note ${row}`;
      sheet.getCell("C9").note = "below";
      const rule = { type: "expression", formulae: ["A4=0"], priority: 1, style: { font: { bold: true } } };
      sheet.addConditionalFormatting({ ref: "A4:B4", rules: [rule as ExcelJs.ConditionalFormattingRule] });
    });
    expect(faultsOf(data)).toEqual([]);
    const { text } = await fill(data, makeReport({ tasks }));
    expect(
      [...text("xl/comments1.xml").matchAll(/ref="(\w+)".*?<t>([^<]*)/g)].map(([, ...groups]) => groups),
    ).toEqual([
      ["A1", "note 3"],
      ["A4", "note 4"],
      ["C9", "below"],
    ]);
    const boxes = text("xl/drawings/vmlDrawing1.vml");
    expect([...boxes.matchAll(/<x:Row>(\d+)</g)].map(([, row]) => row)).toEqual(["0", "3", "8"]);
    expect(boxes.match(/<v:shape /g)).toHaveLength(3);
    expect(text("xl/worksheets/sheet1.xml")).toMatch(/sqref="A4:B4">.*<formula>A4=0</);
  });

  test("xlsx-template#204 XlsxWriter#1126 #362 columns of tables are named after their filled headings", async () => {
    const data = await createExcelFile((workbook) => {
      const sheet = workbook.addWorksheet("Data");
      const names = [
        "{DOCUMENTATION_NAME}",
        "odenplan 2",
        "{CREATOR}{DOCUMENTATION_NAME}",
        "{ALIAS}",
        "{TASK_ANSWER:depth}",
      ];
      sheet.addTable({
        ...{ name: "T", ref: "B2", headerRow: true, totalsRow: true },
        columns: names.map((name) => ({ name })),
        rows: [["{#each tasks}{TASK_NAME}", "", "", "", "{/each}"]],
      });
    });
    expect(faultsOf(data)).toEqual([]);
    const { text, valuesOf } = await fill(data, makeReport({ tasks }));
    const names = [...text("xl/tables/table1.xml").matchAll(/<tableColumn [^>]*name="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(["Odenplan 22", "odenplan 2", "annaOdenplan 2", "Column4", "1.5"]);
    expect(valuesOf("Data")[2]).toEqual([undefined, ...names]);
    expect(text("xl/tables/table1.xml")).toContain(' ref="B2:F6"');
  });

  test("xlsx-template#204 a table whose loop is empty keeps an empty row, and what is below stays outside", async () => {
    const data = await createExcelFile((workbook) => {
      const sheet = workbook.addWorksheet("Data");
      sheet.addTable({
        ...{ name: "T", ref: "A1", headerRow: true, totalsRow: true },
        columns: [{ name: "Name" }, { name: "Answer", totalsRowFunction: "sum" }],
        rows: [["{#each tasks HAS_PHOTOS}{TASK_NAME}", "{TASK_ANSWER}{/each}"]],
      });
      sheet.getCell("A4").value = "below";
    });
    const { text, valuesOf } = await fill(data, makeReport({ tasks }));
    expect(text("xl/tables/table1.xml")).toContain(' ref="A1:B3"');
    expect(
      valuesOf("Data")
        .slice(1)
        .map((row) => Array.isArray(row) && row[0]),
    ).toEqual(["Name", undefined, "Total", "below"]);
  });

  test("the part after {else} is written if a loop visits nothing, in rows and in a cell", async () => {
    const data = await createExcelFile((workbook) => {
      const sheet = workbook.addWorksheet("Data");
      sheet.addRow(["{#each photos}{PHOTO_NAME}{else}None of {DOCUMENTATION_NAME}{/each}"]);
      for (const loop of ["tasks HAS_PHOTOS", "tasks: Depth"]) {
        sheet.addRow([`{#each ${loop}}`]);
        sheet.addRow(["{TASK_NAME}"]);
        sheet.addRow(["{else}"]);
        sheet.addRow(["No tasks"]);
        sheet.addRow(["{/each}"]);
      }
      sheet.addRow(["End"]);
    });
    expect(faultsOf(data)).toEqual([]);
    const { valuesOf } = await fill(data, makeReport({ tasks }));
    expect(valuesOf("Data").slice(1)).toEqual([["None of Odenplan 2"], ["No tasks"], ["Depth"], ["End"]]);
    const { drawn } = resolveLayout(withOutline(layoutOfFile(data, "EXCEL")), makeReport({ tasks }));
    expect(textsIn(drawn).join("")).toBe("None of Odenplan 2No tasksDepthEnd");
  });

  test("photos are in the rows of their loop, and missing photos are listed on a separate sheet", async () => {
    const source = new MemorySource();
    const photos = [1, 6].map((orientation, index) =>
      makePhoto(source, { id: `p${index}`, name: `Mast ${index}`, orientation }),
    );
    const sample = Buffer.from(source.bytesOf(await createSampleFile("EXCEL", "en"))).toString("base64");
    expect(faultsOf(sample)).toEqual([]);
    const report = makeReport({
      tasks,
      photos,
      plan: {
        missing: [{ id: "m", kind: "PHOTO", name: "After_07", taskId: null, reason: "notUploaded" }],
        expectedPhotos: 3,
      },
    });
    const { workbook, names, text, valuesOf } = await fill(sample, report, source);
    expect(names.filter((name) => name.startsWith("xl/media/photos/"))).toHaveLength(2);
    const rows = [...text("xl/drawings/drawing1.xml").matchAll(/<xdr:row>(\d+)<\/xdr:row>/g)].map(([, row]) =>
      Number(row),
    );
    const first = valuesOf("Report").findIndex((row) => Array.isArray(row) && row.includes("Mast 0"));
    expect(rows).toEqual([first - 1, first]);
    expect(text("xl/drawings/drawing1.xml")).toMatch(/descr="Photo 1: Mast 0/);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Report", "Missing"]);
    expect(JSON.stringify(valuesOf("Missing"))).toContain("After_07");
  });

  test("the preview's nodes have the same texts", async () => {
    const source = new MemorySource();
    const sample = Buffer.from(source.bytesOf(await createSampleFile("EXCEL", "sv"))).toString("base64");
    const { drawn } = resolveLayout(withOutline(layoutOfFile(sample, "EXCEL")), fullReport(source));
    const texts = textsIn(drawn).join("\n");
    expect(texts).toContain("Rapport: Odenplan 2");
    expect(texts).toContain("Photo_12");
  });
});

describe("3§4 errors in an uploaded Excel file name their cell", () => {
  test("formulas and merged cells that cannot move, and tags", async () => {
    const data = await createExcelFile((workbook) => {
      const sheet = workbook.addWorksheet("Data");
      sheet.addRow(["{#each fotos}", { formula: "B2" }, "{UNKNOWN"]);
      sheet.addRow(["{#each tasks}{TASK_NAME}", "{/each}"]);
      sheet.mergeCells("C2:C3");
      sheet.addRow([]);
      sheet.addRow(["{/if}"]);
      workbook.addWorksheet("Other").addRow([{ formula: "Data!A2+1" }]);
    });
    expect(faultsOf(data)).toEqual([
      "Data!A1 {#each fotos} unknownLoop",
      "Data!A5 {/if} unopened",
      "Data!C2 C2:C3 notMovable",
      "Data!B1 =B2 notMovable",
      "Other!A1 =Data!A2+1 notMovable",
    ]);
  });

  test("a Word file is no Excel file", async () => {
    const data = await createExcelFile((workbook) => workbook.addWorksheet("Data"));
    expect(inspectOfficeFile(layoutOfFile(data, "WORD"))!.refusal?.code).toBe("notOfficeFile");
  });
});
