import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import type { PhotoActions } from "./PhotoActions.ts";

const PhotoViewer = lazy(() => import("./PhotoViewer.tsx"));

/** The large view, kept in the address: a link leads to it, and Back closes it. `actions` adds what the screen can do there. */
export function usePhotoViewer(
  photos: readonly PhotoRow[],
  taskName: (taskId: string) => string | undefined,
  actions?: PhotoActions,
) {
  const [params, changeAddress] = useUrlParams();
  const shown = photos.findIndex(({ id }) => id === params.get("photo"));
  // The address's setter changes with every place; a stable callback keeps the whole page from being drawn again.
  const setter = useRef(changeAddress);
  setter.current = changeAddress;
  const show = useCallback(
    (id: string | null, replace: boolean) =>
      setter.current(
        (before) => {
          const next = new URLSearchParams(before);
          if (id === null) next.delete("photo");
          else next.set("photo", id);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [],
  );
  // The view appears a moment after the click, when the page may have moved the focus already.
  const opener = useRef<Element | null>(null);
  const open = shown >= 0;
  useEffect(() => {
    if (open || !(opener.current instanceof HTMLElement)) return;
    opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, [open]);
  return {
    open: useCallback(
      (id: string) => {
        opener.current = document.activeElement;
        show(id, false);
      },
      [show],
    ),
    /** The id of the photo in large view. */
    shown: photos[shown]?.id ?? null,
    /** Shows another photo, or closes the view. */
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
