import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxSelectedPhotos } from "#domain/endpoints/documentation/comparison.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { type Chunk, chunksIn, type Timeline } from "./layout.ts";
import type { TimelinePhoto } from "./useTimeline.ts";

interface Chosen {
  day: string;
  /** Bytes. */
  size: number;
  marked: boolean;
}

export type TimelineSelection = ReturnType<typeof useTimelineSelection>;

/** The photos chosen for download. A range may go through photos that have not been fetched: they are, before they are chosen. */
export function useTimelineSelection({ chunks }: Timeline, read: (chunk: Chunk) => Promise<TimelinePhoto[]>) {
  const { t } = useTranslation("timeline");
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const [busy, setBusy] = useState(false);
  /** Where a range begins. */
  const anchor = useRef<number | null>(null);
  const perDay = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { day } of chosen.values()) counts.set(day, (counts.get(day) ?? 0) + 1);
    return counts;
  }, [chosen]);

  function change(photos: readonly TimelinePhoto[], selected: boolean) {
    const next = new Map(chosen);
    for (const { photo, day } of photos)
      if (selected) next.set(photo.id, { day, size: photo.dataSize, marked: hasMarkup(photo) });
      else next.delete(photo.id);
    if (next.size > maxSelectedPhotos)
      showAlert("danger", t("tooMany", { max: formatNumber(maxSelectedPhotos) }));
    else setChosen(next);
  }

  /** Photos from `first` up to `end`, which is not among them. */
  async function stretch(first: number, end: number, selected = true) {
    if (selected && end - first > maxSelectedPhotos) {
      showAlert("danger", t("tooMany", { max: formatNumber(maxSelectedPhotos) }));
      return;
    }
    setBusy(true);
    try {
      const found: TimelinePhoto[] = [];
      for (const chunk of chunksIn(chunks, first, end)) found.push(...(await read(chunk)));
      change(
        found.filter(({ place: index }) => index >= first && index < end),
        selected,
      );
    } catch {
      showAlert("danger", t("notRead"));
    } finally {
      setBusy(false);
    }
  }

  return {
    ids: [...chosen.keys()],
    count: chosen.size,
    bytes: [...chosen.values()].reduce((sum, { size }) => sum + size, 0),
    /** Whether something is drawn on one of them. */
    marked: [...chosen.values()].some(({ marked }) => marked),
    busy,
    has: (id: string) => chosen.has(id),
    ofDay: (day: string) => perDay.get(day) ?? 0,
    /** One photo, or with `range` all from where the last one was changed. */
    toggle(one: TimelinePhoto, range = false) {
      const from = anchor.current;
      anchor.current = one.place;
      if (!range || from === null) change([one], !chosen.has(one.photo.id));
      else void stretch(Math.min(from, one.place), Math.max(from, one.place) + 1);
    },
    /** Extends the choice from where it began to a place, which the keys have moved to. */
    extend(from: number, index: number) {
      anchor.current ??= from;
      void stretch(Math.min(anchor.current, index), Math.max(anchor.current, index) + 1);
    },
    stretch,
    clear() {
      anchor.current = null;
      setChosen(new Map());
    },
  };
}
