import { flowPage, mmToTwips, tableRule } from "../pageMetrics.ts";
import type { Color, DrawnCell, DrawnItem, DrawnRow, DrawnTable } from "../renderTree.ts";
import { createInlineXml, type DrawingSpace, reserveSpaceFor } from "./inline.ts";
import { estimateRowHeight } from "./measure.ts";
import { emptyLineXml, minSeparatorMm, separatorXml } from "./wordText.ts";

/** A table as chunks of XML: its start, each row, its end. Nothing for a table without rows. */
export function* tableXml(table: DrawnTable, space: DrawingSpace): Generator<string> {
  const columnEdges = columnEdgesOf(table.widths, space.width);
  const headerHeight = table.header ? estimateRowHeight(table.header, table, space) : 0;
  const bodySpace = { ...space, height: Math.max(space.height - headerHeight, space.height / 2) };
  let isOpen = false;
  const startOnce = () => {
    const startXml = isOpen ? "" : tableStartXml(table, columnEdges);
    isOpen = true;
    return startXml;
  };
  if (table.header)
    yield startOnce() + rowXml(table.header, table, columnEdges, space, table.headerBackground, true);
  let rowCount = 0;
  for (const row of table.rows) {
    if (row.kind === "pageBreak") continue;
    const rowBackground = rowCount++ % 2 === 1 ? table.rowBackground : null;
    yield startOnce() + rowXml(row, table, columnEdges, bodySpace, rowBackground, false);
  }
  if (isOpen) yield "</w:tbl>";
}

/** The edges of columns, in millimetres from the left. */
function columnEdgesOf(widths: readonly number[], width: number): number[] {
  const edges = [0];
  for (const percent of widths) edges.push(edges.at(-1)! + (width * percent) / 100);
  return edges;
}

function tableStartXml({ borders, header }: DrawnTable, columnEdges: readonly number[]): string {
  const columns = columnEdges
    .slice(1)
    .map((edge, index) => `<w:gridCol w:w="${mmToTwips(edge) - mmToTwips(columnEdges[index]!)}"/>`);
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${mmToTwips(columnEdges.at(-1)!)}" w:type="dxa"/><w:tblInd w:w="0" w:type="dxa"/>`,
    `<w:tblBorders>${bordersXml(["top", "left", "bottom", "right", "insideH", "insideV"], borders ? tableRule : noBorder)}</w:tblBorders><w:tblLayout w:type="fixed"/>`,
    '<w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="0" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar>',
    `<w:tblLook w:val="${header ? "0020" : "0000"}" w:firstRow="${header ? 1 : 0}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/></w:tblPr>`,
    `<w:tblGrid>${columns.join("")}</w:tblGrid>`,
  ].join("");
}

function rowXml(
  row: DrawnRow,
  table: DrawnTable,
  columnEdges: readonly number[],
  space: DrawingSpace,
  background: Color | null,
  isHeader: boolean,
): string {
  const columns = columnEdges.length - 1;
  let column = 0;
  let cells = "";
  for (const cell of row.cells) {
    const end = Math.min(column + cell.colspan, columns);
    if (end === column) throw new RangeError(`the row ${row.node} has more cells than its table has columns`);
    cells += cellXml(cell, [columnEdges[column]!, columnEdges[end]!, end - column], space, background);
    column = end;
  }
  const remainder =
    column < columns
      ? `<w:gridAfter w:val="${columns - column}"/><w:wAfter w:w="${mmToTwips(columnEdges.at(-1)!) - mmToTwips(columnEdges[column]!)}" w:type="dxa"/>`
      : "";
  const height = mayBeTall(row) ? estimateRowHeight(row, table, space) : 0;
  const cantSplit = height > space.height ? "" : "<w:cantSplit/>";
  // A repeated header must leave room for a row.
  const isRepeated = isHeader && height <= space.height / 2;
  const minHeight = row.minHeight
    ? `<w:trHeight w:val="${mmToTwips(Math.min(row.minHeight, space.height))}" w:hRule="atLeast"/>`
    : "";
  const properties = remainder + cantSplit + minHeight + (isRepeated ? "<w:tblHeader/>" : "");
  return `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;
}

/** Whether a row may be taller than a page and must be measured. */
const mayBeTall = ({ cells }: DrawnRow): boolean =>
  cells.some(
    ({ items }) =>
      items.length > 3 || items.some((item) => item.kind !== "text" || item.text.length * item.size > 600),
  );

function cellXml(
  { padding, border, background, isCentered, items }: DrawnCell,
  [left, right, span]: [number, number, number],
  space: DrawingSpace,
  rowBackground: Color | null,
): string {
  const backgroundColor = background ?? rowBackground;
  const innerSpace = {
    ...space,
    width: Math.max(right - left - padding.left - padding.right, 1),
    height: Math.max(space.height - padding.top - padding.bottom, 1),
  };
  return [
    `<w:tc><w:tcPr><w:tcW w:w="${mmToTwips(right) - mmToTwips(left)}" w:type="dxa"/>`,
    span > 1 ? `<w:gridSpan w:val="${span}"/>` : "",
    border
      ? `<w:tcBorders>${bordersXml(border.isHorizontal ? ["top", "bottom"] : ["top", "left", "bottom", "right"], border)}</w:tcBorders>`
      : "",
    backgroundColor ? `<w:shd w:val="clear" w:color="auto" w:fill="${backgroundColor.slice(1)}"/>` : "",
    `<w:tcMar><w:top w:w="${mmToTwips(padding.top)}" w:type="dxa"/><w:left w:w="${mmToTwips(padding.left)}" w:type="dxa"/>`,
    `<w:bottom w:w="${mmToTwips(padding.bottom)}" w:type="dxa"/><w:right w:w="${mmToTwips(padding.right)}" w:type="dxa"/></w:tcMar>${isCentered ? '<w:vAlign w:val="center"/>' : ""}</w:tcPr>`,
    columnXml(items, innerSpace),
    "</w:tc>",
  ].join("");
}

/** Stacked items. The last one is a paragraph, which Word requires of cells, headers and footers. */
export function columnXml(items: readonly DrawnItem[], space: DrawingSpace): string {
  const visibleItems = items.filter((item) => item.kind !== "text" || item.text !== "");
  const pictures = visibleItems.filter(({ kind }) => kind === "photo" || kind === "image");
  const texts = visibleItems.filter((item) => item.kind === "text");
  const innerSpace = pictures.length === 1 ? reserveSpaceFor(texts, space) : space;
  const xml = visibleItems.map((item, index) => {
    const isLast = index === visibleItems.length - 1;
    if (item.kind !== "table") return createInlineXml(item, innerSpace, { isLast });
    const table = [...tableXml(item, space)].join("");
    return table && table + separatorXml(isLast ? minSeparatorMm : flowPage.itemGap);
  });
  return xml.join("") || emptyLineXml({ isLast: true }, items.find((item) => item.kind === "text")?.size);
}

const noBorder = { width: 0, color: "#000000" };

const bordersXml = (sides: readonly string[], { width, color }: { width: number; color: Color }): string => {
  const edge =
    width > 0
      ? `w:val="single" w:sz="${borderWidth(width)}" w:space="0" w:color="${color.slice(1)}"`
      : 'w:val="nil"';
  return sides.map((side) => `<w:${side} ${edge}/>`).join("");
};

/** Border widths are in eighths of a point, from 2 to 96. */
const borderWidth = (points: number) => Math.min(Math.max(Math.round(points * 8), 2), 96);
