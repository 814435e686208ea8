import { describe, expect, test } from "vitest";
import { formatOf } from "#domain/configuration/exportTypes.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { loadFont } from "#worker/fonts.ts";
import { exportFileFor } from "../export.ts";
import type { ExportPlan, PlannedTask } from "../exportPlanTypes.ts";
import { hostileTexts, unzipExport } from "../testing/documents.ts";
import { packageFaults } from "../testing/package.ts";
import { linesOf, openPdf } from "../testing/readPdf.ts";
import { elementsOf, xmlText, xmlTree } from "../testing/readXml.ts";
import { MemorySource, makeFile, makePhoto, makePlan } from "../testing/samplePlans.ts";
import { encodeLocalHeader } from "../zipRecords.ts";

/* Reports from users of libraries that make Office files, tried on every type of document. */

const task = (id: string, overrides: Partial<PlannedTask>): PlannedTask => ({
  ...{ id, name: `Task ${id}`, type: "TEXT", answer: null, path: ["Mast & torn"], position: 0 },
  ...overrides,
});

const columns = Array.from({ length: 70 }, (_, index) => `Column${index}`);
const persons = [1, 2].map((person) =>
  columns.map((_, index) => (index % 9 === 5 ? "" : `p${person}c${index}.`)),
);
const formulaLike = ["=1+1", "+46701234567", "-5 eller -7", "@anna", "'citat", "0123"];
const tasks = [
  ...formulaLike.map((answer, index) => task(`formula${index}`, { answer })),
  task("tabs", { answer: "one\ttwo\nthree\t\tfour" }),
  task("long", { answer: Array.from({ length: 300 }, (_, index) => `line ${index}`).join("\n") }),
  task("empty", { answer: null }),
  task("blank", { answer: "a\n\n\nb" }),
  task("control", { answer: `${hostileTexts.control}${hostileTexts.markup}` }),
  task("persons", {
    type: "CONTACT_PERSONS",
    columns,
    answer: persons.map((row) => row.join(";")).join("\n"),
  }),
  task("semicolons", { type: "CONTACT_PERSONS", answer: ";".repeat(1500) }),
  task("photos", { type: "PHOTO" }),
  task("file", { type: "FILE" }),
];

const signs = { name: "Mast <1> & 2", creator: "anna\u000b & <bo>" };

async function documentOf(
  kind: (typeof exportDocumentTypes)[number],
  changes: Partial<ExportPlan["documentation"]> = {},
) {
  const source = new MemorySource();
  const photos = Array.from({ length: 9 }, (_, index) =>
    makePhoto(source, {
      ...{ id: `p${index}`, taskId: index % 2 ? "photos" : null, orientation: index % 8 },
      comment: ["", "a\n\nb", " ", "\t", null][index % 5] ?? null,
    }),
  );
  const plan = makePlan({ tasks, photos, files: [makeFile(source, { taskId: "file", name: "a & b.pdf" })] });
  const documentation = { ...plan.documentation, ...changes };
  return unzipExport(source, await exportFileFor({ ...plan, documentation }, { kind }));
}

const kindsOf = (format: string) => exportDocumentTypes.filter((kind) => formatOf(kind) === format);
const isForm = (kind: string) => kind.startsWith("FORM");

describe.each(kindsOf("POWERPOINT"))("%s", (kind) => {
  test("PptxGenJS#1048 #1380 #913 every text body has a paragraph, also in empty cells and for empty comments", async () => {
    const { names, text } = await documentOf(kind);
    for (const name of names.filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part))) {
      const tree = xmlTree(text(name));
      const bodies = [...elementsOf(tree, "a:txBody"), ...elementsOf(tree, "p:txBody")];
      expect([name, bodies.filter((body) => elementsOf(body, "a:p").length === 0).length]).toEqual([name, 0]);
      expect(text(name)).not.toContain("undefined");
    }
  });

  test("PptxGenJS#1443 #1444 #1449 #1462 nothing is declared that is missing, and there is no master of notes", async () => {
    const { names, text } = await documentOf(kind);
    expect(packageFaults(names, text)).toEqual([]);
    expect(names.filter((name) => name.includes("notes"))).toEqual([]);
    const declarations = text("[Content_Types].xml") + text("ppt/presentation.xml");
    expect(declarations).not.toMatch(/notesMaster|image\/jpg/);
  });

  test("pptx-automizer#186 PptxGenJS#774 #1427 signs of markup and vertical tabs harm neither texts nor properties", async () => {
    const { names, text, words } = await documentOf(kind, { ...signs, customerName: "Firm <A> & B" });
    for (const name of names.filter((part) => /\.(xml|rels)$/.test(part)))
      expect([...text(name)].filter((sign) => sign < " " && !"\t\n\r".includes(sign))).toEqual([]);
    expect(xmlText(elementsOf(xmlTree(text("docProps/app.xml")), "Company")[0]!)).toBe("Firm <A> & B");
    expect(words(/^ppt\/slides\/slide\d+\.xml$/)).toContain("Mast <1> & 2");
  });

  test("PowerPoint has tables of at most 75 columns, and no contact is lost", async () => {
    const { names, text, words } = await documentOf(kind);
    const slides = names.filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part));
    const counts = slides.flatMap((name) =>
      elementsOf(xmlTree(text(name)), "a:tblGrid").map((grid) => elementsOf(grid, "a:gridCol").length),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(75);
    if (!isForm(kind)) return;
    const shownText = words(/^ppt\/slides\/slide\d+\.xml$/);
    expect([...columns, ...persons.flat()].filter((word) => !shownText.includes(word))).toEqual([]);
  });
});

describe.each(kindsOf("WORD"))("%s", (kind) => {
  test("jasperreports#503 no table has more than 63 columns, which Word cannot open, and no contact is lost", async () => {
    const { text, words } = await documentOf(kind);
    const grids = elementsOf(xmlTree(text("word/document.xml")), "w:tblGrid");
    expect(Math.max(...grids.map((grid) => elementsOf(grid, "w:gridCol").length))).toBeLessThanOrEqual(63);
    if (!isForm(kind)) return;
    const shownText = words(/^word\/document\.xml$/);
    expect([...columns, ...persons.flat()].filter((word) => !shownText.includes(word))).toEqual([]);
  });

  test("docx#1281 skills#1569 tabs and line breaks are elements of Word, not characters in its texts", async () => {
    const { text } = await documentOf(kind);
    const runs = elementsOf(xmlTree(text("word/document.xml")), "w:t").map(xmlText);
    expect(runs.filter((run) => /[\t\n]/.test(run))).toEqual([]);
    expect(text("word/document.xml")).toMatch(/>one<\/w:t><w:tab\/><w:t[^>]*>two</);
  });

  test("python-docx#455 every picture has a unique id", async () => {
    const { text } = await documentOf(kind);
    const ids = [...text("word/document.xml").matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThanOrEqual(9);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe.each(kindsOf("EXCEL"))("%s", (kind) => {
  test("exceljs#664 #3071 the repeated rows are a reference to the sheet, and columns stay below Excel's limit", async () => {
    const { text } = await documentOf(kind);
    const names = elementsOf(xmlTree(text("xl/workbook.xml")), "definedName").map(xmlText);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(name).toMatch(/^'(?:[^']|'')+'!\$(?:1:\$1|A\$1:\$[A-Z]{1,3}\$\d+)$/);
  });

  test("fast-excel#356 ImportExcel#1459 #33 texts that look like formulas, or like numbers with zeros before them, stay texts", async () => {
    const { names, text } = await documentOf(kind);
    const sheets = names.filter((part) => /^xl\/worksheets\/sheet\d+\.xml$/.test(part)).map(text);
    expect(sheets.filter((sheet) => /<f[ >]/.test(sheet))).toEqual([]);
    const strings = [...sheets, ...names.filter((name) => name === "xl/sharedStrings.xml").map(text)]
      .flatMap((part) => elementsOf(xmlTree(part), "t"))
      .map(xmlText);
    expect(formulaLike.filter((answer) => !strings.includes(answer))).toEqual([]);
  });

  test("XlsxWriter#259 wrapped rows have a height that shows them, merged ones too", async () => {
    const { names, text } = await documentOf(kind);
    for (const name of names.filter((part) => /^xl\/worksheets\/sheet\d+\.xml$/.test(part)))
      for (const { attributes } of elementsOf(xmlTree(text(name)), "row")) {
        if (attributes.ht === undefined) continue;
        expect(Number(attributes.ht)).toBeGreaterThan(0);
        expect(Number(attributes.ht)).toBeLessThanOrEqual(409);
      }
    const answers = names
      .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
      .map(text)
      .join("");
    for (let line = 0; line < 300; line++)
      expect(answers).toMatch(new RegExp(`(^|[>\\n])line ${line}([<\\n]|$)`));
  });
});

test("filesender#1341 zip.js#274 files of more than 4 GiB have their sizes in the local header, as the Mac needs them", () => {
  const size = 5 * 2 ** 30;
  const record = { name: "a.jpg", crc32: 1, packedSize: size, size, offset: 0, method: 0, modified: 0 };
  const header = encodeLocalHeader(record);
  const view = new DataView(header.buffer);
  const nameEnd = 30 + view.getUint16(26, true);
  const hasDescriptor = (view.getUint16(6, true) & 8) !== 0;
  expect([hasDescriptor, view.getUint16(28, true), view.getUint16(nameEnd, true)]).toEqual([false, 20, 1]);
  expect([4, 12].map((offset) => Number(view.getBigUint64(nameEnd + offset, true)))).toEqual([size, size]);
});

describe("PDF", () => {
  test("pdfmake#2800 asciidoctor-web-pdf#164 a long word without blanks is broken within the page, and nothing of it is lost", async () => {
    const source = new MemorySource();
    const longWord = Array.from({ length: 120 }, (_, index) => `a${String(index).padStart(3, "0")}`).join("");
    const plan = makePlan({ tasks: [task("long", { name: longWord.slice(0, 200), answer: longWord })] });
    const file = await exportFileFor(plan, { kind: "FORM_WORD_DOCUMENT", pdfFonts: loadFont });
    const document = await openPdf(source.bytesOf(file));
    let shownText = "";
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const [, , pageWidth = 0] = page.view;
      for (const item of (await page.getTextContent()).items) {
        if (!("str" in item)) continue;
        shownText += item.str;
        expect([item.str, item.transform[4] + item.width < pageWidth - 20]).toEqual([item.str, true]);
      }
    }
    expect(shownText.replace(/\s/g, "")).toContain(longWord);
  });

  test("dompdf#1734 pdfmake#2379 hyphens and blanks that do not break are drawn", async () => {
    const source = new MemorySource();
    const answer = "KS\u201112 \u2012 10\u00a0kV 5\u202f000 m\u2009 \u2013 90\u2032 x\u2011y";
    const plan = makePlan({ tasks: [task("hyphens", { answer })] });
    const file = await exportFileFor(plan, { kind: "FORM_WORD_DOCUMENT", pdfFonts: loadFont });
    const lines = (await linesOf(await openPdf(source.bytesOf(file)), 1)).join(" ");
    expect(lines).not.toContain("[U+");
    expect(lines).toMatch(/KS[-\u2010\u2011]12/);
  });

  test("pdfkit#618 printpdf#188 PdfPig#789 typst#1040 titles, bookmarks and copied texts are as written", async () => {
    const source = new MemorySource();
    // The second character of the name has the code of a backslash and a parenthesis.
    const name = "Schakt (ä) 尨 Кириллица";
    const plan = makePlan({
      tasks: [task("first", { name: "Slutfört (fil) ffi fl 尨", answer: "effektiv fläkt efter office" })],
    });
    const file = await exportFileFor(
      { ...plan, documentation: { ...plan.documentation, name, alias: null } },
      { kind: "FORM_WORD_DOCUMENT", pdfFonts: loadFont },
    );
    const document = await openPdf(source.bytesOf(file));
    const { info } = await document.getMetadata();
    expect("Title" in info && info.Title).toContain(name);
    const lines = await linesOf(document, 1);
    expect(lines.join(" ")).toContain("effektiv fläkt efter office");
    expect(lines.join(" ")).toContain("Slutfört (fil) ffi fl");
    const titles = (items: { title: string; items: object[] }[]): string[] =>
      items.flatMap(({ title, items: children }) => [title, ...titles(children as typeof items)]);
    expect(titles(await document.getOutline()).join(" ")).toContain("Mast & torn");
  });
});
