import { truncate } from "#domain/core/text/trim.ts";
import { maxCellLength } from "#worker/export/excelLimits.ts";
import type { DrawnCell, DrawnItem, DrawnRow } from "../renderTree.ts";

/** A row as rows whose cells hold no more than Excel allows: what is too long for a cell continues in the same column below it. */
export function* continuedRows(row: DrawnRow): Generator<DrawnRow> {
  let rest: DrawnRow | null = row;
  while (rest) {
    const parts: { shown: DrawnItem[]; rest: DrawnItem[] }[] = rest.cells.map(({ items }) =>
      splitItems(items),
    );
    yield { ...rest, cells: withItems(rest.cells, (index) => parts[index]!.shown) };
    const isDone = parts.every((part) => part.rest.length === 0);
    rest = isDone ? null : { ...rest, cells: withItems(rest.cells, (index) => parts[index]!.rest) };
  }
}

const withItems = (
  cells: readonly DrawnCell[],
  itemsOf: (index: number) => readonly DrawnItem[],
): DrawnCell[] => cells.map((cell, index) => ({ ...cell, items: itemsOf(index) }));

/** The items of a cell whose texts, with line breaks between them, fit it, and those that do not. */
function splitItems(items: readonly DrawnItem[]): { shown: DrawnItem[]; rest: DrawnItem[] } {
  const fittingItems: DrawnItem[] = [];
  const rest: DrawnItem[] = [];
  let room = maxCellLength;
  for (const item of items) {
    if (item.kind !== "text") {
      fittingItems.push(item);
      continue;
    }
    const fitting = rest.length === 0 && room > 0 ? beginningOf(item.text, room) : "";
    if (fitting !== "" || item.text === "") fittingItems.push({ ...item, text: fitting });
    if (fitting.length < item.text.length) rest.push({ ...item, text: item.text.slice(fitting.length) });
    room -= fitting.length + 1;
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
