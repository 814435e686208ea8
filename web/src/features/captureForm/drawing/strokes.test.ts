import { expect, test } from "vitest";
import { drawStroke, toCanvasPoint } from "./strokes.ts";

test("design§Capture a pointer draws at its position, regardless of the displayed size of the canvas", () => {
  const canvas = {
    width: 1600,
    height: 1200,
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 320, height: 240 }) as DOMRect,
  };
  expect(toCanvasPoint(canvas, { clientX: 10, clientY: 20 })).toEqual({ x: 0, y: 0 });
  expect(toCanvasPoint(canvas, { clientX: 170, clientY: 260 })).toEqual({ x: 800, y: 1200 });
});

test("design§Capture a stroke ends where the pen is lifted, and a single touch is a dot", () => {
  const lines: number[][] = [];
  const context = {
    beginPath() {},
    moveTo() {},
    stroke() {},
    quadraticCurveTo() {},
    lineTo: (x: number, y: number) => lines.push([x, y]),
  } as unknown as CanvasRenderingContext2D;
  drawStroke(context, {
    colour: "red",
    width: 4,
    points: [
      { x: 1, y: 2 },
      { x: 30, y: 40 },
    ],
  });
  drawStroke(context, { colour: "red", width: 4, points: [{ x: 7, y: 8 }] });
  drawStroke(context, { colour: "red", width: 4, points: [] });
  expect(lines).toEqual([
    [30, 40],
    [7, 8],
  ]);
});
