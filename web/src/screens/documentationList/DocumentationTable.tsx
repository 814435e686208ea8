import { ImageIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { DocumentationSort } from "#domain/documentation/columns.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { NoRows } from "#ui/table/NoRows.tsx";
import { TableBody } from "#ui/table/TableBody.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import type { useTable } from "#ui/table/useTable.ts";
import { VirtualTable } from "./VirtualTable.tsx";

interface DocumentationTableProps {
  label: string;
  source: TableSource<DocumentationListRow, DocumentationSort>;
  table: ReturnType<typeof useTable<DocumentationListRow, DocumentationSort>>;
  /** Shows all rows in one virtual table instead of pages. */
  showsAllRows: boolean;
  columns: (rows: readonly DocumentationListRow[]) => TableColumn<DocumentationListRow>[];
  /** What an empty list shows if a search or filters narrow it; null if they do not. */
  emptySearch: ReactNode;
}

/** The rows, in pages or in one virtual table, with the empty states. */
export function DocumentationTable(props: DocumentationTableProps) {
  const { label, source, table, showsAllRows, columns, emptySearch } = props;
  return (
    <TableBody
      label={label}
      table={table}
      sortable={source.sortable}
      columns={columns(table.rows.data?.items ?? [])}
      rowKey={({ id }) => id}
      empty={emptySearch ?? <EmptyList />}
      renderAllRows={
        showsAllRows
          ? (size) => (
              <VirtualTable
                label={label}
                source={source}
                columns={columns}
                count={size}
                state={table.state}
                change={table.change}
              />
            )
          : undefined
      }
    />
  );
}

/** The empty state if there are no documentations at all. */
function EmptyList() {
  const { t } = useTranslation("documentation");
  return (
    <NoRows
      icon={ImageIcon}
      title={t("emptyTitle")}
      text={t("emptyText")}
      action={<Link to="/help">{t("gettingStarted")}</Link>}
    />
  );
}
