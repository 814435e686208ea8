import { keepPreviousData, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCustomerId } from "#api/session.ts";
import type { PageRequest, TableSource } from "./tableSource.ts";
import { parseTableState, type TableState, useTableState } from "./tableState.ts";

/** Milliseconds between polls for rows that change without user action. */
const pollIntervalMs = 5000;

interface TableOptions {
  /** Whether page, size, order and search are stored in the URL. */
  isInUrl?: boolean;
  /** Maximum rows to show, whatever the total. */
  limit?: number;
}

function createRowsRequest<S extends string>(
  { page, sizePerPage, sort, order, q }: TableState<S>,
  limit: number,
): PageRequest<S> {
  const offset = (page - 1) * sizePerPage;
  const max = Math.max(0, Math.min(sizePerPage, limit - offset));
  return { max, offset, sort, order, q };
}

function createRowsQuery<T, S extends string>(
  source: TableSource<T, S>,
  customerId: number,
  state: TableState<S>,
  limit: number,
) {
  const request = createRowsRequest(state, limit);
  const { max, offset } = request;
  return queryOptions({
    queryKey: [customerId, source.name, "page", source.scope, request],
    // The offset is stored with the rows, so that the range in the footer is still right while the next page loads.
    queryFn: async ({ signal }) => ({ items: await source.rows(request, signal), offset }),
    enabled: max > 0,
  });
}

const createTotalQuery = <T, S extends string>(
  source: TableSource<T, S>,
  customerId: number,
  { q }: TableState<S>,
) =>
  queryOptions({
    queryKey: [customerId, source.name, "total", source.scope, q],
    queryFn: ({ signal }) => source.total(q, signal),
    // The error of the rows is shown in the table; an alert would repeat it.
    meta: { handlesErrors: true },
  });

/** Prefetches the rows and total of a table, before it is rendered. */
export function prefetchTable<T, S extends string>(
  queryClient: QueryClient,
  customerId: number,
  source: TableSource<T, S>,
  params: URLSearchParams,
  limit = Infinity,
): void {
  const state = parseTableState(params, source);
  const rows = createRowsQuery(source, customerId, state, limit);
  if (rows.enabled) void queryClient.prefetchQuery(rows);
  void queryClient.prefetchQuery(createTotalQuery(source, customerId, state));
}

/** A table's rows and total for its state. Responses to an older state never replace newer ones: the query key differs. */
export function useTable<T, S extends string>(
  source: TableSource<T, S>,
  { isInUrl = false, limit = Infinity }: TableOptions = {},
) {
  const customerId = useCustomerId();
  const [state, change] = useTableState(source, isInUrl);
  const { page } = state;

  const rows = useQuery({
    ...createRowsQuery(source, customerId, state, limit),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      source.needsPolling && state.data?.items.some(source.needsPolling) ? pollIntervalMs : false,
  });
  const total = useQuery({
    ...createTotalQuery(source, customerId, state),
    placeholderData: keepPreviousData,
  });

  const isTotalKnown = total.data !== undefined && !total.isPlaceholderData;
  const size = total.data === undefined ? null : Math.min(total.data, limit);
  const pageCount = size === null ? null : Math.max(1, Math.ceil(size / state.sizePerPage));

  // A URL or a deletion can lead to a page that does not exist.
  useEffect(() => {
    if (isTotalKnown && pageCount !== null && page > pageCount)
      change({ page: pageCount }, { replace: true });
  }, [isTotalKnown, pageCount, page, change]);

  /** The current rows of the page, which may differ from the displayed ones. */
  const fetchRows = (signal: AbortSignal) => source.rows(createRowsRequest(state, limit), signal);

  return { state, change, rows, total: total.data ?? null, size, pages: pageCount, fetchRows };
}
