import { memo, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { PhotoImage } from "./PhotoImage.tsx";

/** Pixels from one photo to the next, and the number of extra photos rendered on either side of the visible ones. */
const stepPx = 60;
const overscan = 6;
/** Width assumed until it is measured. */
const defaultWidthPx = 1200;

interface FilmstripProps {
  photos: readonly PhotoRow[];
  index: number;
  onMove: (index: number) => void;
}

/** All photos in a row below the large one. Renders only the visible ones, so two thousand cost no more than twenty. */
export const Filmstrip = memo(function Filmstrip({ photos, index: currentIndex, onMove }: FilmstripProps) {
  const { t } = useTranslation("documentation");
  const strip = useRef<HTMLElement>(null);
  const [scrollLeft, setScrollLeft] = useState(() => Math.max(0, currentIndex * stepPx - defaultWidthPx / 2));
  const width = strip.current?.clientWidth || defaultWidthPx;
  const startIndex = Math.max(0, Math.floor(scrollLeft / stepPx) - overscan);
  const endIndex = Math.min(photos.length, Math.ceil((scrollLeft + width) / stepPx) + overscan);

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const target = Math.max(0, currentIndex * stepPx - (element.clientWidth - stepPx) / 2);
    element.scrollTo?.({ left: target });
    setScrollLeft(target);
  }, [currentIndex]);

  return (
    <Strip
      ref={strip}
      aria-label={t("gallery.filmstrip")}
      onScroll={({ currentTarget }) => setScrollLeft(currentTarget.scrollLeft)}
    >
      <Row style={{ width: photos.length * stepPx }}>
        {photos.slice(startIndex, endIndex).map((photo, index) => (
          <Frame
            key={photo.id}
            type="button"
            style={{ left: (startIndex + index) * stepPx }}
            tabIndex={startIndex + index === currentIndex ? 0 : -1}
            aria-current={startIndex + index === currentIndex ? "true" : undefined}
            aria-label={t("gallery.showPhoto", { name: photo.alias ?? photo.name })}
            onClick={() => onMove(startIndex + index)}
          >
            <PhotoImage photo={photo} small />
          </Frame>
        ))}
      </Row>
    </Strip>
  );
});

const Strip = styled.nav`
  flex: none;
  overflow-x: auto;
  overflow-y: hidden;
  scrollbar-width: thin;
`;

/** Centred if all photos fit. */
const Row = styled.div`
  position: relative;
  height: 64px;
  margin: 0 auto;
`;

const Frame = styled.button`
  position: absolute;
  top: 4px;
  width: 56px;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  opacity: 0.65;
  cursor: pointer;
  &:hover,
  &:focus-visible {
    opacity: 1;
  }
  &[aria-current="true"] {
    outline: 2px solid var(--borderColor-accent-emphasis);
    outline-offset: 1px;
    opacity: 1;
  }
`;
