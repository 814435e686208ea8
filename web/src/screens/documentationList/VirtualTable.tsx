import { SkeletonBox } from "@primer/react";
import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { Scroller } from "#ui/layout/boxes.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { TableView } from "#ui/table/TableView.tsx";
import type { TableSource } from "#ui/table/tableSource.ts";
import type { ChangeTable, TableState } from "#ui/table/tableState.ts";

/** Rows per fetch, as they come into view; forgotten again after a while. */
const rowsPerFetch = 200;
/** Rows drawn before and after the visible ones. */
const overscanRows = 15;
/** Pixels of a row until some are measured. */
const estimatedRowHeightPx = 53;

/** A row, or the placeholder of one being loaded. */
type VirtualRow = DocumentationListRow | { place: number };
const isRow = (row: VirtualRow): row is DocumentationListRow => "id" in row;

interface VisibleRange {
  first: number;
  /** Index after the last drawn row. */
  end: number;
  height: number;
}

/** The visible rows of a table of `count`, fetched in blocks; others are not drawn. */
function useVirtualRows(source: TableSource<DocumentationListRow>, state: TableState, count: number) {
  const customerId = useCustomerId();
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [{ first, end, height }, setStretch] = useState<VisibleRange>({
    first: 0,
    end: Math.min(count, 2 * overscanRows),
    height: estimatedRowHeightPx,
  });
  const drawn = { first: Math.min(first, count), end: Math.min(Math.max(end, 2 * overscanRows), count) };
  const measured = useRef(estimatedRowHeightPx);

  useEffect(() => {
    if (!node || count === 0) return;
    const look = () => {
      const rows = node.querySelectorAll<HTMLElement>("tbody > tr[data-row]");
      // Uses the mean of the drawn rows' heights, so that the table's height hardly changes.
      if (rows.length > 5) {
        const height =
          (rows[rows.length - 1]!.getBoundingClientRect().bottom - rows[0]!.getBoundingClientRect().top) /
          rows.length;
        if (height > 0 && Math.abs(height - measured.current) > measured.current * 0.2)
          measured.current = height;
      }
      const each = measured.current;
      const top = -node.getBoundingClientRect().top;
      const first = Math.max(0, Math.min(count, Math.floor(top / each)) - overscanRows);
      const end = Math.min(count, Math.ceil((top + window.innerHeight) / each) + overscanRows);
      setStretch((before) =>
        before.first === first && before.end === end && before.height === each
          ? before
          : { first, end: Math.max(end, first), height: each },
      );
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [node, count]);

  const { sort, order, q } = state;
  const blocks = [];
  for (let index = Math.floor(drawn.first / rowsPerFetch); index * rowsPerFetch < drawn.end; index += 1)
    blocks.push(index);
  const found = useQueries({
    queries: blocks.map((at) => ({
      queryKey: [customerId, source.name, "block", source.scope, { at, sort, order, q }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        source.rows({ max: rowsPerFetch, offset: at * rowsPerFetch, sort, order, q }, signal),
    })),
  });
  const rows: VirtualRow[] = [];
  for (let index = drawn.first; index < drawn.end; index += 1) {
    const items = found[blocks.indexOf(Math.floor(index / rowsPerFetch))]?.data;
    rows.push(items?.[index % rowsPerFetch] ?? { place: index });
  }
  return {
    rows,
    above: drawn.first * height,
    below: (count - drawn.end) * height,
    first: drawn.first,
    busy: found.some(({ isFetching }) => isFetching),
    place: useCallback((element: HTMLElement | null) => setNode(element), []),
  };
}

interface VirtualTableProps {
  label: string;
  source: TableSource<DocumentationListRow>;
  columns: (rows: readonly DocumentationListRow[]) => TableColumn<DocumentationListRow>[];
  count: number;
  state: TableState;
  change: ChangeTable;
}

/** A table of very many rows that scrolls with the page. */
export function VirtualTable({ label, source, columns, count, state, change }: VirtualTableProps) {
  const { t } = useTranslation("documentationList");
  const { rows, above, below, first, busy, place } = useVirtualRows(source, state, count);
  return (
    <>
      <Scroller ref={place}>
        <TableView<VirtualRow>
          label={label}
          columns={columns(rows.filter(isRow)).map((column) => ({
            ...column,
            cell: (row: VirtualRow) =>
              isRow(row) ? column.cell(row) : <SkeletonBox height="14px" width="60%" />,
            omitted: (row: VirtualRow) => isRow(row) && (column.omitted?.(row) ?? false),
          }))}
          sortable={source.sortable}
          state={state}
          change={change}
          rows={rows}
          busy={busy}
          rowKey={(row) => (isRow(row) ? row.id : `place ${row.place}`)}
          window={{ above, below, first, count }}
        />
      </Scroller>
      <Line role="status">{t("virtual.rows", { size: formatNumber(count) })}</Line>
    </>
  );
}

const Line = styled.div`
  padding: var(--base-size-8) var(--base-size-16);
  border-top: 1px solid var(--borderColor-default);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;
