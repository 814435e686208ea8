import { describe, expect, test } from "vitest";
import { getTilesInView, mapZooms } from "./tileGrid.ts";

const view = { south: 59.2, west: 17.8, north: 59.5, east: 18.4 };

describe("2§2 the tiles of the map", () => {
  test("cover the whole view, row by row without gaps", () => {
    for (let zoom: number = mapZooms.min; zoom <= 14; zoom += 1) {
      const { rows, west, east, width } = getTilesInView(view, zoom);
      expect(rows[0]!.north).toBeGreaterThanOrEqual(view.north);
      expect(rows.at(-1)!.south).toBeLessThanOrEqual(view.south);
      for (let index = 1; index < rows.length; index += 1)
        expect(rows[index]!.north).toBe(rows[index - 1]!.south);
      expect(west).toBeLessThanOrEqual(view.west);
      expect(east).toBeGreaterThan(view.east);
      expect((east - west) / width).toBeCloseTo(Math.round((east - west) / width), 6);
    }
  });

  test("do not change when the view moves slightly, so that nothing is counted again", () => {
    const [originalTiles, shiftedTiles] = [
      getTilesInView(view, 9),
      getTilesInView({ ...view, south: 59.21, north: 59.51, east: 18.41 }, 9),
    ];
    const rowBorders = new Set(originalTiles.rows.map(({ south }) => south));
    expect(shiftedTiles.rows.filter(({ south }) => rowBorders.has(south)).length).toBeGreaterThan(1);
  });

  test("include the edges of the world", () => {
    const { rows } = getTilesInView({ south: -85, west: -180, north: 85, east: 180 }, 3);
    expect([rows[0]!.north, rows.at(-1)!.south]).toEqual([91, -91]);
    expect(rows).toHaveLength(32);
  });
});
