import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { scaleToFit } from "../photo/preparePhoto.ts";
import { drawStroke, pointOn, type Stroke } from "./strokes.ts";

/** Size of a white sheet in pixels. */
const sheet = { width: 1600, height: 1200 };

/** A background; a graphic, which may be small, is enlarged to the size of a sheet. */
export interface Background {
  bytes: Blob;
  isGraphic: boolean;
}

/** A canvas with a background and strokes, which can be undone one by one. */
export function useDrawing(background: Background | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const below = useRef<HTMLCanvasElement | null>(null);
  const strokes = useRef<Stroke[]>([]);
  const pen = useRef<number | null>(null);
  const [count, setCount] = useState(0);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);

  const paint = useCallback(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.current.width, canvas.current.height);
    if (below.current) context.drawImage(below.current, 0, 0);
    for (const stroke of strokes.current) drawStroke(context, stroke);
  }, []);

  useEffect(() => {
    let wanted = true;
    const lay = (image: HTMLCanvasElement | null) => {
      if (!wanted || !canvas.current) return;
      below.current = image;
      canvas.current.width = image?.width ?? sheet.width;
      canvas.current.height = image?.height ?? sheet.height;
      strokes.current = [];
      setCount(0);
      paint();
      setReady(true);
    };
    if (!background) lay(null);
    else
      createImageBitmap(background.bytes).then(
        (image) => {
          lay(scaleToFit(image, background.isGraphic ? sheet.width : 0));
          image.close();
        },
        () => wanted && setFailed(true),
      );
    return () => {
      wanted = false;
    };
  }, [background, paint]);

  const add = (event: PointerEvent<HTMLCanvasElement>) => {
    const stroke = strokes.current.at(-1);
    if (!stroke || !canvas.current) return;
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const move of moves.length > 0 ? moves : [event.nativeEvent])
      stroke.points.push(pointOn(canvas.current, move));
    paint();
  };

  /** `thickness` in thousandths of the longer side: a line is equally thick on every photo. */
  const handlers = (colour: string, thickness: number) => ({
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      if (!ready || pen.current !== null || event.button !== 0 || !canvas.current) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      pen.current = event.pointerId;
      const longer = Math.max(canvas.current.width, canvas.current.height);
      strokes.current.push({ colour, width: (longer * thickness) / 1000, points: [] });
      add(event);
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.pointerId === pen.current) add(event);
    },
    onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.pointerId !== pen.current) return;
      pen.current = null;
      setCount(strokes.current.length);
    },
    onPointerCancel: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.pointerId !== pen.current) return;
      pen.current = null;
      setCount(strokes.current.length);
    },
  });

  const take = (many: number) => {
    strokes.current.splice(Math.max(0, strokes.current.length - many));
    setCount(strokes.current.length);
    paint();
  };

  return {
    canvas,
    ready,
    failed,
    count,
    handlers,
    undo: () => take(1),
    clear: () => take(strokes.current.length),
  };
}
