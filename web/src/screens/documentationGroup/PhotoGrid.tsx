import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "../../../../domain/endpoints/documentation";
import { columnsOf, gridStep } from "../../kit/photo/gridStep";
import { PhotoImage } from "../../kit/photo/PhotoImage";
import { openLabel, Thumbnail } from "../../kit/photo/Thumbnail";

interface PhotoGridProps {
  photos: readonly PhotoRow[];
  onOpen: (id: string) => void;
}

/** Thumbnails, one of them in the tab order; arrow keys go to the others. */
export function PhotoGrid({ photos, onOpen }: PhotoGridProps) {
  const { t } = useTranslation("documentation");
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  const moved = useRef(false);
  const current = Math.min(at, Math.max(0, photos.length - 1));

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelectorAll("button")[current]?.focus();
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const next = gridStep(event.key, current, photos.length, columnsOf(grid.current));
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    setAt(next);
  }

  if (photos.length === 0) return null;
  return (
    <Grid ref={grid} onKeyDown={onKeyDown}>
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <Thumbnail
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-label={openLabel(t, photo)}
            onFocus={() => setAt(index)}
            onClick={() => onOpen(photo.id)}
          >
            <PhotoImage photo={photo} />
          </Thumbnail>
          <Name title={photo.comment ?? photo.name}>{photo.alias ?? photo.name}</Name>
        </li>
      ))}
    </Grid>
  );
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(132px, 1fr));
  gap: var(--base-size-12);
  margin-bottom: var(--base-size-8);
  @media (max-width: 543px) {
    grid-template-columns: repeat(auto-fill, minmax(96px, 1fr));
    gap: var(--base-size-8);
  }
  li {
    min-width: 0;
  }
`;

const Name = styled.div`
  margin-top: var(--base-size-2);
  overflow: hidden;
  font-size: var(--text-body-size-small);
  text-overflow: ellipsis;
  white-space: nowrap;
`;
