import { describe, expect, test } from "vitest";
import { lineStyle, palette } from "./palette.ts";

/** Primer's page backgrounds. */
const backgrounds = { light: "#ffffff", dark: "#0d1117" };

const channels = (hex: string): number[] =>
  [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The perceived difference of two colours in OKLab; black to white is 1. */
function distance(colour: string, otherColour: string): number {
  const lab = (hex: string) => {
    const [r = 0, g = 0, b = 0] = channels(hex);
    const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
    const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
    const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
    return [
      0.2105 * l + 0.7936 * m - 0.0041 * s,
      1.978 * l - 2.4286 * m + 0.4506 * s,
      0.0259 * l + 0.7828 * m - 0.8087 * s,
    ];
  };
  const [a, b] = [lab(colour), lab(otherColour)];
  return Math.hypot(...a.map((value, index) => value - b[index]!));
}

describe("1§9 the chart palette", () => {
  test("has 50 fixed colours, all different", () => {
    expect(palette).toHaveLength(50);
    expect(new Set(palette).size).toBe(50);
    for (const colour of palette) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });

  test.each(Object.entries(backgrounds))(
    "has a contrast of at least 3:1 against the %s page",
    (_, background) => {
      for (const colour of palette) expect(contrast(colour, background), colour).toBeGreaterThanOrEqual(3);
    },
  );

  test("has no two similar colours, least of all neighbours, including the last and the first", () => {
    palette.forEach((colour, index) => {
      const next = palette[(index + 1) % palette.length]!;
      expect(distance(colour, next), `${colour} ${next}`).toBeGreaterThan(0.11);
      for (const otherColour of palette.slice(index + 1))
        expect(distance(colour, otherColour)).toBeGreaterThan(0.07);
    });
  });

  test("repeats after 50 with dashes, so that no two of 200 lines look alike", () => {
    expect(lineStyle(0)).toEqual({ colour: palette[0], dash: undefined });
    expect(lineStyle(50).colour).toBe(palette[0]);
    const styles = Array.from({ length: 200 }, (_, index) => JSON.stringify(lineStyle(index)));
    expect(new Set(styles).size).toBe(200);
  });
});
