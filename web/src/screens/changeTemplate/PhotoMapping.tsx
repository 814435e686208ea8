import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Target } from "#domain/template/mapping.ts";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { LazySelect } from "./LazySelect.tsx";
import { keepValue, photoChoicesOf } from "./templateMapping.ts";

interface PhotoMappingProps {
  photos: readonly PhotoRow[];
  targets: readonly Target[];
  targetsByPhoto: ReadonlyMap<string, string>;
  onPhotosChange: (ids: readonly string[], target: string) => void;
}

/** Selects the target task of photos, for all photos of a task or one by one. */
export function PhotoMapping({ photos, targets, targetsByPhoto, onPhotosChange }: PhotoMappingProps) {
  const { t } = useTranslation("tools");
  const getChoices = () => [{ value: keepValue, label: t("change.sameAsTask") }, ...photoChoicesOf(targets)];
  const selectedTargets = new Set(photos.map(({ id }) => targetsByPhoto.get(id) ?? keepValue));
  return (
    <Box>
      <AllPhotos>
        <span>{t("change.moveAllPhotos")}</span>
        <LazySelect
          label={t("change.moveAllPhotos")}
          value={selectedTargets.size === 1 ? [...selectedTargets][0]! : keepValue}
          getChoices={getChoices}
          onChange={(target) =>
            onPhotosChange(
              photos.map(({ id }) => id),
              target,
            )
          }
        />
      </AllPhotos>
      <Grid>
        {photos.map((photo) => (
          <li key={photo.id}>
            <PhotoImage photo={photo} />
            <Name>{photo.name}</Name>
            <LazySelect
              label={t("change.photoTarget", { name: photo.name })}
              value={targetsByPhoto.get(photo.id) ?? keepValue}
              getChoices={getChoices}
              onChange={(target) => onPhotosChange([photo.id], target)}
            />
          </li>
        ))}
      </Grid>
    </Box>
  );
}

const Box = styled.div`
  grid-column: 1 / -1;
`;

const AllPhotos = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  max-width: 480px;
  > :last-child {
    flex: 1;
    min-width: 200px;
  }
`;

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
  gap: var(--base-size-12);
  max-height: 480px;
  margin: var(--base-size-8) 0;
  padding: 0;
  overflow: auto;
  list-style: none;
  li {
    content-visibility: auto;
    contain-intrinsic-size: 150px 210px;
  }
`;

const Name = styled.div`
  margin: var(--base-size-4) 0;
  overflow-wrap: anywhere;
  font-size: var(--text-body-size-small);
`;
