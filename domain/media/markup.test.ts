import { describe, expect, it } from "vitest";
import { computePixelBounds, type Markup, type MarkupShape, markup, rotateMarkup } from "./markup.ts";
import { shapeToElements } from "./markupDrawing.ts";

const line: MarkupShape = { type: "LINE", from: [0.1, 0.2], to: [0.5, 0.9], color: "red", width: 0.005 };
const text: MarkupShape = {
  type: "TEXT",
  position: [0.25, 0.1],
  text: "Spricka",
  color: "yellow",
  size: 0.05,
};
const blur: MarkupShape = { type: "BLUR", from: [0.5, 0.5], to: [0.75, 0.75] };
const allShapes: Markup = [line, text, blur];

const roundNumbers = (shapes: Markup) =>
  JSON.parse(JSON.stringify(shapes), (_, value) =>
    typeof value === "number" ? Math.round(value * 1e9) / 1e9 : value,
  );

describe("markup", () => {
  it("2§5 rotates with the photo: the top left corner becomes the top right", () => {
    expect(roundNumbers(rotateMarkup([{ ...blur, from: [0, 0], to: [0.25, 0.5] }], 1))).toEqual([
      { ...blur, from: [1, 0], to: [0.5, 0.25] },
    ]);
    expect(roundNumbers(rotateMarkup([text], 2))).toEqual([{ ...text, position: [0.75, 0.9] }]);
  });

  it("2§5 is unchanged after four quarter turns, in either direction", () => {
    expect(roundNumbers(rotateMarkup(rotateMarkup(allShapes, 3), 1))).toEqual(roundNumbers(allShapes));
    expect(roundNumbers(rotateMarkup(allShapes, -1))).toEqual(roundNumbers(rotateMarkup(allShapes, 3)));
    expect(rotateMarkup(allShapes, 4)).toEqual(allShapes);
  });

  it("2§5 stays within the picture, and has at most a hundred shapes", () => {
    for (const invalidShapes of [
      [],
      [{ ...line, to: [1.1, 0] }],
      [{ ...line, color: "pink" }],
      [{ ...text, text: "  " }],
      [{ ...blur, href: "https://x" }],
      Array.from({ length: 101 }, () => line),
    ])
      expect(markup.safeParse(invalidShapes).success).toBe(false);
    for (const turns of [1, 2, 3])
      expect(markup.safeParse(rotateMarkup(allShapes, turns)).success).toBe(true);
  });

  it("2§5 is drawn on top of an outline in a contrasting colour", () => {
    const [outline, foreground] = shapeToElements(line, { width: 1600, height: 1200 });
    expect(outline?.attributes).toMatchObject({ stroke: "#ffffff", d: "M160 240L800 1080" });
    expect(foreground?.attributes).toMatchObject({ stroke: "#e5242a", "stroke-width": 8 });
    expect(shapeToElements(blur, { width: 10, height: 10 })).toEqual([]);
  });

  it("2§5 covers every pixel that a blur touches, from whichever corner it was drawn", () => {
    const size = { width: 100, height: 50 };
    const area = { left: 49, top: 24, right: 76, bottom: 38 };
    expect(computePixelBounds({ from: [0.499, 0.499], to: [0.751, 0.751] }, size)).toEqual(area);
    expect(computePixelBounds({ from: [0.751, 0.499], to: [0.499, 0.751] }, size)).toEqual(area);
    expect(computePixelBounds({ from: [0.5, 0.5], to: [0.5, 0.7] }, size)).toBeNull();
  });
});
