import { useTranslation } from "react-i18next";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Queue } from "#features/reviewQueue/useQueue.ts";
import type { Shortcut } from "#ui/shortcuts/shortcutStore.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";

interface ReviewKeysOptions {
  /** The actions on the documentation, with their keys. */
  shortcuts: readonly Shortcut[];
  queue: Queue | null;
  photos: readonly PhotoRow[];
  open: (photo: string) => void;
  /** Null if the user cannot write comments. */
  comment: ((photo: string) => void) | null;
}

/** The keys of the details page. The viewer has the same keys; with them, the photos of a documentation come before the next one. */
export function useReviewKeys({
  shortcuts: actionShortcuts,
  queue,
  photos,
  open,
  comment,
}: ReviewKeysOptions): void {
  const { t } = useTranslation("review");
  const firstPhotoId = photos[0]?.id;
  const shortcuts = [...actionShortcuts];
  if (firstPhotoId && comment)
    shortcuts.push({ key: "c", label: t("photo.writeComment"), act: () => comment(firstPhotoId) });
  if (queue)
    shortcuts.push(
      {
        key: "ArrowRight",
        label: t(firstPhotoId ? "queue.keys.photo" : "queue.next"),
        act: () => (firstPhotoId ? open(firstPhotoId) : queue.open("next")),
      },
      { key: "ArrowLeft", label: t("queue.previous"), act: () => queue.open("previous") },
      { key: "u", label: t("queue.keys.list"), act: queue.leave },
    );
  useShortcuts(
    t("queue.title"),
    shortcuts.map((shortcut) => ({ ...shortcut, isAction: true })),
  );
}
