import { fetchList, fetchTotal } from "#api/resource.ts";
import type { AnyResource, ListRow, Order } from "#domain/contract/resource.ts";

export type PageRequest<S extends string = string> = {
  max: number;
  offset: number;
  sort: S;
  order: Order;
  q: string;
};

/** The source of a table's rows and, separately, of their total, so that counting never delays the rows. `S`: sortable columns. */
export interface TableSource<T, S extends string = string> {
  name: string;
  sortable: readonly S[];
  sort: S;
  order: Order;
  /** Other dependencies of the rows, such as filters. */
  scope?: unknown;
  rows: (request: PageRequest<S>, signal: AbortSignal) => Promise<T[]>;
  total: (q: string, signal: AbortSignal) => Promise<number>;
  /** Whether a row will change without user action; the table polls while it shows such a row. */
  needsPolling?: ((row: T) => boolean) | undefined;
}

export interface ResourceRows<T> extends Pick<TableSource<T>, "needsPolling"> {
  /** Includes the columns that a list returns only on request. */
  details?: boolean;
  /** Limits the rows to this customer. */
  customerId?: number;
}

export const createResourceSource = <R extends AnyResource>(
  resource: R,
  { details: includesDetails = false, customerId, needsPolling }: ResourceRows<ListRow<R>> = {},
): TableSource<ListRow<R>> => ({
  name: resource.name,
  sortable: resource.list.sortable,
  sort: resource.list.sort,
  order: resource.list.order,
  scope: { details: includesDetails, customerId },
  needsPolling,
  rows: (request, signal) =>
    fetchList(
      resource,
      {
        ...request,
        ...(includesDetails && { details: includesDetails }),
        ...(customerId !== undefined && { customerId }),
      },
      signal,
    ),
  total: (q, signal) => fetchTotal(resource, { q, ...(customerId !== undefined && { customerId }) }, signal),
});
