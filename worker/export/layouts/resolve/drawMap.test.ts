import { expect, test } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import type { MapSpec } from "../map/mapSvg.ts";
import type { DrawnItem } from "../renderTree.ts";
import { resolveLayout } from "./resolve.ts";

const source = new MemorySource();
const unknownPosition = { lat: 1000, lng: 1000 };
const photos = [
  makePhoto(source, { id: "a", lat: 59, lng: 18 }),
  makePhoto(source, { id: "b", ...unknownPosition }),
  makePhoto(source, { id: "c", lat: 60, lng: 19 }),
];

/** The items that a layout draws, and the maps that it asks for. */
function draw(type: LayoutType, sketches: readonly Sketch[], report = makeReport({ photos })) {
  const maps: MapSpec[] = [];
  const { drawn } = resolveLayout(layoutOf(type, sketches), report, null, (map) => `map ${maps.push(map)}`);
  const items: DrawnItem[] = [];
  if (drawn.type === "PDF") {
    for (const page of drawn.pages)
      if (page.kind === "page") items.push(...page.columns.flatMap((column) => column.items));
  } else if (drawn.type === "WORD")
    for (const block of drawn.blocks)
      if (block.kind === "image" || block.kind === "text" || block.kind === "photo") items.push(block);
  return { items, maps };
}
const map = (params: LayoutNode["params"] = {}): Sketch => ["MAP", params];

test("3§4 MAP marks the documentation, as wide as the text", () => {
  const { items, maps } = draw("WORD", [map()]);
  const { lat, lng } = makeReport({ photos }).plan.documentation;
  expect(maps).toMatchObject([
    { pins: [{ lat, lng, number: null }], size: { width: 170, height: 102 }, note: "" },
  ]);
  expect(items).toMatchObject([
    { kind: "image", type: "image/png", data: "map 1", position: null, altText: "Map" },
  ]);
});

test("3§4 MAP marks all photos with the numbers that the document shows, and says which have no position", () => {
  const params = { SHOW: "PHOTOS", WIDTH: "80", HEIGHT: "60", POSITION: "TOP" };
  const page: Sketch = ["PAGE", {}, [["COLUMN", {}, [map(params)]]]];
  const photoPage: Sketch = ["PAGE", {}, [["COLUMN", {}, [["PHOTO"]]]]];
  const { items, maps } = draw("PDF", [page, ["EACH", { IN: "PHOTOS", SORT_BY: "NAME" }, [photoPage]]]);
  const note = "1 of 3 photos has no position.";
  expect(maps).toMatchObject([
    {
      pins: [
        { lat: 59, lng: 18, number: 1 },
        { lat: 60, lng: 19, number: 3 },
      ],
      ...{ size: { width: 80, height: 60 }, note },
    },
  ]);
  expect(items[0]).toMatchObject({ kind: "image", position: "TOP", altText: `Map. ${note}` });
});

test("3§4 MAP without a position says so", () => {
  const plan = { documentation: { ...makeReport().plan.documentation, ...unknownPosition } };
  const { items, maps } = draw("WORD", [map()], makeReport({ photos, plan }));
  expect(maps).toEqual([]);
  expect(items).toMatchObject([{ kind: "text", text: "Map: No position" }]);
});
