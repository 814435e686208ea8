import { SearchIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NoRows, type NoRowsProps } from "./NoRows.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SortSelect } from "./SortSelect.tsx";
import { SearchSlot, Toolbar, Tools } from "./styles.ts";
import { TableBody } from "./TableBody.tsx";
import type { TableColumn } from "./TableColumn.ts";
import type { TableSource } from "./tableSource.ts";
import { useTable } from "./useTable.ts";

export interface SourceTableProps<T, S extends string = string> {
  label: string;
  source: TableSource<T, S>;
  columns: readonly TableColumn<T>[];
  rowKey: (row: T) => string;
  /** Whether page, sizePerPage, sort, order and q are stored in the URL. */
  isInUrl?: boolean;
  limit?: number;
  searchHint?: string;
  tools?: ReactNode;
  rowActions?: (row: T) => ReactNode;
  /** See TableView. */
  actionsWidth?: number;
  /** Shown in an empty table, below the text that there is no data. */
  empty?: NoRowsProps;
  /** Shown between the tools and the rows; called with the total once known. */
  notice?: (total: number) => ReactNode;
}

/** The list of a screen (1§2): search box, sorting, pages, empty and error states. */
export function SourceTable<T, S extends string>(props: SourceTableProps<T, S>) {
  const { label, source, columns, rowKey, isInUrl, limit, searchHint, tools, rowActions, notice } = props;
  const table = useTable(source, { ...(isInUrl && { isInUrl }), ...(limit && { limit }) });
  const { state, change, total } = table;
  const clearSearch = () => change({ q: "" }, { replace: true });
  return (
    <div>
      <Toolbar role="search">
        <SearchSlot>
          <SearchBox value={state.q} hint={searchHint} onSearch={(q) => change({ q }, { replace: true })} />
        </SearchSlot>
        <Tools>
          <SortSelect columns={columns} sortable={source.sortable} state={state} change={change} />
          {tools}
        </Tools>
      </Toolbar>
      {notice && total !== null && notice(total)}
      <TableBody
        label={label}
        table={table}
        sortable={source.sortable}
        columns={columns}
        rowKey={rowKey}
        rowActions={rowActions}
        actionsWidth={props.actionsWidth}
        empty={<EmptyTable q={state.q} empty={props.empty} onClear={clearSearch} />}
      />
    </div>
  );
}

interface EmptyTableProps {
  q: string;
  empty: SourceTableProps<unknown>["empty"];
  onClear: () => void;
}

function EmptyTable({ q, empty, onClear }: EmptyTableProps) {
  const { t } = useTranslation();
  if (q)
    return (
      <NoRows
        icon={SearchIcon}
        text={t("table.emptySearch", { query: q })}
        action={<Button onClick={onClear}>{t("table.clearSearch")}</Button>}
      />
    );
  return <NoRows {...empty} />;
}
