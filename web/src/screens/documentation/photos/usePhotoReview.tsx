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
  canWrite: boolean;
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
  canWrite,
  footer,
  actions,
}: PhotoReview) {
  const { t } = useTranslation("review");
  const rotations = usePhotoRotation(documentationId, serverPhotos);
  const saveMarkup = useSaveMarkup(documentationId);
  const { photos } = rotations;
  const [deletedPhoto, setDeleted] = useState<{ id: string; removePhoto: () => void } | null>(null);
  const drafts = useRef(new Map<string, PhotoDraft>());
  /** The photo whose comment is edited, and how often that was requested. */
  const [commentRequest, setCommenting] = useState({ id: "", times: 0 });
  const requestComment = (id: string) => setCommenting(({ times }) => ({ id, times: times + 1 }));
  const viewer = usePhotoViewer(
    photos,
    taskName,
    canWrite
      ? {
          ...actions,
          shortcuts: [
            {
              key: "c",
              icon: CommentIcon,
              label: t("photo.writeComment"),
              act: ({ id }) => requestComment(id),
            },
            ...(actions.shortcuts ?? []),
          ],
          openDetailsSignal: commentRequest.times,
          rotate: rotations.rotate,
          saveMarkup,
          notice: (photo) =>
            rotations.getPending(photo.id) && (
              <RotationNotice key={photo.id} photo={photo} rotations={rotations} />
            ),
          panel: (photo) => (
            <>
              <PhotoPanel
                key={photo.id}
                photo={photo}
                drafts={drafts.current}
                commentRequests={commentRequest.id === photo.id ? commentRequest.times : 0}
                onDeleted={(removePhoto) => {
                  setDeleted({ id: photo.id, removePhoto });
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
    if (!deletedPhoto || viewer.openPhotoId === deletedPhoto.id) return;
    deletedPhoto.removePhoto();
    setDeleted(null);
  }, [deletedPhoto, viewer.openPhotoId]);
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
