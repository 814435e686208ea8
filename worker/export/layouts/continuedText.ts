import type { DrawnCell } from "./renderTree.ts";

/** The cell of a continued row: shows its `continuedText` if all its contents are already drawn. */
export const withContinuedText = (cell: DrawnCell): DrawnCell =>
  cell.items.length === 0 && cell.continuedText ? { ...cell, items: [cell.continuedText] } : cell;
