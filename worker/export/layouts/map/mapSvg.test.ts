import { expect, test } from "vitest";
import { type Basemap, worldSize } from "#domain/map/basemap.ts";
import { xmlTree } from "#worker/export/testing/readXml.ts";
import { createMapSvg, type MapPin } from "./mapSvg.ts";

const basemap: Basemap = {
  land: [Int32Array.of(100_000, 50_000, 200_000, 50_000, 200_000, 150_000, 100_000, 150_000)],
  ...{ lakes: [], rivers: [], borders: [], countries: [] },
  places: [{ x: 144_200, y: 77_100, zoom: 3, kind: "capital", name: "Stock & holm" }],
};
const pin = (lat: number, lng: number, number: number | null): MapPin => ({ lat, lng, number });

function draw(pins: readonly MapPin[], note = "") {
  const svg = createMapSvg(basemap, { pins, size: { width: 120, height: 80 }, locale: "en", note });
  const { children } = xmlTree(svg);
  const elements = children.filter((child) => typeof child !== "string");
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  const pinElements = elements.filter(
    ({ name, attributes }) => name === "rect" && attributes.rx !== undefined,
  );
  return { svg, texts, pins: pinElements.map(({ attributes }) => attributes) };
}

test("3§4 a single position is in the middle of the map", () => {
  const { pins, texts, svg } = draw([pin(59.33, 18.06, null)]);
  expect(svg).toMatch(/^<svg [^>]*width="454" height="302"/);
  expect(pins).toMatchObject([{ x: "218", y: "142" }]);
  expect(texts).toContain("Stock &amp; holm");
  expect(texts).toContain("Natural Earth · GeoNames (CC BY 4.0)");
});

test("3§4 pins show the numbers of photos and fit the map; photos at one position share a pin", () => {
  const photos = [1, 2, 3, 7].map((number) => pin(59.3, 18, number));
  const { pins, texts } = draw([...photos, pin(59.4, 18.3, 4)], "1 of 6 photos has no position.");
  expect(texts).toEqual(expect.arrayContaining(["1–3, 7", "4", "2 km", "1 of 6 photos has no position."]));
  for (const { x, y, width } of pins) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(454);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeLessThanOrEqual(302 - 36);
  }
});

test("3§4 the name of a place is beside a pin on the place, and on the other side of a pin to its right", () => {
  const [place] = basemap.places;
  const lng = (place!.x / worldSize) * 360 - 180;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * place!.y) / worldSize))) * 180) / Math.PI;
  const nameAt = (position: MapPin) => {
    const [, x, anchor] = /<text x="([\d.]+)" y="[\d.]+" text-anchor="(\w+)"[^>]*>Stock/.exec(
      draw([position]).svg,
    )!;
    return { x: Number(x), anchor };
  };
  // The pin is from 218 to 236, and 0.1 degrees are 36 pixels.
  expect(nameAt(pin(lat, lng, null))).toEqual({ x: 236 + 6, anchor: "start" });
  expect(nameAt(pin(lat, lng + 0.1, null)).anchor).toBe("end");
  expect(nameAt(pin(lat, lng + 0.1, null)).x).toBeCloseTo(227 - 36.4 - 6, 0);
  expect(nameAt(pin(lat, lng - 0.1, null)).x).toBeCloseTo(227 + 36.4 + 6, 0);
  expect(nameAt(pin(lat + 0.1, lng, null))).toEqual({ x: 227 + 6, anchor: "start" });
});

test("3§4 labels of many photos do not cover each other", () => {
  const photos = Array.from({ length: 300 }, (_, index) =>
    pin(59.3 + (index % 17) * 0.001, 18 + (index % 13) * 0.002, index + 1),
  );
  const boxes = draw(photos).pins.map(({ x, y, width }) => ({
    left: Number(x),
    right: Number(x) + Number(width),
    top: Number(y),
  }));
  expect(boxes.length).toBeGreaterThan(4);
  for (const [index, box] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      expect(box.right <= other.left || other.right <= box.left || Math.abs(box.top - other.top) >= 18).toBe(
        true,
      );
});

test("3§4 the same positions give the same map", () => {
  const pins = [pin(59.3, 18, 1), pin(59.31, 18.02, 2)];
  expect(draw(pins).svg).toBe(draw(pins).svg);
});
