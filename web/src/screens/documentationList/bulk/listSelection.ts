import { emptySelection, type Selection, withIds } from "#ui/select/selection.ts";

/** Selects or deselects rows. Deselecting some of "all" keeps only the other visible rows selected. */
export const withSelected = (
  { all, ids }: Selection,
  changedIds: readonly string[],
  isSelecting: boolean,
  visibleIds: readonly string[],
): Selection => ({ all: false, ids: withIds(all ? new Set(visibleIds) : ids, changedIds, isSelecting) });

/** Selects all visible rows, or deselects them if all were selected. */
export function togglePage(selection: Selection, visibleIds: readonly string[]): Selection {
  if (selection.all) return emptySelection;
  return withSelected(selection, visibleIds, !visibleIds.every((id) => selection.ids.has(id)), visibleIds);
}
