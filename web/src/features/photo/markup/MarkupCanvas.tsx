import { type Dispatch, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { MarkupShape } from "#domain/media/markup.ts";
import { inPaintOrder, MarkupShapeView, type PictureSize } from "./MarkupShapes.tsx";
import type { MarkupAction, MarkupHistory } from "./markupHistory.ts";
import { movedShape, resizeShape, tooSmall } from "./markupTools.ts";

type Point = readonly [number, number];

interface MarkupCanvasProps {
  src: string;
  size: PictureSize;
  state: MarkupHistory;
  act: Dispatch<MarkupAction>;
  /** What the chosen tool draws from one point to another; null when there is room for no more. */
  shapeOf: ((from: Point, to: Point) => MarkupShape) | null;
  /** A pointer came down on the picture; it was lifted. */
  onBegin: () => void;
  onEnd: () => void;
}

/** What a pointer does until it is lifted. */
interface Gesture {
  kind: "draw" | "move" | "stretch";
  /** The end that is stretched. */
  end?: "from" | "to";
  at: Point;
  shape: MarkupShape;
  step: string;
}

/** The picture with what is drawn on it. A pointer draws on free ground, moves what it takes hold of, and stretches it by its ends. */
export function MarkupCanvas({ src, size, state, act, shapeOf, onBegin, onEnd }: MarkupCanvasProps) {
  const { t } = useTranslation("documentation");
  const svg = useRef<SVGSVGElement>(null);
  const gesture = useRef<Gesture | null>(null);
  const { shapes, chosen } = state;
  const shape = chosen === null ? undefined : shapes[chosen];
  const unit = usePixel(svg, size);
  const fingers = window.matchMedia?.("(pointer: coarse)").matches ?? false;
  const handle = (fingers ? 10 : 6) * unit;
  const hold = (fingers ? 22 : 10) * unit;
  // What is drawn can lie close together: a new shape begins between others.
  const grip = (fingers ? 12 : 8) * unit;

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix) return [0, 0];
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return [x / size.width, y / size.height];
  };
  const begin = (event: PointerEvent, next: Gesture) => {
    event.stopPropagation();
    onBegin();
    svg.current?.setPointerCapture?.(event.pointerId);
    gesture.current = next;
  };

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0 || !event.isPrimary || !shapeOf) return;
    const at = pointOf(event);
    const drawn = shapeOf(at, at);
    const step = crypto.randomUUID();
    act({ act: "add", shape: drawn, step });
    begin(event, { kind: "draw", at, shape: drawn, step });
  }

  function onPointerMove(event: PointerEvent) {
    const now = gesture.current;
    if (!now) return;
    const at = pointOf(event);
    const by = [at[0] - now.at[0], at[1] - now.at[1]] as const;
    if (now.kind === "draw") {
      now.shape =
        now.shape.type === "TEXT" ? { ...now.shape, at: [...at] } : resizeShape(now.shape, "to", at);
      act({ act: "change", shape: movedShape(now.shape, [0, 0]), step: now.step });
    } else if (now.kind === "move") act({ act: "change", shape: movedShape(now.shape, by), step: now.step });
    else act({ act: "change", shape: resizeShape(now.shape, now.end ?? "to", at), step: now.step });
  }

  function onPointerUp() {
    const now = gesture.current;
    gesture.current = null;
    if (!now) return;
    // A tap beside everything chooses nothing, and leaves nothing behind.
    if (now.kind === "draw" && tooSmall(now.shape)) act({ act: "undo" });
    else act({ act: "end" });
    onEnd();
  }

  return (
    <Place>
      <Picture
        ref={svg}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="group"
        aria-label={t("markup.picture")}
        // The browser would lead the focus to what is pressed, and away from the words of a text.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        <image href={src} {...size} preserveAspectRatio="none" />
        {inPaintOrder(shapes).map(([at, one]) => (
          <Shape
            key={at}
            tabIndex={0}
            role="button"
            aria-pressed={at === chosen}
            aria-label={
              one.type === "TEXT"
                ? `${t("markup.shape.TEXT")}: ${one.text}`
                : "color" in one
                  ? `${t(`markup.shape.${one.type}`)}, ${t(`markup.colors.${one.color}`)}`
                  : t("markup.shape.BLUR")
            }
            onFocus={() => act({ act: "choose", at })}
            onPointerDown={(event) => {
              act({ act: "choose", at });
              begin(event, { kind: "move", at: pointOf(event), shape: one, step: crypto.randomUUID() });
            }}
          >
            <MarkupShapeView shape={one} size={size} src={src} />
            <ShapeHandles shape={one} size={size} width={grip * 2} />
          </Shape>
        ))}
        {shape &&
          shape.type !== "TEXT" &&
          (["from", "to"] as const).map((end) => (
            <Handle
              key={end}
              onPointerDown={(event) =>
                begin(event, { kind: "stretch", end, at: pointOf(event), shape, step: crypto.randomUUID() })
              }
            >
              {/* What is seen, in what a finger finds. */}
              {[handle, hold].map((r) => (
                <circle
                  key={r}
                  cx={shape[end][0] * size.width}
                  cy={shape[end][1] * size.height}
                  r={r}
                  {...(r === hold ? { fill: "transparent" } : { strokeWidth: 2 * unit })}
                />
              ))}
            </Handle>
          ))}
      </Picture>
    </Place>
  );
}

/** Pixels of the picture that a pixel of the window is: a handle is as large on any photo and screen. */
function usePixel(svg: RefObject<SVGSVGElement | null>, { width, height }: PictureSize): number {
  const [unit, setUnit] = useState(Math.max(width, height) / 1000);
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) setUnit(Math.max(width / box.width, height / box.height));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [svg, width, height]);
  return unit;
}

/** Wider than what is seen of a shape, for a finger to take hold of. */
function ShapeHandles({ shape, size, width }: { shape: MarkupShape; size: PictureSize; width: number }) {
  if (shape.type === "TEXT") return null;
  const [x, y] = [shape.from[0] * size.width, shape.from[1] * size.height];
  const [x2, y2] = [shape.to[0] * size.width, shape.to[1] * size.height];
  if (shape.type === "ARROW" || shape.type === "LINE")
    return <line x1={x} y1={y} x2={x2} y2={y2} stroke="transparent" strokeWidth={width} />;
  return (
    <rect
      x={Math.min(x, x2)}
      y={Math.min(y, y2)}
      width={Math.abs(x2 - x)}
      height={Math.abs(y2 - y)}
      fill={shape.type === "BLUR" ? "transparent" : "none"}
      stroke="transparent"
      strokeWidth={width}
    />
  );
}

const Place = styled.div`
  position: relative;
  flex: 1;
  min-height: 0;
`;

const Picture = styled.svg`
  position: absolute;
  width: 100%;
  height: 100%;
  cursor: crosshair;
  user-select: none;
  touch-action: none;
`;

const Shape = styled.g`
  cursor: move;
  &:focus-visible {
    outline: 2px solid var(--fgColor-accent);
  }
`;

const Handle = styled.g`
  cursor: grab;
  > :first-child {
    fill: #fff;
    stroke: #0969da;
  }
`;
