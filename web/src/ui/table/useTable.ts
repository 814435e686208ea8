import { keepPreviousData, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCustomerId } from "#api/session.ts";
import type { TableSource } from "./tableSource.ts";
import { parseTableState, type TableState, useTableState } from "./tableState.ts";

/** Milliseconds between two polls for rows that change by themselves. */
const pollIntervalMs = 5000;

interface Options {
  /** Keep page, size, order and search in the address. */
  inAddress?: boolean;
  /** Show no more rows than this, whatever the total. */
  limit?: number;
}

function rowsQuery<T>(
  source: TableSource<T>,
  customerId: number,
  { page, sizePerPage, sort, order, q }: TableState,
  limit: number,
) {
  const offset = (page - 1) * sizePerPage;
  const max = Math.max(0, Math.min(sizePerPage, limit - offset));
  return queryOptions({
    queryKey: [customerId, source.name, "page", source.scope, { max, offset, sort, order, q }],
    // The offset is kept with the rows: while the next page loads, the text describes the one shown.
    queryFn: async ({ signal }) => ({
      items: await source.rows({ max, offset, sort, order, q }, signal),
      offset,
    }),
    enabled: max > 0,
  });
}

const totalQuery = <T>(source: TableSource<T>, customerId: number, { q }: TableState) =>
  queryOptions({
    queryKey: [customerId, source.name, "total", source.scope, q],
    queryFn: ({ signal }) => source.total(q, signal),
    // The rows report their own failure; an alert would repeat it.
    meta: { ownErrors: true },
  });

/** Asks for what the table at an address shows, before it is drawn. */
export function prefetchTable<T>(
  queries: QueryClient,
  customerId: number,
  source: TableSource<T>,
  address: URLSearchParams,
  limit = Infinity,
): void {
  const state = parseTableState(address, source);
  const rows = rowsQuery(source, customerId, state, limit);
  if (rows.enabled) void queries.prefetchQuery(rows);
  void queries.prefetchQuery(totalQuery(source, customerId, state));
}

/** A table's rows and total for its state. Answers to an older state never replace newer ones: the key differs. */
export function useTable<T>(source: TableSource<T>, { inAddress = false, limit = Infinity }: Options = {}) {
  const customerId = useCustomerId();
  const [state, change] = useTableState(source, inAddress);
  const { page } = state;

  const rows = useQuery({
    ...rowsQuery(source, customerId, state, limit),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      source.needsPolling && state.data?.items.some(source.needsPolling) ? pollIntervalMs : false,
  });
  const total = useQuery({ ...totalQuery(source, customerId, state), placeholderData: keepPreviousData });

  const known = total.data !== undefined && !total.isPlaceholderData;
  const size = total.data === undefined ? null : Math.min(total.data, limit);
  const pages = size === null ? null : Math.max(1, Math.ceil(size / state.sizePerPage));

  // An address or a deletion can point to a page that does not exist.
  useEffect(() => {
    if (known && pages !== null && page > pages) change({ page: pages }, { replace: true });
  }, [known, pages, page, change]);

  return { state, change, rows, total: total.data ?? null, size, pages };
}
