/** The selected rows: single ones, or all matches of a search except some, loaded or not. */
export interface Selection {
  all: boolean;
  /** The search behind `all`. */
  q: string;
  /** The selected rows, or with `all` the deselected ones. */
  ids: ReadonlySet<string>;
}

export const emptySelection: Selection = { all: false, q: "", ids: new Set() };
export const allSelected = (q: string): Selection => ({ all: true, q, ids: new Set() });

export const isSelected = ({ all, ids }: Selection, id: string): boolean => ids.has(id) !== all;

export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...selection, ids };
}

export const isEmpty = ({ all, ids }: Selection): boolean => !all && ids.size === 0;

/** The selection as the API takes it. */
export const toSelectionBody = (customerId: number, { all, q, ids }: Selection) => ({
  customerId,
  ...(all ? { matching: { query: q }, except: [...ids] } : { ids: [...ids] }),
});
