import { type DrawnItem, type DrawnRow, pageCountMark, pageNumberMark } from "../renderTree.ts";

/** Whether a text contains a page number or the number of pages. */
export const hasPageNumbers = (text: string): boolean =>
  text.includes(pageNumberMark) || text.includes(pageCountMark);

const fillText = (text: string, number: string, count: string): string =>
  text.replaceAll(pageNumberMark, number).replaceAll(pageCountMark, count);

/** An item with page numbers filled in. */
export function fillPageNumbers<T extends DrawnItem>(item: T, number: string, count: string): T;
export function fillPageNumbers(item: DrawnItem, number: string, count: string): DrawnItem {
  if (item.kind === "text") return { ...item, text: fillText(item.text, number, count) };
  if (item.kind !== "table") return item;
  const fillRow = (row: DrawnRow): DrawnRow => ({
    ...row,
    cells: row.cells.map((cell) => ({
      ...cell,
      items: cell.items.map((cellItem) => fillPageNumbers(cellItem, number, count)),
    })),
  });
  return {
    ...item,
    header: item.header && fillRow(item.header),
    rows: [...item.rows].map((row) => (row.kind === "row" ? fillRow(row) : row)),
  };
}
