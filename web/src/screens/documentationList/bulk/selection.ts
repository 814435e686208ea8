/** What is ticked: single rows, or all that the filter matches, whether they are loaded or not. */
export interface Selection {
  all: boolean;
  ids: ReadonlySet<string>;
}

export const nothing: Selection = { all: false, ids: new Set() };
export const everything: Selection = { all: true, ids: new Set() };

export const isSelected = ({ all, ids }: Selection, id: string): boolean => all || ids.has(id);
export const isEmpty = ({ all, ids }: Selection): boolean => !all && ids.size === 0;

/** One more or one less. Out of everything, nothing is taken: then only what is seen is ticked, but for that one. */
export function toggled(selection: Selection, id: string, seen: readonly string[]): Selection {
  const ids = new Set(selection.all ? seen : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { all: false, ids };
}

/** All rows that are seen, or none of them when all were. */
export function toggledSeen(selection: Selection, seen: readonly string[]): Selection {
  if (selection.all) return nothing;
  const all = seen.every((id) => selection.ids.has(id));
  const ids = new Set(selection.ids);
  for (const id of seen) {
    if (all) ids.delete(id);
    else ids.add(id);
  }
  return { all: false, ids };
}
