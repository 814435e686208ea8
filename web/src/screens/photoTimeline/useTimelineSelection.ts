import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxSelectedPhotos } from "#domain/endpoints/documentation/comparison.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { type Chunk, chunksIn, type Timeline } from "./layout.ts";
import type { TimelinePhoto } from "./useTimeline.ts";

interface SelectedPhoto {
  day: string;
  /** Bytes. */
  size: number;
  hasMarkup: boolean;
}

export type TimelineSelection = ReturnType<typeof useTimelineSelection>;

/** The photos selected for download. A range may include photos that have not been fetched; they are fetched first. */
export function useTimelineSelection(
  { chunks }: Timeline,
  fetchChunk: (chunk: Chunk) => Promise<TimelinePhoto[]>,
) {
  const { t } = useTranslation("timeline");
  const [selectedPhotos, setSelectedPhotos] = useState<ReadonlyMap<string, SelectedPhoto>>(new Map());
  const [isBusy, setBusy] = useState(false);
  /** The index where a range starts. */
  const anchor = useRef<number | null>(null);
  const countsByDay = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { day } of selectedPhotos.values()) counts.set(day, (counts.get(day) ?? 0) + 1);
    return counts;
  }, [selectedPhotos]);

  function change(photos: readonly TimelinePhoto[], selected: boolean) {
    const next = new Map(selectedPhotos);
    for (const { photo, day } of photos)
      if (selected) next.set(photo.id, { day, size: photo.dataSize, hasMarkup: hasMarkup(photo) });
      else next.delete(photo.id);
    if (next.size > maxSelectedPhotos)
      showAlert("danger", t("tooMany", { max: formatNumber(maxSelectedPhotos) }));
    else setSelectedPhotos(next);
  }

  /** Selects or deselects the photos from `first` up to, but excluding, `end`. */
  async function selectRange(first: number, end: number, selected = true) {
    if (selected && end - first > maxSelectedPhotos) {
      showAlert("danger", t("tooMany", { max: formatNumber(maxSelectedPhotos) }));
      return;
    }
    setBusy(true);
    try {
      const rangePhotos: TimelinePhoto[] = [];
      for (const chunk of chunksIn(chunks, first, end)) rangePhotos.push(...(await fetchChunk(chunk)));
      change(
        rangePhotos.filter(({ index }) => index >= first && index < end),
        selected,
      );
    } catch {
      showAlert("danger", t("someNotLoaded"));
    } finally {
      setBusy(false);
    }
  }

  return {
    ids: [...selectedPhotos.keys()],
    count: selectedPhotos.size,
    bytes: [...selectedPhotos.values()].reduce((sum, { size }) => sum + size, 0),
    /** True if one of them has markup. */
    hasMarkup: [...selectedPhotos.values()].some((photo) => photo.hasMarkup),
    busy: isBusy,
    has: (id: string) => selectedPhotos.has(id),
    countOfDay: (day: string) => countsByDay.get(day) ?? 0,
    /** Toggles one photo, or with `range` selects all from the last toggled one. */
    toggle(photo: TimelinePhoto, range = false) {
      const from = anchor.current;
      anchor.current = photo.index;
      if (!range || from === null) change([photo], !selectedPhotos.has(photo.photo.id));
      else void selectRange(Math.min(from, photo.index), Math.max(from, photo.index) + 1);
    },
    /** Extends the selection from its start to an index reached by keyboard. */
    extend(from: number, index: number) {
      anchor.current ??= from;
      void selectRange(Math.min(anchor.current, index), Math.max(anchor.current, index) + 1);
    },
    stretch: selectRange,
    clear() {
      anchor.current = null;
      setSelectedPhotos(new Map());
    },
  };
}
