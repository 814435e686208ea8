import { memo, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { LayoutPreview } from "#domain/endpoints/configuration/layout.ts";
import type { Pdf } from "#lib/pdf.ts";
import { useIsInView } from "#ui/hooks/useIsInView.ts";

type Part = LayoutPreview["parts"][number];

interface PageViewProps {
  pdf: Pdf;
  index: number;
  parts: readonly Part[];
  /** Nodes to highlight: the selected one and its descendants. */
  highlightedIds: ReadonlySet<string>;
  onSelect: (node: string) => void;
}

/** Maximum rendered width of a page in pixels: the width of a large screen. */
const maxWidthPx = 1600;

/** One page, rendered when it comes into view. The old rendering stays until the new one is ready. */
export const PageView = memo(function PageView({
  pdf,
  index,
  parts,
  highlightedIds,
  onSelect,
}: PageViewProps) {
  const { t } = useTranslation("layout");
  const containerRef = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const isInView = useIsInView(containerRef, "600px");
  const [hoveredPart, setHoveredPart] = useState<Part | null>(null);
  const size = pdf.pages[index];

  useEffect(() => {
    const canvasHolder = paper.current;
    if (!isInView || !canvasHolder) return;
    const abort = new AbortController();
    const width = Math.min(
      maxWidthPx,
      Math.round((canvasHolder.clientWidth || 400) * (window.devicePixelRatio || 1)),
    );
    pdf.draw(index, width, abort.signal).then(
      (canvas) => {
        if (!abort.signal.aborted) canvasHolder.replaceChildren(canvas);
      },
      // Cancelled by a newer rendering, or failed: the old one stays.
      () => undefined,
    );
    return () => abort.abort();
  }, [pdf, index, isInView]);

  if (!size) return null;
  const boxOf = ({ x, y, width, height }: Part) => ({
    left: `${(x / size.width) * 100}%`,
    top: `${(y / size.height) * 100}%`,
    width: `${(width / size.width) * 100}%`,
    height: `${(height / size.height) * 100}%`,
  });
  const partAt = (event: PointerEvent<HTMLElement>): Part | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * size.width;
    const y = ((event.clientY - box.top) / box.height) * size.height;
    return findSmallestPart(parts, x, y);
  };
  return (
    <PageBox
      ref={containerRef}
      role="img"
      aria-label={t("preview.page", { number: index + 1, total: pdf.pages.length })}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      data-pointing={hoveredPart ? "" : undefined}
      onPointerMove={(event) => setHoveredPart(event.pointerType === "mouse" ? partAt(event) : null)}
      onPointerLeave={() => setHoveredPart(null)}
      onPointerUp={(event) => {
        const part = event.button === 0 ? partAt(event) : null;
        if (part) onSelect(part.node);
      }}
    >
      <Paper ref={paper} />
      {parts
        .filter(({ node }) => highlightedIds.has(node))
        .map((part, markIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a node may appear twice at the same position
          <Mark key={markIndex} data-mark={part.node} style={boxOf(part)} />
        ))}
      {hoveredPart && <Hover style={boxOf(hoveredPart)} />}
    </PageBox>
  );
});

/** The innermost part at a point: a text rather than the column around it. */
export function findSmallestPart(parts: readonly Part[], x: number, y: number): Part | null {
  let smallestPart: Part | null = null;
  for (const part of parts) {
    const isInside = x >= part.x && y >= part.y && x <= part.x + part.width && y <= part.y + part.height;
    // Of two equal parts, the later one is on top.
    if (isInside && (!smallestPart || part.width * part.height <= smallestPart.width * smallestPart.height))
      smallestPart = part;
  }
  return smallestPart;
}

const PageBox = styled.div`
  position: relative;
  width: 100%;
  background: #ffffff;
  box-shadow: var(--shadow-resting-medium);
  outline: 1px solid var(--borderColor-muted);
  &[data-pointing] {
    cursor: pointer;
  }
`;

const Paper = styled.div`
  position: absolute;
  inset: 0;
  canvas {
    display: block;
    width: 100%;
    height: 100%;
  }
`;

const Mark = styled.div`
  position: absolute;
  border-radius: 1px;
  outline: 2px solid #0969da;
  outline-offset: 1px;
  background: rgb(9 105 218 / 0.08);
  pointer-events: none;
`;

const Hover = styled.div`
  position: absolute;
  outline: 1px dashed #0969da;
  outline-offset: 1px;
  pointer-events: none;
`;
