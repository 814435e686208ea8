import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { scaleToFit } from "../photo/preparePhoto.ts";
import { drawStroke, type Stroke, toCanvasPoint } from "./strokes.ts";

/** Size of a white sheet in pixels. */
const sheet = { width: 1600, height: 1200 };

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
  const [count, setCount] = useState(0);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);

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
      canvas.current.width = image?.width ?? sheet.width;
      canvas.current.height = image?.height ?? sheet.height;
      strokes.current = [];
      setCount(0);
      paint();
      setReady(true);
    };
    if (!background) setUpCanvas(null);
    else
      createImageBitmap(background.bytes).then(
        (image) => {
          setUpCanvas(scaleToFit(image, background.isGraphic ? sheet.width : 0));
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
  const handlers = (colour: string, thickness: number) => ({
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      if (!ready || activePointerId.current !== null || event.button !== 0 || !canvas.current) return;
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
      setCount(strokes.current.length);
    },
    onPointerCancel: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.pointerId !== activePointerId.current) return;
      activePointerId.current = null;
      setCount(strokes.current.length);
    },
  });

  const removeStrokes = (strokeCount: number) => {
    strokes.current.splice(Math.max(0, strokes.current.length - strokeCount));
    setCount(strokes.current.length);
    paint();
  };

  return {
    canvas,
    ready,
    failed,
    count,
    handlers,
    undo: () => removeStrokes(1),
    clear: () => removeStrokes(strokes.current.length),
  };
}
