import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { LayoutType } from "#domain/layout/types.ts";
import { createLayoutFile } from "./export/layouts/layoutFile.ts";
import { layoutOf, type Sketch } from "./export/testing/layouts.ts";
import { checkPdf, elementsIn } from "./export/testing/readPdf.ts";
import { makeReport } from "./export/testing/reports.ts";
import { MemorySource } from "./export/testing/samplePlans.ts";
import { loadFont } from "./fonts.ts";
import { loadMapDrawer } from "./maps.ts";
import { inspectPng } from "./media/png.ts";

test("3§4 a map is a PNG of the console's basemap, at most 2400 pixels wide", async () => {
  const drawMap = await loadMapDrawer();
  const pins = [
    { lat: 59.33, lng: 18.06, number: 1 },
    { lat: 59.85, lng: 17.64, number: 2 },
  ];
  const draw = (width: number, height: number) =>
    drawMap({ pins, size: { width, height }, locale: "sv-SE", note: "" });
  const map = draw(170, 102);
  expect(inspectPng(Buffer.from(map, "base64"))).toEqual({ ok: true, width: 1339, height: 804 });
  expect(draw(170, 102)).toBe(map);
  expect(inspectPng(Buffer.from(draw(1000, 100), "base64"))).toMatchObject({ ok: true, width: 2400 });
  // An empty map would compress to a few bytes.
  expect(map.length).toBeGreaterThan(20_000);
});

const map: Sketch = ["MAP", {}];
const column: Sketch = ["COLUMN", {}, [map]];
const sketches: Record<LayoutType, Sketch> = {
  POWERPOINT: ["SLIDE", {}, [column]],
  WORD: map,
  EXCEL: ["SHEET", { NAME: "Map" }, [["ROW", {}, [column]]]],
  PDF: ["PAGE", {}, [column]],
  WORD_TO_PDF: map,
};

async function createDocument(type: LayoutType) {
  const request = { fonts: loadFont, loadMapDrawer };
  const file = await createLayoutFile(layoutOf(type, [sketches[type]]), makeReport(), request);
  return new MemorySource().bytesOf(file);
}

test.each(["POWERPOINT", "WORD", "EXCEL"] as const)(
  "3§4 a map is a picture with a text in %s",
  async (type) => {
    const files = unzipSync(await createDocument(type));
    const pictures = Object.entries(files).filter(([name]) => name.endsWith(".png"));
    expect(pictures.map(([, bytes]) => inspectPng(bytes).ok)).toEqual([true]);
    const xml = Object.entries(files)
      .filter(([name]) => name.endsWith(".xml"))
      .map(([, bytes]) => new TextDecoder().decode(bytes));
    expect(xml.filter((part) => part.includes('descr="Map"'))).toHaveLength(1);
  },
);

test.each(["PDF", "WORD_TO_PDF"] as const)("3§4 a map is a figure with a text in %s", async (type) => {
  const { root, faults } = checkPdf(await createDocument(type));
  expect(faults).toEqual([]);
  expect(
    elementsIn(root).filter(({ type: tag, attributes }) => tag === "Figure" && attributes.includes("/Alt")),
  ).toHaveLength(1);
});
