import { CommentIcon } from "@primer/octicons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { PhotoActions } from "#features/photo/PhotoActions.ts";
import { usePhotoViewer } from "#features/photo/usePhotoViewer.tsx";
import type { PhotoDraft } from "./PhotoForm.tsx";
import { PhotoPanel } from "./PhotoPanel.tsx";
import { RotationNotice } from "./RotationNotice.tsx";
import { usePhotoRotation } from "./usePhotoRotation.ts";
import { useSaveMarkup } from "./useSaveMarkup.ts";

interface PhotoReview {
  documentationId: string;
  photos: readonly PhotoRow[];
  taskName: (taskId: string) => string | undefined;
  mayWrite: boolean;
  /** Shown with a photo's facts, below its actions. */
  footer: (photo: PhotoRow) => ReactNode;
  /** Additional actions of the screen in the viewer. */
  actions: Pick<PhotoActions, "shortcuts" | "neighbours" | "context" | "onBack">;
}

/** The photo viewer of a documentation, with a reviewer's actions. */
export function usePhotoReview({
  documentationId,
  photos: serverPhotos,
  taskName,
  mayWrite,
  footer,
  actions,
}: PhotoReview) {
  const { t } = useTranslation("review");
  const rotations = usePhotoRotation(documentationId, serverPhotos);
  const saveMarkup = useSaveMarkup(documentationId);
  const { photos } = rotations;
  const [deleted, setDeleted] = useState<{ id: string; takeOut: () => void } | null>(null);
  const drafts = useRef(new Map<string, PhotoDraft>());
  /** The photo whose comment is edited, and how often that was requested. */
  const [commenting, setCommenting] = useState({ id: "", times: 0 });
  const requestComment = (id: string) => setCommenting(({ times }) => ({ id, times: times + 1 }));
  const viewer = usePhotoViewer(
    photos,
    taskName,
    mayWrite
      ? {
          ...actions,
          shortcuts: [
            { key: "c", icon: CommentIcon, label: t("photo.write"), act: ({ id }) => requestComment(id) },
            ...(actions.shortcuts ?? []),
          ],
          openDetailsSignal: commenting.times,
          rotate: rotations.rotate,
          saveMarkup,
          notice: (photo) =>
            rotations.turning(photo.id) && <RotationNotice key={photo.id} photo={photo} turns={rotations} />,
          panel: (photo) => (
            <>
              <PhotoPanel
                key={photo.id}
                photo={photo}
                drafts={drafts.current}
                commenting={commenting.id === photo.id ? commenting.times : 0}
                onDeleted={(takeOut) => {
                  setDeleted({ id: photo.id, takeOut });
                  const index = photos.findIndex(({ id }) => id === photo.id);
                  viewer.show((photos[index + 1] ?? photos[index - 1])?.id ?? null);
                }}
              />
              {footer(photo)}
            </>
          ),
        }
      : { ...actions, panel: footer },
  );
  // Removing it before another photo is shown would close the viewer.
  useEffect(() => {
    if (!deleted || viewer.shown === deleted.id) return;
    deleted.takeOut();
    setDeleted(null);
  }, [deleted, viewer.shown]);
  return {
    photos,
    viewer,
    /** Opens a photo in the viewer to edit its comment. */
    comment: (id: string) => {
      requestComment(id);
      viewer.open(id);
    },
  };
}
