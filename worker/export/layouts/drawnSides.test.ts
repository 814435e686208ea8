import { expect, test } from "vitest";
import type { LayoutType } from "#domain/layout/types.ts";
import { layoutOf, type Sketch } from "../testing/layouts.ts";
import { makeReport } from "../testing/reports.ts";
import { MemorySource, makePhoto } from "../testing/samplePlans.ts";
import { measureDrawnSides } from "./drawnSides.ts";
import { resolveLayout } from "./resolve/resolve.ts";

const source = new MemorySource();
const photos = Array.from({ length: 6 }, (_, index) => makePhoto(source, { id: `p${index}` }));

function measure(type: LayoutType, ...sketches: Sketch[]): number[] {
  const { drawn } = resolveLayout(layoutOf(type, sketches), makeReport({ photos }));
  return [...measureDrawnSides(drawn).values()].map(Math.round);
}

const each = (...children: Sketch[]): Sketch => ["EACH", { IN: "PHOTOS" }, children];
const repeat = (side: number) => photos.map(() => side);

test("3§3 a photo of a flow is as wide as the text or as its node says", () => {
  expect(measure("WORD", each(["PHOTO"]))).toEqual(repeat(170));
  expect(measure("WORD_TO_PDF", each(["PHOTO", { WIDTH: "60" }]))).toEqual(repeat(60));
});

test("3§3 a photo in a cell has the width of its columns without the padding", () => {
  const row: Sketch = [
    "ROW",
    {},
    [
      ["COLUMN", { WIDTH: "25" }, [["TEXT", { TEXT: "{PHOTO_NAME}" }]]],
      ["COLUMN", { WIDTH: "75", PADDING: "5" }, [["PHOTO"]]],
    ],
  ];
  expect(measure("WORD", ["TABLE", {}, [each(row)]])).toEqual(repeat(118));
});

test("3§3 a photo of a slide or page has its column; pictures side by side make a page landscape", () => {
  const column: Sketch = ["COLUMN", { PADDING: "0" }, [["PHOTO"]]];
  expect(measure("POWERPOINT", each(["SLIDE", {}, [column]]))).toEqual(repeat(254));
  expect(measure("PDF", each(["PAGE", {}, [column]]))).toEqual(repeat(210));
  const halves: Sketch[] = [column, column];
  expect(measure("PDF", ["PAGE", {}, halves])).toEqual([]);
  expect(measure("PDF", each(["PAGE", {}, [column, ["COLUMN", { PADDING: "0" }, []]]]))).toEqual(repeat(105));
});

test("3§3 a photo of a grid has its cell", () => {
  const [sideOfSix] = measure("POWERPOINT", ["PHOTO_GRID", { PER_PAGE: "6" }]);
  const [sideOfSingle] = measure("POWERPOINT", ["PHOTO_GRID", { PER_PAGE: "1" }]);
  expect(sideOfSix).toBeLessThan(105);
  expect(sideOfSingle).toBeGreaterThan(200);
  expect(Math.max(...measure("WORD", ["PHOTO_GRID", { PER_PAGE: "6" }]))).toBeLessThanOrEqual(85);
});

test("3§3 a photo of a sheet is at most as high as a row", () => {
  const row: Sketch = ["ROW", {}, [["COLUMN", {}, [["PHOTO"]]]]];
  expect(measure("EXCEL", ["SHEET", { NAME: "Photos" }, [each(row)]])).toEqual(repeat(192));
});
