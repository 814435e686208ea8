/** Selected rows: those with these ids. With `all`, every match of the filter except these ids, loaded or not. */
export interface Selection {
  all: boolean;
  ids: ReadonlySet<string>;
}

export const emptySelection: Selection = { all: false, ids: new Set() };
export const allSelected: Selection = { all: true, ids: new Set() };

export const isSelected = ({ all, ids }: Selection, id: string): boolean => ids.has(id) !== all;
export const isEmpty = ({ all, ids }: Selection): boolean => !all && ids.size === 0;

/** The set with some ids added, or removed if `included` is false. */
export function withIds(
  set: ReadonlySet<string>,
  ids: readonly string[],
  isIncluded: boolean,
): ReadonlySet<string> {
  const next = new Set(set);
  for (const id of ids) {
    if (isIncluded) next.add(id);
    else next.delete(id);
  }
  return next;
}
