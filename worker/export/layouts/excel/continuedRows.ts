import { truncate } from "#domain/core/text/trim.ts";
import { maxCellLength } from "#worker/export/excelLimits.ts";
import type { DrawnCell, DrawnItem, DrawnRow } from "../renderTree.ts";

/** Splits a row whose texts are too long for Excel's cells: they continue in the same column of the next row. */
export function* continuedRows(row: DrawnRow): Generator<DrawnRow> {
  let remainingRow: DrawnRow | null = row;
  while (remainingRow) {
    const parts: { shown: DrawnItem[]; rest: DrawnItem[] }[] = remainingRow.cells.map(({ items }) =>
      splitItems(items),
    );
    yield { ...remainingRow, cells: withItems(remainingRow.cells, (index) => parts[index]!.shown) };
    const isDone = parts.every((part) => part.rest.length === 0);
    remainingRow = isDone
      ? null
      : { ...remainingRow, cells: withItems(remainingRow.cells, (index) => parts[index]!.rest) };
  }
}

const withItems = (
  cells: readonly DrawnCell[],
  itemsOf: (index: number) => readonly DrawnItem[],
): DrawnCell[] => cells.map((cell, index) => ({ ...cell, items: itemsOf(index) }));

/** Splits the items of a cell into those whose texts, joined by line breaks, fit in a cell, and the remaining ones. */
function splitItems(items: readonly DrawnItem[]): { shown: DrawnItem[]; rest: DrawnItem[] } {
  const fittingItems: DrawnItem[] = [];
  const rest: DrawnItem[] = [];
  let remainingLength = maxCellLength;
  for (const item of items) {
    if (item.kind !== "text") {
      fittingItems.push(item);
      continue;
    }
    const fitting = rest.length === 0 && remainingLength > 0 ? beginningOf(item.text, remainingLength) : "";
    if (fitting !== "" || item.text === "") fittingItems.push({ ...item, text: fitting });
    if (fitting.length < item.text.length) rest.push({ ...item, text: item.text.slice(fitting.length) });
    remainingLength -= fitting.length + 1;
  }
  return { shown: fittingItems, rest };
}

/** At most `max` units of a text, up to the end of a line or a word if there is one in the last thousand. */
function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const beginning = truncate(text, max);
  const end = Math.max(beginning.lastIndexOf("\n"), beginning.lastIndexOf(" ")) + 1;
  return end > max - 1000 ? beginning.slice(0, end) : beginning;
}
