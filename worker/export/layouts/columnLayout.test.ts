import { describe, expect, test } from "vitest";
import { positions } from "#domain/layout/types.ts";
import { distributeFairly, type LayoutItem, layOut, type PlacedItem } from "./columnLayout.ts";
import { fitText, naturalWidth, textHeight } from "./fitText.ts";

type FittedSize = { width: number; height: number };
type TestItem = LayoutItem<FittedSize> & { name: string };

const text = (
  content: string,
  position: TestItem["position"],
  size = 20,
  half: TestItem["half"] = null,
): TestItem => ({
  name: content.slice(0, 20),
  position,
  half,
  kind: position === null ? "flow" : "text",
  naturalWidth: naturalWidth({ text: content, size, bold: false }),
  naturalHeight: (width) => textHeight({ text: content, size, bold: false }, width),
  fit: (width, height) => fitText({ text: content, size, bold: false }, { width, height }),
});

const picture = (shape: number, position: TestItem["position"], half: TestItem["half"] = null): TestItem => ({
  name: `picture ${shape}`,
  position,
  half,
  kind: "picture",
  naturalWidth: Number.POSITIVE_INFINITY,
  naturalHeight: (width) => width / shape,
  fit: (width, height) => ({
    width: Math.min(width, height * shape),
    height: Math.min(height, width / shape),
  }),
});

const flow = (): TestItem => ({
  name: "flow",
  position: null,
  half: null,
  kind: "flow",
  naturalWidth: Number.POSITIVE_INFINITY,
  naturalHeight: () => Number.POSITIVE_INFINITY,
  fit: (width, height) => ({ width, height }),
});

const bounds = { x: 10, y: 20, width: 400, height: 300 };
const gap = 4;
const layOutItems = (...items: TestItem[]) => layOut<FittedSize, TestItem>(items, bounds, gap);

function overlap(a: PlacedItem<TestItem, FittedSize>, b: PlacedItem<TestItem, FittedSize>): boolean {
  const areApart = (start: number, length: number, otherStart: number, otherLength: number) =>
    start + length <= otherStart + 0.01 || otherStart + otherLength <= start + 0.01;
  return !(
    areApart(a.x, a.fittedContent.width, b.x, b.fittedContent.width) ||
    areApart(a.y, a.fittedContent.height, b.y, b.fittedContent.height)
  );
}

function expectValidLayout(placements: readonly PlacedItem<TestItem, FittedSize>[]) {
  for (const [index, placement] of placements.entries()) {
    expect(placement.x).toBeGreaterThanOrEqual(bounds.x - 0.01);
    expect(placement.y).toBeGreaterThanOrEqual(bounds.y - 0.01);
    expect(placement.x + placement.fittedContent.width).toBeLessThanOrEqual(bounds.x + bounds.width + 0.01);
    expect(placement.y + placement.fittedContent.height).toBeLessThanOrEqual(bounds.y + bounds.height + 0.02);
    for (const otherPlacement of placements.slice(index + 1))
      expect([placement.item.name, otherPlacement.item.name, overlap(placement, otherPlacement)]).toEqual([
        placement.item.name,
        otherPlacement.item.name,
        false,
      ]);
  }
}

describe("3§4 POSITION: nine positions and two in between", () => {
  test("each position is where its name says", () => {
    const middles = positions.map((position) => {
      const [{ x, y, fittedContent: fitToBox }] = layOutItems(text("Word", position)) as [
        PlacedItem<TestItem, FittedSize>,
      ];
      return [
        position,
        Math.round(x + fitToBox.width / 2 - bounds.x),
        Math.round(y + fitToBox.height / 2 - bounds.y),
      ];
    });
    const wordWidth = naturalWidth({ text: "Word", size: 20, bold: false });
    const [left, center, right] = [wordWidth / 2, 200, 400 - wordWidth / 2].map(Math.round);
    expect(middles).toEqual([
      ["TOP_LEFT", left, 12],
      ["TOP", center, 12],
      ["TOP_RIGHT", right, 12],
      ["LEFT", left, 150],
      ["CENTER", center, 150],
      ["RIGHT", right, 150],
      ["BOTTOM_LEFT", left, 288],
      ["BOTTOM", center, 288],
      ["BOTTOM_RIGHT", right, 288],
      ["ABOVE_CENTER", center, 81],
      ["BELOW_CENTER", center, 219],
    ]);
  });

  test("items at one position are stacked in reading order", () => {
    const placements = layOutItems(text("one", "CENTER"), text("two", "CENTER"), text("three", "CENTER"));
    expectValidLayout(placements);
    expect(placements.map(({ y }) => y)).toEqual(placements.map(({ y }) => y).toSorted((a, b) => a - b));
  });

  test("a picture gets the space that texts leave, and a long text gets at most half of the column", () => {
    const [title, photo, comment] = layOutItems(
      text("Title", "TOP"),
      picture(4 / 3, "CENTER"),
      text("word ".repeat(2000), "BOTTOM"),
    ) as [
      PlacedItem<TestItem, FittedSize>,
      PlacedItem<TestItem, FittedSize>,
      PlacedItem<TestItem, FittedSize>,
    ];
    expectValidLayout([title, photo, comment]);
    expect(title.fittedContent.height).toBeCloseTo(24);
    expect(photo.fittedContent.height).toBeGreaterThan(140);
    expect(photo.fittedContent.width / photo.fittedContent.height).toBeCloseTo(4 / 3);
    expect(comment.fittedContent.height).toBeLessThan(150);
  });

  test("each photo of a pair is in its half, even if the other is missing", () => {
    const singlePhoto = layOutItems(picture(1, "LEFT", "LEFT"))[0]!;
    expect(singlePhoto.fittedContent.width).toBeCloseTo((bounds.width - gap) / 2);
    const [left, right] = layOutItems(picture(1, "LEFT", "LEFT"), picture(1, "RIGHT", "RIGHT"));
    expect(left!.fittedContent.width).toBeCloseTo(right!.fittedContent.width);
    expect(right!.x).toBeCloseTo(bounds.x + bounds.width / 2 + gap / 2);
  });

  test("flowing content starts below the top items and takes the rest", () => {
    const [title, table, foot] = layOutItems(text("Title", "TOP_LEFT"), flow(), text("foot", "BOTTOM"));
    expect(table!.y).toBeCloseTo(title!.y + title!.fittedContent.height + gap);
    expect(table!.y + table!.fittedContent.height).toBeCloseTo(foot!.y - gap);
  });

  test("nothing overlaps or leaves its column, whatever the positions", () => {
    let seed = 7;
    const random = (max: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % max;
    };
    for (let round = 0; round < 300; round++) {
      const items = Array.from({ length: 1 + random(7) }, () => {
        const position = positions[random(positions.length)]!;
        const half = position === "LEFT" || position === "RIGHT" ? (random(2) ? position : null) : null;
        return random(3) === 0
          ? picture([0.05, 0.75, 1, 1.5, 20][random(5)]!, position, half)
          : text("Ångström ".repeat(1 + random(random(4) === 0 ? 400 : 6)), position, 6 + random(40));
      });
      if (random(3) === 0) items.push(flow());
      expectValidLayout(layOutItems(...items));
    }
  });

  test("shares: no item gets more than it needs", () => {
    expect(distributeFairly([10, Number.POSITIVE_INFINITY, 50, Number.POSITIVE_INFINITY], 200)).toEqual([
      10, 70, 50, 70,
    ]);
    expect(distributeFairly([100, 20], 60)).toEqual([40, 20]);
  });
});

describe("3§4 TEXT too long for its box", () => {
  const fitToBox = (content: string, width: number, height: number, size = 20) =>
    fitText({ text: content, size, bold: false }, { width, height });

  test("wraps, then shrinks, then ends with an ellipsis", () => {
    expect(fitToBox("short", 100, 24)).toMatchObject({ text: "short", size: 20 });
    expect(fitToBox("two words", 60, 60)).toMatchObject({ text: "two words", size: 20, height: 48 });
    const shrunk = fitToBox("some more words in a box", 100, 50);
    expect(shrunk.text).toBe("some more words in a box");
    expect(shrunk.size).toBeGreaterThanOrEqual(12);
    expect(shrunk.size).toBeLessThan(20);
    const cutText = fitToBox("some more words in a box ".repeat(10), 100, 50);
    expect(cutText.size).toBeCloseTo(12);
    expect(cutText.text).toMatch(/^some more words .*[^ ]…$/);
    expect(cutText.height).toBeLessThanOrEqual(50);
  });

  test("a word of 10 000 letters is cut, and one that only just fits is kept whole", () => {
    const cutText = fitToBox("å".repeat(10_000), 200, 100);
    expect(cutText.text.length).toBeLessThan(250);
    expect(cutText.height).toBeLessThanOrEqual(100);
    expect(fitToBox("Dokumentation", 110, 100)).toMatchObject({
      text: "Dokumentation",
      height: expect.closeTo(19.2),
    });
  });

  test("combined characters are not split, and a box lower than a line has one line", () => {
    expect(fitToBox("👷‍♀️".repeat(300), 100, 30).text.replace(/👷‍♀️/gu, "")).toBe("…");
    expect(fitToBox("word", 100, 5).height).toBeLessThanOrEqual(5.01);
  });
});
