import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import type { PhotoRow } from "../../../../domain/endpoints/documentation";
import { useAddress } from "../useAddress";
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
  const [params, changeAddress] = useAddress();
  const shown = photos.findIndex(({ id }) => id === params.get("photo"));
  // The address has another setter for every place; what opens a photo stays the same, or a whole page would be drawn anew.
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
  // The view comes a moment after it was asked for, and the page may have moved the focus by then.
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
