import { mapValues } from "#domain/core/objects.ts";
import type { Alignment } from "#domain/layout/types.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import type { PhotoEntry, PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { themeColors } from "#worker/export/documents/theme.ts";
import type { ThreadEntry } from "#worker/export/documents/threadEntries.ts";
import { toSingleLine, truncate } from "#worker/export/documents/xml.ts";
import type {
  DrawnBlock,
  DrawnCell,
  DrawnItem,
  DrawnPhoto,
  DrawnRow,
  DrawnTable,
  DrawnText,
} from "../renderTree.ts";
import { createPlainText } from "../resolve/plainItems.ts";

/** The items of standard documents. */

export const colors = mapValues(themeColors, (rgb) => `#${rgb}`);

export const createText = (
  node: string,
  text: string,
  size = 10,
  style: Partial<DrawnText> = {},
): DrawnText => ({ ...createPlainText(node, text, false, size), color: colors.ink, ...style });

const headingSizes = [15, 11.5, 10] as const;
const maxHeadingLevel = headingSizes.length;

/** A heading and the space above it. */
export function* createHeading(
  node: string,
  text: string,
  depth: number,
  style: Partial<DrawnText> = {},
): Generator<DrawnBlock> {
  const level = Math.min(Math.max(depth, 1), maxHeadingLevel);
  yield { kind: "lineBreak", node: `${node}.space` };
  yield createText(node, text, headingSizes[level - 1], { bold: true, color: colors.navy, level, ...style });
}

export interface TableColumn {
  title: string;
  /** Percent. */
  width: number;
  alignment?: Alignment;
}

/** A text, or a text with a small one below it, or any items. */
export type CellContent = string | { text: string; small: string } | readonly DrawnItem[];

/** The cells of a row, or a text across all columns. */
export type TableRow = readonly CellContent[] | SpanningRow;
export interface SpanningRow {
  spanningText: string;
  isHeading: boolean;
}
const isSpanning = (row: TableRow): row is SpanningRow => !Array.isArray(row);

const isItems = (content: CellContent): content is readonly DrawnItem[] => Array.isArray(content);

const cellPadding: DrawnCell["padding"] = { top: 1, bottom: 1, left: 1.5, right: 1.5 };

/** Lines between rows. */
export const rowBorder = { width: 0.5, color: colors.rule, isHorizontal: true } as const;

interface TableOptions {
  /** Without a header, the first column names the rows. */
  header?: boolean;
  hasLines?: boolean;
  /** The word that marks the first cell of a row that continues. */
  continued?: string;
  /** Points. */
  size?: number;
  padding?: DrawnCell["padding"];
}

/** The beginning of a cell's text, marked as continued. */
export const continuedCell = (
  content: CellContent | undefined,
  continued: string,
  size = 10,
): Pick<DrawnCell, "continuedText"> =>
  typeof content === "string" && content !== ""
    ? {
        continuedText: createText("continued", `${truncate(toSingleLine(content), 40)} (${continued})`, size),
      }
    : {};

export function createTable(
  node: string,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  { header = true, hasLines = true, continued, size = 9, padding = cellPadding }: TableOptions = {},
): DrawnTable {
  const createItems = (content: CellContent, column: number, style: Partial<DrawnText>) => {
    if (isItems(content)) return content;
    const { text, small } = typeof content === "string" ? { text: content, small: "" } : content;
    const cellNode = `${node}.${column}`;
    const { alignment = "LEFT" } = columns[column]!;
    const items: DrawnItem[] = text === "" ? [] : [createText(cellNode, text, size, { alignment, ...style })];
    if (small) items.push(createText(`${cellNode}.small`, small, 6, { color: colors.muted }));
    return items;
  };
  const createRow = (
    contents: readonly CellContent[],
    rowNode: string,
    styleOf: (column: number) => Partial<DrawnText>,
  ): DrawnRow => ({
    kind: "row",
    node: `${node}.${rowNode}`,
    cells: columns.map(({ width }, column) => ({
      ...{ node: `${node}.${column}`, width, colspan: 1, padding, background: null },
      border: hasLines ? rowBorder : null,
      ...(column === 0 && continued && continuedCell(contents[0], continued, size)),
      items: createItems(contents[column] ?? "", column, styleOf(column)),
    })),
  });
  const createSpanningRow = ({ spanningText, isHeading }: SpanningRow): DrawnRow => {
    const style = isHeading ? { bold: true, color: colors.navy } : { color: colors.muted };
    const cell = {
      ...{ node: `${node}.span`, width: 100, colspan: columns.length, padding },
      ...{ border: hasLines ? rowBorder : null, background: isHeading ? colors.shade : null },
    };
    return {
      ...{ kind: "row", node: `${node}.span` },
      cells: [{ ...cell, items: [createText(`${node}.span`, spanningText, size, style)] }],
    };
  };
  return {
    ...{ kind: "table", node, borders: false, headerBackground: colors.navy, rowBackground: null },
    widths: columns.map(({ width }) => width),
    header: header
      ? createRow(
          columns.map(({ title }) => title),
          "header",
          () => ({ bold: true, color: colors.white }),
        )
      : null,
    rows: rows.map((contents) =>
      isSpanning(contents)
        ? createSpanningRow(contents)
        : createRow(contents, "row", (column) => (!header && column === 0 ? { color: colors.muted } : {})),
    ),
  };
}

/** Columns of a label and its value. @param labelWidth percent */
export const pairColumns = (labelWidth: number): TableColumn[] => [
  { title: "", width: labelWidth },
  { title: "", width: 100 - labelWidth },
];

export const discussionColumns = (texts: DocumentTexts): TableColumn[] => [
  { title: texts.author, width: 27 },
  { title: texts.comment, width: 73 },
];

/** The threads, each below its heading. */
export const discussionRows = (threads: readonly ThreadEntry[]): TableRow[] =>
  threads.flatMap(({ heading, comments }): TableRow[] => [
    { spanningText: heading, isHeading: true },
    ...comments.map(({ author, time, text }) => [`${author}\n${time}`, text]),
  ]);

export const createPhoto = (
  node: string,
  { photo, altText }: PhotoEntry,
  variant: PhotoForm,
  box: DrawnPhoto["box"],
): DrawnPhoto => ({ kind: "photo", node, photo, variant, box, position: null, altText, half: null });
