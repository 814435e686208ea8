import { useEffect, useRef, useState } from "react";
import type { PhotoRow } from "../../../../../domain/endpoints/documentation";
import { usePhotoViewer } from "../../../kit/photo/usePhotoViewer";
import type { PhotoDraft } from "./PhotoForm";
import { PhotoPanel } from "./PhotoPanel";
import { TurnNotice } from "./TurnNotice";
import { useTurns } from "./useTurns";

interface PhotoReview {
  documentationId: string;
  photos: readonly PhotoRow[];
  taskName: (taskId: string) => string | undefined;
  mayWrite: boolean;
}

/** The large view of a documentation's photos with a reviewer's actions. */
export function usePhotoReview({ documentationId, photos: given, taskName, mayWrite }: PhotoReview) {
  const turns = useTurns(documentationId, given);
  const { photos } = turns;
  const [deleted, setDeleted] = useState<{ id: string; takeOut: () => void } | null>(null);
  const drafts = useRef(new Map<string, PhotoDraft>());
  const viewer = usePhotoViewer(
    photos,
    taskName,
    mayWrite
      ? {
          rotate: turns.rotate,
          notice: (photo) =>
            turns.turning(photo.id) && <TurnNotice key={photo.id} photo={photo} turns={turns} />,
          panel: (photo) => (
            <PhotoPanel
              key={photo.id}
              photo={photo}
              drafts={drafts.current}
              onDeleted={(takeOut) => {
                setDeleted({ id: photo.id, takeOut });
                const at = photos.findIndex(({ id }) => id === photo.id);
                viewer.show((photos[at + 1] ?? photos[at - 1])?.id ?? null);
              }}
            />
          ),
        }
      : undefined,
  );
  // Removing it before another photo is shown would close the view.
  useEffect(() => {
    if (!deleted || viewer.shown === deleted.id) return;
    deleted.takeOut();
    setDeleted(null);
  }, [deleted, viewer.shown]);
  return { photos, viewer };
}
