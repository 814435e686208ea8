import { SkeletonBox } from "@primer/react";
import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationSort } from "#domain/documentation/columns.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { Scroller } from "#ui/layout/boxes.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { TableView } from "#ui/table/TableView.tsx";
import type { TableSource } from "#ui/table/tableSource.ts";
import type { ChangeTable, TableState } from "#ui/table/tableState.ts";

/** Rows per fetched block. Blocks are fetched as they come into view; unused ones expire from the query cache. */
const rowsPerFetch = 200;
/** Rows rendered before and after the visible ones. */
const overscanRows = 15;
/** Row height in pixels until rows have been measured. */
const estimatedRowHeightPx = 53;

/** A row, or the placeholder of one being loaded. */
type VirtualRow = DocumentationListRow | { index: number };
const isRow = (row: VirtualRow): row is DocumentationListRow => "id" in row;

interface VisibleRange {
  first: number;
  /** Index after the last rendered row. */
  end: number;
  height: number;
}

/** The visible rows of a table of `count` rows, fetched in blocks. Only visible rows are rendered. */
function useVirtualRows(
  source: TableSource<DocumentationListRow, DocumentationSort>,
  state: TableState<DocumentationSort>,
  count: number,
) {
  const customerId = useCustomerId();
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [{ first, end, height }, setRange] = useState<VisibleRange>({
    first: 0,
    end: Math.min(count, 2 * overscanRows),
    height: estimatedRowHeightPx,
  });
  const renderedRange = {
    first: Math.min(first, count),
    end: Math.min(Math.max(end, 2 * overscanRows), count),
  };
  const measuredHeight = useRef(estimatedRowHeightPx);

  useEffect(() => {
    if (!node || count === 0) return;
    const updateRange = () => {
      const rows = node.querySelectorAll<HTMLElement>("tbody > tr[data-row]");
      // Uses the mean height of the rendered rows, so that the table's height stays stable.
      if (rows.length > 5) {
        const height =
          (rows[rows.length - 1]!.getBoundingClientRect().bottom - rows[0]!.getBoundingClientRect().top) /
          rows.length;
        if (height > 0 && Math.abs(height - measuredHeight.current) > measuredHeight.current * 0.2)
          measuredHeight.current = height;
      }
      const rowHeight = measuredHeight.current;
      const top = -node.getBoundingClientRect().top;
      const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - overscanRows);
      const end = Math.min(count, Math.ceil((top + window.innerHeight) / rowHeight) + overscanRows);
      setRange((current) =>
        current.first === first && current.end === end && current.height === rowHeight
          ? current
          : { first, end: Math.max(end, first), height: rowHeight },
      );
    };
    updateRange();
    window.addEventListener("scroll", updateRange, { passive: true });
    window.addEventListener("resize", updateRange);
    return () => {
      window.removeEventListener("scroll", updateRange);
      window.removeEventListener("resize", updateRange);
    };
  }, [node, count]);

  const { sort, order, q } = state;
  const blocks = [];
  for (
    let index = Math.floor(renderedRange.first / rowsPerFetch);
    index * rowsPerFetch < renderedRange.end;
    index += 1
  )
    blocks.push(index);
  const blockQueries = useQueries({
    queries: blocks.map((block) => ({
      queryKey: [customerId, source.name, "block", source.scope, { block, sort, order, q }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        source.rows({ max: rowsPerFetch, offset: block * rowsPerFetch, sort, order, q }, signal),
    })),
  });
  const rows: VirtualRow[] = [];
  for (let index = renderedRange.first; index < renderedRange.end; index += 1) {
    const items = blockQueries[blocks.indexOf(Math.floor(index / rowsPerFetch))]?.data;
    rows.push(items?.[index % rowsPerFetch] ?? { index });
  }
  return {
    rows,
    heightAbovePx: renderedRange.first * height,
    heightBelowPx: (count - renderedRange.end) * height,
    first: renderedRange.first,
    busy: blockQueries.some(({ isFetching }) => isFetching),
    ref: useCallback((element: HTMLElement | null) => setNode(element), []),
  };
}

interface VirtualTableProps {
  label: string;
  source: TableSource<DocumentationListRow, DocumentationSort>;
  columns: (rows: readonly DocumentationListRow[]) => TableColumn<DocumentationListRow>[];
  count: number;
  state: TableState<DocumentationSort>;
  change: ChangeTable<DocumentationSort>;
}

/** A table for very many rows that scrolls with the page and renders only the visible ones. */
export function VirtualTable({ label, source, columns, count, state, change }: VirtualTableProps) {
  const { t } = useTranslation("documentationList");
  const { rows, heightAbovePx, heightBelowPx, first, busy, ref } = useVirtualRows(source, state, count);
  return (
    <>
      <Scroller ref={ref}>
        <TableView<VirtualRow, DocumentationSort>
          label={label}
          columns={columns(rows.filter(isRow)).map((column) => ({
            ...column,
            cell: (row: VirtualRow) =>
              isRow(row) ? column.cell(row) : <SkeletonBox height="14px" width="60%" />,
            isOmitted: (row: VirtualRow) => isRow(row) && (column.isOmitted?.(row) ?? false),
          }))}
          sortable={source.sortable}
          state={state}
          change={change}
          rows={rows}
          isBusy={busy}
          rowKey={(row) => (isRow(row) ? row.id : `row ${row.index}`)}
          window={{ heightAbovePx, heightBelowPx, first, count }}
        />
      </Scroller>
      <RowCount role="status">{t("virtual.rowCount", { size: formatNumber(count) })}</RowCount>
    </>
  );
}

const RowCount = styled.div`
  padding: var(--base-size-8) var(--base-size-16);
  border-top: 1px solid var(--borderColor-default);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;
