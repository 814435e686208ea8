import { useMemo, useState } from "react";
import { withIds } from "#ui/select/selection.ts";

interface SelectableItem {
  id: string;
  hasData: boolean;
}

/** The selection of photos or files to send: all, until an item is left out. Items that have not arrived cannot be selected. */
export interface ItemSelection {
  /** Null for all, including those that arrive later. */
  ids: readonly string[] | null;
  selectedCount: number;
  total: number;
  isSelected: (id: string) => boolean;
  set: (id: string, isSelected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

export function useItemSelection(items: readonly SelectableItem[]): ItemSelection {
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set());
  const arrivedIds = useMemo(() => items.flatMap(({ id, hasData }) => (hasData ? [id] : [])), [items]);
  const ids = useMemo(
    () => (excludedIds.size === 0 ? null : arrivedIds.filter((id) => !excludedIds.has(id))),
    [arrivedIds, excludedIds],
  );
  return {
    ids,
    selectedCount: ids?.length ?? arrivedIds.length,
    total: arrivedIds.length,
    isSelected: (id) => !excludedIds.has(id),
    set: (id, isSelected) => setExcludedIds((current) => withIds(current, [id], !isSelected)),
    selectAll: () => setExcludedIds(new Set()),
    clear: () => setExcludedIds(new Set(arrivedIds)),
  };
}
