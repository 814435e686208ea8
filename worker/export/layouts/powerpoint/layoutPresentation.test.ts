import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { positions } from "#domain/layout/types.ts";
import { crc32 } from "#worker/export/crc32.ts";
import { manifestNamespace } from "#worker/export/documents/manifestPart.ts";
import { measureDrawnSides } from "#worker/export/layouts/drawnSides.ts";
import { exportFileOf } from "#worker/export/segments.ts";
import { hostileTexts, unzipExport } from "#worker/export/testing/documents.ts";
import { photosIn } from "#worker/export/testing/drawnContents.ts";
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
  png,
} from "#worker/export/testing/drawnNodes.ts";
import { randomLayout } from "#worker/export/testing/layouts.ts";
import { packageFaults } from "#worker/export/testing/package.ts";
import { elementsOf, xmlText, xmlTree } from "#worker/export/testing/readXml.ts";
import { everyName, fullReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { readSlides, type SlideShape } from "#worker/export/testing/slides.ts";
import { type AnyDrawnPage, createPageReference, type DrawnPhoto, type RenderTreeOf } from "../renderTree.ts";
import { resolveLayout } from "../resolve/resolve.ts";
import { renderPowerPoint } from "./layoutPresentation.ts";

const reportFile = { fileName: "report.pptx", contentType: "" };
const slide = { width: 960, height: 540 };

async function deckOf(
  source: MemorySource,
  pages: Iterable<AnyDrawnPage>,
  overrides: Partial<RenderTreeOf<"POWERPOINT">> = {},
) {
  const input = { type: "POWERPOINT", title: "Report", locale: "sv-SE", pages, ...overrides } as const;
  const file = exportFileOf(await renderPowerPoint(input, makeExtras()), reportFile);
  const archive = unzipExport(source, file);
  return { ...archive, file, slides: readSlides(archive.files, archive.text) };
}

const photosOf = (shapes: readonly SlideShape[]) => shapes.filter(({ kind }) => kind === "photo");
const textsOf = (shapes: readonly SlideShape[]) => shapes.filter(({ kind }) => kind === "text");
const tablesOf = (shapes: readonly SlideShape[]) => shapes.filter(({ kind }) => kind === "table");

/** The displayed box of a picture whose frame is rotated about its centre. */
function displayedRect({ x, y, width, height, quarters }: SlideShape) {
  if (quarters % 2 === 0) return { x, y, width, height };
  return { x: x + (width - height) / 2, y: y + (height - width) / 2, width: height, height: width };
}

function isInside(shape: SlideShape, bounds = { x: 0, y: 0, ...slide }): boolean {
  const { x, y, width, height } = displayedRect(shape);
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
  return x >= bounds.x - 0.1 && y >= bounds.y - 0.1 && x + width <= right + 0.1 && y + height <= bottom + 0.1;
}

function expectInside(shape: SlideShape, bounds?: { x: number; y: number; width: number; height: number }) {
  expect([shape.name, isInside(shape, bounds)]).toEqual([shape.name, true]);
}

/** A photo whose rendition has another aspect ratio, in pixels. */
function photoOfSize(source: MemorySource, width: number, height: number) {
  const photo = makePhoto(source);
  return { ...photo, rendition: { ...photo.rendition, width, height } };
}

const hashOf = (source: MemorySource, { photo, variant }: DrawnPhoto) =>
  createHash("sha256").update(source.objects.get(photo[variant].key)!.bytes).digest("hex");

const fullPages = (source: MemorySource) => {
  const [first, second] = [
    makePhoto(source, { name: hostileTexts.emoji }),
    makePhoto(source, { orientation: 6 }),
  ];
  const padding = { top: 10, bottom: 10, left: 12, right: 12 };
  const rows = Array.from({ length: 60 }, (_, index) => drawnRow([`Task ${index}`, hostileTexts.long]));
  return [
    drawnPage([
      drawnText("Title", { position: "TOP", size: 40, bold: true }),
      drawnPhoto(first),
      drawnImage(),
    ]),
    drawnPage([], {
      columns: [
        drawnCell([drawnPhoto(second, { variant: "original" })], {
          width: 60,
          padding,
          background: "#F3F5F7",
          border: { width: 2, color: "#1F5A94" },
        }),
        drawnCell(
          Object.values(hostileTexts).map((text, index) => drawnText(text, { position: positions[index]! })),
          { width: 40, padding },
        ),
      ],
    }),
    drawnPage([drawnText("Answers", { position: "TOP_LEFT", size: 24 }), drawnTable({ rows })]),
    drawnGrid([first, second, first], 2, 2),
  ];
};

test("2§2 a reference has the slides of two pages, and links to the first", async () => {
  const rows = Array.from({ length: 60 }, (_, index) => drawnRow([`Row ${index}`, hostileTexts.long]));
  const { text, names } = await deckOf(new MemorySource(), [
    drawnPage([
      drawnText(`${createPageReference(1, 2)} ${createPageReference(2)}`, { position: "TOP_LEFT" }),
    ]),
    // Continues on further slides.
    drawnPage([drawnTable({ rows })], { anchor: 1 }),
    drawnPage([drawnText("last", { position: "TOP_LEFT" })], { anchor: 2 }),
  ]);
  const slideCount = names.filter((name) => /slides\/slide\d+\.xml$/.test(name)).length;
  expect(slideCount).toBeGreaterThan(4);
  const slideXml = text("ppt/slides/slide1.xml");
  expect(elementsOf(xmlTree(slideXml), "a:t").map(xmlText)).toEqual([
    "Page",
    `2–${slideCount}`,
    " ",
    String(slideCount),
  ]);
  const relations = text("ppt/slides/_rels/slide1.xml.rels");
  const targets = [...slideXml.matchAll(/hlinkClick r:id="([^"]*)"/g)].map(
    ([, id]) => new RegExp(`Id="${id}"[^>]*Target="([^"]*)"`).exec(relations)?.[1],
  );
  expect(targets).toEqual(["slide2.xml", `slide${slideCount}.xml`]);
  expect(packageFaults(names, text)).toEqual([]);
});

test("2§2 the texts of a row with a maximum height shrink, are cut, and follow in full", async () => {
  const long = Array.from({ length: 1500 }, (_, index) => `w${index}`).join(" ");
  const source = new MemorySource();
  const photo = drawnPhoto(makePhoto(source));
  const row = { ...drawnRow([long, drawnCell([photo], { width: 50, isCentered: true })]), maxHeight: 60 };
  const { slides } = await deckOf(source, [drawnPage([drawnTable({ header: null, rows: [row, row] })])]);
  const [table] = tablesOf(slides[0]!.shapes);
  expect(table!.height).toBeCloseTo((2 * 60 * 72) / 25.4, 0);
  const [first] = photosOf(slides[0]!.shapes).map(displayedRect);
  expect(first!.x + first!.width / 2).toBeCloseTo(table!.x + table!.width * 0.75, 0);
  const fullTextTables = slides.slice(1).flatMap(({ shapes }) => tablesOf(shapes));
  expect(fullTextTables).not.toEqual([]);
});

test("3§4 slides have their number as a field, and the number of slides", async () => {
  const numbered = drawnText("\ue010 / \ue011", { position: "BOTTOM_RIGHT" });
  const pages = Array.from({ length: 12 }, () => drawnPage([numbered]));
  const { text, slides } = await deckOf(new MemorySource(), pages);
  expect(slides).toHaveLength(12);
  const xml = text("ppt/slides/slide11.xml");
  expect(xml).toMatch(/<a:fld id="[^"]+" type="slidenum">.*<a:t>11<\/a:t><\/a:fld>/);
  expect(xml).toMatch(/<a:t> \/ <\/a:t>.*<a:t>12<\/a:t>/);
});

describe("3§3 PowerPoint layouts: the package", () => {
  test("every part is well-formed and declared, and every relationship has its target; there are no notes", async () => {
    const source = new MemorySource();
    const { names, text } = await deckOf(source, fullPages(source));
    expect(packageFaults(names, text)).toEqual([]);
    expect(names.filter((name) => name.includes("notesSlides"))).toEqual([]);
    expect(text("docProps/core.xml")).toContain("<dc:title>Odenplan &amp; co</dc:title>");
    expect(text("docProps/core.xml")).toContain("<dc:language>sv-SE</dc:language>");
    expect(text("docProps/app.xml")).toContain("<Company>Norrfiber</Company>");
  });

  test("the same state gives the same bytes, even if generated concurrently", async () => {
    const source = new MemorySource();
    const pages = fullPages(source);
    const files = await Promise.all([deckOf(source, pages), deckOf(source, pages)]);
    const secondDeck = await deckOf(source, structuredClone(pages));
    expect(new Set([...files, secondDeck].map(({ file }) => file.etag)).size).toBe(1);
    expect(crc32(source.bytesOf(secondDeck.file))).toBe(secondDeck.file.crc32);
  });

  test("the manifest is custom XML of the presentation", async () => {
    const source = new MemorySource();
    const { text } = await deckOf(source, fullPages(source));
    expect(text("ppt/_rels/presentation.xml.rels")).toMatch(
      /\/customXml" Target="\.\.\/customXml\/item1\.xml"/,
    );
    const manifest = xmlTree(text("customXml/item1.xml"));
    expect(manifest.attributes.xmlns).toBe(manifestNamespace);
    expect(xmlText(manifest)).toBe(makeExtras().manifest);
  });

  test("every slide has a unique title, and every run has the language", async () => {
    const source = new MemorySource();
    const { slides, names, text } = await deckOf(source, fullPages(source));
    const titles = slides.map(({ title }) => title);
    expect(titles.slice(0, 3)).toEqual(["Page", "Page (2)", "Page (3)"]);
    expect(new Set(titles).size).toBe(titles.length);
    for (const name of names.filter((part) => /slides\/slide\d+\.xml$/.test(part))) {
      const runs = elementsOf(xmlTree(text(name)), "a:rPr");
      expect(runs.map(({ attributes }) => attributes.lang)).toEqual(runs.map(() => "sv-SE"));
    }
  });

  test("names and ids of shapes are unique on their slide", async () => {
    const source = new MemorySource();
    for (const { shapes } of (await deckOf(source, fullPages(source))).slides) {
      const attributes = shapes.map(({ element }) => elementsOf(element, "p:cNvPr")[0]!.attributes);
      expect(new Set(attributes.map(({ name }) => name)).size).toBe(shapes.length);
      expect(new Set(attributes.map(({ id }) => id)).size).toBe(shapes.length);
    }
  });

  test("a layout without slides also produces a valid presentation", async () => {
    const { slides, names, text } = await deckOf(new MemorySource(), []);
    expect(slides).toEqual([]);
    expect(packageFaults(names, text)).toEqual([]);
  });
});

describe("3§3 PHOTO on slides", () => {
  test("each photo is on its slide, uncropped, with its aspect ratio, and its bytes are in the package once", async () => {
    const source = new MemorySource();
    const photos = [
      [4000, 3000],
      [900, 1600],
      [2000, 100],
      [100, 2000],
      [1, 1],
    ].map(([width, height]) => drawnPhoto(photoOfSize(source, width!, height!)));
    const pages = [...photos, ...photos].map((photo) => drawnPage([photo]));
    const { slides, names } = await deckOf(source, pages);
    expect(slides.length).toBe(10);
    slides.forEach(({ shapes }, index) => {
      const photo = photos[index % photos.length]!;
      const [actual, ...otherPhotos] = photosOf(shapes);
      expect(otherPhotos).toEqual([]);
      expect(actual!.sha256).toBe(hashOf(source, photo));
      expect(actual!.altText).toBe(photo.altText);
      const { width, height } = photo.photo.rendition;
      expect(actual!.width / actual!.height / (width / height)).toBeCloseTo(1, 2);
      // It fills the slide in one direction.
      expect(Math.min(slide.width - actual!.width, slide.height - actual!.height)).toBeLessThan(0.1);
      expectInside(actual!);
    });
    expect(names.filter((name) => name.includes("/media/")).length).toBe(photos.length);
  });

  test("WIDTH and HEIGHT in millimetres limit a photo, and POSITION aligns it", async () => {
    const source = new MemorySource();
    const itemAt = (position: DrawnPhoto["position"], width: number | null, height: number | null) =>
      drawnPage([drawnPhoto(photoOfSize(source, 400, 300), { position, box: { width, height } })]);
    const { slides } = await deckOf(source, [
      itemAt("TOP_LEFT", 50.8, null),
      itemAt("BOTTOM_RIGHT", null, 25.4),
      itemAt("CENTER", 25.4, 100),
    ]);
    const actual = slides.map(({ shapes }) => photosOf(shapes)[0]!);
    const roundedBoxes = actual.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round));
    expect(roundedBoxes).toEqual([
      [0, 0, 144, 108],
      [864, 468, 96, 72],
      [444, 243, 72, 54],
    ]);
  });

  test("an original is turned upright by its frame, according to EXIF and the reviewer's rotation", async () => {
    const source = new MemorySource();
    const rotatedPhoto = makePhoto(source, { orientation: 6 });
    const mirroredPhoto = makePhoto(source, { orientation: 5, rotation: 2 });
    const pages = [rotatedPhoto, mirroredPhoto].map((photo) =>
      drawnPage([drawnPhoto(photo, { variant: "original" })]),
    );
    const { slides } = await deckOf(source, pages);
    const actual = slides.map(({ shapes }) => photosOf(shapes)[0]!);
    expect(actual.map(({ quarters, flipH }) => [quarters, flipH])).toEqual([
      [1, false],
      [1, true],
    ]);
    for (const photo of actual) {
      // The stored pixels are 3:4; displayed 4:3, they fill the height of the slide.
      expect(photo.width / photo.height).toBeCloseTo(3 / 4, 3);
      expect(displayedRect(photo).height).toBeCloseTo(slide.height, 1);
      expectInside(photo);
    }
  });

  test("3§4 PRE_POST: each photo of a pair is in its half", async () => {
    const source = new MemorySource();
    const beforePhoto = drawnPhoto(photoOfSize(source, 400, 300), { position: "LEFT", half: "LEFT" });
    const afterPhoto = drawnPhoto(photoOfSize(source, 300, 400), { position: "RIGHT", half: "RIGHT" });
    const { slides } = await deckOf(source, [drawnPage([beforePhoto, afterPhoto]), drawnPage([afterPhoto])]);
    const [left, right] = photosOf(slides[0]!.shapes);
    expect([left!.sha256, right!.sha256]).toEqual([hashOf(source, beforePhoto), hashOf(source, afterPhoto)]);
    expectInside(left!, { x: 0, y: 0, width: 480, height: 540 });
    expectInside(right!, { x: 480, y: 0, width: 480, height: 540 });
    expectInside(photosOf(slides[1]!.shapes)[0]!, { x: 480, y: 0, width: 480, height: 540 });
  });

  test("images of the layout are stored once and have no alternative text; data that is not a picture is left out", async () => {
    const source = new MemorySource();
    const pages = [
      drawnPage([drawnImage()]),
      drawnPage([drawnImage(), drawnImage({ data: "AAAA" }), drawnImage({ data: "%" })]),
    ];
    const { slides, names, files } = await deckOf(source, pages);
    expect(slides.map(({ shapes }) => photosOf(shapes).length)).toEqual([1, 1]);
    expect(photosOf(slides[0]!.shapes)[0]!.altText).toBe("");
    expect(names.filter((name) => name.includes("/media/"))).toEqual(["ppt/media/image1.png"]);
    expect(Buffer.from(files["ppt/media/image1.png"]!).toString("base64")).toBe(png);
  });

  test("3§4 PHOTO_GRID: every photo is in its cell with name and comment below it", async () => {
    const source = new MemorySource();
    const photos = Array.from({ length: 8 }, (_, index) =>
      makePhoto(source, { name: `Photo ${index}`, comment: index === 3 ? "word ".repeat(300) : "fine" }),
    );
    const sizes = [
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 2],
      [3, 3],
    ] as const;
    const pages = sizes.map(([columns, rows]) => drawnGrid(photos.slice(0, columns * rows), columns, rows));
    const { slides } = await deckOf(source, [
      ...pages,
      drawnGrid(photos.slice(0, 1), 1, 1, { background: "#101010" }),
    ]);
    slides.slice(0, 5).forEach(({ shapes }, index) => {
      const actual = photosOf(shapes);
      const [columns, rows] = sizes[index]!;
      expect(actual.map(({ sha256 }) => sha256)).toEqual(
        photos.slice(0, columns * rows).map((photo) => hashOf(source, drawnPhoto(photo))),
      );
      for (const shape of [...actual, ...textsOf(shapes)]) expectInside(shape);
      actual.forEach((photo, index) => {
        const name = textsOf(shapes).find(({ text }) => text === `Photo ${index}`)!;
        expect(name.y).toBeGreaterThanOrEqual(photo.y + photo.height);
        expect(name.y).toBeLessThan(photo.y + photo.height + 10);
        expect(name.x + name.width / 2).toBeCloseTo(photo.x + photo.width / 2, 0);
      });
      if (columns * rows > 3) expect(textsOf(shapes).some(({ text }) => text.endsWith("…"))).toBe(true);
    });
    expect(JSON.stringify(textsOf(slides[5]!.shapes)[0]!.element)).toContain("FFFFFF");
  });

  test("each of 1000 photos is on its own slide", async () => {
    const source = new MemorySource();
    const photos = Array.from({ length: 1000 }, () => drawnPhoto(makePhoto(source)));
    const { slides } = await deckOf(
      source,
      photos.map((photo) => drawnPage([photo])),
    );
    expect(slides.map(({ shapes }) => photosOf(shapes)[0]!.sha256)).toEqual(
      photos.map((photo) => hashOf(source, photo)),
    );
  });
});

describe("3§4 COLUMN and TEXT on slides", () => {
  test("columns are side by side with background, border and padding", async () => {
    const padding = { top: 25.4, bottom: 0, left: 25.4, right: 0 };
    const columns = [
      drawnCell([drawnText("one", { position: "TOP_LEFT", size: 20 })], {
        width: 25,
        background: "#AABBCC",
        padding,
      }),
      drawnCell([drawnText("two", { position: "BOTTOM_RIGHT", alignment: "RIGHT", size: 20 })], {
        width: 75,
        border: { width: 4, color: "#102030" },
      }),
    ];
    const { slides } = await deckOf(new MemorySource(), [drawnPage([], { columns, background: "#FFEE00" })]);
    const { shapes, background } = slides[0]!;
    expect(background).toBe("FFEE00");
    const [first, second] = shapes.filter(({ kind }) => kind === "panel");
    expect([first!.x, first!.width, first!.height].map(Math.round)).toEqual([0, 240, 540]);
    expect([second!.x, second!.width].map(Math.round)).toEqual([242, 716]);
    const [firstText, secondText] = textsOf(shapes);
    expect([firstText!.x, firstText!.y].map(Math.round)).toEqual([72, 72]);
    expect(secondText!.x + secondText!.width).toBeCloseTo(956, 0);
    expect(secondText!.y + secondText!.height).toBeCloseTo(536, 0);
  });

  test("D7 PptxGenJS#544 a text too long for its column shrinks to 60 %, ends in an ellipsis within its box, and follows in full", async () => {
    const words = Array.from({ length: 4000 }, (_, index) => `w${index} `).join("");
    const long = [words, "å".repeat(10_000), "日本語".repeat(4000)];
    const pages = long.map((text) => drawnPage([drawnText(text, { position: "CENTER", size: 30 })]));
    const { slides, words: wordsOf } = await deckOf(new MemorySource(), pages);
    expect(slides.length).toBeGreaterThan(long.length + 1);
    const fullTexts = slides
      .slice(long.length)
      .map((_, index) => wordsOf(new RegExp(`slides/slide${long.length + 1 + index}\\.xml$`)))
      .join("");
    expect(fullTexts).toContain("Texter i sin helhet");
    expect(words.split(" ").filter((word) => !fullTexts.includes(word))).toEqual([]);
    expect(fullTexts.match(/å/g)!.length).toBeGreaterThanOrEqual(10_000);
    expect(fullTexts.match(/日/g)).toHaveLength(4000);
    for (const { shapes } of slides.slice(0, long.length)) {
      const [text] = textsOf(shapes);
      expect(text!.text).toMatch(/…$/);
      expect(text!.sizes).toEqual([18]);
      expectInside(text!);
    }
  });

  test("texts of every kind are kept, formulas and markup unchanged", async () => {
    const texts = Object.values(hostileTexts);
    const { words } = await deckOf(
      new MemorySource(),
      texts.map((text) => drawnPage([drawnText(text, { position: "TOP" })])),
    );
    const slideTexts = words(/slides\/slide\d+\.xml$/);
    for (const text of [
      hostileTexts.formula,
      hostileTexts.markup,
      hostileTexts.emoji,
      hostileTexts.arabic,
      hostileTexts.long.trim(),
    ])
      expect(slideTexts).toContain(text);
    expect(slideTexts).toContain("null bell escape lone�");
  });

  test("right-to-left texts are laid out right to left", async () => {
    const page = drawnPage([drawnText(`${hostileTexts.arabic}\nplain`, { position: "TOP_LEFT" })]);
    const { slides } = await deckOf(new MemorySource(), [page]);
    const paragraphProperties = elementsOf(textsOf(slides[0]!.shapes)[0]!.element, "a:pPr");
    expect(paragraphProperties.map(({ attributes }) => attributes)).toEqual([
      { algn: "r", rtl: "1" },
      { algn: "l" },
    ]);
  });
});

describe("3§3 TABLE on slides", () => {
  const rowsOf = (count: number, text = (index: number) => `Answer ${index}`) =>
    Array.from({ length: count }, (_, index) => drawnRow([`Task ${index}`, text(index)]));

  test("a table continues on further slides with its header, and every row appears once, in order", async () => {
    const rows = rowsOf(300, (index) => (index % 50 === 7 ? hostileTexts.long : `Answer ${index}`));
    const source = new MemorySource();
    const page = drawnPage([
      drawnText("Answers", { position: "TOP", size: 24 }),
      drawnTable({ rows }),
      drawnImage(),
      drawnPhoto(makePhoto(source), { position: "BOTTOM", box: { width: 30, height: null } }),
    ]);
    const { slides } = await deckOf(source, [page]);
    expect(slides.length).toBeGreaterThan(5);
    const tables = slides.map(({ shapes }) => tablesOf(shapes)[0]!);
    for (const [index, { shapes }] of slides.entries()) {
      const table = tables[index]!;
      expect(table.rows[0]).toEqual(["Task", "Answer"]);
      expect(table.rows.length).toBeGreaterThan(1);
      expect(elementsOf(table.element, "a:tblPr")[0]!.attributes.firstRow).toBe("1");
      expectInside(table);
      const [heading] = textsOf(shapes);
      expect(heading!.text).toBe("Answers");
      expect(table.y).toBeGreaterThanOrEqual(heading!.y + heading!.height);
      // Images are on every slide, photos only on the first.
      expect(photosOf(shapes).length).toBe(index === 0 ? 2 : 1);
    }
    const first = tables.flatMap(({ rows: actual }) => actual.slice(1).map(([task]) => task));
    expect(first).toEqual(rows.map((_, index) => `Task ${index}`));
  });

  test("a PAGE_BREAK continues on the next slide; breaks in a row and at the end leave no slide empty", async () => {
    const pageBreak = { kind: "pageBreak", node: "break" } as const;
    const [a, b, c] = rowsOf(3);
    const table = drawnTable({ rows: [pageBreak, a!, pageBreak, pageBreak, b!, c!, pageBreak] });
    const { slides } = await deckOf(new MemorySource(), [drawnPage([table])]);
    expect(slides.map(({ shapes }) => tablesOf(shapes)[0]!.rows.map(([task]) => task))).toEqual([
      ["Task", "Task 0"],
      ["Task", "Task 1", "Task 2"],
    ]);
  });

  test("stripes, borders, colspan: every row has a cell for each column", async () => {
    const rows = [
      drawnRow([drawnCell([drawnText("Group")], { colspan: 9, background: "#ABCDEF" })]),
      drawnRow([
        "a",
        drawnCell([drawnText("b"), drawnText("c")], { border: { width: 2, color: "#FF0000" } }),
      ]),
      drawnRow(["alone"]),
      drawnRow(["d", "e", "one too many"]),
    ];
    const { slides } = await deckOf(new MemorySource(), [
      drawnPage([drawnTable({ rows, header: null, borders: false })]),
    ]);
    const { element, rows: actual } = tablesOf(slides[0]!.shapes)[0]!;
    expect(actual).toEqual([
      ["Group", ""],
      ["a", "b\nc"],
      ["alone", ""],
      ["d", "e"],
    ]);
    const [group] = elementsOf(element, "a:tc");
    expect(group!.attributes).toEqual({ gridSpan: "2" });
    expect(elementsOf(element, "a:tc").filter(({ attributes }) => attributes.hMerge === "1").length).toBe(1);
    const fills = elementsOf(element, "a:tcPr").map((cell) => elementsOf(cell, "a:solidFill").length);
    // The cell's own background; none; none, with four red borders; the banding of every second row.
    expect(fills).toEqual([1, 0, 1, 5, 0, 0, 1, 1]);
    expect(elementsOf(element, "a:tblPr")[0]!.attributes).toEqual({});
  });

  test("a row taller than a slide shrinks or continues on the next ones, and a table without rows has its header", async () => {
    const words = Array.from({ length: 4000 }, (_, index) => `w${index}`);
    const shrinkingText = "word ".repeat(700).trim();
    const rows = [
      ...rowsOf(2),
      ...rowsOf(1, () => shrinkingText),
      ...rowsOf(1, () => words.join(" ")),
      ...rowsOf(1),
    ];
    const { slides } = await deckOf(new MemorySource(), [
      drawnPage([drawnTable({ rows })]),
      drawnPage([drawnTable({ rows: [] })]),
      drawnPage([drawnTable({ rows: [], header: null })]),
    ]);
    const tables = slides.flatMap(({ shapes }) => tablesOf(shapes));
    for (const table of tables) expectInside(table);
    const actual = tables.slice(0, -1).flatMap((table) => table.rows.slice(1));
    expect(actual.filter(([task]) => task !== "").map(([task]) => task)).toEqual([
      "Task 0",
      "Task 1",
      "Task 0",
      "Task 0",
      "Task 0",
    ]);
    expect(actual[2]![1]).toBe(shrinkingText);
    expect(actual.slice(3, -1).length).toBeGreaterThan(2);
    expect(
      actual
        .slice(3, -1)
        .map(([, answer]) => answer)
        .join(" "),
    ).toBe(words.join(" "));
    expect(tables.at(-1)!.rows.length).toBe(1);
    expect(slides.at(-1)!.shapes.filter(({ kind }) => kind === "table")).toEqual([]);
  });

  test("rows are as tall as their texts and insets need, even with empty cells", async () => {
    const rows = Array.from({ length: 80 }, (_, index) =>
      drawnRow(
        index % 3 === 0
          ? ["Group"]
          : index % 3 === 1
            ? ["", drawnCell([])]
            : [drawnCell([drawnText("x", { size: 6 })], { colspan: 2 })],
      ),
    );
    const { slides } = await deckOf(new MemorySource(), [drawnPage([drawnTable({ rows, header: null })])]);
    const tables = slides.flatMap(({ shapes }) => tablesOf(shapes));
    expect(tables.flatMap((table) => table.rows).length).toBe(80);
    for (const { element } of tables)
      for (const row of elementsOf(element, "a:tr"))
        for (const cell of elementsOf(row, "a:tc")) {
          const sizes = elementsOf(cell, "a:p").map((paragraph) =>
            [...elementsOf(paragraph, "a:rPr"), ...elementsOf(paragraph, "a:endParaRPr")].map(
              ({ attributes }) => Number(attributes.sz),
            ),
          );
          const { marT, marB } = elementsOf(cell, "a:tcPr")[0]!.attributes;
          const lines = sizes.reduce(
            (sum, fontSizes) => sum + (Math.max(...fontSizes) / 100) * 1.2 * 12_700,
            0,
          );
          expect(Number(row.attributes.h) + 2).toBeGreaterThanOrEqual(lines + Number(marT) + Number(marB));
        }
  });

  test("pictures of cells are drawn over them, above their texts, and a row with its pictures is never split", async () => {
    const source = new MemorySource();
    const rows = Array.from({ length: 9 }, (_, index) =>
      drawnRow([
        `Task ${index}`,
        drawnCell([
          drawnPhoto(makePhoto(source, { orientation: (index % 8) + 1 }), {
            position: null,
            box: { width: null, height: 40 },
          }),
          drawnText(`Caption ${index}`, { size: 10 }),
        ]),
      ]),
    );
    const { slides } = await deckOf(source, [drawnPage([drawnTable({ rows })])]);
    expect(slides.length).toBeGreaterThan(2);
    let photoCount = 0;
    for (const { shapes } of slides) {
      const [table] = tablesOf(shapes);
      const pictures = photosOf(shapes);
      photoCount += pictures.length;
      const heights = elementsOf(table!.element, "a:tr").map(
        ({ attributes }) => Number(attributes.h) / 12_700,
      );
      const [header, ...bodyHeights] = heights;
      expect(pictures.length).toBe(bodyHeights.length);
      expectInside(table!);
      let top = table!.y + header!;
      bodyHeights.forEach((height, index) => {
        const { y, height: pictureHeight } = displayedRect(pictures[index]!);
        expectInside(pictures[index]!, { ...table!, y: top, height });
        const cell = elementsOf(elementsOf(table!.element, "a:tr")[index + 1]!, "a:tc/a:tcPr")[1]!;
        expect(top + Number(cell.attributes.marT) / 12_700).toBeGreaterThanOrEqual(y + pictureHeight);
        top += height;
      });
    }
    expect(photoCount).toBe(rows.length);
  });

  test("a picture and a long text that are taller than a slide together share it, and the text continues", async () => {
    const source = new MemorySource();
    const words = Array.from({ length: 3000 }, (_, index) => `w${index}`).join(" ");
    const photo = drawnPhoto(photoOfSize(source, 600, 3000), { position: null });
    const { slides } = await deckOf(source, [
      drawnPage([drawnTable({ rows: [drawnRow(["Task", drawnCell([photo, drawnText(words)])])] })]),
    ]);
    expect(slides.flatMap(({ shapes }) => photosOf(shapes)).length).toBe(1);
    for (const { shapes } of slides)
      for (const shape of shapes) if (shape.kind !== "title") expectInside(shape);
    const texts = slides.map(({ shapes }) => tablesOf(shapes)[0]!.rows[1]![1]);
    expect(texts.join(" ")).toBe(words);
  });

  test("a text without a position continues on as many slides as it needs", async () => {
    const words = Array.from({ length: 6000 }, (_, index) => `w${index}`).join(" ");
    const { slides } = await deckOf(new MemorySource(), [
      drawnPage([drawnText(words, { size: 20 }), drawnText("After")]),
    ]);
    const texts = slides.flatMap(({ shapes }) => textsOf(shapes));
    for (const text of texts) expectInside(text);
    expect(texts.map(({ text }) => text).join(" ")).toBe(`${words} After`);
  });

  test("tables and texts without a position follow one another down the column", async () => {
    const page = drawnPage([
      drawnText("Missing", { size: 24 }),
      drawnTable({ rows: rowsOf(30) }),
      drawnText("More"),
      drawnTable({ rows: rowsOf(2) }),
    ]);
    const { slides } = await deckOf(new MemorySource(), [page]);
    expect(slides.map(({ shapes }) => shapes.slice(1).map(({ kind }) => kind))).toEqual([
      ["text", "table"],
      ["table", "text", "table"],
    ]);
    for (const { shapes } of slides) for (const shape of shapes.slice(1)) expectInside(shape);
  });

  test("rows are generated as they are drawn, each exactly once", async () => {
    let yieldedCount = 0;
    const rows = {
      *[Symbol.iterator]() {
        for (; yieldedCount < 2000; yieldedCount++) yield drawnRow([`Task ${yieldedCount}`, "Answer"]);
      },
    };
    const { slides } = await deckOf(new MemorySource(), [drawnPage([drawnTable({ rows })])]);
    expect(yieldedCount).toBe(2000);
    expect(slides.flatMap(({ shapes }) => tablesOf(shapes)[0]!.rows.slice(1)).length).toBe(2000);
  });
});

describe("3§3 random PowerPoint layouts that obey the grammar", () => {
  test("every photo is drawn, and nothing overlaps or leaves its slide", async () => {
    const source = new MemorySource();
    const report = fullReport(source, { photos: 5 });
    const faults: string[] = [];
    let photoCount = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { drawn } = resolveLayout(randomLayout(seed, "POWERPOINT", everyName), report);
      if (drawn.type !== "POWERPOINT") throw new Error(drawn.type);
      const { slides, names, text } = await deckOf(source, drawn.pages);
      faults.push(...packageFaults(names, text).map((fault) => `seed ${seed}: ${fault}`));
      const images = photosOf(slides.flatMap(({ shapes }) => shapes)).filter(
        ({ altText }) => altText !== "" && !altText.startsWith("QR code"),
      );
      // Photos of tables are drawn after those with a position.
      expect([seed, images.map(({ sha256 }) => sha256).toSorted()]).toEqual([
        seed,
        photosIn(drawn)
          .map((photo) => hashOf(source, photo))
          .toSorted(),
      ]);
      photoCount += images.length;
      const sides = measureDrawnSides(drawn);
      for (const drawnPhoto of photosIn(drawn)) {
        const hash = hashOf(source, drawnPhoto);
        const lengths = images.flatMap(({ sha256, width, height }) =>
          sha256 === hash ? [width, height] : [],
        );
        if ((Math.max(...lengths) / 72) * 25.4 > sides.get(drawnPhoto.photo.id)! + 0.1)
          faults.push(`seed ${seed}: ${drawnPhoto.photo.id} is larger than measured`);
      }
      slides.forEach(({ shapes }, index) => {
        const contentShapes = shapes.filter(({ kind }) => kind !== "title" && kind !== "panel");
        const label = `seed ${seed}, slide ${index + 1}`;
        for (const [index, shape] of contentShapes.entries()) {
          if (!isInside(shape)) faults.push(`${label}: ${shape.name} leaves it`);
          for (const otherShape of contentShapes.slice(index + 1))
            if (overlap(shape, otherShape) && !isInTable(otherShape, shape))
              faults.push(`${label}: ${shape.name} and ${otherShape.name} overlap`);
        }
      });
    }
    expect(faults).toEqual([]);
    expect(photoCount).toBeGreaterThan(50);
  });
});

/** Pictures of cells are over their table. */
const isInTable = (picture: SlideShape, table: SlideShape): boolean =>
  table.kind === "table" && picture.kind === "photo" && isInside(picture, table);

function overlap(shape: SlideShape, otherShape: SlideShape): boolean {
  const [a, b] = [displayedRect(shape), displayedRect(otherShape)];
  const areApart = (start: number, length: number, next: number, nextLength: number) =>
    start + length <= next + 0.1 || next + nextLength <= start + 0.1;
  return !areApart(a.x, a.width, b.x, b.width) && !areApart(a.y, a.height, b.y, b.height);
}
