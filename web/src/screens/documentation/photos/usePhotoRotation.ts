import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { listPhotos, type PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import type { SaveFailure } from "../change/useVersionedSave.ts";
import { useUpdatePhoto } from "./useUpdatePhoto.ts";

/** Milliseconds without a turn before the change is saved: several quarter turns in a row are one change. */
const saveDebounceMs = 600;

interface PendingRotation {
  /** Quarter turns clockwise, 0 to 3. */
  rotation: number;
  saving: boolean;
  objection: SaveFailure<PhotoRow> | null;
}

/** The rotation after a quarter turn, 0 to 3 (2§5). */
export const rotateBy = (rotation: number, turn: 1 | -1): number => (rotation + turn + 4) % 4;

/**
 * Turns photos: shown at once, saved a moment later on top of the newest known version. `photos` are the given ones with pending
 * turns applied.
 */
export function usePhotoRotation(documentationId: string, given: readonly PhotoRow[]) {
  const { t } = useTranslation("review");
  const { invalidate } = useDocumentationMutation(documentationId);
  const change = useUpdatePhoto(documentationId);
  const [turning, setTurning] = useState<ReadonlyMap<string, PendingRotation>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const now = useRef({ given, turning });
  now.current = { given, turning };

  const put = (id: string, change: Partial<PendingRotation> | null) =>
    setTurning((before) => {
      const next = new Map(before);
      const held = before.get(id) ?? { rotation: 0, saving: false, objection: null };
      if (change === null) next.delete(id);
      else next.set(id, { ...held, ...change });
      return next;
    });

  const turn = (id: string, rotation: number, version: number) => change(id, { rotation }, version);

  async function save(id: string, version?: number): Promise<void> {
    timers.current.delete(id);
    const request = now.current.turning.get(id);
    const photo = now.current.given.find((one) => one.id === id);
    if (!request || !photo) return;
    // One save at a time: later turns are handled when this one is done.
    if (request.saving) return;
    if (request.rotation === photo.rotation && version === undefined) return put(id, null);
    put(id, { saving: true, objection: null });
    try {
      const saved = await turn(id, request.rotation, version ?? photo.version);
      offerUndo(t("photo.rotated", { name: saved.alias ?? saved.name }), () =>
        turn(id, photo.rotation, saved.version),
      );
      const wanted = now.current.turning.get(id)?.rotation;
      if (wanted === saved.rotation) put(id, null);
      else {
        put(id, { saving: false });
        schedule(id, saved.version);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (left.current) return showAlert("danger", t("photo.notTurned", { name: photo.alias ?? photo.name }));
      const theirs = error.code === "staleVersion" ? await findPhotoRow(documentationId, id) : undefined;
      put(id, { saving: false, objection: { failure: error, ...(theirs !== undefined && { theirs }) } });
    }
  }

  function schedule(id: string, version?: number) {
    clearTimeout(timers.current.get(id));
    timers.current.set(
      id,
      setTimeout(() => void saver.current(id, version), saveDebounceMs),
    );
  }
  const saver = useRef(save);
  saver.current = save;

  // Leaving the page must not lose a turn, nor that it was refused.
  const left = useRef(false);
  useEffect(() => {
    const waiting = timers.current;
    left.current = false;
    return () => {
      left.current = true;
      for (const [id, timer] of waiting) {
        clearTimeout(timer);
        void saver.current(id);
      }
    };
  }, []);

  const scheduler = useRef(schedule);
  scheduler.current = schedule;
  const rotate = useCallback((photo: PhotoRow, turn: 1 | -1) => {
    setTurning((before) => {
      const held = before.get(photo.id);
      const rotation = rotateBy(held?.rotation ?? photo.rotation, turn);
      return new Map(before).set(photo.id, { saving: false, ...held, rotation, objection: null });
    });
    scheduler.current(photo.id);
  }, []);

  const photos = useMemo(
    () =>
      turning.size === 0
        ? given
        : given.map((photo) => {
            const request = turning.get(photo.id);
            return request && request.rotation !== photo.rotation
              ? { ...photo, rotation: request.rotation }
              : photo;
          }),
    [given, turning],
  );
  return {
    photos,
    rotate,
    turning: (id: string) => turning.get(id) ?? null,
    /** Keeps the photo as somebody else turned it. */
    takeTheirs: (id: string) => {
      put(id, null);
      void invalidate(["photos", "events"]);
    },
    saveMine: (theirs: PhotoRow) => void save(theirs.id, theirs.version),
    retry: (id: string) => void save(id),
  };
}

/**
 * The current row of a photo, found among pages of a thousand: no call reads a single one. Null when it is gone, undefined on
 * failure.
 */
export async function findPhotoRow(
  documentationId: string,
  id: string,
): Promise<PhotoRow | null | undefined> {
  try {
    for (let offset = 0; ; offset += 1000) {
      const { items } = await call(listPhotos, { query: { documentationId, max: 1000, offset } });
      const found = items.find((item) => item.id === id);
      if (found) return found;
      if (items.length < 1000) return null;
    }
  } catch {
    return undefined;
  }
}
