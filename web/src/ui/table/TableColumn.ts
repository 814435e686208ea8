import type { ReactNode } from "react";

export interface TableColumn<T, Id extends string = string> {
  /** The field the column shows and sorts by. */
  id: Id;
  header: string;
  /** Replaces the header's text, which a card still has. */
  head?: ReactNode;
  cell: (row: T) => ReactNode;
  width?: string;
  /** Aligns numbers at the end of their column. */
  align?: "end";
  /** Heads the card that a row becomes on a phone. */
  heads?: boolean;
  /**
   * Its place in a card of two lines: beside both (`tick`, `picture`), in the first (`head`), or in the second (`status`, `when`). Where
   * any column has one, cards are such, and show no others.
   */
  card?: "tick" | "picture" | "head" | "status" | "when";
  /** Whether the card leaves the line out for this row. */
  omitted?: (row: T) => boolean;
}
