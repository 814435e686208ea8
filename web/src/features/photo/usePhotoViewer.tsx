import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import type { PhotoActions } from "./PhotoActions.ts";

const PhotoViewer = lazy(() => import("./PhotoViewer.tsx"));

/**
 * The large view. The photo is kept in the URL, so that links work and Back closes the view. `actions` adds the screen's own
 * actions.
 */
export function usePhotoViewer(
  photos: readonly PhotoRow[],
  taskName: (taskId: string) => string | undefined,
  actions?: PhotoActions,
) {
  const [params, changeParams] = useUrlParams();
  const openIndex = photos.findIndex(({ id }) => id === params.get("photo"));
  // The setter changes on every navigation; a stable callback keeps the page from re-rendering.
  const changeParamsRef = useRef(changeParams);
  changeParamsRef.current = changeParams;
  const show = useCallback(
    (id: string | null, replace: boolean) =>
      changeParamsRef.current(
        (current) => {
          const next = new URLSearchParams(current);
          if (id === null) next.delete("photo");
          else next.set("photo", id);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [],
  );
  // The view appears a moment after the click, when the page may already have moved the focus.
  const opener = useRef<Element | null>(null);
  const isOpen = openIndex >= 0;
  useEffect(() => {
    if (isOpen || !(opener.current instanceof HTMLElement)) return;
    opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, [isOpen]);
  return {
    open: useCallback(
      (id: string) => {
        opener.current = document.activeElement;
        show(id, false);
      },
      [show],
    ),
    /** Id of the photo in large view. */
    openPhotoId: photos[openIndex]?.id ?? null,
    /** Shows another photo, or closes the view. */
    show: useCallback((id: string | null) => show(id, true), [show]),
    dialog: openIndex >= 0 && (
      <Suspense>
        <PhotoViewer
          photos={photos}
          index={openIndex}
          taskName={taskName}
          actions={actions}
          onMove={(index) => show(photos[index]!.id, true)}
          onClose={() => show(null, true)}
        />
      </Suspense>
    ),
  };
}
