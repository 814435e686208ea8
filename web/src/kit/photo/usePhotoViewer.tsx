import { lazy, Suspense, useCallback } from "react";
import { useSearchParams } from "react-router";
import type { PhotoRow } from "../../../../domain/endpoints/documentation";
import type { PhotoActions } from "./PhotoActions";

const PhotoViewer = lazy(() => import("./PhotoViewer"));

/**
 * The photo in large view is part of the address: a link leads to it, and Back closes it. What else can be done with it, the
 * screen says by `actions`.
 */
export function usePhotoViewer(
  photos: readonly PhotoRow[],
  taskName: (taskId: string) => string | undefined,
  actions?: PhotoActions,
) {
  const [params, setParams] = useSearchParams();
  const shown = photos.findIndex(({ id }) => id === params.get("photo"));
  const show = useCallback(
    (id: string | null, replace: boolean) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (id === null) next.delete("photo");
          else next.set("photo", id);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return {
    open: useCallback((id: string) => show(id, false), [show]),
    /** The id of the photo in large view. */
    shown: photos[shown]?.id ?? null,
    /** Another photo in large view, or none. */
    show: useCallback((id: string | null) => show(id, true), [show]),
    dialog: shown >= 0 && (
      <Suspense>
        <PhotoViewer
          photos={photos}
          at={shown}
          taskName={taskName}
          actions={actions}
          onMove={(index) => show(photos[index]!.id, true)}
          onClose={() => show(null, true)}
        />
      </Suspense>
    ),
  };
}
