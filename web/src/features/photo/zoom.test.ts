import { describe, expect, test } from "vitest";
import { initialZoom, maxScale, pan, zoomAround } from "./zoom.ts";

const viewport = { width: 800, height: 600 };

describe("2§2 large view: zoom and pan", () => {
  test("the point under the pointer stays where it is", () => {
    const center = { x: 120, y: -40 };
    const zoom = zoomAround(initialZoom, 2, center, viewport);
    // The point must not have moved.
    expect({ x: center.x * zoom.scale + zoom.x, y: center.y * zoom.scale + zoom.y }).toEqual(center);
  });
  test("a photo is never smaller than its frame, and its zoom is limited", () => {
    expect(zoomAround(initialZoom, 0.2, { x: 50, y: 50 }, viewport)).toEqual(initialZoom);
    expect(zoomAround(initialZoom, 100, { x: 0, y: 0 }, viewport).scale).toBe(maxScale);
  });
  test("a zoomed photo never leaves its frame empty, and an unzoomed one is centred", () => {
    const zoom = zoomAround(initialZoom, 2, { x: 0, y: 0 }, viewport);
    expect(pan(zoom, { x: 5000, y: -5000 }, viewport)).toEqual({ scale: 2, x: 400, y: -300 });
    expect(pan(initialZoom, { x: 10, y: 10 }, viewport)).toEqual(initialZoom);
    expect(zoomAround(pan(zoom, { x: 400, y: 0 }, viewport), 0.5, { x: 0, y: 0 }, viewport)).toEqual(
      initialZoom,
    );
  });
});
