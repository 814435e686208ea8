import type { ReactNode } from "react";

export interface TableColumn<T, Id extends string = string> {
  /** The field the column shows and is sorted by. */
  id: Id;
  header: string;
  /** In place of the header's words, which a card still has. */
  head?: ReactNode;
  cell: (row: T) => ReactNode;
  width?: string;
  /** Numbers stand under each other at the end of their column. */
  align?: "end";
  /** Heads the card that a row becomes on a phone. */
  heads?: boolean;
  /** Not worth a line of the card when it says nothing. */
  omitted?: (row: T) => boolean;
}
