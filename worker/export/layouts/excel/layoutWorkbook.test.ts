import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { crc32 } from "#worker/export/crc32.ts";
import { manifestNamespace } from "#worker/export/documents/manifestPart.ts";
import { exportFileOf } from "#worker/export/segments.ts";
import { hostileTexts, unzipExport } from "#worker/export/testing/documents.ts";
import { itemsOf, photosIn, textsIn } from "#worker/export/testing/drawnContents.ts";
import {
  drawnCell,
  drawnImage,
  drawnPhoto,
  drawnRow,
  drawnText,
  makeExtras,
  png,
} from "#worker/export/testing/drawnNodes.ts";
import { layoutOf, randomLayout } from "#worker/export/testing/layouts.ts";
import { packageFaults } from "#worker/export/testing/package.ts";
import { elementsOf, type XmlElement, xmlText, xmlTree } from "#worker/export/testing/readXml.ts";
import { everyName, fullReport, makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import type { DrawnContents, DrawnPhoto, DrawnRow, DrawnSheet, RenderTreeOf } from "../renderTree.ts";
import { resolveLayout } from "../resolve/resolve.ts";
import { renderExcel } from "./layoutWorkbook.ts";
import { parseCellValue } from "./value.ts";

const reportFile = { fileName: "report.xlsx", contentType: "" };

const sheetOf = (rows: Iterable<DrawnRow>, overrides: Partial<DrawnSheet> = {}): DrawnSheet => ({
  kind: "sheet",
  node: "sheet",
  name: "Sheet",
  widths: [50, 50],
  rows,
  ...overrides,
});

async function packageOf(
  source: MemorySource,
  sheets: Iterable<DrawnSheet | DrawnContents>,
  overrides: Partial<RenderTreeOf<"EXCEL">> = {},
) {
  const input = { type: "EXCEL", title: "Report", locale: "sv-SE", sheets, ...overrides } as const;
  const file = exportFileOf(await renderExcel(input, makeExtras()), reportFile);
  const archive = unzipExport(source, file);
  return { ...archive, file, pictures: (part: number) => readPictures(archive, part) };
}

/** Like `packageOf`, and also reads the workbook with another program. */
async function bookOf(...args: Parameters<typeof packageOf>) {
  const { default: Excel } = await import("exceljs");
  const archive = await packageOf(...args);
  const book = new Excel.Workbook();
  const [source] = args;
  await book.xlsx.load(
    source.bytesOf(archive.file).buffer as unknown as Parameters<typeof book.xlsx.load>[0],
  );
  return { ...archive, book };
}

/** The pictures of a sheet, positioned in points from the top left of their first cell. */
function readPictures({ files, text }: ReturnType<typeof unzipExport>, part: number) {
  const relations = new Map(
    elementsOf(xmlTree(text(`xl/drawings/_rels/drawing${part}.xml.rels`)), "Relationship").map(
      ({ attributes }) => [attributes.Id!, attributes.Target!.replace("../", "xl/")],
    ),
  );
  const numberAt = (element: XmlElement, path: string) => Number(xmlText(elementsOf(element, path)[0]!));
  return xmlTree(text(`xl/drawings/drawing${part}.xml`))
    .children.filter((child) => typeof child !== "string")
    .map((anchor) => {
      const cornerAt = (name: string) => {
        const [element] = elementsOf(anchor, name);
        if (!element) return null;
        return {
          column: numberAt(element, "xdr:col"),
          row: numberAt(element, "xdr:row"),
          x: numberAt(element, "xdr:colOff") / 12_700,
          y: numberAt(element, "xdr:rowOff") / 12_700,
        };
      };
      const frame = elementsOf(anchor, "a:xfrm")[0]!;
      const { cx, cy } = elementsOf(frame, "a:ext")[0]!.attributes;
      const relationId = elementsOf(anchor, "a:blip")[0]!.attributes["r:embed"]!;
      return {
        from: cornerAt("xdr:from")!,
        to: cornerAt("xdr:to"),
        size: elementsOf(anchor, "xdr:ext")[0]?.attributes,
        width: Number(cx) / 12_700,
        height: Number(cy) / 12_700,
        quarters: Number(frame.attributes.rot ?? 0) / 5_400_000,
        flipH: frame.attributes.flipH === "1",
        altText: elementsOf(anchor, "xdr:cNvPr")[0]!.attributes.descr ?? "",
        sha256: createHash("sha256").update(files[relations.get(relationId)!]!).digest("hex"),
      };
    });
}

const hashOf = (source: MemorySource, { photo, variant }: DrawnPhoto) =>
  createHash("sha256").update(source.objects.get(photo[variant].key)!.bytes).digest("hex");

function photoOfSize(source: MemorySource, width: number, height: number) {
  const photo = makePhoto(source);
  return { ...photo, rendition: { ...photo.rendition, width, height } };
}

/** The width in points of a column that fills the page. */
const sheetWidth = 735;

const fullSheets = (source: MemorySource) => {
  const [first, second] = [
    makePhoto(source, { name: hostileTexts.emoji }),
    makePhoto(source, { orientation: 6 }),
  ];
  return [
    sheetOf([
      drawnRow(["Task", "Answer"], "header"),
      ...Object.values(hostileTexts).map((text) => drawnRow(["Task", text], "each")),
    ]),
    sheetOf(
      [
        drawnRow(
          [drawnCell([drawnPhoto(first), drawnPhoto(second, { variant: "original" })]), "two"],
          "each",
        ),
        drawnRow([drawnCell([drawnPhoto(first), drawnText("below")], { colspan: 2 })], "each"),
        drawnRow([drawnCell([drawnImage()]), ""], "last"),
      ],
      { name: "Photos <&>" },
    ),
  ];
};

describe("3§3 Excel layouts: the package", () => {
  test("every part is well-formed and declared, and every relationship has its target", async () => {
    const source = new MemorySource();
    const { names, text } = await packageOf(source, fullSheets(source));
    expect(packageFaults(names, text)).toEqual([]);
    expect(text("docProps/core.xml")).toContain("<dc:title>Odenplan &amp; co</dc:title>");
    expect(text("docProps/app.xml")).toContain("<Company>Norrfiber</Company>");
  });

  test("the same state gives the same bytes, even if generated concurrently", async () => {
    const source = new MemorySource();
    const sheets = fullSheets(source);
    const files = await Promise.all([packageOf(source, sheets), packageOf(source, sheets)]);
    const secondPackage = await packageOf(source, structuredClone(sheets));
    expect(new Set([...files, secondPackage].map(({ file }) => file.etag)).size).toBe(1);
    expect(crc32(source.bytesOf(secondPackage.file))).toBe(secondPackage.file.crc32);
  });

  test("the manifest is custom XML of the workbook", async () => {
    const source = new MemorySource();
    const { text } = await bookOf(source, fullSheets(source));
    expect(text("xl/_rels/workbook.xml.rels")).toContain('Target="../customXml/item1.xml"');
    const manifest = xmlTree(text("customXml/item1.xml"));
    expect(manifest.attributes.xmlns).toBe(manifestNamespace);
    expect(xmlText(manifest)).toBe(makeExtras().manifest);
  });

  test("sheets have their names and order, and a layout without sheets also produces a valid workbook", async () => {
    const source = new MemorySource();
    const { book } = await bookOf(source, fullSheets(source));
    expect(book.worksheets.map(({ name }) => name)).toEqual(["Sheet", "Photos <&>"]);
    const empty = await bookOf(source, [], { title: "A/B: 'protocol'" });
    expect(empty.book.worksheets.map(({ name }) => name)).toEqual(["A_B_ 'protocol"]);
    expect(packageFaults(empty.names, empty.text)).toEqual([]);
  });
});

describe("3§3 ROW and COLUMN on sheets", () => {
  test("texts have their styles, and several in a cell are below one another", async () => {
    const cell = drawnCell(
      [drawnText("bold", { bold: true, size: 20, color: "#A4231A", alignment: "CENTER" })],
      {
        background: "#ABCDEF",
        border: { width: 2, color: "#102030" },
      },
    );
    const richCell = drawnCell([drawnText("one"), drawnText("two", { italic: true, size: 8 })], {
      padding: { top: 0, bottom: 0, left: 5, right: 0 },
    });
    const { book } = await bookOf(new MemorySource(), [sheetOf([drawnRow([cell, richCell])])]);
    const [first, second] = [1, 2].map((column) => book.worksheets[0]!.getRow(1).getCell(column));
    expect(first!.value).toBe("bold");
    expect(first!.font).toMatchObject({ bold: true, size: 20, color: { argb: "FFA4231A" }, name: "Arial" });
    expect(first!.alignment).toMatchObject({ horizontal: "center", vertical: "top", wrapText: true });
    expect(first!.fill).toMatchObject({ pattern: "solid", fgColor: { argb: "FFABCDEF" } });
    expect(first!.border.left).toEqual({ style: "medium", color: { argb: "FF102030" } });
    expect(second!.alignment).toMatchObject({ horizontal: "left", indent: 2 });
    expect(second!.value).toMatchObject({
      richText: [{ text: "one" }, { text: "\ntwo", font: { italic: true, size: 8 } }],
    });
  });

  test("colspan merges cells, and columns share the width of a landscape page", async () => {
    const rows = [
      drawnRow(["a", drawnCell([drawnText("b and c")], { colspan: 2, background: "#ABCDEF" })]),
      drawnRow(["d", "e", "f", "one too many"]),
      drawnRow(["short"]),
      drawnRow([drawnCell([drawnText("A heading that is longer than its column", { size: 20 })])]),
    ];
    const { book, text } = await bookOf(new MemorySource(), [sheetOf(rows, { widths: [20, 30, 50] })]);
    const [sheet] = book.worksheets;
    expect([1, 2, 3].map((column) => sheet!.getColumn(column).width)).toEqual([28, 42, 70]);
    expect(sheet!.getCell("C1").isMerged && sheet!.getCell("C1").master.address).toBe("B1");
    expect(sheet!.getRow(2).actualCellCount).toBe(3);
    expect(sheet!.getCell("B3").isMerged).toBe(false);
    // The last cell of a shorter row spans the remaining columns if its text needs them.
    expect(sheet!.getCell("C4").master.address).toBe("A4");
    expect(sheet!.getRow(4).height).toBeLessThan(40);
    expect(text("xl/worksheets/sheet1.xml")).toMatch(
      /<sheetPr><pageSetUpPr fitToPage="1"\/>.*<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/,
    );
  });

  test("rows are as high as their wrapped texts", async () => {
    const rows = [drawnRow(["one", ""]), drawnRow(["word ".repeat(60), ""]), drawnRow([drawnCell([])])];
    const { book } = await bookOf(new MemorySource(), [sheetOf(rows)]);
    const heights = [1, 2, 3].map((row) => book.worksheets[0]!.getRow(row).height);
    expect(heights[0]).toBeLessThan(25);
    expect(heights[1]).toBeGreaterThan(60);
    expect(heights[2]).toBe(15);
  });

  test("2§2 a text that is too high for Excel's rows continues in rows below, whole and in its size", async () => {
    const long = "å".repeat(10_000);
    const { book } = await bookOf(new MemorySource(), [sheetOf([drawnRow([long, "beside"])])]);
    const [sheet] = book.worksheets;
    const rows = Array.from({ length: sheet!.rowCount }, (_, index) => sheet!.getRow(index + 1));
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map((row) => row.getCell(1).value).join("")).toBe(long);
    expect(rows.map((row) => row.getCell(2).value ?? "").join("")).toBe("beside");
    for (const row of rows) expect(row.height).toBeLessThanOrEqual(409);
    expect(new Set(rows.map((row) => row.getCell(1).font.size))).toEqual(new Set([11]));
  });

  test("2§2 rows that continue have the filter, the header and the page of their sheet", async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    const sheet = sheetOf([drawnRow(["Task", "Answer"], "header"), drawnRow(["task", lines.join("\n")])], {
      ...{ headerRowCount: 1, hasFilter: true, isPortrait: true, characters: 60 },
      footer: "A & B",
    });
    const { book, text } = await bookOf(new MemorySource(), [sheet]);
    const [worksheet] = book.worksheets;
    const cells = Array.from({ length: worksheet!.rowCount - 1 }, (_, index) =>
      worksheet!.getCell(index + 2, 2),
    );
    expect(cells.map(({ value }) => value).join("\n")).toBe(lines.join("\n"));
    expect(new Set(cells.map(({ font }) => font.size))).toEqual(new Set([11]));
    for (let row = 2; row <= worksheet!.rowCount; row++)
      expect(worksheet!.getRow(row).height).toBeLessThanOrEqual(409);
    expect(worksheet!.autoFilter).toBe(`A1:B${worksheet!.rowCount}`);
    expect(worksheet!.pageSetup.orientation).toBe("portrait");
    expect(worksheet!.headerFooter.oddFooter).toContain("A && B");
    expect(text("xl/workbook.xml")).toContain("$1:$1");
    expect(worksheet!.columns.reduce((sum, { width = 0 }) => sum + width, 0)).toBeCloseTo(60, 0);
  });

  test("D6 ImportExcel#1166 a cell has at most 32 767 characters, and longer texts continue below it", async () => {
    const words = (mark: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${mark}${String(index).padStart(5, "0")}`);
    const [first, second] = [words("a", 4000), words("b", 3000)];
    const emoji = "👷‍♀️".repeat(7000);
    const rows = [
      drawnRow([drawnCell([drawnText(first.join(" ")), drawnText(second.join("\n"))]), "beside"]),
      drawnRow([emoji, ""]),
      drawnRow(["last", ""]),
    ];
    const { book, text } = await bookOf(new MemorySource(), [sheetOf(rows)]);
    const sheet = book.worksheets[0]!;
    const values = sheet
      .getColumn(1)
      .values.slice(1)
      .map((value) => {
        const cell = value as string | { richText: { text: string }[] };
        return typeof cell === "string" ? cell : cell.richText.map((run) => run.text).join("");
      });
    expect(Math.max(...values.map((value) => value.length))).toBeLessThanOrEqual(32_767);
    const joinedValues = values.join("\n");
    expect([...first, ...second].filter((word) => !joinedValues.includes(word))).toEqual([]);
    expect(values.join("").match(/👷/gu)).toHaveLength(7000);
    expect(joinedValues).not.toContain("\ufffd");
    expect(sheet.getCell("B1").value).toBe("beside");
    expect(values.at(-1)).toBe("last");
    expect(text("xl/worksheets/sheet1.xml").match(/<row /g)).toHaveLength(values.length);
  });

  test("D12 xlsx-format#95 a sheet named like a code of Excel keeps its name", async () => {
    const { text } = await packageOf(new MemorySource(), [
      sheetOf(
        [drawnRow(["Task", ""], "header"), ...Array.from({ length: 3 }, () => drawnRow(["a", ""], "each"))],
        {
          name: "_x0041_ 7",
        },
      ),
    ]);
    expect(text("xl/workbook.xml")).toContain('name="_x005F_x0041_ 7"');
    expect(text("xl/workbook.xml")).toContain("&apos;_x005F_x0041_ 7&apos;!$1:$1");
  });

  test("no font size is smaller than Excel allows", async () => {
    const smallText = drawnText("word ".repeat(5000), { size: 1 });
    const { book } = await bookOf(new MemorySource(), [sheetOf([drawnRow([drawnCell([smallText]), ""])])]);
    expect(book.worksheets[0]!.getCell("A1").font.size).toBe(1);
  });

  test("texts of every kind, including formulas, are kept as text", async () => {
    const texts = [
      ...Object.values(hostileTexts),
      "=1+1",
      "+4670",
      "-1",
      "@SUM(A1)",
      "007",
      "4670123456",
      "12.5",
      "1e5",
    ];
    const { book, text } = await bookOf(new MemorySource(), [
      sheetOf(texts.map((value) => drawnRow([value, ""]))),
    ]);
    const actual = texts.map((_, index) => book.worksheets[0]!.getRow(index + 1).getCell(1).value);
    expect(actual.filter((value) => typeof value !== "string")).toEqual([]);
    for (const value of [
      hostileTexts.formula,
      hostileTexts.markup,
      hostileTexts.emoji,
      hostileTexts.arabic,
      "=1+1",
      "+4670",
      "007",
    ])
      expect(actual).toContain(value);
    expect(actual).toContain("null bell escape lone�");
    expect(text("xl/worksheets/sheet1.xml")).not.toContain("<f>");
    // Excel would decode such sequences as characters, so they are escaped.
    expect(text("xl/worksheets/sheet1.xml")).toContain("_x005F_x0041_ 77000001");
    expect(book.worksheets[0]!.getRow(5).getCell(1).alignment).toMatchObject({ readingOrder: "rtl" });
  });

  test("answers to number and date tasks are numbers and dates unless that would lose information", async () => {
    const number = (text: string) => drawnCell([drawnText(text, { format: "number" })]);
    const date = (text: string) => drawnCell([drawnText(text, { format: "date" })]);
    const { book } = await bookOf(new MemorySource(), [
      sheetOf([
        drawnRow([number("12.50"), date("2026-05-04 13:37")]),
        drawnRow([number("-3"), date("2026-05-04")]),
        drawnRow([number("007"), date("2026-02-30")]),
        drawnRow([number("12, 13"), date("1850-01-01")]),
        drawnRow([number("1234567890123456"), date("4 May 2026")]),
      ]),
    ]);
    const cells = [1, 2, 3, 4, 5].map((row) => {
      const [left, right] = [1, 2].map((column) => book.worksheets[0]!.getRow(row).getCell(column));
      return [left!.value, left!.numFmt, right!.value, right!.numFmt];
    });
    expect(cells.slice(0, 2)).toEqual([
      [12.5, "0.00", new Date("2026-05-04T13:37:00Z"), "yyyy-mm-dd hh:mm"],
      [-3, "0", new Date("2026-05-04T00:00:00Z"), "yyyy-mm-dd"],
    ]);
    expect(cells.slice(2).map(([left, , right]) => [left, right])).toEqual([
      ["007", "2026-02-30"],
      ["12, 13", "1850-01-01"],
      ["1234567890123456", "4 May 2026"],
    ]);
  });

  test("3§4 {TASK_ANSWER}: the resolver marks which texts are numbers and dates", () => {
    const answers = [
      { id: "depth", type: "DECIMAL", answer: "1.5" },
      { id: "phone", type: "TEXT", answer: "0701234567" },
      { id: "when", type: "DATE", answer: "2026-05-04" },
    ] as const;
    const text = (TEXT: string) => ["COLUMN", {}, [["TEXT", { TEXT }]]] as const;
    const layout = layoutOf("EXCEL", [
      [
        "SHEET",
        { NAME: "Answers" },
        [
          ["EACH", { IN: "TASKS" }, [["ROW", {}, [text("{TASK_ANSWER}"), text("{TASK_ANSWER} m")]]]],
          ["ROW", {}, [text("{TASK_ANSWER:depth}"), text("{DATE_CREATED}"), text("2026")]],
        ],
      ],
    ]);
    const report = makeReport({ tasks: answers });
    const { drawn } = resolveLayout(layout, report);
    const swedishReport = { ...report, plan: { ...report.plan, language: "sv" as const } };
    const [swedishNumber] = itemsOf(resolveLayout(layout, swedishReport).drawn);
    expect(swedishNumber).toMatchObject({ text: "1,5", format: "number" });
    expect(parseCellValue(drawnText("1,5", { format: "number" }))).toEqual({ value: 1.5, format: "0.0" });
    const textSpans = [...itemsOf(drawn)].map((item) => item.kind === "text" && [item.text, item.format]);
    expect(textSpans).toEqual([
      ["1.5", "number"],
      ["1.5 m", undefined],
      ["0701234567", undefined],
      ["0701234567 m", undefined],
      ["2026-05-04", "date"],
      ["2026-05-04 m", undefined],
      ["1.5", "number"],
      [expect.stringMatching(/^2026-05-04 /), "date"],
      ["2026", undefined],
    ]);
  });

  test("a header stays in view and is printed on each page; other rows are not repeated", async () => {
    const each = (count: number) =>
      Array.from({ length: count }, (_, index) => drawnRow([`${index}`, ""], "each"));
    const sheets = [
      sheetOf([drawnRow(["Task", "Answer"], "header"), ...each(30)], { name: "It's" }),
      sheetOf([drawnRow(["Title", ""], "title"), drawnRow(["Task", "Answer"], "header"), ...each(2)], {
        name: "two",
      }),
      sheetOf(each(5), { name: "none" }),
      sheetOf(
        ["a", "b", "c"].map((node) => drawnRow([node, ""], node)),
        { name: "form" },
      ),
      sheetOf([drawnRow([drawnCell([drawnText("huge", { size: 300 })]), ""], "header"), ...each(3)], {
        name: "high",
      }),
    ];
    const { book, text } = await bookOf(new MemorySource(), sheets);
    expect(book.worksheets.map(({ views }) => views[0]!.state === "frozen" && views[0]!.ySplit)).toEqual([
      1,
      2,
      false,
      false,
      false,
    ]);
    const titles = elementsOf(xmlTree(text("xl/workbook.xml")), "definedName").map(xmlText);
    expect(titles).toEqual(["'It''s'!$1:$1", "'two'!$1:$2"]);
  });

  test("grid lines are shown unless the layout draws its own borders or backgrounds", async () => {
    const { book } = await bookOf(new MemorySource(), [
      sheetOf([drawnRow(["a", "b"])], { name: "plain" }),
      sheetOf([drawnRow([drawnCell([drawnText("a")], { background: "#ABCDEF" }), "b"])], { name: "own" }),
    ]);
    expect(book.worksheets.map(({ views }) => views[0]!.showGridLines)).toEqual([true, false]);
  });
});

describe("3§3 PHOTO and IMAGE on sheets", () => {
  test("each photo is in its cell, uncropped, with its aspect ratio, and its bytes are in the package once", async () => {
    const source = new MemorySource();
    const photos = [
      [4000, 3000],
      [900, 1600],
      [2000, 100],
      [100, 2000],
      [1, 1],
    ].map(([width, height]) => drawnPhoto(photoOfSize(source, width!, height!)));
    const rows = [...photos, ...photos].map((photo) => drawnRow(["name", drawnCell([photo])]));
    const { book, pictures, names } = await bookOf(source, [sheetOf(rows, { widths: [75, 25] })]);
    const actual = pictures(1);
    expect(actual.map(({ sha256 }) => sha256)).toEqual(
      [...photos, ...photos].map((photo) => hashOf(source, photo)),
    );
    expect(names.filter((name) => name.includes("/media/")).length).toBe(photos.length);
    actual.forEach(({ from, width, height, size, altText }, index) => {
      const { photo, altText: description } = photos[index % photos.length]!;
      expect([from.column, from.row, altText]).toEqual([1, index, description]);
      expect(width / height / (photo.rendition.width / photo.rendition.height)).toBeCloseTo(1, 2);
      expect([Number(size!.cx), Number(size!.cy)]).toEqual([
        Math.round(width * 12_700),
        Math.round(height * 12_700),
      ]);
      const row = book.worksheets[0]!.getRow(index + 1).height;
      expect(row).toBeLessThanOrEqual(409);
      expect(from.y + height).toBeLessThanOrEqual(row);
      expect(from.x + width).toBeLessThanOrEqual(sheetWidth / 4);
    });
  });

  test("WIDTH and HEIGHT limit a photo, texts are above it, and in a merged cell it may have the merged width", async () => {
    const source = new MemorySource();
    const small = drawnPhoto(photoOfSize(source, 400, 300), { box: { width: 25.4, height: null } });
    const large = drawnPhoto(photoOfSize(source, 3000, 300));
    const { book, pictures } = await bookOf(source, [
      sheetOf([
        drawnRow([drawnCell([drawnText("above"), small, small]), ""]),
        drawnRow([drawnCell([large], { colspan: 2 })]),
      ]),
    ]);
    const [first, second, third] = pictures(1);
    expect([first!.width, first!.height].map(Math.round)).toEqual([72, 54]);
    expect(first!.from.y).toBeGreaterThan(11);
    expect(second!.from.y).toBeGreaterThanOrEqual(first!.from.y + first!.height);
    expect(book.worksheets[0]!.getRow(1).height).toBeGreaterThanOrEqual(second!.from.y + second!.height);
    expect(third!.width).toBeGreaterThan(sheetWidth - 10);
  });

  test("an original is turned upright by its frame, according to EXIF and the reviewer's rotation", async () => {
    const source = new MemorySource();
    const photos = [makePhoto(source, { orientation: 6 }), makePhoto(source, { orientation: 2 })];
    const rows = photos.map((photo) =>
      drawnRow([drawnCell([drawnPhoto(photo, { variant: "original" })]), ""]),
    );
    const [rotatedPicture, mirroredPicture] = (await packageOf(source, [sheetOf(rows)])).pictures(1);
    expect([rotatedPicture!.quarters, rotatedPicture!.flipH]).toEqual([1, false]);
    expect(rotatedPicture!.width / rotatedPicture!.height).toBeCloseTo(3 / 4, 3);
    // The anchors are the corners of the displayed frame: 4:3.
    const { from, to } = rotatedPicture!;
    expect([to!.column, to!.row]).toEqual([from.column, from.row]);
    expect((to!.x - from.x) / (to!.y - from.y)).toBeCloseTo(4 / 3, 3);
    expect([mirroredPicture!.quarters, mirroredPicture!.flipH]).toEqual([0, true]);
  });

  test("images of the layout are stored once and have no alternative text; data that is not a picture is left out", async () => {
    const source = new MemorySource();
    const cells = [drawnImage(), drawnImage(), drawnImage({ data: "AAAA" })].map((image) =>
      drawnCell([image]),
    );
    const { pictures, names, files } = await packageOf(source, [
      sheetOf(cells.map((cell) => drawnRow([cell, ""]))),
    ]);
    expect(pictures(1).map(({ altText }) => altText)).toEqual(["", ""]);
    expect(names.filter((name) => name.includes("/media/"))).toEqual(["xl/media/image1.png"]);
    expect(Buffer.from(files["xl/media/image1.png"]!).toString("base64")).toBe(png);
  });

  test("1000 photos on one sheet and on separate sheets", async () => {
    const source = new MemorySource();
    const photos = Array.from({ length: 1000 }, () => drawnPhoto(makePhoto(source)));
    const rows = photos.map((photo) => drawnRow([drawnCell([photo]), ""], "each"));
    const singleRows = photos
      .slice(0, 50)
      .map((photo, index) => sheetOf([drawnRow([drawnCell([photo]), ""])], { name: `Photo ${index}` }));
    const { pictures } = await packageOf(source, [sheetOf(rows), ...singleRows]);
    expect(pictures(1).map(({ sha256 }) => sha256)).toEqual(photos.map((photo) => hashOf(source, photo)));
    singleRows.forEach((_, index) => {
      expect(pictures(index + 2).map(({ sha256 }) => sha256)).toEqual([hashOf(source, photos[index]!)]);
    });
  });

  test("rows are generated as they are written, each exactly once", async () => {
    let yieldedCount = 0;
    const rows = {
      *[Symbol.iterator]() {
        for (; yieldedCount < 5000; yieldedCount++)
          yield drawnRow([`Task ${yieldedCount}`, "Answer"], "each");
      },
    };
    const { text } = await packageOf(new MemorySource(), [sheetOf(rows)]);
    expect(yieldedCount).toBe(5000);
    expect(text("xl/worksheets/sheet1.xml").match(/<row /g)?.length).toBe(5000);
  });
});

describe("3§3 random Excel layouts that obey the grammar", () => {
  test("every text is in its cell and every photo on its sheet", async () => {
    const source = new MemorySource();
    const report = fullReport(source, { photos: 7 });
    const faults: string[] = [];
    let photoCount = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { drawn } = resolveLayout(randomLayout(seed, "EXCEL", everyName), report);
      if (drawn.type !== "EXCEL") throw new Error(drawn.type);
      const { names, text, pictures } = await packageOf(source, drawn.sheets);
      faults.push(...packageFaults(names, text).map((fault) => `seed ${seed}: ${fault}`));
      const sheets = names.filter((name) => name.startsWith("xl/worksheets/sheet"));
      const images = sheets
        .flatMap((_, index) =>
          names.includes(`xl/drawings/drawing${index + 1}.xml`) ? pictures(index + 1) : [],
        )
        .filter(({ altText }) => altText !== "" && !altText.startsWith("QR code"));
      expect([seed, images.map(({ sha256 }) => sha256)]).toEqual([
        seed,
        photosIn(drawn).map((photo) => hashOf(source, photo)),
      ]);
      photoCount += images.length;
      const trees = sheets.map((name) => xmlTree(text(name)));
      for (const { attributes } of trees.flatMap((tree) => elementsOf(tree, "row")))
        if (Number(attributes.ht) > 409) faults.push(`seed ${seed}: row ${attributes.r} is too high`);
      // A text may continue in the cell below, instead of a space.
      const withoutSpaces = (value: string) => value.replaceAll(/\s/g, "");
      const columns = trees.flatMap((tree) =>
        [
          ...Map.groupBy(elementsOf(tree, "c"), ({ attributes }) =>
            attributes.r!.replace(/\d+/, ""),
          ).values(),
        ].map((cells) => withoutSpaces(cells.map(xmlText).join(""))),
      );
      for (const value of textsIn(drawn))
        if (!/\d{4}-|_x/.test(value) && !columns.some((column) => column.includes(withoutSpaces(value))))
          faults.push(`seed ${seed}: no ${value}`);
    }
    expect(faults).toEqual([]);
    expect(photoCount).toBeGreaterThan(30);
  });
});
