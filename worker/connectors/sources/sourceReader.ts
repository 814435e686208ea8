import type { PredefinedOption } from "#domain/template/types.ts";

/*
 * Sources of imported lists. A reader calls a system and returns its entries page by page; a source is a reader whose entries are
 * validated against the rules of the list (openSource.ts).
 */

/** A row that the list accepts unchanged. */
export interface ImportedRow {
  text: string;
  /** WGS84 degrees; 1000 if unknown. */
  lat: number;
  lng: number;
  params: Readonly<Record<string, string>>;
}

export interface SourcePage {
  /** May be empty even if more pages follow. A text may occur more than once. */
  rows: ImportedRow[];
  /** The cursor of the next page, at most 4 000 characters; null at the end. Valid for this import only. */
  next: string | null;
  /** The number of rows that the list does not accept, and an explanation of the first, for a person to read. */
  omittedCount: number;
  error: string | null;
}

/** A source, open for one step of an import. */
export interface Source {
  /**
   * The page at a cursor, null for the first. Repeated calls return the same page unless the system has changed in the meantime.
   * @throws ConnectorError only: transient and throttled may pass, others need a person to act. A conflict means that the
   * source was replaced while it was being read, so that its pages do not belong together: read it from the beginning.
   */
  page(cursor: string | null): Promise<SourcePage>;
}

/** An entry of a system: the cells of a row of a file, or a name with its coordinates and params. */
export type SourceEntry =
  | { cells: readonly string[]; text: string }
  | { name: string; lat?: string; lng?: string; params?: Readonly<Record<string, string>> };

export interface SourceReader {
  page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }>;
}

/** The answers that a system has for a name; empty if it does not know the name. */
export type KnownAnswers = Partial<Record<PredefinedOption, string>>;

/** A system that is queried for one name during capture. */
export interface Lookup {
  /** @throws ConnectorError */
  lookUp(name: string): Promise<KnownAnswers>;
}
