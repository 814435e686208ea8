import { truncate } from "#domain/core/text/trim.ts";
import { maxCellLength } from "#worker/export/excelLimits.ts";
import type { Size } from "#worker/export/orientation.ts";
import { withContinuedText } from "../continuedText.ts";
import { splitText, textHeight } from "../fitText.ts";
import type { DrawnCell, DrawnItem, DrawnRow, DrawnText } from "../renderTree.ts";

/**
 * Splits a row whose texts are too long for Excel's cells: they continue in the same column of the next row.
 * @param boxesOf the boxes that the texts of each cell must fit, in points
 */
export function* continuedRows(
  row: DrawnRow,
  boxesOf: (row: DrawnRow) => readonly Size[],
): Generator<DrawnRow> {
  let remainingRow: DrawnRow | null = row;
  while (remainingRow) {
    const boxes = boxesOf(remainingRow);
    const parts: { fitting: DrawnItem[]; remaining: DrawnItem[] }[] = remainingRow.cells.map(
      ({ items }, index) => splitByHeight(items, boxes[index]) ?? splitItems(items),
    );
    yield { ...remainingRow, cells: withItems(remainingRow.cells, (index) => parts[index]!.fitting) };
    const isDone = parts.every((part) => part.remaining.length === 0);
    remainingRow = isDone
      ? null
      : {
          ...remainingRow,
          cells: withItems(remainingRow.cells, (index) => parts[index]!.remaining).map(withContinuedText),
        };
  }
}

const withItems = (
  cells: readonly DrawnCell[],
  itemsOf: (index: number) => readonly DrawnItem[],
): DrawnCell[] => cells.map((cell, index) => ({ ...cell, items: itemsOf(index) }));

/** Splits the texts of a cell at the height of the highest row; null if they fit. */
function splitByHeight(
  items: readonly DrawnItem[],
  box: Size | undefined,
): { fitting: DrawnItem[]; remaining: DrawnItem[] } | null {
  const texts = items.filter((item) => item.kind === "text");
  if (!box || texts.length < items.length || !mayBeHigh(texts, box)) return null;
  if (texts.reduce((sum, text) => sum + textHeight(text, box.width), 0) <= box.height) return null;
  const fitting: DrawnText[] = [];
  let { height } = box;
  for (const [index, text] of texts.entries()) {
    const part = splitText(text, { width: box.width, height });
    if (!part && fitting.length === 0) return null;
    if (part) fitting.push({ ...text, text: part.fittingText.text });
    if (!part || part.remainingText) {
      const remainingText = part ? { ...text, text: part.remainingText } : text;
      return { fitting, remaining: [remainingText, ...texts.slice(index + 1)] };
    }
    height -= part.fittingText.height;
  }
  return { fitting, remaining: [] };
}

/** A quick test that rules out most texts: no character is wider than 1.1 em, and half of every line is used. */
const mayBeHigh = (texts: readonly DrawnText[], { width, height }: Size): boolean =>
  texts.reduce((sum, { text, size }) => {
    const lines = text.split("\n").length + (2 * text.length * 1.1 * size) / width;
    return sum + lines * size * 1.2;
  }, 0) > height;

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
