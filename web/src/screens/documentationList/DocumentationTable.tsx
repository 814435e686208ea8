import { ImageIcon, SearchIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationListRow } from "../../../../domain/endpoints/documentationList";
import { Failure } from "../../api/failure";
import { LoadFailed } from "../../kit/LoadFailed";
import type { TableColumn } from "../../kit/table/columns";
import { NoRows } from "../../kit/table/NoRows";
import { Paging } from "../../kit/table/Paging";
import type { TableSource } from "../../kit/table/source";
import { Box, Progress, Scroller } from "../../kit/table/styles";
import { TableView } from "../../kit/table/TableView";
import type { useTable } from "../../kit/table/useTable";
import { useVirtualRows, VirtualTable } from "./VirtualTable";

interface DocumentationTableProps {
  label: string;
  source: TableSource<DocumentationListRow>;
  table: ReturnType<typeof useTable<DocumentationListRow>>;
  /** All rows in one table that is scrolled through, and not page by page. */
  whole: boolean;
  columns: (rows: readonly DocumentationListRow[]) => TableColumn<DocumentationListRow>[];
  narrowed: boolean;
  onClear: () => void;
}

/** The rows, page by page or as one table, and what to say when there are none. */
export function DocumentationTable(props: DocumentationTableProps) {
  const { label, source, table, whole, columns, narrowed, onClear } = props;
  const { state, change, rows, size, pages } = table;
  const found = rows.data?.items ?? null;
  const offset = rows.data?.offset ?? 0;
  const failed = rows.error instanceof Failure && !rows.isFetching && !found ? rows.error : null;
  const empty = found?.length === 0 && !rows.isPlaceholderData;
  const virtual = useVirtualRows(source, state, whole && !failed && !empty ? (size ?? 0) : 0);
  let body: ReactNode;
  if (failed) body = <LoadFailed failure={failed} onRetry={() => rows.refetch()} />;
  else if (empty) body = <Nothing narrowed={narrowed} onClear={onClear} />;
  else if (whole && size !== null)
    body = (
      <VirtualTable
        label={label}
        virtual={virtual}
        columns={columns(virtual.rows.filter((row): row is DocumentationListRow => "id" in row))}
        sortable={source.sortable}
        state={state}
        change={change}
      />
    );
  else
    body = (
      <Scroller>
        <TableView
          label={label}
          columns={columns(found ?? [])}
          sortable={source.sortable}
          state={state}
          change={change}
          rows={found}
          busy={rows.isFetching}
          rowKey={({ id }) => id}
        />
      </Scroller>
    );
  return (
    <Box>
      {rows.isFetching && found && <Progress />}
      {body}
      {found && !empty && !failed && !whole && (
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

/** That nothing was captured yet is not that nothing matches. */
function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  if (narrowed)
    return (
      <NoRows
        icon={SearchIcon}
        title={t("matchNothing")}
        text={t("matchNothingText")}
        action={<Button onClick={onClear}>{t("filters.clearAll")}</Button>}
      />
    );
  return (
    <NoRows icon={ImageIcon} title={t("documentation:emptyTitle")} text={t("documentation:emptyText")} />
  );
}
