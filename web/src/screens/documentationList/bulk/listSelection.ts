/** The selected rows: individual ones, or all matches of the filter, loaded or not. */
export interface Selection {
  all: boolean;
  ids: ReadonlySet<string>;
}

export const emptySelection: Selection = { all: false, ids: new Set() };
export const allSelected: Selection = { all: true, ids: new Set() };

export const isSelected = ({ all, ids }: Selection, id: string): boolean => all || ids.has(id);
export const isEmpty = ({ all, ids }: Selection): boolean => !all && ids.size === 0;

/** Selects or deselects rows. Deselecting some of "all" keeps only the other visible rows selected. */
export function withSelected(
  selection: Selection,
  changedIds: readonly string[],
  isSelecting: boolean,
  visibleIds: readonly string[],
): Selection {
  const ids = new Set(selection.all ? visibleIds : selection.ids);
  for (const id of changedIds) {
    if (isSelecting) ids.add(id);
    else ids.delete(id);
  }
  return { all: false, ids };
}

/** Selects all visible rows, or deselects them if all were selected. */
export function togglePage(selection: Selection, visibleIds: readonly string[]): Selection {
  if (selection.all) return emptySelection;
  return withSelected(selection, visibleIds, !visibleIds.every((id) => selection.ids.has(id)), visibleIds);
}
