import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { scaleToFit } from "../photo/preparePhoto.ts";
import { drawStroke, type Stroke, toCanvasPoint } from "./strokes.ts";

/** Size of a white sheet in pixels. */
const sheetSizePx = { width: 1600, height: 1200 };

/** A background image. A graphic may be small and is enlarged to the size of a sheet. */
export interface Background {
  bytes: Blob;
  isGraphic: boolean;
}

/** A canvas with a background and strokes, which can be undone one by one. */
export function useDrawing(background: Background | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const backgroundCanvas = useRef<HTMLCanvasElement | null>(null);
  const strokes = useRef<Stroke[]>([]);
  const activePointerId = useRef<number | null>(null);
  const [count, setStrokeCount] = useState(0);
  const [isReady, setReady] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const paint = useCallback(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.current.width, canvas.current.height);
    if (backgroundCanvas.current) context.drawImage(backgroundCanvas.current, 0, 0);
    for (const stroke of strokes.current) drawStroke(context, stroke);
  }, []);

  useEffect(() => {
    let isCurrent = true;
    const setUpCanvas = (image: HTMLCanvasElement | null) => {
      if (!isCurrent || !canvas.current) return;
      backgroundCanvas.current = image;
      canvas.current.width = image?.width ?? sheetSizePx.width;
      canvas.current.height = image?.height ?? sheetSizePx.height;
      strokes.current = [];
      setStrokeCount(0);
      paint();
      setReady(true);
    };
    if (!background) setUpCanvas(null);
    else
      createImageBitmap(background.bytes).then(
        (image) => {
          setUpCanvas(scaleToFit(image, background.isGraphic ? sheetSizePx.width : 0));
          image.close();
        },
        () => isCurrent && setFailed(true),
      );
    return () => {
      isCurrent = false;
    };
  }, [background, paint]);

  const add = (event: PointerEvent<HTMLCanvasElement>) => {
    const stroke = strokes.current.at(-1);
    if (!stroke || !canvas.current) return;
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const move of moves.length > 0 ? moves : [event.nativeEvent])
      stroke.points.push(toCanvasPoint(canvas.current, move));
    paint();
  };

  /** `thickness` is in thousandths of the longer side, so that a line is equally thick on every photo. */
  const createHandlers = (colour: string, thickness: number) => ({
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      if (!isReady || activePointerId.current !== null || event.button !== 0 || !canvas.current) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      activePointerId.current = event.pointerId;
      const longerSide = Math.max(canvas.current.width, canvas.current.height);
      strokes.current.push({ colour, width: (longerSide * thickness) / 1000, points: [] });
      add(event);
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.pointerId === activePointerId.current) add(event);
    },
    onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.pointerId !== activePointerId.current) return;
      activePointerId.current = null;
      setStrokeCount(strokes.current.length);
    },
    onPointerCancel: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.pointerId !== activePointerId.current) return;
      activePointerId.current = null;
      setStrokeCount(strokes.current.length);
    },
  });

  const removeStrokes = (removedCount: number) => {
    strokes.current.splice(Math.max(0, strokes.current.length - removedCount));
    setStrokeCount(strokes.current.length);
    paint();
  };

  return {
    canvas,
    ready: isReady,
    hasFailed,
    count,
    handlers: createHandlers,
    undo: () => removeStrokes(1),
    clear: () => removeStrokes(strokes.current.length),
  };
}
