import { describe, expect, it } from "vitest";
import { unzipExport } from "#worker/export/testing/documents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { packageFaults } from "#worker/export/testing/package.ts";
import { checkPdf, elementsIn, openPdf, textOf } from "#worker/export/testing/readPdf.ts";
import { elementsOf, xmlText, xmlTree } from "#worker/export/testing/readXml.ts";
import { makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import { createLayoutFile } from "./layoutFile.ts";

const url = "https://console.example/documentation/details/documentation-1";
const linked: Sketch = ["TEXT", { TEXT: "Open {LINK}" }];
const plain: Sketch = ["TEXT", { TEXT: "No link" }];
const row = (...texts: readonly Sketch[]): Sketch => ["ROW", {}, texts.map((text) => ["COLUMN", {}, [text]])];

async function fileOf(source: MemorySource, ...[type, sketches]: Parameters<typeof layoutOf>) {
  const report = makeReport({ photos: [makePhoto(source), makePhoto(source)] });
  return createLayoutFile(layoutOf(type, sketches), report, { fonts: loadFont });
}

async function unzipLayout(...args: Parameters<typeof layoutOf>) {
  const source = new MemorySource();
  const archive = unzipExport(source, await fileOf(source, ...args));
  expect(packageFaults(archive.names, archive.text)).toEqual([]);
  const targetsOf = (part: string) =>
    new Map(
      elementsOf(xmlTree(archive.text(part)), "Relationship")
        .filter(({ attributes }) => attributes.TargetMode === "External")
        .map(({ attributes }) => [attributes.Id, attributes.Target]),
    );
  return { ...archive, targetsOf };
}

describe("3§4 a text with {LINK} opens the documentation in the console", () => {
  it("in Word, also in headers and footers", async () => {
    const footer: Sketch = ["FOOTER", {}, [linked]];
    const { text, targetsOf } = await unzipLayout("WORD", [
      footer,
      linked,
      plain,
      ["TABLE", {}, [row(linked)]],
    ]);
    for (const [part, count] of [
      ["document", 2],
      ["footer1", 1],
    ] as const) {
      const targets = targetsOf(`word/_rels/${part}.xml.rels`);
      const links = elementsOf(xmlTree(text(`word/${part}.xml`)), "w:hyperlink");
      expect(links.map((link) => [targets.get(link.attributes["r:id"]), xmlText(link)])).toEqual(
        Array.from({ length: count }, () => [url, `Open ${url}`]),
      );
    }
  });

  it("in PowerPoint, also in captions and tables", async () => {
    const table: Sketch = ["TABLE", {}, [["TABLE_ROW", {}, [["TABLE_CELL", {}, [linked]]]]]];
    const { text, targetsOf } = await unzipLayout("POWERPOINT", [
      ["SLIDE", {}, [["COLUMN", {}, [linked, plain, table]]]],
      ["PHOTO_GRID", { CAPTION: "{PHOTO_NAME} {LINK}" }],
    ]);
    const linksOfSlide = (slide: number) => {
      const targets = targetsOf(`ppt/slides/_rels/slide${slide}.xml.rels`);
      return elementsOf(xmlTree(text(`ppt/slides/slide${slide}.xml`)), "a:hlinkClick").map(({ attributes }) =>
        targets.get(attributes["r:id"]),
      );
    };
    expect(linksOfSlide(1)).toEqual([url, url]);
    expect(linksOfSlide(2)).toEqual([url, url]);
  });

  it("in Excel, one per cell", async () => {
    const { text, targetsOf } = await unzipLayout("EXCEL", [
      ["SHEET", { NAME: "Links" }, [row(plain, linked), row(linked, plain)]],
      ["SHEET", { NAME: "None" }, [row(plain)]],
    ]);
    const targets = targetsOf("xl/worksheets/_rels/sheet1.xml.rels");
    expect(
      elementsOf(xmlTree(text("xl/worksheets/sheet1.xml")), "hyperlink").map(({ attributes }) => [
        attributes.ref,
        targets.get(attributes["r:id"]),
      ]),
    ).toEqual([
      ["B1", url],
      ["A2", url],
    ]);
    expect(text("xl/worksheets/sheet2.xml")).not.toContain("hyperlink");
  });

  it.each([
    ["PDF", [["PAGE", {}, [["COLUMN", {}, [linked, plain]]]]]],
    ["WORD_TO_PDF", [["FOOTER", {}, [linked]], plain, ["TABLE", {}, [row(linked)]]]],
  ] as const)("in %s, as a tagged link", async (type, sketches) => {
    const source = new MemorySource();
    const bytes = source.bytesOf(await fileOf(source, type, sketches));
    const { root, faults } = checkPdf(bytes);
    expect(faults).toEqual([]);
    const links = elementsIn(root).filter((element) => element.type === "Link");
    // The text of a header or footer is an artifact, so its Link has only the annotation.
    expect(links.map(textOf)).toEqual([`Open ${url}`, ...(type === "PDF" ? [] : [""])]);
    const page = await (await openPdf(bytes)).getPage(1);
    const annotations = await page.getAnnotations();
    expect(annotations.map((annotation) => annotation.url)).toEqual(links.map(() => url));
    const [left, bottom, right, top] = annotations[0]!.rect;
    expect(right - left).toBeGreaterThan(200);
    expect(top - bottom).toBeGreaterThan(8);
  });
});
