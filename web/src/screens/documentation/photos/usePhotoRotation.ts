import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { listPhotos, type PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { SaveFailure } from "#ui/form/SaveConflict.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { useUpdatePhoto } from "./useUpdatePhoto.ts";

/** Saves after a pause, so that several quarter turns are one change. */
const saveDebounceMs = 600;

interface PendingRotation {
  /** Quarter turns clockwise, 0 to 3. */
  rotation: number;
  isSaving: boolean;
  saveFailure: SaveFailure<PhotoRow> | null;
}

/** The rotation after a quarter turn, 0 to 3 (2§5). */
export const rotateBy = (rotation: number, direction: 1 | -1): number => (rotation + direction + 4) % 4;

/**
 * Rotates photos: shown immediately, saved after a pause on top of the newest known version. Returns `photos` with pending
 * rotations applied.
 */
export function usePhotoRotation(documentationId: string, serverPhotos: readonly PhotoRow[]) {
  const { t } = useTranslation("review");
  const { invalidate } = useDocumentationMutation(documentationId);
  const change = useUpdatePhoto(documentationId);
  const [pending, setPending] = useState<ReadonlyMap<string, PendingRotation>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const latest = useRef({ photos: serverPhotos, pending });
  latest.current = { photos: serverPhotos, pending };

  const setPendingRotation = (id: string, change: Partial<PendingRotation> | null) =>
    setPending((rotations) => {
      const next = new Map(rotations);
      const current = rotations.get(id) ?? { rotation: 0, isSaving: false, saveFailure: null };
      if (change === null) next.delete(id);
      else next.set(id, { ...current, ...change });
      return next;
    });

  const saveRotation = (id: string, rotation: number, version: number) => change(id, { rotation }, version);

  async function save(id: string, version?: number): Promise<void> {
    timers.current.delete(id);
    const request = latest.current.pending.get(id);
    const photo = latest.current.photos.find((item) => item.id === id);
    if (!request || !photo) return;
    // One save at a time: later rotations are saved when this one is done.
    if (request.isSaving) return;
    if (request.rotation === photo.rotation && version === undefined) return setPendingRotation(id, null);
    setPendingRotation(id, { isSaving: true, saveFailure: null });
    try {
      const savedPhoto = await saveRotation(id, request.rotation, version ?? photo.version);
      offerUndo(t("photo.rotated", { name: savedPhoto.alias ?? savedPhoto.name }), () =>
        saveRotation(id, photo.rotation, savedPhoto.version),
      );
      const newestRotation = latest.current.pending.get(id)?.rotation;
      if (newestRotation === savedPhoto.rotation) setPendingRotation(id, null);
      else {
        setPendingRotation(id, { isSaving: false });
        schedule(id, savedPhoto.version);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (hasLeft.current)
        return showAlert("danger", t("photo.rotateFailed", { name: photo.alias ?? photo.name }));
      const serverPhoto = error.code === "staleVersion" ? await findPhotoRow(documentationId, id) : undefined;
      setPendingRotation(id, {
        isSaving: false,
        saveFailure: { failure: error, ...(serverPhoto !== undefined && { serverRow: serverPhoto }) },
      });
    }
  }

  function schedule(id: string, version?: number) {
    clearTimeout(timers.current.get(id));
    timers.current.set(
      id,
      setTimeout(() => void saveRef.current(id, version), saveDebounceMs),
    );
  }
  const saveRef = useRef(save);
  saveRef.current = save;

  // Neither a rotation nor the alert that it was refused may be lost when the user leaves the page.
  const hasLeft = useRef(false);
  useEffect(() => {
    const pendingTimers = timers.current;
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      for (const [id, timer] of pendingTimers) {
        clearTimeout(timer);
        void saveRef.current(id);
      }
    };
  }, []);

  const scheduleRef = useRef(schedule);
  scheduleRef.current = schedule;
  const rotate = useCallback((photo: PhotoRow, direction: 1 | -1) => {
    setPending((rotations) => {
      const current = rotations.get(photo.id);
      const rotation = rotateBy(current?.rotation ?? photo.rotation, direction);
      return new Map(rotations).set(photo.id, { isSaving: false, ...current, rotation, saveFailure: null });
    });
    scheduleRef.current(photo.id);
  }, []);

  const photos = useMemo(
    () =>
      pending.size === 0
        ? serverPhotos
        : serverPhotos.map((photo) => {
            const request = pending.get(photo.id);
            return request && request.rotation !== photo.rotation
              ? { ...photo, rotation: request.rotation }
              : photo;
          }),
    [serverPhotos, pending],
  );
  return {
    photos,
    rotate,
    getPending: (id: string) => pending.get(id) ?? null,
    /** Keeps the other user's rotation. */
    takeTheirs: (id: string) => {
      setPendingRotation(id, null);
      void invalidate(["photos", "events"]);
    },
    saveMine: (serverPhoto: PhotoRow) => void save(serverPhoto.id, serverPhoto.version),
    retry: (id: string) => void save(id),
  };
}

/**
 * The current row of a photo, found in pages of a thousand, because no call reads a single photo. Null if it no longer exists,
 * undefined on failure.
 */
export async function findPhotoRow(
  documentationId: string,
  id: string,
): Promise<PhotoRow | null | undefined> {
  try {
    for (let offset = 0; ; offset += 1000) {
      const { items } = await call(listPhotos, { query: { documentationId, max: 1000, offset } });
      const photo = items.find((item) => item.id === id);
      if (photo) return photo;
      if (items.length < 1000) return null;
    }
  } catch {
    return undefined;
  }
}
