import { describe, expect, it } from "vitest";
import { unzipExport } from "#worker/export/testing/documents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { packageFaults } from "#worker/export/testing/package.ts";
import { checkPdf, openPdf } from "#worker/export/testing/readPdf.ts";
import { elementsOf, xmlText, xmlTree } from "#worker/export/testing/readXml.ts";
import { makeGroupReport, makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto, makePlan } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import { measureDrawnSides } from "./drawnSides.ts";
import { createLayoutFile } from "./layoutFile.ts";
import { splitIntoVolumes } from "./layoutVolumes.ts";
import { resolveLayout } from "./resolve/resolve.ts";

const source = new MemorySource();
const { documentation } = makePlan();

const makeVisits = (count: number, photoSize?: number) =>
  makeGroupReport(
    Array.from({ length: count }, (_, index) => {
      const id = `visit${index + 1}`;
      const photos = ["view", "side"].map((task) => {
        const photo = makePhoto(source, { id: `${task}-photo-${id}`, taskId: `${task}-${id}` });
        return photoSize ? { ...photo, rendition: { ...photo.rendition, size: photoSize } } : photo;
      });
      return makeReport({
        plan: {
          documentation: {
            ...{ ...documentation, id, name: id, alias: null },
            dateCreated: `2026-05-0${index + 1}T08:00:00Z`,
          },
        },
        tasks: [
          { id: `view-${id}`, type: "PHOTO", name: "View" },
          { id: `side-${id}`, type: "PHOTO", name: "Side" },
          { id: `depth-${id}`, type: "DECIMAL", name: "Depth", answer: "1" },
        ],
        photos,
      });
    }),
  );

const text = (TEXT: string, params: Sketch[1] = {}): Sketch => ["TEXT", { TEXT, ...params }];
const comparison = (COLUMNS: string): Sketch => ["COMPARISON", { COLUMNS }];
const pageBreak: Sketch = ["PAGE_BREAK"];
const frame: Sketch[] = [
  ["HEADER", {}, [text("Header", { ALIGNMENT: "RIGHT" })]],
  ["FOOTER", {}, [text("Page {PAGE} of {PAGES}", { ALIGNMENT: "RIGHT" })]],
];
const wide: Sketch[] = [
  ...frame,
  text("before"),
  pageBreak,
  text("title"),
  comparison("5"),
  pageBreak,
  text("after"),
];

/** The orientation of each section of a Word file, and the text of its header. */
async function wordSections(nodes: readonly Sketch[], count: number) {
  const file = await createLayoutFile(layoutOf("WORD", nodes), makeVisits(count), { fonts: loadFont });
  const { names, text: partText } = unzipExport(source, file);
  expect(packageFaults(names, partText)).toEqual([]);
  const relations = elementsOf(xmlTree(partText("word/_rels/document.xml.rels")), "Relationship");
  return elementsOf(xmlTree(partText("word/document.xml")), "w:sectPr").map((section) => {
    const [size] = elementsOf(section, "w:pgSz");
    const [header] = elementsOf(section, "w:headerReference");
    const relation = relations.find(({ attributes }) => attributes.Id === header?.attributes["r:id"]);
    return {
      isLandscape: Number(size!.attributes["w:w"]) > Number(size!.attributes["w:h"]),
      header: relation && xmlText(xmlTree(partText(`word/${relation.attributes.Target}`))),
    };
  });
}

/** The widths and texts of the pages of a PDF. */
async function pdfPages(nodes: readonly Sketch[], count: number) {
  const file = await createLayoutFile(layoutOf("WORD_TO_PDF", nodes), makeVisits(count), { fonts: loadFont });
  const bytes = source.bytesOf(file);
  expect(checkPdf(bytes).faults).toEqual([]);
  const document = await openPdf(bytes);
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent();
      const texts = items.flatMap((item: object) =>
        "str" in item && "transform" in item
          ? [{ text: String(item.str), x: (item.transform as number[])[4]! }]
          : [],
      );
      return { width: Math.round(page.getViewport({ scale: 1 }).width), texts };
    }),
  );
}

const [portraitWidth, landscapeWidth] = [595, 842];

describe("3§4 a comparison of more documentations than fit a portrait page", () => {
  it("is in a landscape section of Word, with header and footer, between its page breaks", async () => {
    const header = "Header";
    expect(await wordSections(wide, 5)).toEqual([
      { isLandscape: false, header },
      { isLandscape: true, header },
      { isLandscape: false, header },
    ]);
    expect(await wordSections([comparison("5")], 5)).toEqual([{ isLandscape: true, header: undefined }]);
    for (const [nodes, count] of [
      [wide, 3],
      [[comparison("3")], 5],
      [[["EACH", { IN: "DOCUMENTATIONS" }, [comparison("5")]] satisfies Sketch], 5],
    ] as const)
      expect(new Set((await wordSections(nodes, count)).map(({ isLandscape }) => isLandscape))).toEqual(
        new Set([false]),
      );
  });

  it("is on landscape pages of Word-to-PDF, with header and footer as wide as they are", async () => {
    const pages = await pdfPages(wide, 5);
    expect(pages.map(({ width }) => width)).toEqual([portraitWidth, landscapeWidth, portraitWidth]);
    expect(pages[1]?.texts.map(({ text: content }) => content).join(" ")).toMatch(/title .*visit5/);
    for (const [index, { width, texts }] of pages.entries())
      for (const content of ["Header", `Page ${index + 1} of 3`])
        expect(texts.find((item) => item.text === content)!.x).toBeGreaterThan(width - 160);
    expect((await pdfPages(wide, 3)).map(({ width }) => width)).toEqual([
      portraitWidth,
      portraitWidth,
      portraitWidth,
    ]);
  });

  it("has larger photos than it would have on portrait pages", () => {
    const sideOf = (columns: string) => {
      const { drawn } = resolveLayout(layoutOf("WORD", [comparison(columns)]), makeVisits(8));
      return measureDrawnSides(drawn).get("view-photo-visit1")!;
    };
    // 4 of the 8 documentations on 257 mm, and 3 on 170 mm
    expect(sideOf("5")).toBeCloseTo((257 * 0.8) / 4 - 3, 1);
    expect(sideOf("3")).toBeCloseTo((170 * 0.8) / 3 - 3, 1);
  });

  it("design§Exports continues on landscape pages in the next document", () => {
    const report = makeVisits(5, 60_000_000);
    const layout = layoutOf("WORD", [text("before"), pageBreak, comparison("5")]);
    const volumes = splitIntoVolumes(resolveLayout(layout, report));
    expect(volumes.map(({ drawn }) => drawn.type === "WORD" && [...drawn.blocks][0])).toMatchObject([
      { kind: "text" },
      { kind: "pageBreak", isLandscape: true },
    ]);
  });
});
