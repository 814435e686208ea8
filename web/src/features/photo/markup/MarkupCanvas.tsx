import { type Dispatch, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { MarkupShape } from "#domain/media/markup.ts";
import { MarkupShapeView, type PictureSize, sortForPainting } from "./MarkupShapes.tsx";
import type { MarkupAction, MarkupHistory } from "./markupHistory.ts";
import { isTap, moveShape, resizeShape } from "./markupTools.ts";

type Point = readonly [number, number];

interface MarkupCanvasProps {
  src: string;
  size: PictureSize;
  state: MarkupHistory;
  dispatch: Dispatch<MarkupAction>;
  /**
   * Creates the shape that the selected tool draws between two points. Null once the photo has the maximum number of shapes.
   */
  createShape: ((from: Point, to: Point) => MarkupShape) | null;
  /** Called when a pointer goes down on the picture, and when it is lifted. */
  onBegin: () => void;
  onEnd: () => void;
}

/** The gesture of a pointer until it is lifted. */
interface Gesture {
  kind: "draw" | "move" | "stretch";
  /** The end that is being dragged. */
  end?: "from" | "to";
  point: Point;
  shape: MarkupShape;
  stepId: string;
}

/** The picture with its markup. A pointer draws on free space, moves the shape that it grabs, and stretches it by its ends. */
export function MarkupCanvas({ src, size, state, dispatch, createShape, onBegin, onEnd }: MarkupCanvasProps) {
  const { t } = useTranslation("documentation");
  const svg = useRef<SVGSVGElement>(null);
  const gesture = useRef<Gesture | null>(null);
  const { shapes, selectedIndex } = state;
  const shape = selectedIndex === null ? undefined : shapes[selectedIndex];
  const pixelSize = usePixelSize(svg, size);
  const isTouch = window.matchMedia?.("(pointer: coarse)").matches ?? false;
  const handleRadius = (isTouch ? 10 : 6) * pixelSize;
  const touchRadius = (isTouch ? 22 : 10) * pixelSize;
  // Shapes can be close together, and a new one must be able to start between them.
  const gripRadius = (isTouch ? 12 : 8) * pixelSize;

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
    if (event.button !== 0 || !event.isPrimary || !createShape) return;
    const point = pointOf(event);
    const newShape = createShape(point, point);
    const stepId = crypto.randomUUID();
    dispatch({ type: "add", shape: newShape, step: stepId });
    begin(event, { kind: "draw", point, shape: newShape, stepId });
  }

  function onPointerMove(event: PointerEvent) {
    const activeGesture = gesture.current;
    if (!activeGesture) return;
    const point = pointOf(event);
    const offset = [point[0] - activeGesture.point[0], point[1] - activeGesture.point[1]] as const;
    if (activeGesture.kind === "draw") {
      activeGesture.shape =
        activeGesture.shape.type === "TEXT"
          ? { ...activeGesture.shape, position: [...point] }
          : resizeShape(activeGesture.shape, "to", point);
      dispatch({ type: "change", shape: moveShape(activeGesture.shape, [0, 0]), step: activeGesture.stepId });
    } else if (activeGesture.kind === "move")
      dispatch({ type: "change", shape: moveShape(activeGesture.shape, offset), step: activeGesture.stepId });
    else
      dispatch({
        type: "change",
        shape: resizeShape(activeGesture.shape, activeGesture.end ?? "to", point),
        step: activeGesture.stepId,
      });
  }

  function onPointerUp() {
    const activeGesture = gesture.current;
    gesture.current = null;
    if (!activeGesture) return;
    // A tap on free space deselects and draws nothing.
    if (activeGesture.kind === "draw" && isTap(activeGesture.shape)) dispatch({ type: "undo" });
    else dispatch({ type: "end" });
    onEnd();
  }

  return (
    <Container>
      <Picture
        ref={svg}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="group"
        aria-label={t("markup.picture")}
        // The browser would focus the pressed element, and take the focus from the input of a text.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        <image href={src} {...size} preserveAspectRatio="none" />
        {sortForPainting(shapes).map(([index, candidate]) => (
          <Shape
            key={index}
            tabIndex={0}
            role="button"
            aria-pressed={index === selectedIndex}
            aria-label={
              candidate.type === "TEXT"
                ? `${t("markup.shape.TEXT")}: ${candidate.text}`
                : "color" in candidate
                  ? `${t(`markup.shape.${candidate.type}`)}, ${t(`markup.colors.${candidate.color}`)}`
                  : t("markup.shape.BLUR")
            }
            onFocus={() => dispatch({ type: "choose", index })}
            onPointerDown={(event) => {
              dispatch({ type: "choose", index });
              begin(event, {
                kind: "move",
                point: pointOf(event),
                shape: candidate,
                stepId: crypto.randomUUID(),
              });
            }}
          >
            <MarkupShapeView shape={candidate} size={size} src={src} />
            <ShapeHitArea shape={candidate} size={size} width={gripRadius * 2} />
          </Shape>
        ))}
        {shape &&
          shape.type !== "TEXT" &&
          (["from", "to"] as const).map((end) => (
            <Handle
              key={end}
              onPointerDown={(event) =>
                begin(event, {
                  kind: "stretch",
                  end,
                  point: pointOf(event),
                  shape,
                  stepId: crypto.randomUUID(),
                })
              }
            >
              {/* The visible circle inside the larger one that a finger can hit. */}
              {[handleRadius, touchRadius].map((r) => (
                <circle
                  key={r}
                  cx={shape[end][0] * size.width}
                  cy={shape[end][1] * size.height}
                  r={r}
                  {...(r === touchRadius ? { fill: "transparent" } : { strokeWidth: 2 * pixelSize })}
                />
              ))}
            </Handle>
          ))}
      </Picture>
    </Container>
  );
}

/** Picture pixels per window pixel, so that handles have the same size on any photo and screen. */
function usePixelSize(svg: RefObject<SVGSVGElement | null>, { width, height }: PictureSize): number {
  const [pixelSize, setPixelSize] = useState(Math.max(width, height) / 1000);
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && box.height > 0) setPixelSize(Math.max(width / box.width, height / box.height));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [svg, width, height]);
  return pixelSize;
}

/** An invisible outline wider than the shape, for a finger to grab. */
function ShapeHitArea({ shape, size, width }: { shape: MarkupShape; size: PictureSize; width: number }) {
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

const Container = styled.div`
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
