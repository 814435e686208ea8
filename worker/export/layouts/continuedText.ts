import type { DrawnCell } from "./renderTree.ts";

/** A cell of a row that continues: with its text for that, if all of it is drawn. */
export const withContinuedText = (cell: DrawnCell): DrawnCell =>
  cell.items.length === 0 && cell.continuedText ? { ...cell, items: [cell.continuedText] } : cell;
