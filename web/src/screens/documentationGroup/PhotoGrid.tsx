import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { openLabel, Thumbnail } from "#features/photo/Thumbnail.tsx";
import { useGridFocus } from "#features/photo/useGridFocus.ts";

interface PhotoGridProps {
  photos: readonly PhotoRow[];
  onOpen: (id: string) => void;
}

/** Thumbnails, one of them in the tab order; arrow keys move to the others. */
export function PhotoGrid({ photos, onOpen }: PhotoGridProps) {
  const { t } = useTranslation("documentation");
  const { current, setCurrentIndex, gridProps } = useGridFocus(photos.length);
  if (photos.length === 0) return null;
  return (
    <Grid {...gridProps}>
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <Thumbnail
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-label={openLabel(t, photo)}
            onFocus={() => setCurrentIndex(index)}
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

/** Empty thumbnails in the places of photos that are loading. */
export const PhotoGridSkeleton = ({ count }: { count: number }) => (
  <Grid as="div" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have only a position
      <div key={index}>
        <Thumbnail as="div" style={{ aspectRatio: 1 }} />
        <Name>&nbsp;</Name>
      </div>
    ))}
  </Grid>
);

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
