import type { ReactNode } from "react";
import { Failure } from "../../api/failure";
import { LoadFailed } from "../LoadFailed";
import { Scroller } from "../layout";
import type { TableColumn } from "./columns";
import { Paging } from "./Paging";
import { Box, Progress } from "./styles";
import { TableView } from "./TableView";
import type { useTable } from "./useTable";

export interface TableBodyProps<T> {
  label: string;
  table: ReturnType<typeof useTable<T>>;
  sortable: readonly string[];
  columns: readonly TableColumn<T>[];
  rowKey: (row: T) => string;
  rowActions?: ((row: T) => ReactNode) | undefined;
  /** In place of the rows when there are none. */
  empty: ReactNode;
  /** All rows in one, in place of a page of them, once their number is known. */
  whole?: ((size: number) => ReactNode) | undefined;
}

/** The rows of a table with their pages; or that there are none, or that they could not be loaded. */
export function TableBody<T>(props: TableBodyProps<T>) {
  const { label, table, sortable, columns, rowKey, rowActions, empty, whole } = props;
  const { state, change, rows, size, pages } = table;
  const found = rows.data?.items ?? null;
  const offset = rows.data?.offset ?? 0;
  const failed = rows.error instanceof Failure && !rows.isFetching && !found ? rows.error : null;
  const isEmpty = found?.length === 0 && !rows.isPlaceholderData;
  let body: ReactNode;
  if (failed) body = <LoadFailed failure={failed} onRetry={() => rows.refetch()} />;
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
    <Box>
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
    </Box>
  );
}
