import { truncate } from "#domain/core/text/trim.ts";
import { maxCellLength } from "#worker/export/excelLimits.ts";
import type { DrawnCell, DrawnItem, DrawnRow } from "../renderTree.ts";

/** Splits a row whose texts are too long for Excel's cells: they continue in the same column of the next row. */
export function* continuedRows(row: DrawnRow): Generator<DrawnRow> {
  let remainingRow: DrawnRow | null = row;
  while (remainingRow) {
    const parts: { fitting: DrawnItem[]; remaining: DrawnItem[] }[] = remainingRow.cells.map(({ items }) =>
      splitItems(items),
    );
    yield { ...remainingRow, cells: withItems(remainingRow.cells, (index) => parts[index]!.fitting) };
    const isDone = parts.every((part) => part.remaining.length === 0);
    remainingRow = isDone
      ? null
      : { ...remainingRow, cells: withItems(remainingRow.cells, (index) => parts[index]!.remaining) };
  }
}

const withItems = (
  cells: readonly DrawnCell[],
  itemsOf: (index: number) => readonly DrawnItem[],
): DrawnCell[] => cells.map((cell, index) => ({ ...cell, items: itemsOf(index) }));

/** Splits the items of a cell: texts, joined by line breaks, as far as they fit in a cell, and the remaining ones. */
function splitItems(items: readonly DrawnItem[]): { fitting: DrawnItem[]; remaining: DrawnItem[] } {
  const fittingItems: DrawnItem[] = [];
  const remaining: DrawnItem[] = [];
  let remainingLength = maxCellLength;
  for (const item of items) {
    if (item.kind !== "text") {
      fittingItems.push(item);
      continue;
    }
    const beginning =
      remaining.length === 0 && remainingLength > 0 ? beginningOf(item.text, remainingLength) : "";
    if (beginning !== "" || item.text === "") fittingItems.push({ ...item, text: beginning });
    if (beginning.length < item.text.length)
      remaining.push({ ...item, text: item.text.slice(beginning.length) });
    remainingLength -= beginning.length + 1;
  }
  return { fitting: fittingItems, remaining };
}

/** At most `max` units of a text, up to the end of a line or a word if there is one in the last thousand. */
function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const beginning = truncate(text, max);
  const end = Math.max(beginning.lastIndexOf("\n"), beginning.lastIndexOf(" ")) + 1;
  return end > max - 1000 ? beginning.slice(0, end) : beginning;
}
