import type { ReactNode } from "react";
import { ApiError } from "#api/failure.ts";
import { LoadError } from "../feedback/LoadError.tsx";
import { Scroller } from "../layout/boxes.ts";
import { Paging } from "./Paging.tsx";
import { Progress, TableFrame } from "./styles.ts";
import type { TableColumn } from "./TableColumn.ts";
import { TableView } from "./TableView.tsx";
import type { useTable } from "./useTable.ts";

export interface TableBodyProps<T> {
  label: string;
  table: ReturnType<typeof useTable<T>>;
  sortable: readonly string[];
  columns: readonly TableColumn<T>[];
  rowKey: (row: T) => string;
  rowActions?: ((row: T) => ReactNode) | undefined;
  /** Replaces the rows when there are none. */
  empty: ReactNode;
  /** Renders all rows at once instead of a page, once their number is known. */
  whole?: ((size: number) => ReactNode) | undefined;
}

/** The rows of a table with their pages, or its empty or failed state. */
export function TableBody<T>(props: TableBodyProps<T>) {
  const { label, table, sortable, columns, rowKey, rowActions, empty, whole } = props;
  const { state, change, rows, size, pages } = table;
  const found = rows.data?.items ?? null;
  const offset = rows.data?.offset ?? 0;
  const failed = rows.error instanceof ApiError && !rows.isFetching && !found ? rows.error : null;
  const isEmpty = found?.length === 0 && !rows.isPlaceholderData;
  let body: ReactNode;
  if (failed) body = <LoadError failure={failed} onRetry={() => rows.refetch()} />;
  else if (isEmpty) body = empty;
  else if (whole && size !== null) body = whole(size);
  else
    body = (
      <Scroller>
        <TableView
          label={label}
          columns={columns}
          sortable={sortable}
          state={state}
          change={change}
          rows={found}
          busy={rows.isFetching}
          rowKey={rowKey}
          actions={rowActions}
        />
      </Scroller>
    );
  return (
    <TableFrame>
      {rows.isFetching && found && <Progress />}
      {body}
      {found && !isEmpty && !failed && !whole && (
        <Paging
          page={state.page}
          pages={pages}
          size={size}
          from={offset + 1}
          to={offset + found.length}
          full={found.length === state.sizePerPage}
          onPage={(page) => change({ page })}
        />
      )}
    </TableFrame>
  );
}
