import { ImageIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationTask, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { openLabel, Thumbnail } from "#features/photo/Thumbnail.tsx";
import { SentBackMark } from "../retake/SentBackProvider.tsx";
import { ThreadMark } from "../threads/ThreadMarks.tsx";

/** Photos shown with their task; the gallery has all of them. */
const maxVisible = 6;

interface TaskPhotosProps {
  task: DocumentationTask;
  photos: readonly PhotoRow[];
  /** If false, only their number is shown; the gallery shows the photos. */
  isVisible: boolean;
  onOpen: (id: string) => void;
}

export function TaskPhotos({ task, photos, isVisible, onOpen }: TaskPhotosProps) {
  const { t } = useTranslation("documentation");
  if (!isVisible)
    return (
      <div>
        <Button
          size="small"
          leadingVisual={ImageIcon}
          aria-label={t("tasks.openPhotos", { count: photos.length, task: task.name })}
          onClick={() => onOpen(photos[0]!.id)}
        >
          {t("tasks.photoCount", { count: photos.length })}
        </Button>
      </div>
    );
  const hiddenPhotos = photos.slice(maxVisible);
  return (
    <Strip aria-label={t("tasks.photosOf", { task: task.name })}>
      {photos.slice(0, maxVisible).map((photo) => (
        <li key={photo.id}>
          <Thumbnail
            type="button"
            aria-label={openLabel(t, photo)}
            title={photo.comment ?? photo.name}
            onClick={() => onOpen(photo.id)}
          >
            <PhotoImage photo={photo} />
          </Thumbnail>
          <SentBackMark photoId={photo.id} />
          <ThreadMark photoId={photo.id} />
        </li>
      ))}
      {hiddenPhotos[0] && (
        <li>
          <More
            type="button"
            title={t("tasks.allPhotosOf", { count: photos.length, task: task.name })}
            onClick={() => onOpen(hiddenPhotos[0]!.id)}
          >
            {t("tasks.morePhotos", { count: hiddenPhotos.length })}
          </More>
        </li>
      )}
    </Strip>
  );
}

const Strip = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, 88px);
  gap: var(--base-size-8);
  > li {
    position: relative;
  }
`;

const More = styled.button`
  width: 100%;
  aspect-ratio: 1;
  border: 1px dashed var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-accent);
  font: inherit;
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
`;
