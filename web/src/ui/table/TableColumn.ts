import type { ReactNode } from "react";

export interface TableColumn<T, Id extends string = string> {
  /** The field that the column shows and sorts by. */
  id: Id;
  header: string;
  /** Replaces the text of the header, which cards still use. */
  head?: ReactNode;
  cell: (row: T) => ReactNode;
  /** In pixels. Columns without a width divide the remaining width by their shares. */
  width?: `${number}px`;
  /** Share of the remaining width: 2 for the row header and 1 for others by default. */
  share?: number;
  /** Aligns numbers at the end of their column. */
  align?: "end";
  /** Whether this is the row header, which is the title of the card on a phone. */
  isRowHeader?: boolean;
  /**
   * The column's slot in a two-line card: beside both lines (`tick`, `picture`), in the first (`head`), or in the second
   * (`status`, `when`). If any column has a slot, cards have two lines and omit the columns without one.
   */
  card?: "tick" | "picture" | "head" | "status" | "when";
  /** Whether the card omits this column for this row. */
  isOmitted?: (row: T) => boolean;
}
