import { useMemo, useState } from "react";
import { withIds } from "#ui/select/selection.ts";

interface SelectableItem {
  id: string;
  hasData: boolean;
}

/** The selection of photos or files to send: all, until one is left out. Those that have not arrived cannot be selected. */
export interface ItemSelection {
  /** Null for all, including those that arrive later. */
  ids: readonly string[] | null;
  chosen: number;
  total: number;
  isSelected: (id: string) => boolean;
  set: (id: string, on: boolean) => void;
  all: () => void;
  clear: () => void;
}

export function useItemSelection(items: readonly SelectableItem[]): ItemSelection {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const arrived = useMemo(() => items.flatMap(({ id, hasData }) => (hasData ? [id] : [])), [items]);
  const ids = useMemo(
    () => (excluded.size === 0 ? null : arrived.filter((id) => !excluded.has(id))),
    [arrived, excluded],
  );
  return {
    ids,
    chosen: ids?.length ?? arrived.length,
    total: arrived.length,
    isSelected: (id) => !excluded.has(id),
    set: (id, on) => setExcluded((before) => withIds(before, [id], !on)),
    all: () => setExcluded(new Set()),
    clear: () => setExcluded(new Set(arrived)),
  };
}
