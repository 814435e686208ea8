import { describe, expect, test } from "vitest";
import { maxScale, movedBy, unzoomed, zoomedAt } from "./zoom.ts";

const room = { width: 800, height: 600 };

describe("2§2 large view: zoom and pan", () => {
  test("the point under the pointer stays where it is", () => {
    const at = { x: 120, y: -40 };
    const zoom = zoomedAt(unzoomed, 2, at, room);
    // The point must lie where it lay before.
    expect({ x: at.x * zoom.scale + zoom.x, y: at.y * zoom.scale + zoom.y }).toEqual(at);
  });
  test("a photo is neither smaller than its frame nor endlessly large", () => {
    expect(zoomedAt(unzoomed, 0.2, { x: 50, y: 50 }, room)).toEqual(unzoomed);
    expect(zoomedAt(unzoomed, 100, { x: 0, y: 0 }, room).scale).toBe(maxScale);
  });
  test("it never leaves its frame, and is centred again when unzoomed", () => {
    const zoom = zoomedAt(unzoomed, 2, { x: 0, y: 0 }, room);
    expect(movedBy(zoom, { x: 5000, y: -5000 }, room)).toEqual({ scale: 2, x: 400, y: -300 });
    expect(movedBy(unzoomed, { x: 10, y: 10 }, room)).toEqual(unzoomed);
    expect(zoomedAt(movedBy(zoom, { x: 400, y: 0 }, room), 0.5, { x: 0, y: 0 }, room)).toEqual(unzoomed);
  });
});
