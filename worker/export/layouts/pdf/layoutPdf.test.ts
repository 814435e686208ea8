import { describe, expect, it } from "vitest";
import { type LayoutType, layoutTypes, positions } from "#domain/layout/types.ts";
import { exportFileOf } from "#worker/export/segments.ts";
import { hostileTexts } from "#worker/export/testing/documents.ts";
import { photosIn, textsIn } from "#worker/export/testing/drawnContents.ts";
import {
  drawnCell,
  drawnGrid,
  drawnImage,
  drawnPage,
  drawnPhoto,
  drawnRow,
  drawnTable,
  drawnText,
  makeExtras,
} from "#worker/export/testing/drawnNodes.ts";
import { layoutOf, randomLayout } from "#worker/export/testing/layouts.ts";
import { checkPdf, elementsIn, linesOf, openPdf, textOf } from "#worker/export/testing/readPdf.ts";
import { everyName, fullReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import { addMissingSection } from "../missingSection.ts";
import {
  type DrawnBlock,
  type DrawnItem,
  type DrawnPage,
  pageCountMark,
  pageNumberMark,
  type RenderTree,
} from "../renderTree.ts";
import { resolveLayout } from "../resolve/resolve.ts";
import { renderPdf } from "./layoutPdf.ts";

const source = new MemorySource();

const flowTree = (
  blocks: Iterable<DrawnBlock>,
  headerAndFooter: { header?: DrawnItem[]; footer?: DrawnItem[] } = {},
): RenderTree => ({
  type: "WORD_TO_PDF",
  title: "Report",
  locale: "sv-SE",
  header: [],
  footer: [],
  blocks,
  ...headerAndFooter,
});

const pageTree = (pages: readonly DrawnPage[], type: "PDF" | "POWERPOINT" = "PDF"): RenderTree => ({
  type,
  title: "Report",
  locale: "en-GB",
  pages,
});

async function drawTree(tree: RenderTree, pages?: number) {
  const result = await renderPdf(tree, makeExtras(), { fonts: loadFont, pages });
  const bytes = source.bytesOf(result);
  return { ...result, bytes, ...(({ pages: _, ...checked }) => checked)(checkPdf(bytes)) };
}

const repeatBlocks = (count: number, blockAt: (index: number) => DrawnBlock): Iterable<DrawnBlock> => ({
  *[Symbol.iterator]() {
    for (let index = 0; index < count; index++) yield blockAt(index);
  },
});

const overlap = (a: Box, b: Box): boolean =>
  a.x + a.width > b.x + 0.1 &&
  b.x + b.width > a.x + 0.1 &&
  a.y + a.height > b.y + 0.1 &&
  b.y + b.height > a.y + 0.1;
type Box = { x: number; y: number; width: number; height: number };

describe.each(["PDF", "POWERPOINT"] as const)("3§4 page numbers of %s layouts", (type) => {
  it("are on every page, also on those that a table continues on", async () => {
    const rows = Array.from({ length: 160 }, (_, index) => drawnRow([`Row ${index}`]));
    const numbered = drawnText(`Page ${pageNumberMark} of ${pageCountMark}`, { position: "BOTTOM_RIGHT" });
    const { bytes, faults, pages } = await drawTree(
      pageTree([drawnPage([numbered]), drawnPage([numbered, drawnTable({ rows })])], type),
    );
    expect(faults).toEqual([]);
    expect(pages).toBeGreaterThanOrEqual(2);
    const document = await openPdf(bytes);
    for (let page = 1; page <= pages; page += 1)
      expect((await linesOf(document, page)).join(" ")).toContain(`Page ${page} of ${pages}`);
  });
});

describe("a PDF of a flowing layout (3§4)", () => {
  it("text extraction returns Polish, Finnish, Greek and Cyrillic names, and characters that no font has", async () => {
    const text = "Łódź, Œuvre, Ωμέγα µ, Привет, Hämeenlinna";
    const { bytes, root, faults } = await drawTree(
      flowTree([drawnText(text), drawnText("☑ klart 🚧 日本 שלום"), drawnText("e\u0301 o\u0302")]),
    );
    expect(faults).toEqual([]);
    // pdf.js reads the micro sign as the Greek letter mu.
    expect((await linesOf(await openPdf(bytes), 1))[0]).toBe(text.replace("µ", "μ"));
    expect(
      elementsIn(root)
        .filter(({ type }) => type === "P")
        .map(textOf),
    ).toEqual([text, "☑ klart 🚧 日本 שלום", "é ô"]);
  });

  it("has headings and bookmarks where groups and tasks start, a language, a title and its manifest", async () => {
    const { bytes, root } = await drawTree(
      flowTree([
        { kind: "mark", node: "n", level: 1, title: "Trench" },
        drawnText("1. Trench"),
        { kind: "mark", node: "n", level: 3, title: "Before" },
        drawnText("Before"),
        drawnText("Before it began"),
        { kind: "pageBreak", node: "b" },
        { kind: "mark", node: "n", level: 1, title: "Łódź" },
        drawnText("Nothing of it"),
      ]),
    );
    expect(elementsIn(root).map(({ type }) => type)).toEqual(["Document", "H1", "H2", "P", "P"]);
    const document = await openPdf(bytes);
    const outline = await document.getOutline();
    expect(
      outline.map(({ title, items }) => [title, items.map((child: { title: string }) => child.title)]),
    ).toEqual([
      ["Trench", ["Before"]],
      ["Łódź", []],
    ]);
    const [target] = outline[1]!.dest as [{ num: number; gen: number }];
    expect(await document.getPageIndex(target)).toBe(1);
    const { info, metadata } = await document.getMetadata();
    // With its offset from UTC.
    const [created, modified] = ["D:20260505090000+02'00'", "2026-05-05T09:00:00+02:00"];
    expect(info).toMatchObject({ Title: "Odenplan & co", Language: "sv-SE", CreationDate: created });
    expect([metadata!.get("xmp:createdate"), metadata!.get("xmp:modifydate")]).toEqual([modified, modified]);
    expect([...((await document.getAttachments())?.keys() ?? [])]).toEqual(["manifest.json"]);
  });

  it("repeats the header of a table on every page, and splits no row that fits on a page", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => drawnRow([`Row ${index}`, "x ".repeat(150)]));
    const { bytes, pages, faults, root, artifacts } = await drawTree(flowTree([drawnTable({ rows })]));
    expect(faults).toEqual([]);
    expect(pages).toBeGreaterThan(5);
    const document = await openPdf(bytes);
    let count = 0;
    for (let page = 1; page <= pages; page++) {
      const lines = await linesOf(document, page);
      expect(lines[0]).toMatch(/^Task\s+Answer$/);
      count += lines.filter((line) => line.startsWith("Row ")).length;
      // Its last line is on the same page as its first.
      expect(lines.join(" ").match(/x/g)?.length).toBe(
        lines.filter((line) => line.startsWith("Row ")).length * 150,
      );
    }
    expect(count).toBe(120);
    expect(elementsIn(root).filter(({ type }) => type === "TH")).toHaveLength(2);
    expect(artifacts.filter((text) => text === "Task")).toHaveLength(pages - 1);
  });

  it("continues a row that is taller than a page on the next page, in all its cells", async () => {
    const repeatWord = (word: string) =>
      Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join(" ");
    const photo = makePhoto(source, { id: "in-tall-row" });
    const row = drawnRow([
      drawnCell([drawnText(repeatWord("a"))], { width: 50 }),
      drawnCell([drawnText(repeatWord("b")), drawnPhoto(photo)], { width: 50 }),
    ]);
    const { faults, root, pages } = await drawTree(
      flowTree([drawnTable({ rows: [drawnRow(["1", "2"]), row] })]),
    );
    expect(faults).toEqual([]);
    expect(pages).toBeGreaterThan(3);
    const cells = elementsIn(root).filter(({ type }) => type === "TD");
    expect(cells).toHaveLength(4);
    expect(textOf(cells[2]!).trim()).toBe(repeatWord("a"));
    expect(textOf(cells[3]!).trim()).toBe(repeatWord("b"));
    expect(elementsIn(root).filter(({ type }) => type === "Figure")).toHaveLength(1);
  });

  it("shrinks photos in cells until their row fits on one page", async () => {
    const photo = makePhoto(source, { id: "tall-in-cell" });
    const tallPhoto = { ...photo, rendition: { ...photo.rendition, width: 100, height: 2000 } };
    const rows = [1, 2, 3].map(() =>
      drawnRow([
        "Task",
        drawnCell([drawnText("above"), drawnPhoto(tallPhoto), drawnText("below")], { width: 50 }),
      ]),
    );
    const { pages, faults, parts } = await drawTree(flowTree([drawnTable({ rows })]), 9);
    expect({ pages, faults }).toEqual({ pages: 3, faults: [] });
    expect(parts.filter(({ node }) => node === "photo").map(({ page }) => page)).toEqual([0, 1, 2]);
  });

  it("keeps characters within columns that are narrower than the characters", async () => {
    const widths = new Array<number>(80).fill(100 / 80);
    const row = drawnRow(widths.map((width) => drawnCell([drawnText("W")], { width })));
    const { bytes, faults } = await drawTree(flowTree([drawnTable({ header: null, widths, rows: [row] })]));
    expect(faults).toEqual([]);
    const { items } = await (await (await openPdf(bytes)).getPage(1)).getTextContent();
    const emPerLine = 481.9 / 80;
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) if ("str" in item) expect(item.transform[0] * 0.944).toBeLessThan(emPerLine);
  });

  it("numbers its pages in header and footer, which are marked as artifacts", async () => {
    const { bytes, pages, root, artifacts } = await drawTree(
      flowTree(
        repeatBlocks(140, (index) => drawnText(`Line ${index}`)),
        {
          header: [drawnTable({ header: null, rows: [drawnRow(["Siteproof", "Norrfiber"])] })],
          footer: [drawnText(`Page ${pageNumberMark} of ${pageCountMark}`)],
        },
      ),
    );
    expect(pages).toBe(3);
    const document = await openPdf(bytes);
    for (let page = 1; page <= 3; page++) {
      const lines = await linesOf(document, page);
      expect(lines).toContain(`Page ${page} of 3`);
      expect(lines.join(" ")).toMatch(/Siteproof\s+Norrfiber/);
    }
    expect(textOf(root)).not.toContain("Siteproof");
    expect(artifacts).toContain("Page 2 of 3");
  });

  it("has no empty pages after page breaks, and one page if there is no content", async () => {
    const pageBreak: DrawnBlock = { kind: "pageBreak", node: "b" };
    const { pages } = await drawTree(
      flowTree([pageBreak, drawnText("one"), pageBreak, pageBreak, drawnText("two"), pageBreak]),
    );
    expect(pages).toBe(2);
    expect((await drawTree(flowTree([]))).pages).toBe(1);
  });

  it("breaks a word of 10 000 characters, and does not split photos of 1:20", async () => {
    const photoOfSize = (id: string, width: number, height: number) => {
      const photo = makePhoto(source, { id });
      return { ...photo, rendition: { ...photo.rendition, width, height } };
    };
    const [narrowPhoto, widePhoto] = [photoOfSize("narrow", 80, 1600), photoOfSize("wide", 1600, 80)];
    const { root, faults, parts } = await drawTree(
      flowTree([
        drawnText("W".repeat(10_000)),
        drawnPhoto(narrowPhoto, { node: "narrow", position: null }),
        drawnPhoto(widePhoto, { node: "wide", position: null }),
        drawnTable({
          rows: [drawnRow(["Ö".repeat(10_000), drawnCell([drawnPhoto(narrowPhoto)], { width: 50 })])],
        }),
      ]),
      99,
    );
    expect(faults).toEqual([]);
    expect(textOf(root).match(/W/g)).toHaveLength(10_000);
    expect(textOf(root).match(/Ö/g)).toHaveLength(10_000);
    const sizeOf = (node: string) => parts.find((part) => part.node === node)!;
    expect(sizeOf("narrow").height / sizeOf("narrow").width).toBeCloseTo(20);
    expect(sizeOf("wide").width / sizeOf("wide").height).toBeCloseTo(20);
    for (const { x, y, width, height } of parts) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(596);
      expect(y + height).toBeLessThanOrEqual(842);
    }
  });

  it("accepts hostile texts everywhere", async () => {
    const texts = Object.values(hostileTexts);
    const { root, faults, bytes } = await drawTree(
      flowTree(
        [
          ...texts.map((text) => drawnText(text)),
          drawnTable({ rows: texts.map((text) => drawnRow([text, text])) }),
          ...texts.map((title): DrawnBlock => ({ kind: "mark", node: "m", level: 1, title })),
          drawnText(") Tj ET endstream endobj <<>> \\ ( %"),
        ],
        { header: texts.map((text) => drawnText(text)) },
      ),
    );
    expect(faults).toEqual([]);
    const pageText = textOf(root);
    for (const text of [
      hostileTexts.formula,
      hostileTexts.markup,
      hostileTexts.emoji,
      hostileTexts.arabic,
      ") Tj ET endstream",
    ])
      expect(pageText).toContain(text);
    expect(await (await openPdf(bytes)).getPage(1)).toBeTruthy();
  });
});

describe("a PDF of pages (3§4)", () => {
  const padding = { top: 5, bottom: 5, left: 5, right: 5 };

  it("puts texts at all eleven positions without overlaps", async () => {
    const items = positions.flatMap((position): DrawnItem[] => [
      drawnText(`${position} one`, { node: `${position} 1`, position }),
      drawnText(`${position} two`, { node: `${position} 2`, position }),
    ]);
    const photo = makePhoto(source, { id: "middle" });
    const page = drawnPage([], {
      columns: [drawnCell([...items, drawnPhoto(photo)], { padding, node: "column" })],
    });
    const { parts, faults, root } = await drawTree(pageTree([page]), 1);
    expect(faults).toEqual([]);
    const itemParts = parts.filter(({ node }) => node !== "slide" && node !== "column");
    expect(itemParts).toHaveLength(23);
    for (const [index, item] of itemParts.entries())
      for (const otherItem of itemParts.slice(index + 1))
        expect(overlap(item, otherItem), `${item.node} and ${otherItem.node}`).toBe(false);
    for (const position of positions) expect(textOf(root)).toContain(`${position} one`);
    const middleOf = (node: string) => {
      const { x, width } = itemParts.find((part) => part.node === node)!;
      return x + width / 2;
    };
    expect(middleOf("TOP_LEFT 1")).toBeLessThan(middleOf("TOP 1"));
    expect(middleOf("TOP 1")).toBeLessThan(middleOf("TOP_RIGHT 1"));
    expect(middleOf("ABOVE_CENTER 1")).toBeCloseTo(595.28 / 2, 0);
  });

  it("D7 shrinks a text that is too long for its box to 60 % at most, then ends it with an ellipsis and adds it in full", async () => {
    const page = (text: string) =>
      drawnPage([], {
        columns: [drawnCell([drawnText(text, { size: 32, position: "CENTER" })], { padding })],
      });
    const long = "Kabeln är förlagd enligt ritning. ";
    const [fitting, tooLong] = [
      await drawTree(pageTree([page(long.repeat(40))])),
      await drawTree(pageTree([page(long.repeat(400))])),
    ];
    expect(textOf(fitting.root)).toBe(long.repeat(40));
    const [shownText, full] = textOf(tooLong.root).split("…");
    expect(shownText!.length).toBeGreaterThan(1500);
    expect(full).toMatch(/^Text(er i sin helhet|s in full)/);
    expect(full!.match(/Kabeln/g)).toHaveLength(400);
    expect(textOf(tooLong.root).length).toBeGreaterThan(1500);
    for (const { bytes } of [fitting, tooLong]) {
      const { items } = await (await (await openPdf(bytes)).getPage(1)).getTextContent();
      for (const item of items) {
        if (!("str" in item) || item.str.trim() === "") continue;
        expect(item.transform[0]).toBeGreaterThanOrEqual(32 * 0.6 - 0.01);
        expect(item.transform[4] + item.width).toBeLessThan(595.28 - 14);
        expect(item.transform[5]).toBeGreaterThan(14);
      }
    }
  });

  it("is portrait, or landscape if its pictures are side by side and together wider than high, or a table has many columns", async () => {
    const photo = makePhoto(source, { id: "shape" });
    const singlePage = drawnPage([drawnPhoto(photo)]);
    const columnsPage = drawnPage([], {
      columns: [drawnCell([drawnPhoto(photo)], { width: 50 }), drawnCell([drawnPhoto(photo)], { width: 50 })],
    });
    const pair = drawnPage([drawnPhoto(photo, { half: "LEFT" }), drawnPhoto(photo, { half: "RIGHT" })]);
    const stackedPage = drawnPage([], {
      columns: [0, 1].map(() =>
        drawnCell(
          [1, 2, 3, 4].map(() => drawnPhoto(photo)),
          { width: 50 },
        ),
      ),
    });
    const tables = [4, 5].map((count) => {
      const cells = Array.from({ length: count }, (_, index) => `${index}`);
      const widths = cells.map(() => 100 / count);
      return drawnPage([drawnTable({ widths, header: drawnRow(cells), rows: [drawnRow(cells)] })]);
    });
    const document = await openPdf(
      (await drawTree(pageTree([singlePage, columnsPage, pair, stackedPage, ...tables]))).bytes,
    );
    const isLandscape = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (page) => {
        const { width, height } = (await document.getPage(page)).getViewport({ scale: 1 });
        return width > height;
      }),
    );
    expect(isLandscape).toEqual([false, true, true, false, false, true]);
  });

  it("draws the before photo in the left half and the after photo in the right", async () => {
    const photo = makePhoto(source, { id: "pair" });
    const items = (["LEFT", "RIGHT", "LEFT", "RIGHT"] as const).map((half, index) =>
      drawnPhoto(photo, { half, node: `${half} ${index}` }),
    );
    const { parts } = await drawTree(pageTree([drawnPage(items)], "POWERPOINT"), 1);
    for (const { node, x, width } of parts.filter((part) => /LEFT|RIGHT/.test(part.node))) {
      if (node.startsWith("LEFT")) expect(x + width).toBeLessThanOrEqual(480.1);
      else expect(x).toBeGreaterThanOrEqual(479.9);
    }
  });

  it("continues a table on further slides; titles are on each slide but read aloud once", async () => {
    const table = drawnTable({
      rows: [
        ...Array.from({ length: 90 }, (_, index) => drawnRow([`Row ${index}`, "x"])),
        { kind: "pageBreak", node: "b" } as const,
        drawnRow(["last", "x"]),
      ],
    });
    const page = drawnPage([drawnText("Title", { position: "TOP" }), table, drawnImage()]);
    const { bytes, pages, faults, root } = await drawTree(pageTree([page], "POWERPOINT"));
    expect(faults).toEqual([]);
    expect(pages).toBeGreaterThanOrEqual(4);
    const document = await openPdf(bytes);
    for (let number = 1; number <= pages; number++)
      expect((await linesOf(document, number)).join(" ")).toMatch(
        /Title.*Task\s+Answer|Task\s+Answer.*Title/,
      );
    expect((await linesOf(document, pages)).join(" ")).toMatch(/last/);
    expect(textOf(root).match(/Title/g)).toHaveLength(1);
    expect(await document.getOutline()).toHaveLength(1);
  });

  it("draws grids of photos upright, each uncropped with its name and comment", async () => {
    const photos = Array.from({ length: 9 }, (_, index) =>
      makePhoto(source, {
        id: `grid-${index}`,
        name: `Photo ${index}`,
        comment: index % 2 ? "långt ".repeat(99) : null,
      }),
    );
    const tree: RenderTree = {
      type: "POWERPOINT",
      title: "Report",
      locale: "sv-SE",
      pages: [drawnGrid(photos, 3, 3), drawnGrid(photos.slice(0, 1), 1, 1)],
    };
    const { faults, root, pages } = await drawTree(tree);
    expect(faults).toEqual([]);
    // The last page has the comments that the grids have no room for.
    expect(pages).toBe(3);
    expect(textOf(root)).toContain("långt ".repeat(99));
    expect(elementsIn(root).filter(({ type }) => type === "Figure")).toHaveLength(10);
    for (let index = 0; index < 9; index++) expect(textOf(root)).toContain(`Photo ${index}`);
  });
});

describe("a PDF of sheets (3§4)", () => {
  it("shows every row and cell, in columns that all rows share", async () => {
    const rows = Array.from({ length: 200 }, (_, index) => drawnRow([`a${index}`, `b${index}`, `c${index}`]));
    const { faults, root, pages } = await drawTree({
      type: "EXCEL",
      title: "Report",
      locale: "sv-SE",
      sheets: [
        {
          kind: "sheet",
          node: "s",
          name: "Mätvärden",
          widths: [20, 20, 60],
          rows: [...rows, drawnRow(["alone"])],
        },
        { kind: "sheet", node: "s", name: "Empty", widths: [], rows: [] },
      ],
    });
    expect(faults).toEqual([]);
    expect(pages).toBeGreaterThan(5);
    const texts = elementsIn(root)
      .filter(({ type }) => type === "TD")
      .map(textOf);
    expect(texts).toEqual([
      ...rows.flatMap((_, index) => [`a${index}`, `b${index}`, `c${index}`]),
      "alone",
      "",
    ]);
    expect(
      elementsIn(root)
        .filter(({ type }) => type === "H1")
        .map(textOf),
    ).toEqual(["Mätvärden", "Empty"]);
  });
});

describe("every PDF of a layout (3§4)", () => {
  it("has the same bytes for the same state, and different bytes for another state", async () => {
    const photo = makePhoto(source, { id: "same" });
    const tree = () => flowTree([drawnText("Łódź"), drawnPhoto(photo)]);
    const [first, repeatedDocument, changedDocument] = [
      await drawTree(tree()),
      await drawTree(tree()),
      await drawTree(flowTree([drawnText("Lodz")])),
    ];
    expect(Buffer.from(first.bytes).equals(repeatedDocument.bytes)).toBe(true);
    const tagOf = (segments: typeof first.segments) =>
      exportFileOf(segments, { fileName: "a", contentType: "b" }).etag;
    expect(tagOf(first.segments)).toBe(tagOf(repeatedDocument.segments));
    expect(tagOf(first.segments)).not.toBe(tagOf(changedDocument.segments));
  });

  it("contains each photo once, as one segment that is never read, with its colour components", async () => {
    const photo = makePhoto(source, { id: "once" });
    const photoWithComponents = (id: string, components: number) => {
      const otherPhoto = makePhoto(source, { id });
      return { ...otherPhoto, rendition: { ...otherPhoto.rendition, components } };
    };
    const [grey, cmyk] = [photoWithComponents("grey", 1), photoWithComponents("cmyk", 4)];
    const { segments, bytes } = await drawTree(
      flowTree([photo, photo, grey, cmyk].map((item) => drawnPhoto(item, { position: null }))),
    );
    expect(segments.flatMap((segment) => (segment.kind === "object" ? [segment.object.key] : []))).toEqual([
      "once/rendition",
      "grey/rendition",
      "cmyk/rendition",
    ]);
    const text = Buffer.from(bytes).toString("latin1");
    expect(text.match(/\/ColorSpace\/Device\w+(\/Decode)?/g)).toEqual([
      "/ColorSpace/DeviceRGB",
      "/ColorSpace/DeviceGray",
      "/ColorSpace/DeviceCMYK/Decode",
    ]);
  });

  it("stops after the pages that a preview requests, and is a valid document", async () => {
    let yieldedCount = 0;
    const blocks = repeatBlocks(100_000, (index) => {
      yieldedCount++;
      return drawnText(`Line ${index}`, { node: `n${index}` });
    });
    const { pages, isTruncated, faults, parts } = await drawTree(flowTree(blocks), 3);
    expect({ pages, cut: isTruncated, faults }).toEqual({ pages: 3, cut: true, faults: [] });
    expect(yieldedCount).toBeLessThan(500);
    expect(new Set(parts.map(({ page }) => page))).toEqual(new Set([0, 1, 2]));
    expect((await drawTree(flowTree([drawnText("one")]), 3)).isTruncated).toBe(false);
  });

  it("reports the page of each header and footer", async () => {
    const texts = ["header", "footer"].map((node) => drawnText(node, { node }));
    const headerAndFooter = { header: texts.slice(0, 1), footer: texts.slice(1) };
    const blocks = repeatBlocks(150, (index) => drawnText(`Line ${index}`));
    const { pages, parts } = await drawTree(flowTree(blocks, headerAndFooter), 9);
    expect(pages).toBeGreaterThan(1);
    for (const node of ["header", "footer"])
      expect(parts.filter((part) => part.node === node).map(({ page }) => page)).toEqual(
        Array.from({ length: pages }, (_, page) => page),
      );
  });

  it("draws a footer that is taller than a page once, after the text", async () => {
    const footer = Array.from({ length: 2000 }, (_, index) =>
      drawnText(`Footer ${index}`, { node: `footer ${index}` }),
    );
    const { pages, parts } = await drawTree(flowTree([drawnText("Text", { node: "text" })], { footer }), 60);
    expect(pages).toBeGreaterThan(10);
    expect(parts.map(({ node }) => node)).toEqual(["text", ...footer.map(({ node }) => node)]);
  });

  it.each(layoutTypes)(
    "renders random %s layouts completely, with every photo and text",
    async (type: LayoutType) => {
      const photos = new MemorySource();
      const report = fullReport(photos, { photos: 5 });
      const insertedLayout = layoutOf("WORD_TO_PDF", [["TEXT", { TEXT: "inserted" }]], "inserted");
      const full = { ...report, layouts: new Map([["inserted", insertedLayout]]) };
      const names = { ...everyName, layouts: type === "WORD_TO_PDF" ? ["inserted"] : [] };
      for (let seed = 200; seed < 220; seed++) {
        const tree = addMissingSection(resolveLayout(randomLayout(seed, type, names), full).drawn, full.plan);
        const { segments, isTruncated } = await renderPdf(tree, makeExtras(), { fonts: loadFont, pages: 60 });
        const { faults, root, artifacts } = checkPdf(photos.bytesOf({ segments }));
        expect(faults, `seed ${seed}`).toEqual([]);
        if (isTruncated) continue;
        const objectKeys = new Set(
          segments.flatMap((part) => (part.kind === "object" ? [part.object.key] : [])),
        );
        for (const { photo, variant } of photosIn(tree))
          expect(objectKeys, `seed ${seed}`).toContain(photo[variant].key);
        // Texts on slides and pages may be cut with an ellipsis.
        if (type === "POWERPOINT" || type === "PDF") continue;
        const pageText = removeWhitespace([textOf(root), ...artifacts].join(""));
        for (const text of textsIn(tree))
          if (!text.includes(pageNumberMark) && !text.includes(pageCountMark))
            expect(pageText, `seed ${seed}`).toContain(removeWhitespace(text));
      }
    },
  );
});

/** A text without the characters that line breaks and cleaning change. */
const removeWhitespace = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\p{Cc}\p{Cf}]|[\ufe00-\ufe0f]/gu, "");
