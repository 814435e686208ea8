import { useCallback, useMemo, useState } from "react";
import { maxPageSize, type Order } from "#domain/contract/resource.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { useUrlParams } from "../hooks/useUrlParams.ts";

/** Rows per page (1§9). */
const pageSize = 25;

export interface TableState<S extends string = string> {
  /** Counts from 1. */
  page: number;
  sizePerPage: number;
  sort: S;
  order: Order;
  q: string;
}

interface Defaults<S extends string> {
  sortable: readonly S[];
  sort: S;
  order: Order;
}

/** Parses the state from URL parameters (1§2). Invalid parts are ignored. */
export function parseTableState<S extends string>(
  params: URLSearchParams,
  { sortable, sort, order }: Defaults<S>,
): TableState<S> {
  const requestedSort = params.get("sort");
  const requestedOrder = params.get("order");
  const hasValidSort = isOneOf(sortable, requestedSort);
  return {
    page: parsePositiveInt(params.get("page")) ?? 1,
    sizePerPage: Math.min(parsePositiveInt(params.get("sizePerPage")) ?? pageSize, maxPageSize),
    sort: hasValidSort ? requestedSort : sort,
    order:
      requestedOrder === "asc" || requestedOrder === "desc" ? requestedOrder : hasValidSort ? "asc" : order,
    q: (params.get("q") ?? "").slice(0, 200),
  };
}

function parsePositiveInt(text: string | null): number | null {
  const value = /^\d{1,7}$/.test(text ?? "") ? Number(text) : 0;
  return value > 0 ? value : null;
}

/** Writes a state into URL parameters. Defaults are omitted, and other parameters remain. */
export function serializeTableState<S extends string>(
  params: URLSearchParams,
  state: TableState<S>,
  defaults: Defaults<S>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: keyof TableState, defaultValue: string | number) => {
    if (String(state[key]) === String(defaultValue)) next.delete(key);
    else next.set(key, String(state[key]));
  };
  put("page", 1);
  put("sizePerPage", pageSize);
  put("q", "");
  if (state.sort === defaults.sort && state.order === defaults.order) {
    next.delete("sort");
    next.delete("order");
  } else {
    next.set("sort", state.sort);
    next.set("order", state.order);
  }
  return next;
}

export type ChangeTable<S extends string = string> = (
  change: Partial<TableState<S>>,
  options?: { replace: boolean },
) => void;

/** A table's state, in the URL with `isInUrl`, otherwise local. A new search or order returns to the first page. */
export function useTableState<S extends string>(
  defaults: Defaults<S>,
  isInUrl: boolean,
): [TableState<S>, ChangeTable<S>] {
  const [params, changeParams] = useUrlParams();
  const [localState, setLocalState] = useState(() => parseTableState(new URLSearchParams(), defaults));
  const state = useMemo(
    () => (isInUrl ? parseTableState(params, defaults) : localState),
    [isInUrl, params, defaults, localState],
  );
  const change = useCallback<ChangeTable<S>>(
    (changes, options = { replace: false }) => {
      const next = "page" in changes ? changes : { ...changes, page: 1 };
      if (!isInUrl) setLocalState((current) => ({ ...current, ...next }));
      else
        changeParams(
          (current) =>
            serializeTableState(current, { ...parseTableState(current, defaults), ...next }, defaults),
          {
            replace: options.replace,
            preventScrollReset: true,
          },
        );
    },
    [isInUrl, defaults, changeParams],
  );
  return [state, change];
}
