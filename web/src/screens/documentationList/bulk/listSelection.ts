/** The ticked rows: single ones, or all matches of the filter, loaded or not. */
export interface Selection {
  all: boolean;
  ids: ReadonlySet<string>;
}

export const emptySelection: Selection = { all: false, ids: new Set() };
export const allSelected: Selection = { all: true, ids: new Set() };

export const isSelected = ({ all, ids }: Selection, id: string): boolean => all || ids.has(id);
export const isEmpty = ({ all, ids }: Selection): boolean => !all && ids.size === 0;

/** Ticks or unticks rows. Unticking some of "all" leaves only the other visible rows ticked. */
export function withSelected(
  selection: Selection,
  some: readonly string[],
  on: boolean,
  seen: readonly string[],
): Selection {
  const ids = new Set(selection.all ? seen : selection.ids);
  for (const id of some) {
    if (on) ids.add(id);
    else ids.delete(id);
  }
  return { all: false, ids };
}

/** Ticks all visible rows, or none when all were ticked. */
export function togglePage(selection: Selection, seen: readonly string[]): Selection {
  if (selection.all) return emptySelection;
  return withSelected(selection, seen, !seen.every((id) => selection.ids.has(id)), seen);
}
