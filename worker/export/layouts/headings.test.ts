import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { LayoutType } from "#domain/layout/types.ts";
import { unzipExport } from "#worker/export/testing/documents.ts";
import {
  drawnPhoto,
  drawnRow,
  drawnTable,
  drawnText,
  makeExtras,
} from "#worker/export/testing/drawnNodes.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { checkPdf, elementsIn, linesOf, openPdf, textOf } from "#worker/export/testing/readPdf.ts";
import { elementsOf, xmlText, xmlTree } from "#worker/export/testing/readXml.ts";
import { makeReport, type TaskSketch } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { readSlides } from "#worker/export/testing/slides.ts";
import { loadFont } from "#worker/fonts.ts";
import { createLayoutFile } from "./layoutFile.ts";
import { renderPdf } from "./pdf/layoutPdf.ts";
import type { DrawnBlock, RenderTree } from "./renderTree.ts";

/** A report with this many tasks, each with a photo. */
function taskReport(source: MemorySource, count: number) {
  const tasks = Array.from(
    { length: count },
    (_, index): TaskSketch => ({ id: `t${index}`, type: "PHOTO", name: `Joint ${index + 1}` }),
  );
  const photos = tasks.map(({ id }) => makePhoto(source, { id: `p-${id}`, taskId: id }));
  return makeReport({ tasks, photos });
}

const heading = (TEXT: string, LEVEL: string): Sketch => ["TEXT", { TEXT, LEVEL }];
const contents: Sketch = ["CONTENTS"];
const eachTask = (...children: Sketch[]): Sketch => ["EACH", { IN: "TASKS" }, children];
const onPage = (type: "PAGE" | "SLIDE", ...children: Sketch[]): Sketch => [
  type,
  {},
  [["COLUMN", {}, children]],
];

const sketches: Readonly<Record<LayoutType, readonly Sketch[]>> = {
  WORD: [contents, heading("Part one", "1"), eachTask(heading("{TASK_NAME}", "2"), ["PHOTO"])],
  WORD_TO_PDF: [contents, heading("Part one", "1"), eachTask(heading("{TASK_NAME}", "2"), ["PHOTO"])],
  PDF: [
    contents,
    onPage("PAGE", heading("Part one", "1")),
    eachTask(onPage("PAGE", heading("{TASK_NAME}", "2"), ["PHOTO"])),
  ],
  POWERPOINT: [
    contents,
    onPage("SLIDE", heading("Part one", "1")),
    eachTask(onPage("SLIDE", heading("{TASK_NAME}", "2"), ["PHOTO"])),
  ],
  EXCEL: [
    contents,
    [
      "SHEET",
      { NAME: "Bo's joints" },
      [
        ["ROW", {}, [["COLUMN", {}, [heading("Part one", "1")]], ["COLUMN"]]],
        eachTask(["ROW", {}, [["COLUMN"], ["COLUMN", {}, [heading("{TASK_NAME}", "2")]]]]),
      ],
    ],
  ],
};

async function fileOf(type: LayoutType, count: number, nodes = sketches[type]) {
  const source = new MemorySource();
  const file = await createLayoutFile(layoutOf(type, nodes), taskReport(source, count), { fonts: loadFont });
  return { source, file };
}

const titlesOf = (count: number) => [
  "Part one",
  ...Array.from({ length: count }, (_, index) => `Joint ${index + 1}`),
];

describe.each(["PDF", "WORD_TO_PDF"] as const)("3§4 LEVEL and CONTENTS in %s", (type) => {
  // With 80 entries the contents take two pages.
  it.each([3, 80])("list %s headings with links, leaders and the numbers of their pages", async (count) => {
    const { source, file } = await fileOf(type, count);
    const bytes = source.bytesOf(file);
    const { faults, root, links } = checkPdf(bytes);
    expect(faults).toEqual([]);
    const document = await openPdf(bytes);
    const [part] = await document.getOutline();
    expect([part?.title, ...(part?.items ?? []).map(({ title }) => title)]).toEqual(titlesOf(count));
    const headings = elementsIn(root).filter((element) => /^H\d$/.test(element.type));
    expect(headings.map((element) => [element.type, textOf(element)])).toEqual(
      titlesOf(count).map((title, index) => [index === 0 ? "H1" : "H2", title]),
    );
    const entries = elementsIn(root).filter((element) => element.type === "TOCI");
    expect(entries.map(textOf)).toEqual(titlesOf(count));
    expect(links).toHaveLength(count + 1);
    for (const [index, title] of titlesOf(count).entries())
      expect(await linesOf(document, links[index]!.target + 1)).toContain(title);
    const numbers: number[] = [];
    for (let page = 1; page <= links.at(-1)!.page + 1; page += 1)
      for (const line of await linesOf(document, page)) {
        const number = /^\.{9,} (\d+)$/.exec(line)?.[1];
        if (number) numbers.push(Number(number));
      }
    expect(numbers).toEqual(links.map(({ target }) => target + 1));
    expect(links.at(-1)!.page).toBe(count > 60 ? 1 : 0);
  });
});

describe("3§4 CONTENTS", () => {
  it("lists groups and tasks in a layout without headings, and leaves out deeper levels", async () => {
    const group: TaskSketch = { id: "g", type: "GROUP", name: "Trench" };
    const depth: TaskSketch = { id: "d", type: "TEXT", name: "Depth", answer: "1", in: "g" };
    const source = new MemorySource();
    const file = await createLayoutFile(
      layoutOf("WORD_TO_PDF", [
        ["CONTENTS", { LEVEL: "1", NAME: "What is here" }],
        eachTask(["TEXT", { TEXT: "{TASK_NAME}" }]),
      ]),
      makeReport({ tasks: [group, depth] }),
      { fonts: loadFont },
    );
    const { root, faults } = checkPdf(source.bytesOf(file));
    expect(faults).toEqual([]);
    expect(textOf(root)).toContain("What is here");
    expect(
      elementsIn(root)
        .filter(({ type }) => type === "TOCI")
        .map(textOf),
    ).toEqual(["Trench"]);
  });

  it("in a preview that ends before a heading, the heading's entry has no page number", async () => {
    const blocks: DrawnBlock[] = [
      { kind: "contents", node: "c", title: "Contents", maxLevel: 3 },
      { kind: "pageBreak", node: "b" },
      drawnText("Far away", { level: 1 }),
    ];
    const source = new MemorySource();
    const { segments, isTruncated } = await renderPdf(flow(blocks), makeExtras(), {
      fonts: loadFont,
      pages: 1,
    });
    expect(isTruncated).toBe(true);
    const { links, root, artifacts } = checkPdf(source.bytesOf({ segments }));
    expect(textOf(root)).toContain("Far away");
    expect(links).toEqual([{ page: 0, target: -1 }]);
    expect(artifacts.join("")).not.toContain("...");
  });

  it("each volume lists its own headings", async () => {
    const source = new MemorySource();
    const report = taskReport(source, 1100);
    const file = await createLayoutFile(layoutOf("WORD", sketches.WORD), report, { fonts: loadFont });
    const volumes = Object.entries(unzipExport(source, file).files).filter(([name]) =>
      name.endsWith(".docx"),
    );
    expect(volumes.length).toBeGreaterThan(1);
    const entriesOf = ([, bytes]: (typeof volumes)[number]) => {
      const xml = new TextDecoder().decode(unzipSync(bytes)["word/document.xml"]);
      return elementsOf(xmlTree(xml), "w:hyperlink").length;
    };
    const counts = volumes.map(entriesOf);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1101);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});

describe("3§4 LEVEL and CONTENTS in WORD", () => {
  it("are Word's styles and its table of contents, with the pages filled in", async () => {
    const { source, file } = await fileOf("WORD", 3);
    const { text } = unzipExport(source, file);
    const body = xmlTree(text("word/document.xml"));
    const paragraphs = elementsOf(body, "w:p").map((element) => ({
      style: elementsOf(element, "w:pStyle")[0]?.attributes["w:val"],
      keepsNext: elementsOf(element, "w:keepNext").length > 0,
      bookmark: elementsOf(element, "w:bookmarkStart")[0]?.attributes["w:name"],
      text: xmlText(element),
    }));
    const headings = paragraphs.filter(({ style }) => style?.startsWith("Heading"));
    expect(headings.map(({ style, text, keepsNext }) => [style, text, keepsNext])).toEqual(
      titlesOf(3).map((title, index) => [index === 0 ? "Heading1" : "Heading2", title, true]),
    );
    const styles = elementsOf(xmlTree(text("word/styles.xml")), "w:style");
    for (const [index, id] of ["Heading1", "Heading2", "Heading3"].entries()) {
      const style = styles.filter(({ attributes }) => attributes["w:styleId"] === id);
      expect(style).toHaveLength(1);
      expect(elementsOf(style[0]!, "w:outlineLvl")[0]?.attributes["w:val"]).toBe(String(index));
    }
    const entries = elementsOf(body, "w:hyperlink");
    expect(entries.map(({ attributes }) => attributes["w:anchor"])).toEqual(
      headings.map(({ bookmark }) => bookmark),
    );
    // The contents and one photo are on the first page, and each of the others fills most of a page.
    const numbers = entries.map((entry) => Number(/(\d+)$/.exec(xmlText(entry))?.[1]));
    expect(numbers[0]).toBe(1);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.at(-1)).toBeGreaterThan(1);
    expect(text("word/settings.xml")).not.toContain("updateFields");
    expect(xmlText(body)).toContain('TOC \\o "1-3"');
  });
});

describe("3§4 LEVEL and CONTENTS in POWERPOINT", () => {
  it("are titles of slides, and links to the slides with their numbers", async () => {
    const { source, file } = await fileOf("POWERPOINT", 20);
    const { files, text } = unzipExport(source, file);
    const slides = readSlides(files, text);
    // The contents take two slides, and come first.
    expect(slides.slice(2).map(({ title }) => title)).toEqual(titlesOf(20));
    const rows = slides
      .slice(0, 2)
      .flatMap(({ shapes }) => shapes.find(({ kind }) => kind === "table")!.rows);
    expect(rows).toEqual(titlesOf(20).map((title, index) => [title, String(index + 3)]));
    const links = [1, 2].flatMap((number) => {
      const relations = new Map(
        elementsOf(xmlTree(text(`ppt/slides/_rels/slide${number}.xml.rels`)), "Relationship").map(
          ({ attributes }) => [attributes.Id!, attributes.Target!],
        ),
      );
      return elementsOf(xmlTree(text(`ppt/slides/slide${number}.xml`)), "a:hlinkClick").map(
        ({ attributes }) => relations.get(attributes["r:id"]!),
      );
    });
    expect([...new Set(links)]).toEqual(titlesOf(20).map((_, index) => `slide${index + 3}.xml`));
  });
});

describe("3§4 LEVEL and CONTENTS in EXCEL", () => {
  it("are Excel's heading styles, and links to the cells of the headings", async () => {
    const { source, file } = await fileOf("EXCEL", 3);
    const { text } = unzipExport(source, file);
    const contentsSheet = xmlTree(text("xl/worksheets/sheet1.xml"));
    const sheet = xmlTree(text("xl/worksheets/sheet2.xml"));
    const cellAt = (tree: typeof sheet, ref: string) =>
      elementsOf(tree, "c").find(({ attributes }) => attributes.r === ref)!;
    const links = elementsOf(contentsSheet, "hyperlink").map(({ attributes }) => [
      xmlText(cellAt(contentsSheet, attributes.ref!)),
      attributes.location,
    ]);
    expect(links).toEqual([
      ["Bo's joints", "'Bo''s joints'!A1"],
      ["Part one", "'Bo''s joints'!A1"],
      ["Joint 1", "'Bo''s joints'!B2"],
      ["Joint 2", "'Bo''s joints'!B3"],
      ["Joint 3", "'Bo''s joints'!B4"],
    ]);
    const styles = xmlTree(text("xl/styles.xml"));
    const formats = elementsOf(styles, "cellXfs/xf");
    const styleOf = (ref: string) => {
      const { xfId } = formats[Number(cellAt(sheet, ref).attributes.s)]!.attributes;
      return elementsOf(styles, "cellStyle").find(({ attributes }) => attributes.xfId === xfId)?.attributes
        .name;
    };
    expect([styleOf("A1"), styleOf("B2"), styleOf("A2")]).toEqual(["Heading 1", "Heading 2", "Normal"]);
  });
});

const flow = (blocks: Iterable<DrawnBlock>): RenderTree => ({
  ...{ type: "WORD_TO_PDF", title: "Report", locale: "en-GB", header: [], footer: [], blocks },
});

describe("3§4 a heading in PDF never stands alone at the foot of a page", () => {
  const source = new MemorySource();
  const following: Readonly<Record<string, () => DrawnBlock[]>> = {
    "a line": () => [drawnText("Line", { node: "next" })],
    "a long text": () => [drawnText("word ".repeat(900), { node: "next" })],
    "a photo": () => [drawnPhoto(makePhoto(source), { node: "next", position: null })],
    "an empty line and a photo": () => [
      { kind: "lineBreak", node: "space" },
      drawnPhoto(makePhoto(source), { node: "next", position: null }),
    ],
    "a title and a photo": () => [
      drawnText("Photo 1", { node: "next" }),
      drawnPhoto(makePhoto(source), { node: "photo", position: null }),
    ],
    "a photo whose caption is longer than a page": () => [
      drawnPhoto(makePhoto(source), { node: "next", position: null, box: { width: 170, height: 95 } }),
      drawnText("word ".repeat(1500), { node: "caption" }),
    ],
    "a table": () => [drawnTable({ node: "next", rows: [drawnRow(["a", "b"]), drawnRow(["c", "d"])] })],
    "rows of photos": () => [
      drawnTable({
        ...{ node: "next", header: null, widths: [100] },
        rows: [1, 2].map(() => ({
          ...drawnRow(["x"]),
          cells: [
            {
              ...drawnRow(["x"]).cells[0]!,
              items: [drawnPhoto(makePhoto(source), { box: { width: null, height: 245 }, position: null })],
            },
          ],
        })),
      }),
    ],
    "a heading and a table": () => [
      drawnText("Below it", { node: "next", level: 2 }),
      drawnTable({ node: "table", rows: [drawnRow(["a", "b"])] }),
    ],
    "a CONTENTS": () => [{ kind: "contents", node: "next", title: "Contents", maxLevel: 3 }],
  };

  it.each(Object.keys(following))("before %s", async (name) => {
    // From a page with room for all to one without any.
    for (let lineCount = 40; lineCount <= 57; lineCount++) {
      const lines = Array.from({ length: lineCount }, () => drawnText("x", { node: "filler" }));
      const blocks = [
        ...lines,
        drawnText("Heading", { node: "heading", level: 1, size: 16 }),
        ...following[name]!(),
      ];
      const { parts, segments } = await renderPdf(flow(blocks), makeExtras(), { fonts: loadFont, pages: 20 });
      const pageOf = (node: string) => parts.find((part) => part.node === node)?.page;
      expect([lineCount, pageOf("heading")]).toEqual([lineCount, pageOf("next")]);
      expect(checkPdf(source.bytesOf({ segments })).faults).toEqual([]);
    }
  });
});
