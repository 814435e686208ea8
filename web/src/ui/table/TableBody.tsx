import type { ReactNode } from "react";
import { ApiError } from "#api/apiError.ts";
import { LoadError } from "../feedback/LoadError.tsx";
import { Scroller } from "../layout/boxes.ts";
import { Paging } from "./Paging.tsx";
import { ProgressLine, TableFrame } from "./styles.ts";
import type { TableColumn } from "./TableColumn.ts";
import { TableView } from "./TableView.tsx";
import type { useTable } from "./useTable.ts";

export interface TableBodyProps<T, S extends string> {
  label: string;
  table: ReturnType<typeof useTable<T, S>>;
  sortable: readonly S[];
  columns: readonly TableColumn<T>[];
  rowKey: (row: T) => string;
  rowActions?: ((row: T) => ReactNode) | undefined;
  /** See TableView. */
  actionsWidth?: number | undefined;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Renders all rows instead of one page, once their number is known. */
  renderAllRows?: ((size: number) => ReactNode) | undefined;
}

/** The rows of a table with paging, or its empty or error state. */
export function TableBody<T, S extends string>(props: TableBodyProps<T, S>) {
  const { label, table, sortable, columns, rowKey, rowActions, empty, renderAllRows } = props;
  const { state, change, rows, size, pages } = table;
  const items = rows.data?.items ?? null;
  const offset = rows.data?.offset ?? 0;
  const error = rows.error instanceof ApiError && !rows.isFetching && !items ? rows.error : null;
  const isEmpty = items?.length === 0 && !rows.isPlaceholderData;
  let body: ReactNode;
  if (error) body = <LoadError failure={error} onRetry={() => rows.refetch()} />;
  else if (isEmpty) body = empty;
  else if (renderAllRows && size !== null) body = renderAllRows(size);
  else
    body = (
      <Scroller>
        <TableView
          label={label}
          columns={columns}
          sortable={sortable}
          state={state}
          change={change}
          rows={items}
          isBusy={rows.isFetching}
          rowKey={rowKey}
          actions={rowActions}
          actionsWidth={props.actionsWidth}
        />
      </Scroller>
    );
  return (
    <TableFrame>
      {rows.isFetching && items && <ProgressLine />}
      {body}
      {items && !isEmpty && !error && !renderAllRows && (
        <Paging
          page={state.page}
          pageCount={pages}
          total={size}
          from={offset + 1}
          to={offset + items.length}
          isFull={items.length === state.sizePerPage}
          onPage={(page) => change({ page })}
        />
      )}
    </TableFrame>
  );
}
