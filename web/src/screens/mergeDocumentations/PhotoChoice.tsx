import { Checkbox } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";

interface PhotoChoiceProps {
  photos: readonly PhotoRow[];
  excludedPhotoIds: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** Photos to include or exclude individually. */
export function PhotoChoice({ photos, excludedPhotoIds, onToggle }: PhotoChoiceProps) {
  const { t } = useTranslation("tools");
  return (
    <Grid>
      {photos.map((photo) => (
        <li key={photo.id}>
          <label htmlFor={`photo-${photo.id}`}>
            <PhotoImage photo={photo} />
            <Name>
              <Checkbox
                id={`photo-${photo.id}`}
                checked={!excludedPhotoIds.has(photo.id)}
                aria-label={t("merge.photo", { name: photo.name })}
                onChange={() => onToggle(photo.id)}
              />
              <span>{photo.name}</span>
            </Name>
          </label>
        </li>
      ))}
    </Grid>
  );
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(120px, 1fr));
  gap: var(--base-size-8);
  width: 100%;
  max-height: 420px;
  margin: var(--base-size-4) 0 var(--base-size-8);
  padding: 0;
  overflow: auto;
  list-style: none;
  li {
    /* There may be two thousand photos: those out of view are not laid out. */
    content-visibility: auto;
    contain-intrinsic-size: 120px 130px;
  }
  label {
    cursor: pointer;
  }
`;

const Name = styled.span`
  display: flex;
  gap: var(--base-size-4);
  margin-top: var(--base-size-4);
  overflow-wrap: anywhere;
`;
