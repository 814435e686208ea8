import { createElement, useId } from "react";
import { computePixelBounds, type Markup, type MarkupShape } from "#domain/media/markup.ts";
import { shapeToElements } from "#domain/media/markupDrawing.ts";

export interface PictureSize {
  width: number;
  height: number;
}

/** React's name of an SVG attribute: camel case for kebab case. */
const toReactName = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** One shape, drawn as the service draws it, within an SVG whose units are picture pixels. A blur needs the picture's URL. */
export function MarkupShapeView({
  shape,
  size,
  src,
}: {
  shape: MarkupShape;
  size: PictureSize;
  src: string;
}) {
  const id = useId();
  if (shape.type === "BLUR") {
    const area = computePixelBounds(shape, size);
    if (!area) return null;
    const { left, top, right, bottom } = area;
    return (
      <>
        <clipPath id={`${id}clip`}>
          <rect x={left} y={top} width={right - left} height={bottom - top} />
        </clipPath>
        <filter id={`${id}blur`}>
          <feGaussianBlur stdDeviation={Math.max(size.width, size.height) / 50} edgeMode="duplicate" />
        </filter>
        <g clipPath={`url(#${id}clip)`}>
          <image href={src} {...size} preserveAspectRatio="none" filter={`url(#${id}blur)`} />
        </g>
      </>
    );
  }
  return shapeToElements(shape, size).map(({ tag, attributes, text }, index) =>
    createElement(
      tag,
      {
        key: index,
        ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toReactName(name), value])),
      },
      text,
    ),
  );
}

/** All shapes in drawing order, blurs below the others. */
export const MarkupOverlay = ({ markup, size, src }: { markup: Markup; size: PictureSize; src: string }) =>
  sortForPainting(markup).map(([index, shape]) => (
    <MarkupShapeView key={index} shape={shape} size={size} src={src} />
  ));

/** The shapes with their indexes, in drawing order. */
export const sortForPainting = (shapes: readonly MarkupShape[]): [index: number, shape: MarkupShape][] =>
  [...shapes.entries()].sort(([, a], [, b]) => Number(b.type === "BLUR") - Number(a.type === "BLUR"));
