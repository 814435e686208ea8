import { twips } from "#worker/export/documents/wordBlocks.ts";
import { flow, tableRule } from "../pageMetrics.ts";
import type { Color, DrawnCell, DrawnItem, DrawnRow, DrawnTable } from "../renderTree.ts";
import { type DrawingSpace, inlineXml, withRoomFor } from "./inline.ts";
import { rowHeight } from "./measure.ts";
import { emptyLine, minSeparatorMm, separator } from "./wordText.ts";

/** A table as chunks of XML: its start, each row, its end. Nothing for a table without rows. */
export function* tableXml(table: DrawnTable, space: DrawingSpace): Generator<string> {
  const lines = gridLines(table.widths, space.width);
  const head = table.header ? rowHeight(table.header, table, space) : 0;
  const bodySpace = { ...space, height: Math.max(space.height - head, space.height / 2) };
  let isOpen = false;
  const begin = () => {
    const first = isOpen ? "" : tableStart(table, lines);
    isOpen = true;
    return first;
  };
  if (table.header) yield begin() + rowXml(table.header, table, lines, space, table.headerBackground, true);
  let number = 0;
  for (const row of table.rows) {
    if (row.kind === "pageBreak") continue;
    const stripe = number++ % 2 === 1 ? table.rowBackground : null;
    yield begin() + rowXml(row, table, lines, bodySpace, stripe, false);
  }
  if (isOpen) yield "</w:tbl>";
}

/** The edges of columns, in millimetres from the left. */
function gridLines(widths: readonly number[], width: number): number[] {
  const lines = [0];
  for (const percent of widths) lines.push(lines.at(-1)! + (width * percent) / 100);
  return lines;
}

function tableStart({ borders, header }: DrawnTable, lines: readonly number[]): string {
  const columns = lines
    .slice(1)
    .map((line, index) => `<w:gridCol w:w="${twips(line) - twips(lines[index]!)}"/>`);
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${twips(lines.at(-1)!)}" w:type="dxa"/><w:tblInd w:w="0" w:type="dxa"/>`,
    `<w:tblBorders>${edges(["top", "left", "bottom", "right", "insideH", "insideV"], borders ? tableRule : noRule)}</w:tblBorders><w:tblLayout w:type="fixed"/>`,
    '<w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="0" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar>',
    `<w:tblLook w:val="${header ? "0020" : "0000"}" w:firstRow="${header ? 1 : 0}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/></w:tblPr>`,
    `<w:tblGrid>${columns.join("")}</w:tblGrid>`,
  ].join("");
}

function rowXml(
  row: DrawnRow,
  table: DrawnTable,
  lines: readonly number[],
  space: DrawingSpace,
  background: Color | null,
  header: boolean,
): string {
  const columns = lines.length - 1;
  let column = 0;
  let cells = "";
  for (const cell of row.cells) {
    const end = Math.min(column + cell.colspan, columns);
    if (end === column) throw new RangeError(`the row ${row.node} has more cells than its table has columns`);
    cells += cellXml(cell, [lines[column]!, lines[end]!, end - column], space, background);
    column = end;
  }
  const remainder =
    column < columns
      ? `<w:gridAfter w:val="${columns - column}"/><w:wAfter w:w="${twips(lines.at(-1)!) - twips(lines[column]!)}" w:type="dxa"/>`
      : "";
  const height = isTall(row) ? rowHeight(row, table, space) : 0;
  const cantSplit = height > space.height ? "" : "<w:cantSplit/>";
  // Below a repeated header there must be room for a row.
  const isRepeated = header && height <= space.height / 2;
  const properties = remainder + cantSplit + (isRepeated ? "<w:tblHeader/>" : "");
  return `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;
}

/** Whether a row may be taller than a page and must be measured. */
const isTall = ({ cells }: DrawnRow): boolean =>
  cells.some(
    ({ items }) =>
      items.length > 3 || items.some((item) => item.kind !== "text" || item.text.length * item.size > 600),
  );

function cellXml(
  { padding, border, background, items }: DrawnCell,
  [from, to, span]: [number, number, number],
  space: DrawingSpace,
  rowBackground: Color | null,
): string {
  const fill = background ?? rowBackground;
  const innerSpace = {
    ...space,
    width: Math.max(to - from - padding.left - padding.right, 1),
    height: Math.max(space.height - padding.top - padding.bottom, 1),
  };
  return [
    `<w:tc><w:tcPr><w:tcW w:w="${twips(to) - twips(from)}" w:type="dxa"/>`,
    span > 1 ? `<w:gridSpan w:val="${span}"/>` : "",
    border ? `<w:tcBorders>${edges(["top", "left", "bottom", "right"], border)}</w:tcBorders>` : "",
    fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill.slice(1)}"/>` : "",
    `<w:tcMar><w:top w:w="${twips(padding.top)}" w:type="dxa"/><w:left w:w="${twips(padding.left)}" w:type="dxa"/>`,
    `<w:bottom w:w="${twips(padding.bottom)}" w:type="dxa"/><w:right w:w="${twips(padding.right)}" w:type="dxa"/></w:tcMar></w:tcPr>`,
    columnXml(items, innerSpace),
    "</w:tc>",
  ].join("");
}

/** Stacked items. The last one is a paragraph, which Word requires of cells, headers and footers. */
export function columnXml(items: readonly DrawnItem[], space: DrawingSpace): string {
  const visibleItems = items.filter((item) => item.kind !== "text" || item.text !== "");
  const pictures = visibleItems.filter(({ kind }) => kind === "photo" || kind === "image");
  const texts = visibleItems.filter((item) => item.kind === "text");
  const innerSpace = pictures.length === 1 ? withRoomFor(texts, space) : space;
  const xml = visibleItems.map((item, index) => {
    const isLast = index === visibleItems.length - 1;
    if (item.kind !== "table") return inlineXml(item, innerSpace, { last: isLast });
    const table = [...tableXml(item, space)].join("");
    return table && table + separator(isLast ? minSeparatorMm : flow.itemGap);
  });
  return xml.join("") || emptyLine({ last: true }, items.find((item) => item.kind === "text")?.size);
}

const noRule = { width: 0, color: "#000000" };

const edges = (sides: readonly string[], { width, color }: { width: number; color: Color }): string => {
  const edge =
    width > 0
      ? `w:val="single" w:sz="${eighths(width)}" w:space="0" w:color="${color.slice(1)}"`
      : 'w:val="nil"';
  return sides.map((side) => `<w:${side} ${edge}/>`).join("");
};

/** Line widths are eighths of a point, from 2 to 96. */
const eighths = (points: number) => Math.min(Math.max(Math.round(points * 8), 2), 96);
