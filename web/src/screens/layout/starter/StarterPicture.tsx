import { useMemo } from "react";
import styled from "styled-components";
import { type PageSketch, type SketchBox, sketchPages } from "#domain/layout/starters/pageSketch.ts";
import { createStarterLayout, listStarterTypes, type Starter } from "#domain/layout/starters/starters.ts";

/** The first two pages of a starter, drawn from its nodes. */
export function StarterPicture({ starter }: { starter: Starter }) {
  const [firstPage, secondPage] = useMemo(() => {
    const [type] = listStarterTypes(starter);
    return type ? sketchPages(createStarterLayout(starter, type, "en"), 2) : [];
  }, [starter]);
  return (
    <Frame aria-hidden>
      {firstPage && <PagePicture page={firstPage} />}
      {secondPage && <PagePicture page={secondPage} />}
    </Frame>
  );
}

/** Boxes of one colour share a path, which keeps the gallery's pictures small. */
function PagePicture({ page: { width, height, boxes } }: { page: PageSketch }) {
  const photos = boxes.filter(({ kind }) => kind === "photo");
  return (
    <Paper viewBox={`0 0 ${width} ${height}`} data-wide={width > height}>
      <ColoredBoxes boxes={boxes.filter(({ kind }) => kind === "fill")} />
      <path d={photos.map(boxPath).join("")} fill="#D5E3F0" />
      <path d={photos.map(hillsPath).join("")} fill="#7FA7C9" />
      <ColoredBoxes boxes={boxes.filter(({ kind }) => kind === "text")} />
    </Paper>
  );
}

const ColoredBoxes = ({ boxes }: { boxes: readonly SketchBox[] }) =>
  [...Map.groupBy(boxes, ({ color }) => color)].map(([color, boxesOfColor]) => (
    <path key={color} d={boxesOfColor.map(boxPath).join("")} fill={color} />
  ));

const boxPath = ({ x, y, width, height }: SketchBox) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Two hills at the foot of a photo. */
function hillsPath({ x, y, width, height }: SketchBox): string {
  const pointAt = (right: number, down: number) => `${x + right * width} ${y + down * height}`;
  return `M${pointAt(0, 1)}L${pointAt(0.35, 0.4)}L${pointAt(0.6, 0.75)}L${pointAt(0.75, 0.6)}L${pointAt(1, 1)}z`;
}

const Frame = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: var(--base-size-8);
  padding: var(--base-size-8);
  height: 150px;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-muted);
`;

/** Paper is white in both themes. Two A4 pages fit side by side into the narrowest tile. */
const Paper = styled.svg`
  height: 112px;
  background: #ffffff;
  box-shadow: var(--shadow-resting-small);
  &[data-wide="true"] {
    height: 62px;
  }
`;
