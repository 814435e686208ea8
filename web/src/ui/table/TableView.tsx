import { ArrowDownIcon, ArrowUpIcon } from "@primer/octicons-react";
import { SkeletonBox } from "@primer/react";
import { type ReactNode, useDeferredValue, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isOneOf } from "#domain/core/objects.ts";
import { useMediaQuery } from "../hooks/useMediaQuery.ts";
import { useRowShortcuts } from "../shortcuts/useRowShortcuts.ts";
import { computeColumnWidths } from "./columnWidths.ts";
import { ActionsCell, Cell, cardMediaQuery, Head, Row, SortButton, Table } from "./styles.ts";
import type { TableColumn } from "./TableColumn.ts";
import type { ChangeTable, TableState } from "./tableState.ts";

interface TableViewProps<T, S extends string> {
  label: string;
  columns: readonly TableColumn<T>[];
  sortable: readonly S[];
  state: TableState<S>;
  change: ChangeTable<S>;
  /** Null while the first rows load. */
  rows: readonly T[] | null;
  /** Number of blank rows while loading. */
  skeleton?: number;
  isBusy: boolean;
  rowKey: (row: T) => string;
  actions?: ((row: T) => ReactNode) | undefined;
  /** Width of the column of actions in pixels: 80, which fits two icon buttons, by default, and 28 for each additional one. */
  actionsWidth?: number | undefined;
  /** If `rows` are part of a longer list: pixels of the rows above and below, index of the first, and the total. */
  window?: { heightAbovePx: number; heightBelowPx: number; first: number; count: number };
}

const defaultSkeletonRowCount = 8;
const defaultActionsWidthPx = 80;

/** The rows as a table, or as cards on a phone. Roles are explicit because display: block removes the native ones. */
export function TableView<T, S extends string>(props: TableViewProps<T, S>) {
  const { t } = useTranslation();
  const {
    label,
    sortable,
    state,
    change,
    rows,
    isBusy,
    actions: renderActions,
    window: visibleRange,
  } = props;
  const isCompact = props.columns.some(({ card }) => card);
  const isCardLayout = useMediaQuery(cardMediaQuery) && isCompact;
  // Columns that no card shows are not rendered at all on a phone, whose processor is slow.
  const columns = isCardLayout ? props.columns.filter(({ card }) => card) : props.columns;
  const cardSlot = ({ card }: TableColumn<T>) => (isCompact ? (card ?? "none") : undefined);
  const blankRowCount = props.skeleton ?? defaultSkeletonRowCount;
  const actionsWidth = renderActions ? (props.actionsWidth ?? defaultActionsWidthPx) : 0;
  const { widths, minWidthPx } = computeColumnWidths(columns, actionsWidth);
  const table = useRef<HTMLTableElement>(null);
  useRowShortcuts(table);
  const renderSpacer = (height: number) =>
    height > 0 ? (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer takes no focus
      <tr aria-hidden="true">
        <td colSpan={columns.length + 1} style={{ height, padding: 0, display: "block" }} />
      </tr>
    ) : null;
  return (
    <Table
      ref={table}
      role="table"
      aria-label={label}
      aria-busy={isBusy}
      data-compact={isCompact}
      aria-rowcount={visibleRange ? visibleRange.count + 1 : undefined}
      style={isCardLayout ? undefined : { minWidth: minWidthPx }}
    >
      <colgroup>
        {widths.map((width, index) => (
          <col key={columns[index]?.id ?? "actions"} style={{ width }} />
        ))}
      </colgroup>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <thead role="rowgroup">
        <tr>
          {columns.map((column) => (
            <Header key={column.id} column={column} sortable={sortable} state={state} change={change} />
          ))}
          {renderActions && (
            <Head scope="col" style={{ textAlign: "end" }}>
              {t("table.actions")}
            </Head>
          )}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <tbody role="rowgroup">
        {renderSpacer(visibleRange?.heightAbovePx ?? 0)}
        {rows === null ? (
          Array.from({ length: blankRowCount }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have only a position
            <Row key={index} aria-hidden="true">
              {columns.map((column, columnIndex) => (
                <Cell
                  key={column.id}
                  data-label={column.header}
                  data-card={cardSlot(column)}
                  $heads={column.isRowHeader ?? false}
                  $end={column.align === "end"}
                >
                  <SkeletonBox height="14px" width={`${[72, 48, 60, 40][(index + columnIndex) % 4]}%`} />
                </Cell>
              ))}
              {renderActions && <ActionsCell />}
            </Row>
          ))
        ) : (
          <Rows {...props} {...{ rows, columns, isCardLayout, cardSlot, renderSpacer }} />
        )}
        {renderSpacer(visibleRange?.heightBelowPx ?? 0)}
      </tbody>
    </Table>
  );
}

interface RowsProps<T> extends Pick<TableViewProps<T, string>, "window" | "rowKey" | "actions"> {
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  isCardLayout: boolean;
  cardSlot: (column: TableColumn<T>) => TableColumn<T>["card"] | "none";
  renderSpacer: (height: number) => ReactNode;
}

/** Typical height of a card in pixels. Lower cards leave no gap, because other content precedes the first one. */
const cardHeightPx = 76;

/** On a phone the rows that fit the screen are rendered immediately, and the others deferred. */
function Rows<T>({
  rows,
  columns,
  window,
  rowKey,
  actions,
  isCardLayout,
  cardSlot,
  renderSpacer,
}: RowsProps<T>) {
  const immediateRowCount = isCardLayout && !window ? Math.ceil(innerHeight / cardHeightPx) : rows.length;
  const renderedRowCount = useDeferredValue(rows.length, Math.min(rows.length, immediateRowCount));
  return (
    <>
      {rows.slice(0, renderedRowCount).map((row, index) => (
        <Row
          key={rowKey(row)}
          role="row"
          data-row
          aria-rowindex={window ? window.first + index + 2 : undefined}
        >
          {columns.map((column) => (
            <Cell
              key={column.id}
              as={column.isRowHeader ? "th" : "td"}
              role={column.isRowHeader ? "rowheader" : "cell"}
              scope={column.isRowHeader ? "row" : undefined}
              data-label={column.header}
              data-card={cardSlot(column)}
              $heads={column.isRowHeader ?? false}
              $end={column.align === "end"}
              $omitted={column.isOmitted?.(row) ?? false}
            >
              <div>{column.cell(row)}</div>
            </Cell>
          ))}
          {actions && <ActionsCell role="cell">{actions(row)}</ActionsCell>}
        </Row>
      ))}
      {renderSpacer((rows.length - renderedRowCount) * cardHeightPx)}
    </>
  );
}

interface HeaderProps<T, S extends string> {
  column: TableColumn<T>;
  sortable: readonly S[];
  state: TableState<S>;
  change: ChangeTable<S>;
}

function Header<T, S extends string>({ column, sortable, state, change }: HeaderProps<T, S>) {
  const { id } = column;
  const headProps = { $end: column.align === "end" };
  if (!isOneOf(sortable, id))
    return (
      <Head scope="col" {...headProps}>
        {column.head ?? column.header}
      </Head>
    );
  const isSorted = state.sort === id;
  const next = isSorted && state.order === "asc" ? "desc" : "asc";
  const Arrow = (isSorted ? state.order : next) === "asc" ? ArrowUpIcon : ArrowDownIcon;
  return (
    <Head
      scope="col"
      aria-sort={isSorted ? (state.order === "asc" ? "ascending" : "descending") : "none"}
      {...headProps}
    >
      <SortButton
        type="button"
        data-sorted={isSorted}
        onClick={() => change({ sort: id, order: next }, { replace: true })}
      >
        {column.header}
        <Arrow />
      </SortButton>
    </Head>
  );
}
