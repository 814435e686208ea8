import { inflateSync } from "node:zlib";
import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { type LayoutType, layoutTypes } from "#domain/layout/types.ts";
import { hostileTexts, unzipExport } from "#worker/export/testing/documents.ts";
import { itemsOf, textsIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { packageFaults } from "#worker/export/testing/package.ts";
import { checkPdf, elementsIn, openPdf, readObjects, textOf } from "#worker/export/testing/readPdf.ts";
import { elementsOf, xmlTree } from "#worker/export/testing/readXml.ts";
import { makeGroupReport, makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makeFile, makePlan } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import { removeIllegalCharacters } from "../documents/xml.ts";
import { createLayoutFile } from "./layoutFile.ts";
import { addMissingSection } from "./missingSection.ts";
import { resolveLayout } from "./resolve/resolve.ts";

const source = new MemorySource();
const url = "https://console.example/documentation/details/documentation-1";
const files = [
  makeFile(source, { id: "f1", name: hostileTexts.markup }),
  makeFile(source, {
    id: "f2",
    name: "Protocol.pdf",
    taskId: "t",
    object: { ...source.put("f2", new Uint8Array(4)), size: 1_234_567 },
  }),
];
const report = makeReport({
  tasks: [
    { id: "g", type: "GROUP", name: "G" },
    { id: "t", type: "FILE", name: "T", in: "g", files: 1 },
    { id: "u", type: "FILE", name: "U" },
  ],
  files,
});

/** A node where each type allows it. */
const wrapNode: Readonly<Record<LayoutType, (node: Sketch) => Sketch>> = {
  POWERPOINT: (node) => ["SLIDE", {}, [["COLUMN", {}, [node]]]],
  WORD: (node) => node,
  EXCEL: (node) => [
    "SHEET",
    { NAME: "S" },
    [node[0] === "FILES" ? node : ["ROW", {}, [["COLUMN", {}, [node]]]]],
  ],
  PDF: (node) => ["PAGE", {}, [["COLUMN", {}, [node]]]],
  WORD_TO_PDF: (node) => node,
};

const fileOf = (type: LayoutType, ...nodes: readonly Sketch[]) =>
  createLayoutFile(layoutOf(type, nodes.map(wrapNode[type])), report, { fonts: loadFont });

/** The text of a code, read by a camera's decoder from rows of light (true) and dark pixels. */
const readCode = (pixels: readonly (readonly boolean[])[]): string =>
  decodeQR({
    width: pixels[0]!.length,
    height: pixels.length,
    data: Uint8Array.from(
      pixels.flat().flatMap((isLight) => (isLight ? [255, 255, 255, 255] : [0, 0, 0, 255])),
    ),
  });

/** The pixels of a PNG of one bit per pixel; true is light. */
function pixelsOf(png: Uint8Array): boolean[][] {
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  expect([...png.subarray(24, 29)]).toEqual([1, 0, 0, 0, 0]);
  const data = inflateSync(png.subarray(41, 41 + view.getUint32(33)));
  const rowBytes = Math.ceil(width / 8) + 1;
  return Array.from({ length: height }, (_, y) =>
    Array.from(
      { length: width },
      (_, x) => ((data[y * rowBytes + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1,
    ),
  );
}

const media = { POWERPOINT: "ppt/media/", WORD: "word/media/", EXCEL: "xl/media/" } as const;

describe.each(["POWERPOINT", "WORD", "EXCEL"] as const)("3§4 QR in %s", (type) => {
  it("is a picture of the link to the documentation, in millimetres, with an alternative text", async () => {
    const archive = unzipExport(source, await fileOf(type, ["QR", { SIZE: "30" }]));
    const pictures = archive.names.filter((name) => name.startsWith(media[type]) && name.endsWith(".png"));
    expect(pictures.map((name) => readCode(pixelsOf(archive.files[name]!)))).toEqual([url]);
    const part = archive.names.find((name) => /(slide1|document|drawing1)\.xml$/.test(name))!;
    const [element] = elementsOf(xmlTree(archive.text(part)), drawings[type]);
    expect(elementsOf(element!, drawings[type].replace(":pic", ":cNvPr"))[0]!.attributes.descr).toBe(
      `QR code: ${url}`,
    );
    const { cx, cy } = elementsOf(element!, "a:ext").find(({ attributes }) => attributes.cx)!.attributes;
    expect([Number(cx) / 36_000, Number(cy) / 36_000]).toEqual([
      expect.closeTo(30, 1),
      expect.closeTo(30, 1),
    ]);
    expect(packageFaults(archive.names, archive.text)).toEqual([]);
  });
});

const drawings = { POWERPOINT: "p:pic", WORD: "pic:pic", EXCEL: "xdr:pic" } as const;

describe.each(["PDF", "WORD_TO_PDF"] as const)("3§4 QR in %s", (type) => {
  it("is drawn as shapes of a figure with an alternative text", async () => {
    const bytes = source.bytesOf(await fileOf(type, ["QR", { TEXT: "{DOCUMENTATION_NAME} å", SIZE: "30" }]));
    const { root, faults } = checkPdf(bytes);
    expect(faults).toEqual([]);
    expect(elementsIn(root).filter((element) => element.type === "Figure")).toHaveLength(1);
    const content = [...readObjects(bytes).objects.values()]
      .map(({ data }) => (data ? Buffer.from(data).toString("latin1") : ""))
      .find((text) => text.includes(" 1 re "))!;
    const [, side] = /([\d.]+) 0 0 \1 [\d.]+ [\d.]+ cm/.exec(content)!;
    const count = Math.round((30 * 72) / 25.4 / Number(side));
    const pixels = Array.from({ length: count * 4 }, () => Array.from({ length: count * 4 }, () => true));
    for (const [, left, bottom, width] of content.matchAll(/(\d+) (\d+) (\d+) 1 re/g))
      for (let y = 0; y < 4; y++)
        pixels[(count - 1 - Number(bottom)) * 4 + y]!.fill(
          false,
          Number(left) * 4,
          (Number(left) + Number(width)) * 4,
        );
    expect(readCode(pixels)).toBe("Odenplan 2 å");
  });
});

describe("3§4 QR", () => {
  const drawCode = (TEXT: string) => [
    ...itemsOf(resolveLayout(layoutOf("WORD", [["QR", { TEXT }]]), report).drawn),
  ];

  it("is replaced by the text if that is too long for a code, and left out for an empty text", () => {
    expect(drawCode("x".repeat(1001))).toMatchObject([{ kind: "text", text: "x".repeat(1001) }]);
    expect(drawCode("ö".repeat(500))).toMatchObject([{ kind: "image" }]);
    expect(drawCode("{PHOTO_NAME}")).toEqual([]);
  });

  it.each(Object.entries(hostileTexts))("holds any text: %s", (_, TEXT) => {
    const [item] = drawCode(TEXT);
    if (item?.kind !== "image") throw new Error("no code");
    const png = Buffer.from(item.data, "base64");
    expect(item.altText?.startsWith("QR code: ")).toBe(true);
    expect(readCode(pixelsOf(png))).toBe(removeIllegalCharacters(TEXT).trim());
  });
});

const expectedRows = [
  ["File", "Size"],
  [hostileTexts.markup, "14 B"],
  ["Protocol.pdf", "1.23 MB"],
];

describe.each(layoutTypes)("3§4 FILES in %s", (type) => {
  it("are names that open the documentation at the file, with sizes", async () => {
    const { drawn } = resolveLayout(layoutOf(type, [wrapNode[type](["FILES"])]), report);
    const texts = [...itemsOf(drawn)].flatMap((item) => (item.kind === "text" ? [item] : []));
    expect(texts.map(({ text }) => text)).toEqual(expectedRows.flat());
    expect(texts.flatMap(({ text, link }) => (link ? [[text, link]] : []))).toEqual([
      [hostileTexts.markup, `${url}?file=f1`],
      ["Protocol.pdf", `${url}?file=f2`],
    ]);
    const file = await fileOf(type, ["FILES"]);
    if (type === "PDF" || type === "WORD_TO_PDF") {
      const bytes = source.bytesOf(file);
      const { root, faults } = checkPdf(bytes);
      expect(faults).toEqual([]);
      const links = elementsIn(root).filter((element) => element.type === "Link");
      expect(links.map(textOf)).toEqual([hostileTexts.markup, "Protocol.pdf"]);
      const annotations = await (await (await openPdf(bytes)).getPage(1)).getAnnotations();
      expect(annotations.map((annotation) => annotation.url)).toEqual([`${url}?file=f1`, `${url}?file=f2`]);
      return;
    }
    const archive = unzipExport(source, file);
    expect(packageFaults(archive.names, archive.text)).toEqual([]);
    const words = archive.words(/slide1\.xml|document\.xml|sheet1\.xml/);
    for (const text of expectedRows.flat()) expect(words).toContain(text);
    expect(
      archive.names
        .filter((name) => name.endsWith(".rels"))
        .map(archive.text)
        .join(""),
    ).toContain(`Target="${url}?file=f2" TargetMode="External"`);
  });

  it("without files is not drawn; files that the reader may not see are listed as missing", async () => {
    const reportWithoutAccess = makeReport({
      plan: { missing: [{ id: "w", kind: "FILE", name: "#1", taskId: null, reason: "forbidden" }] },
    });
    const layout = layoutOf(type, [wrapNode[type](["FILES"])]);
    expect(textsIn(resolveLayout(layout, reportWithoutAccess).drawn)).toEqual([]);
    const { showsFiles } = resolveLayout(layout, reportWithoutAccess);
    const { drawn } = resolveLayout(layout, reportWithoutAccess);
    expect(textsIn(addMissingSection(drawn, reportWithoutAccess.plan, { showsFiles }))).toContain("#1");
  });
});

describe("3§4 FILES", () => {
  const namesIn = (sketches: readonly Sketch[], drawnReport = report) =>
    textsIn(resolveLayout(layoutOf("WORD_TO_PDF", sketches), drawnReport).drawn);

  it("lists the files of the task or group in scope", () => {
    expect(namesIn([["TASK", { TASK_IDENTIFIER: "T" }, [["FILES"]]]])).toEqual([
      ...expectedRows[0]!,
      ...expectedRows[2]!,
    ]);
    expect(namesIn([["TASK", { TASK_IDENTIFIER: "G" }, [["FILES"]]]])).toContain("Protocol.pdf");
    expect(namesIn([["TASK", { TASK_IDENTIFIER: "U" }, [["FILES"]]]])).toEqual([]);
  });

  it("of several documentations are below the name and day of each, and open their own", () => {
    const { documentation } = makePlan();
    const other = { ...documentation, id: "documentation-2", name: "Odenplan 3" };
    const groupReport = makeGroupReport([report, makeReport({ plan: { documentation: other }, files })]);
    const items = [...itemsOf(resolveLayout(layoutOf("WORD", [["FILES"]]), groupReport).drawn)];
    const texts = items.flatMap((item) => (item.kind === "text" ? [item] : []));
    expect(texts.filter(({ bold }) => bold).map(({ text }) => text)).toEqual([
      ...expectedRows[0]!,
      expect.stringContaining("Odenplan 2"),
      expect.stringContaining("Odenplan 3"),
    ]);
    expect(texts.at(-2)?.link).toContain("documentation-2");
  });

  it("in a sheet with more columns, the size is in the last", () => {
    const wideSheet: Sketch = [
      "ROW",
      {},
      [1, 2, 3].map((column) => ["COLUMN", {}, [["TEXT", { TEXT: `${column}` }]]]),
    ];
    const { drawn } = resolveLayout(
      layoutOf("EXCEL", [["SHEET", { NAME: "S" }, [wideSheet, ["FILES"]]]]),
      report,
    );
    if (drawn.type !== "EXCEL") throw new Error(drawn.type);
    const rows = [...drawn.sheets].flatMap((sheet) => (sheet.kind === "sheet" ? [...sheet.rows] : []));
    expect(rows.map(({ cells }) => cells.map(({ colspan }) => colspan))).toEqual([
      [1, 1, 1],
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
  });
});
