import { useTranslation } from "react-i18next";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Queue } from "#features/reviewQueue/useQueue.ts";
import type { Shortcut } from "#ui/shortcuts/shortcutStore.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";

interface ReviewKeys {
  /** The acts on the documentation, with their keys. */
  acts: readonly Shortcut[];
  queue: Queue | null;
  photos: readonly PhotoRow[];
  open: (photo: string) => void;
  /** Null for whoever may not write comments. */
  comment: ((photo: string) => void) | null;
}

/** The keys of the details page. The large view has the same, and stands between a documentation and the next. */
export function useReviewKeys({ acts, queue, photos, open, comment }: ReviewKeys): void {
  const { t } = useTranslation("review");
  const first = photos[0]?.id;
  const keys = [...acts];
  if (first && comment) keys.push({ key: "c", label: t("photo.write"), act: () => comment(first) });
  if (queue)
    keys.push(
      {
        key: "ArrowRight",
        label: t(first ? "queue.keys.photo" : "queue.next"),
        act: () => (first ? open(first) : void queue.go("next")),
      },
      { key: "ArrowLeft", label: t("queue.previous"), act: () => void queue.go("previous") },
      { key: "u", label: t("queue.keys.list"), act: queue.leave },
    );
  useShortcuts(t("queue.title"), keys);
}
