import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { zipDate } from "#worker/export/dates.ts";
import { manifestNamespace } from "#worker/export/documents/manifestPart.ts";
import { exportFileOf } from "#worker/export/segments.ts";
import { hostileTexts, unzipExport } from "#worker/export/testing/documents.ts";
import { itemsOf, photosIn } from "#worker/export/testing/drawnContents.ts";
import { picture, randomLayout } from "#worker/export/testing/layouts.ts";
import {
  childElements,
  elementsOf,
  type XmlElement,
  xmlText,
  xmlTree,
} from "#worker/export/testing/readXml.ts";
import { everyName, fullReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import type { DocumentMetadata } from "../documentMetadata.ts";
import type {
  DrawnBlock,
  DrawnCell,
  DrawnPhoto,
  DrawnRow,
  DrawnTable,
  DrawnText,
  RenderTreeOf,
} from "../renderTree.ts";
import { pageCountMark, pageNumberMark } from "../renderTree.ts";
import { resolveLayout } from "../resolve/resolve.ts";
import { renderWord } from "./layoutWord.ts";

type DrawnWord = RenderTreeOf<"WORD" | "WORD_TO_PDF">;

const extras: DocumentMetadata = {
  manifest: '{"format":"siteproof-manifest","text":"<&>"}',
  modified: zipDate("2026-05-05T07:00:00Z"),
  title: "Inspection",
  subject: "Trenching",
  keywords: "fibre",
  customerName: "Norrfiber",
  creator: "anna",
  created: "2026-05-04T08:12:00Z",
  asOf: "2026-05-05T07:00:00Z",
};

let nodeCount = 0;
const nextNode = () => `node-${++nodeCount}`;

const text = (content: string, overrides: Partial<DrawnText> = {}): DrawnText => ({
  kind: "text",
  node: nextNode(),
  text: content,
  size: 11,
  color: "#112233",
  bold: false,
  italic: false,
  alignment: "LEFT",
  font: "HELVETICA",
  position: null,
  ...overrides,
});

const photo = (source: MemorySource, overrides: Partial<DrawnPhoto> = {}): DrawnPhoto => ({
  kind: "photo",
  node: nextNode(),
  photo: makePhoto(source),
  variant: "rendition",
  box: { width: null, height: null },
  position: null,
  altText: "Photo 1: Mast",
  half: null,
  ...overrides,
});

const cell = (items: DrawnCell["items"], overrides: Partial<DrawnCell> = {}): DrawnCell => ({
  node: nextNode(),
  width: 50,
  colspan: 1,
  padding: { top: 1, bottom: 1, left: 2, right: 2 },
  border: null,
  background: null,
  items,
  ...overrides,
});

const row = (...cells: (DrawnCell | string)[]): DrawnRow => ({
  kind: "row",
  node: nextNode(),
  cells: cells.map((item) => (typeof item === "string" ? cell([text(item)]) : item)),
});

const table = (rows: Iterable<DrawnRow>, overrides: Partial<DrawnTable> = {}): DrawnTable => ({
  kind: "table",
  node: nextNode(),
  borders: true,
  headerBackground: null,
  rowBackground: null,
  widths: [30, 70],
  header: null,
  rows,
  ...overrides,
});

const pageBreak = (): DrawnBlock => ({ kind: "pageBreak", node: nextNode() });
const lineBreak = (): DrawnBlock => ({ kind: "lineBreak", node: nextNode() });

const wordTree = (blocks: Iterable<DrawnBlock>, overrides: Partial<DrawnWord> = {}): DrawnWord => ({
  type: "WORD",
  title: "Inspection",
  locale: "sv-SE",
  header: [],
  footer: [],
  blocks,
  ...overrides,
});

async function wordOf(
  source: MemorySource,
  blocks: Iterable<DrawnBlock>,
  overrides: Partial<DrawnWord> = {},
) {
  const segments = await renderWord(wordTree(blocks, overrides), extras);
  const exportFile = exportFileOf(segments, { fileName: "a.docx", contentType: "x" });
  const archive = unzipExport(source, exportFile);
  const part = (name: string) => xmlTree(archive.text(name));
  const body = elementsOf(part("word/document.xml"), "w:body")[0]!;
  return { ...archive, exportFile, part, body };
}

const hasElement = (element: XmlElement, name: string) => elementsOf(element, name).length > 0;
const valueOfElement = (element: XmlElement, name: string) =>
  elementsOf(element, name)[0]?.attributes["w:val"];
/** The text of each paragraph, with "\n" for line breaks. */
const textsOf = (element: XmlElement): string[] =>
  elementsOf(element, "w:p").map((paragraph) =>
    elementsOf(paragraph, "w:r")
      .flatMap(childElements)
      .map((child) => (child.name === "w:br" ? "\n" : child.name === "w:tab" ? "\t" : xmlText(child)))
      .join(""),
  );
/** Displayed sizes of the pictures in millimetres. */
const pictures = (element: XmlElement) =>
  elementsOf(element, "wp:inline").map((inline) => {
    const { cx, cy } = elementsOf(inline, "wp:extent")[0]!.attributes;
    const { rot = "0" } = elementsOf(inline, "a:xfrm")[0]!.attributes;
    const [width, height] = [Number(cx) / 36_000, Number(cy) / 36_000];
    return Number(rot) % 10_800_000 === 0 ? { width, height } : { width: height, height: width };
  });
const widthInMm = (element: XmlElement) => (Number(element.attributes["w:w"]) * 25.4) / 1440;

describe("3§3 WORD: texts", () => {
  test("an A4 page with margins of 20 mm", async () => {
    const { body } = await wordOf(new MemorySource(), [text("one")]);
    expect(elementsOf(body, "w:pgSz")[0]!.attributes).toMatchObject({ "w:w": "11906", "w:h": "16838" });
    const margins = elementsOf(body, "w:pgMar")[0]!.attributes;
    for (const side of ["w:top", "w:bottom", "w:left", "w:right"]) expect(margins[side]).toBe("1134");
  });

  test("SIZE, COLOR, STYLE, ALIGNMENT and FONT apply to the paragraph", async () => {
    const { body } = await wordOf(new MemorySource(), [
      text("plain"),
      text("all", {
        size: 14.5,
        color: "#FF0080",
        bold: true,
        italic: true,
        alignment: "RIGHT",
        font: "COURIER",
      }),
      text("middle", { alignment: "CENTER", font: "TIMES_ROMAN" }),
    ]);
    const [plainText, styledText, centredText] = elementsOf(body, "w:p").map((paragraph) => ({
      run: elementsOf(paragraph, "w:r")[0]!,
      paragraph,
    }));
    expect(valueOfElement(plainText!.run, "w:color")).toBe("112233");
    expect(valueOfElement(plainText!.run, "w:sz")).toBe("22");
    expect(elementsOf(plainText!.run, "w:rFonts")[0]!.attributes["w:ascii"]).toBe("Arial");
    expect([
      hasElement(plainText!.run, "w:b"),
      hasElement(plainText!.run, "w:i"),
      hasElement(plainText!.paragraph, "w:jc"),
    ]).toEqual([false, false, false]);
    expect(valueOfElement(styledText!.run, "w:sz")).toBe("29");
    expect(valueOfElement(styledText!.run, "w:color")).toBe("FF0080");
    expect([hasElement(styledText!.run, "w:b"), hasElement(styledText!.run, "w:i")]).toEqual([true, true]);
    expect(valueOfElement(styledText!.paragraph, "w:jc")).toBe("right");
    expect(elementsOf(styledText!.run, "w:rFonts")[0]!.attributes["w:hAnsi"]).toBe("Courier New");
    expect(valueOfElement(centredText!.paragraph, "w:jc")).toBe("center");
    expect(elementsOf(centredText!.run, "w:rFonts")[0]!.attributes["w:ascii"]).toBe("Times New Roman");
  });

  test("line breaks are kept, and an empty text draws nothing", async () => {
    const { body } = await wordOf(new MemorySource(), [text("one\ntwo\tthree"), text(""), text(" ")]);
    expect(textsOf(body)).toEqual(["one\ntwo\tthree", " "]);
  });

  test("right-to-left texts are aligned and ordered from the right, whatever surrounds them", async () => {
    const { body } = await wordOf(new MemorySource(), [
      text(hostileTexts.arabic),
      text(hostileTexts.arabic, { alignment: "RIGHT" }),
      text("left"),
    ]);
    const paragraphs = elementsOf(body, "w:p");
    expect(paragraphs.map((paragraph) => hasElement(paragraph, "w:bidi"))).toEqual([true, true, false]);
    expect(paragraphs.map((paragraph) => hasElement(paragraph, "w:rtl"))).toEqual([true, true, false]);
    expect(paragraphs.map((paragraph) => valueOfElement(paragraph, "w:jc"))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each(Object.entries(hostileTexts))("any text is stored unchanged: %s", async (_, value) => {
    const {
      part,
      body,
      names,
      text: read,
    } = await wordOf(
      new MemorySource(),
      [text(value), { kind: "mark", node: "m", level: 1, title: value }, table([row(value, value)])],
      { header: [text(value)], footer: [text(value)], title: value },
    );
    for (const name of names) if (/\.(xml|rels)$/.test(name)) expect(xmlTree(read(name))).toBeTruthy();
    // Control characters and the placeholders of templates are not text.
    const expected = value.toWellFormed().replace(/[\p{Cc}\uffff\ue000-\ue002]/gu, "");
    expect(textsOf(body).filter(Boolean)).toEqual([expected, expected, expected]);
    expect(textsOf(part("word/header1.xml")).filter(Boolean)).toEqual([expected]);
    expect(textsOf(part("word/footer1.xml")).filter(Boolean)).toEqual([expected]);
  });

  test("a word of 10 000 letters fits into a column of fixed width", async () => {
    const long = "å".repeat(10_000);
    const { body } = await wordOf(new MemorySource(), [table([row(long, "x")])]);
    expect(textsOf(body)[0]).toBe(long);
    expect(elementsOf(body, "w:tblLayout")[0]!.attributes["w:type"]).toBe("fixed");
    expect(hasElement(body, "w:cantSplit")).toBe(false);
  });
});

describe("3§3 HEADER and FOOTER", () => {
  test("are repeated on every page, with fields for page number and page count", async () => {
    const { part, text: read } = await wordOf(new MemorySource(), [text("x")], {
      header: [text("Mast 3")],
      footer: [table([row(`Page ${pageNumberMark} of ${pageCountMark}!`, "right")])],
    });
    expect(textsOf(part("word/header1.xml"))).toEqual(["Mast 3", ""]);
    const footer = part("word/footer1.xml");
    expect(elementsOf(footer, "w:fldSimple").map(({ attributes }) => attributes["w:instr"])).toEqual([
      "PAGE",
      "NUMPAGES",
    ]);
    expect(textsOf(footer)).toContain("Page 1 of 1!");
    expect(read("word/document.xml")).toMatch(/<w:headerReference [^>]*w:type="default"/);
    expect(read("word/document.xml")).toMatch(/<w:footerReference [^>]*w:type="default"/);
  });

  test("pictures in headers and footers are related only to them, and are smaller than the page", async () => {
    const source = new MemorySource();
    const logo = {
      kind: "image",
      node: "logo",
      data: picture,
      type: "image/png",
      box: { width: null, height: null },
      position: null,
    } as const;
    const { part, files } = await wordOf(source, [text("x")], {
      header: [table([row(cell([logo]), "Norrfiber")])],
      footer: [photo(source, { box: { width: 30, height: null } })],
    });
    const [image] = pictures(part("word/header1.xml"));
    expect(image!.width / image!.height).toBeCloseTo(2, 2);
    expect(image!.width).toBeLessThanOrEqual(0.3 * 170);
    expect(pictures(part("word/footer1.xml"))[0]!.width).toBeCloseTo(30, 2);
    const targets = (name: string) =>
      elementsOf(part(name), "Relationship").map(({ attributes }) => attributes.Target);
    expect(targets("word/_rels/header1.xml.rels")).toEqual(["media/image1.png"]);
    expect(targets("word/_rels/footer1.xml.rels")).toEqual(["media/photo1.jpeg"]);
    expect(targets("word/_rels/document.xml.rels").filter((target) => target!.startsWith("media"))).toEqual(
      [],
    );
    expect(Buffer.from(files["word/media/image1.png"]!).toString("base64")).toBe(picture);
  });

  test("a layout without header and footer makes a document without them", async () => {
    const { names } = await wordOf(new MemorySource(), [text("x")]);
    expect(names.filter((name) => /header|footer/.test(name))).toEqual([]);
  });
});

describe("3§3 PHOTO in WORD", () => {
  test("photos are in order, in cells too, and their bytes are stored once", async () => {
    const source = new MemorySource();
    const photos = [makePhoto(source), makePhoto(source)];
    const [first, second] = photos.map((item) => photo(source, { photo: item }));
    const { files, names, body, part } = await wordOf(source, [
      first!,
      table([row(cell([second!]), cell([first!]))]),
      { ...first!, variant: "original" },
    ]);
    const targets = new Map(
      elementsOf(part("word/_rels/document.xml.rels"), "Relationship").map(({ attributes }) => [
        attributes.Id,
        attributes.Target,
      ]),
    );
    const digests = elementsOf(body, "a:blip").map(({ attributes }) => {
      const bytes = files[`word/${targets.get(attributes["r:embed"])}`]!;
      return createHash("sha256").update(bytes).digest("hex");
    });
    const hash = (key: string) => createHash("sha256").update(source.objects.get(key)!.bytes).digest("hex");
    const [firstId, secondId] = photos.map(({ id }) => id);
    expect(digests).toEqual([
      hash(`${firstId}/rendition`),
      hash(`${secondId}/rendition`),
      hash(`${firstId}/rendition`),
      hash(`${firstId}/original`),
    ]);
    expect(names.filter((name) => name.startsWith("word/media/"))).toHaveLength(3);
    const ids = elementsOf(body, "wp:docPr").map(({ attributes }) => attributes.id);
    expect(new Set(ids).size).toBe(4);
  });

  test("photos are as large as the text area or WIDTH and HEIGHT allow, never cropped, and never wider than their cell", async () => {
    const source = new MemorySource();
    const shapes: [width: number, height: number, box: DrawnPhoto["box"]][] = [
      [1600, 1200, { width: null, height: null }],
      [1600, 1200, { width: 80, height: null }],
      [1600, 1200, { width: 80, height: 30 }],
      [1600, 1200, { width: 2000, height: null }],
      [100, 2000, { width: null, height: null }],
      [2000, 100, { width: null, height: 500 }],
    ];
    const photos = shapes.map(([width, height, box]) => {
      const picture = makePhoto(source);
      return photo(source, {
        photo: { ...picture, rendition: { ...picture.rendition, width, height } },
        box,
      });
    });
    const { body } = await wordOf(source, [...photos, table([row("x", cell([photos[0]!, photos[3]!]))])]);
    const drawings = pictures(body);
    expect(drawings[0]).toEqual({ width: 170, height: 127.5 });
    expect(drawings[1]).toEqual({ width: 80, height: 60 });
    expect(drawings[2]).toEqual({ width: 40, height: 30 });
    expect(drawings[3]).toEqual({ width: 170, height: 127.5 });
    expect(drawings[4]!.height).toBeLessThanOrEqual(257);
    expect(drawings[4]!.height).toBeGreaterThan(250);
    expect(drawings[4]!.width / drawings[4]!.height).toBeCloseTo(1 / 20, 3);
    expect(drawings[5]).toEqual({ width: 170, height: 8.5 });
    for (const inCell of drawings.slice(6)) expect(inCell.width).toBeCloseTo(0.7 * 170 - 4, 2);
  });

  test("an original is rotated upright and fitted by its displayed size", async () => {
    const source = new MemorySource();
    const rotatedPhoto = makePhoto(source, { orientation: 6 });
    const mirroredPhoto = makePhoto(source, { orientation: 2, rotation: 1 });
    const { body } = await wordOf(source, [
      photo(source, { photo: rotatedPhoto, variant: "original", box: { width: null, height: 60 } }),
      photo(source, { photo: mirroredPhoto, variant: "original", box: { width: null, height: 60 } }),
    ]);
    const transforms = elementsOf(body, "a:xfrm").map(({ attributes }) => [attributes.rot, attributes.flipH]);
    expect(transforms).toEqual([
      ["5400000", undefined],
      ["5400000", "1"],
    ]);
    // Stored sideways as 3000 × 4000, displayed as 4000 × 3000.
    expect(pictures(body)[0]).toEqual({ width: 80, height: 60 });
    expect(pictures(body)[1]).toEqual({ width: 45, height: 60 });
  });

  test("a photo has an alternative text, a picture of the layout is decorative", async () => {
    const source = new MemorySource();
    const image = {
      kind: "image",
      node: "i",
      data: picture,
      type: "image/png",
      box: { width: 20, height: null },
      position: null,
    } as const;
    const { body } = await wordOf(source, [
      photo(source, { altText: 'Photo 7: "Mast" <3>' }),
      image,
      { ...image, data: btoa("no picture") },
    ]);
    const pictureProperties = elementsOf(body, "wp:docPr");
    expect(pictureProperties.map(({ attributes }) => attributes.descr)).toEqual(['Photo 7: "Mast" <3>', ""]);
    expect(pictureProperties.map((element) => hasElement(element, "adec:decorative"))).toEqual([false, true]);
  });

  test("a photo stays on one page with its texts above and below, but not with those of the next iteration", async () => {
    const source = new MemorySource();
    const [textAbove, picture, caption] = [text("name"), photo(source), text("comment")];
    const items = [textAbove, picture, caption];
    const keepNextFlags = async (...blocks: DrawnBlock[]) =>
      elementsOf((await wordOf(source, blocks)).body, "w:p").map((paragraph) =>
        hasElement(paragraph, "w:keepNext"),
      );
    expect(await keepNextFlags(...items, ...items)).toEqual([true, true, false, true, true, false]);
    expect(await keepNextFlags(picture, caption, picture, caption)).toEqual([true, false, true, false]);
    expect(await keepNextFlags(textAbove, picture, textAbove, picture)).toEqual([true, false, true, false]);
    expect(await keepNextFlags(textAbove, picture, picture, caption, photo(source), photo(source))).toEqual([
      ...[true, false, false],
      ...[true, false, false],
    ]);
    expect(await keepNextFlags(textAbove, lineBreak(), picture, lineBreak(), caption)).toEqual(
      Array(5).fill(false),
    );
  });
});

describe("3§3 TABLE in WORD", () => {
  test("widths, header row, stripes, padding, backgrounds and borders", async () => {
    const { body } = await wordOf(new MemorySource(), [
      table(
        [
          row("a", "b"),
          row(
            "c",
            cell([text("d")], {
              background: "#00FF00",
              border: { width: 1.5, color: "#0000FF" },
              padding: { top: 1, bottom: 2, left: 3, right: 4 },
            }),
          ),
          row("e", "f"),
        ],
        { header: row("Task", "Answer"), headerBackground: "#DDDDDD", rowBackground: "#EEEEEE" },
      ),
    ]);
    const grid = elementsOf(body, "w:gridCol").map(widthInMm);
    expect(grid[0]).toBeCloseTo(51, 1);
    expect(grid[1]).toBeCloseTo(119, 1);
    const rows = elementsOf(body, "w:tbl/w:tr");
    expect(rows.map((row) => hasElement(row, "w:tblHeader"))).toEqual([true, false, false, false]);
    expect(rows.map((row) => hasElement(row, "w:cantSplit"))).toEqual([true, true, true, true]);
    const fills = rows.map((row) =>
      elementsOf(row, "w:tc").map((each) => elementsOf(each, "w:shd")[0]?.attributes["w:fill"]),
    );
    expect(fills).toEqual([
      ["DDDDDD", "DDDDDD"],
      [undefined, undefined],
      ["EEEEEE", "00FF00"],
      [undefined, undefined],
    ]);
    const styledCell = elementsOf(rows[2]!, "w:tc")[1]!;
    for (const side of childElements(elementsOf(styledCell, "w:tcBorders")[0]!))
      expect(side.attributes).toMatchObject({ "w:val": "single", "w:sz": "12", "w:color": "0000FF" });
    const padding = Object.fromEntries(
      childElements(elementsOf(styledCell, "w:tcMar")[0]!).map((side) => [
        side.name,
        Math.round(widthInMm(side)),
      ]),
    );
    expect(padding).toEqual({ "w:top": 1, "w:bottom": 2, "w:left": 3, "w:right": 4 });
    expect(valueOfElement(elementsOf(body, "w:tblBorders")[0]!, "w:insideH")).toBe("single");
  });

  test("REMOVE_BORDERS removes all borders", async () => {
    const { body } = await wordOf(new MemorySource(), [table([row("a", "b")], { borders: false })]);
    for (const side of childElements(elementsOf(body, "w:tblBorders")[0]!))
      expect(side.attributes["w:val"]).toBe("nil");
  });

  test("COLSPAN spans columns, and a short row leaves the rest of the grid empty", async () => {
    const { body } = await wordOf(new MemorySource(), [
      table([row(cell([text("wide")], { colspan: 2 }), "c"), row("a")], { widths: [20, 30, 50] }),
    ]);
    const [first, second] = elementsOf(body, "w:tr");
    expect(valueOfElement(elementsOf(first!, "w:tc")[0]!, "w:gridSpan")).toBe("2");
    expect(widthInMm(elementsOf(first!, "w:tcW")[0]!)).toBeCloseTo(85, 1);
    expect(valueOfElement(second!, "w:gridAfter")).toBe("2");
  });

  test("an empty cell contains a paragraph, and a table in a cell is followed by one", async () => {
    const { body } = await wordOf(new MemorySource(), [
      table([row(cell([]), cell([text(""), table([row("in", "ner")])]))]),
    ]);
    for (const tableCell of elementsOf(body, "w:tc"))
      expect(childElements(tableCell).at(-1)!.name).toBe("w:p");
    expect(elementsOf(body, "w:tbl")).toHaveLength(2);
    const innerWidths = elementsOf(elementsOf(body, "w:tbl")[1]!, "w:gridCol").map(widthInMm);
    expect(innerWidths[0]! + innerWidths[1]!).toBeCloseTo(0.7 * 170 - 4, 1);
  });

  test("consecutive tables stay separate, and a table without rows draws nothing", async () => {
    const { body } = await wordOf(new MemorySource(), [
      table([row("a", "b")]),
      table([]),
      table([row("c", "d")]),
    ]);
    expect(childElements(body).map(({ name }) => name)).toEqual(["w:tbl", "w:p", "w:tbl", "w:p", "w:sectPr"]);
  });

  test("a row that is taller than a page may break across pages", async () => {
    const source = new MemorySource();
    const tallPhoto = photo(source, { box: { width: null, height: 200 } });
    const { body } = await wordOf(source, [
      table([
        row("a", cell([text("line\n".repeat(100))])),
        row("b", cell([tallPhoto, tallPhoto, tallPhoto, tallPhoto])),
        row("c", cell([tallPhoto])),
      ]),
    ]);
    expect(elementsOf(body, "w:tr").map((row) => hasElement(row, "w:cantSplit"))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("a photo leaves room for the repeated header and for the texts in its cell", async () => {
    const source = new MemorySource();
    const upright = makePhoto(source);
    const tallPhoto = photo(source, {
      photo: { ...upright, rendition: { ...upright.rendition, width: 900, height: 1600 } },
    });
    const { body } = await wordOf(source, [
      table([row("x", cell([tallPhoto, text("one line")]))], {
        widths: [5, 95],
        header: row("a\nb\nc", "d"),
      }),
    ]);
    expect(pictures(body)[0]!.height).toBeLessThan(257 - 15 - 5);
    expect(pictures(body)[0]!.height).toBeGreaterThan(210);
  });
});

describe("3§3 PAGE_BREAK, LINE_BREAK and the outline", () => {
  const pageBreakFlags = (body: XmlElement) =>
    elementsOf(body, "w:p").map((paragraph) => hasElement(paragraph, "w:pageBreakBefore"));

  test("a page break starts a new page before the next content", async () => {
    const { body } = await wordOf(new MemorySource(), [text("a"), pageBreak(), text("b"), text("c")]);
    expect(pageBreakFlags(body)).toEqual([false, true, false]);
  });

  test("no page is empty after two breaks in a row, or one at the start or the end", async () => {
    const { body } = await wordOf(new MemorySource(), [
      pageBreak(),
      text("a"),
      pageBreak(),
      text(""),
      table([]),
      pageBreak(),
      text("b"),
      pageBreak(),
    ]);
    expect(pageBreakFlags(body)).toEqual([false, true]);
  });

  test("a table after a break starts on the next page too", async () => {
    const { body } = await wordOf(new MemorySource(), [text("a"), pageBreak(), table([row("b", "c")])]);
    const [, breakParagraph, tableElement] = childElements(body);
    expect([hasElement(breakParagraph!, "w:pageBreakBefore"), tableElement!.name]).toEqual([true, "w:tbl"]);
  });

  test("nothing is between a table and a break below it, which would be alone on a page if the table fills one", async () => {
    const { body } = await wordOf(new MemorySource(), [
      ...[table([row("a")]), pageBreak(), text("b"), table([row("c")]), text("d")],
      ...[table([row("e")]), pageBreak(), table([row("f")])],
    ]);
    const names = childElements(body).map(
      (element) =>
        `${element.name === "w:tbl" ? "table " : ""}${hasElement(element, "w:pageBreakBefore") ? "break " : ""}${xmlText(element)}`,
    );
    expect(names.slice(0, -1)).toEqual([
      ...["table a", "break b", "table c", "", "d", "table e", "break ", "table f", ""],
    ]);
  });

  test("a line break is an empty line", async () => {
    const { body } = await wordOf(new MemorySource(), [text("a"), lineBreak(), lineBreak(), text("b")]);
    expect(textsOf(body)).toEqual(["a", "", "", "b"]);
  });

  test("groups and tasks have bookmarks where they start, and the text after one is a heading of its level", async () => {
    const source = new MemorySource();
    const mark = (level: number, title: string): DrawnBlock => ({ kind: "mark", node: "m", level, title });
    const { body } = await wordOf(source, [
      mark(1, "Trench 1 – north"),
      text("Trench 1"),
      mark(2, "Before"),
      photo(source),
      mark(1, "مخطط 🚧"),
      mark(3, "3".repeat(300)),
      text("x"),
      mark(1, "nothing after it"),
    ]);
    const names = elementsOf(body, "w:bookmarkStart").map(({ attributes }) => attributes["w:name"]!);
    expect(names[0]).toBe("B1_Trench_1_north");
    expect(names[1]).toBe("B2_Before");
    expect(names).toHaveLength(4);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][\p{L}\p{Nd}_]{0,39}$/u);
    expect(elementsOf(body, "w:bookmarkEnd")).toHaveLength(4);
    expect(elementsOf(body, "w:p").map((paragraph) => valueOfElement(paragraph, "w:outlineLvl"))).toEqual([
      "0",
      undefined,
      "2",
    ]);
  });
});

describe.each(["WORD", "WORD_TO_PDF"] as const)("3§3 random %s layouts that obey the grammar", (type) => {
  test("make complete documents with every photo and text in order", async () => {
    const source = new MemorySource();
    const report = fullReport(source, { photos: 23 });
    let photoCount = 0;
    for (let seed = 0; seed < 120; seed++) {
      const { drawn } = resolveLayout(randomLayout(seed, type, everyName), report);
      if (drawn.type !== "WORD" && drawn.type !== "WORD_TO_PDF") throw new Error(drawn.type);
      const { names, text: read, part, body, files } = await wordOf(source, drawn.blocks, drawn);
      for (const name of names) if (/\.(xml|rels)$/.test(name)) xmlTree(read(name));
      for (const tableCell of elementsOf(body, "w:tc"))
        expect(childElements(tableCell).at(-1)!.name).toBe("w:p");
      const targets = new Map(
        elementsOf(part("word/_rels/document.xml.rels"), "Relationship").map(({ attributes }) => [
          attributes.Id,
          attributes.Target!,
        ]),
      );
      const photos = elementsOf(body, "a:blip")
        .map(({ attributes }) => targets.get(attributes["r:embed"])!)
        .filter((target) => target.endsWith("jpeg"))
        .map((target) => Buffer.from(files[`word/${target}`]!).toString("base64"));
      const expected = photosIn(drawn).map(({ photo: picture, variant }) =>
        Buffer.from(source.objects.get(picture[variant].key)!.bytes).toString("base64"),
      );
      expect(photos, `seed ${seed}`).toEqual(expected);
      for (const { width, height } of pictures(body)) {
        expect(width).toBeLessThanOrEqual(170);
        expect(height).toBeLessThanOrEqual(257);
      }
      const texts = [...drawn.blocks].flatMap((block) =>
        block.kind === "contents"
          ? [block.title]
          : [...itemsOf({ ...drawn, header: [], footer: [], blocks: [block] })].flatMap((item) =>
              item.kind === "text" && item.text !== "" ? [item.text] : [],
            ),
      );
      expect(textsOf(body).filter(Boolean), `seed ${seed}`).toEqual(texts);
      photoCount += photos.length;
    }
    expect(photoCount).toBeGreaterThan(40);
  });
});

describe("design: exports: a Word layout", () => {
  test("has its title, language and manifest", async () => {
    const { part } = await wordOf(new MemorySource(), [text("x")]);
    const properties = part("docProps/core.xml");
    expect(xmlText(elementsOf(properties, "dc:title")[0]!)).toBe("Inspection");
    expect(xmlText(elementsOf(properties, "dc:language")[0]!)).toBe("sv-SE");
    expect(valueOfElement(part("word/styles.xml"), "w:lang")).toBe("sv-SE");
    const manifest = part("customXml/item1.xml");
    expect(manifest.attributes.xmlns).toBe(manifestNamespace);
    expect(xmlText(manifest)).toBe(extras.manifest);
  });

  test("the same state gives the same bytes", async () => {
    const source = new MemorySource();
    const blocks = [text("a"), photo(source), table([row("b", "c")], { header: row("h", "i") })];
    const [first, second] = [await wordOf(source, blocks), await wordOf(source, blocks)];
    expect(first.exportFile.etag).toBe(second.exportFile.etag);
  });

  test("a layout that draws nothing also produces a valid document", async () => {
    const { body } = await wordOf(new MemorySource(), []);
    expect(childElements(body).map(({ name }) => name)).toEqual(["w:p", "w:sectPr"]);
  });

  test("every part is declared and every relationship has a target", async () => {
    const source = new MemorySource();
    const { names, part } = await wordOf(source, [photo(source)], { header: [text("h")] });
    const types = part("[Content_Types].xml");
    const overrides = elementsOf(types, "Override").map(({ attributes }) => attributes.PartName!.slice(1));
    const extensions = elementsOf(types, "Default").map(({ attributes }) => attributes.Extension!);
    for (const name of names)
      expect([name, overrides.includes(name) || extensions.includes(name.split(".").at(-1)!)]).toEqual([
        name,
        true,
      ]);
    for (const name of overrides) expect(names).toContain(name);
    for (const relations of names.filter((name) => name.endsWith(".rels"))) {
      const folder = relations.replace(/_rels\/[^/]*$/, "");
      for (const { attributes } of elementsOf(part(relations), "Relationship")) {
        const target = new URL(attributes.Target!, `https://package/${folder}`).pathname.slice(1);
        expect(names).toContain(target);
      }
    }
  });

  test("rows are generated one at a time, each exactly once", async () => {
    const source = new MemorySource();
    let yieldedCount = 0;
    const drawnRow = row("Task", cell([photo(source), text(hostileTexts.long)]));
    const rows = {
      *[Symbol.iterator]() {
        for (; yieldedCount < 2000; yieldedCount++) yield drawnRow;
      },
    };
    const { body } = await wordOf(source, [table(rows, { header: row("Task", "Answer") })]);
    expect(elementsOf(body, "w:tr")).toHaveLength(2001);
    expect(yieldedCount).toBe(2000);
  });
});
