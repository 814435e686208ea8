import { useCallback, useMemo, useState } from "react";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import { type RangeSelectionProps, useRangeSelection } from "#ui/select/rangeSelection.ts";
import { withIds } from "#ui/select/selection.ts";

export interface ComparisonSelection {
  /** Ids of the selected photos among those shown, in order. Photos of a deselected template do not count. */
  ids: readonly string[];
  /** Whether any of them has markup. */
  hasMarkup: boolean;
  has: (id: string) => boolean;
  set: (ids: readonly string[], selected: boolean) => void;
  /** Selects single photos, and ranges of them in the order they are shown. */
  range: RangeSelectionProps;
  all: () => void;
  clear: () => void;
}

/** The photos selected for download. @param visibleIds returns their ids in page order */
export function useComparisonSelection(
  photos: readonly PhotoRow[],
  visibleIds: () => readonly string[],
): ComparisonSelection {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { ids, isAnyMarked: hasAnyMarkup } = useMemo(() => {
    const selected = photos.filter(({ id }) => selectedIds.has(id));
    return { ids: selected.map(({ id }) => id), isAnyMarked: selected.some(hasMarkup) };
  }, [photos, selectedIds]);
  const set = useCallback(
    (changedIds: readonly string[], selected: boolean) =>
      setSelectedIds((current) => withIds(current, changedIds, selected)),
    [],
  );
  const range = useRangeSelection({
    ids: visibleIds,
    isSelected: (id) => selectedIds.has(id),
    setSelected: set,
  });
  return {
    range,
    ids,
    hasMarkup: hasAnyMarkup,
    has: (id) => selectedIds.has(id),
    set,
    all: () => setSelectedIds(new Set(photos.map(({ id }) => id))),
    clear: () => setSelectedIds(new Set()),
  };
}
