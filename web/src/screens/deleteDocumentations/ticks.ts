/** What is ticked: single ones, or all that are searched for but some. All means the whole, not only what is loaded. */
export interface Ticks {
  all: boolean;
  /** The search that `all` speaks of. */
  q: string;
  /** Ticked ones, or with `all` those that are not. */
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

/** The ticks as the calls take them. */
export const selectionOf = (customerId: number, { all, q, ids }: Ticks) => ({
  customerId,
  ...(all ? { matching: { query: q }, except: [...ids] } : { ids: [...ids] }),
});
