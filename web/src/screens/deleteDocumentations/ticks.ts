/** The ticked rows: single ones, or all matches of a search except some, loaded or not. */
export interface Ticks {
  all: boolean;
  /** The search behind `all`. */
  q: string;
  /** The ticked ones, or with `all` the unticked ones. */
  ids: ReadonlySet<string>;
}

export const noTicks: Ticks = { all: false, q: "", ids: new Set() };
export const allTicks = (q: string): Ticks => ({ all: true, q, ids: new Set() });

export const isTicked = ({ all, ids }: Ticks, id: string): boolean => ids.has(id) !== all;

export function toggled(ticks: Ticks, id: string): Ticks {
  const ids = new Set(ticks.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...ticks, ids };
}

export const isEmpty = ({ all, ids }: Ticks): boolean => !all && ids.size === 0;

/** The ticks, as the calls take them. */
export const selectionOf = (customerId: number, { all, q, ids }: Ticks) => ({
  customerId,
  ...(all ? { matching: { query: q }, except: [...ids] } : { ids: [...ids] }),
});
