import { type Selection, withIds } from "#ui/select/selection.ts";

/** The rows selected for deletion; with `all`, single matches of the search can be excluded. */
export interface DeletionSelection extends Selection {
  /** The search behind `all`. */
  q: string;
}

export const emptySelection: DeletionSelection = { all: false, q: "", ids: new Set() };
export const selectAllMatches = (q: string): DeletionSelection => ({ all: true, q, ids: new Set() });

export const toggleRow = (selection: DeletionSelection, id: string): DeletionSelection => ({
  ...selection,
  ids: withIds(selection.ids, [id], !selection.ids.has(id)),
});

/** The selection as the API takes it. */
export const toSelectionBody = (customerId: number, { all, q, ids }: DeletionSelection) => ({
  customerId,
  ...(all ? { matching: { query: q }, except: [...ids] } : { ids: [...ids] }),
});
