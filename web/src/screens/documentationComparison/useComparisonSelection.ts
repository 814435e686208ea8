import { useCallback, useMemo, useState } from "react";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import { type RangeSelectionProps, useRangeSelection } from "#ui/select/rangeSelection.ts";

export interface Selection {
  /** Selected ids among the photos shown, in their order: photos of a deselected template do not count. */
  ids: readonly string[];
  /** Whether something is drawn on one of them. */
  marked: boolean;
  has: (id: string) => boolean;
  set: (ids: readonly string[], selected: boolean) => void;
  /** Ticks single photos, and ranges of them in the order they are shown. */
  range: RangeSelectionProps;
  all: () => void;
  clear: () => void;
}

/** The photos selected for download. @param shown their ids in the order they stand on the page */
export function useSelection(photos: readonly PhotoRow[], shown: () => readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { ids, marked } = useMemo(() => {
    const selected = photos.filter(({ id }) => chosen.has(id));
    return { ids: selected.map(({ id }) => id), marked: selected.some(hasMarkup) };
  }, [photos, chosen]);
  const set = useCallback(
    (changed: readonly string[], selected: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        for (const id of changed) {
          if (selected) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    [],
  );
  const range = useRangeSelection({
    ids: shown,
    isTicked: (id) => chosen.has(id),
    tick: set,
  });
  return {
    range,
    ids,
    marked,
    has: (id) => chosen.has(id),
    set,
    all: () => setChosen(new Set(photos.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  };
}
