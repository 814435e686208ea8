import type { PredefinedOption } from "#domain/template/types.ts";

/*
 * Where lists are imported from. A reader speaks to a system and gives what it names, page by page; a source is a reader held to the
 * rules of the list that the import is for (open.ts).
 */

/** A row that the list may hold as it stands. */
export interface ImportedRow {
  text: string;
  /** WGS84 degrees; 1000 without a position. */
  lat: number;
  lng: number;
  params: Readonly<Record<string, string>>;
}

export interface SourcePage {
  /** Perhaps none, also where more follow. A text may come more than once. */
  rows: ImportedRow[];
  /** Where the next page begins, at most 4 000 characters; null at the end. Good for as long as the import takes, not for the next one. */
  next: string | null;
  /** Rows that the list cannot hold, and what is wrong with the first of them, as its reader has to hear it. */
  leftOut: number;
  fault: string | null;
}

/** A source, open for one step of an import. */
export interface Source {
  /**
   * The page at a cursor, null for the first. Asked again, it gives the same page unless the system has changed meanwhile.
   * @throws ConnectorError and nothing else: transient and throttled may pass by themselves, others need somebody. A conflict says that the
   * source was replaced while it was read, so that its pages do not belong together: it has to be read from the beginning.
   */
  page(cursor: string | null): Promise<SourcePage>;
}

/** What a system names: a line of a file, or a name and what stands beside it. */
export type SourceEntry =
  | { line: string }
  | { name: string; lat?: string; lng?: string; params?: Readonly<Record<string, string>> };

export interface SourceReader {
  page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }>;
}

/** What a system knows of a name; nothing where it does not know the name. */
export type KnownAnswers = Partial<Record<PredefinedOption, string>>;

/** A system that is asked for one name, while somebody captures. */
export interface Lookup {
  /** @throws ConnectorError */
  lookup(name: string): Promise<KnownAnswers>;
}
