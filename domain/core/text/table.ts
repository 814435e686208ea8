import { type CsvRecord, readCsvRecords } from "./csv.ts";
import type { DecodedText, TextEncoding } from "./decodeText.ts";
import { normalizeLine } from "./normalizeText.ts";

/**
 * The reader of every imported file: lists, aliases, tags, tasks. It recognises encoding, separator, quotes and a header row, drops
 * empty rows and empty columns at the end, and reports how it read the file, for the preview.
 */

/** In the order of preference: a comma is most likely to be part of a text. */
export const tableSeparators = [";", "\t", ","] as const;
export type TableSeparator = (typeof tableSeparators)[number];

/** The format of a row that an import expects. */
export interface TableFormat {
  /** The fields in the order of the columns, if the file has no header row. */
  fields: readonly string[];
  /** The field that a heading names, in lower case; null for other columns. Only formats of several columns can have a header row. */
  fieldOf?: (heading: string) => string | null;
  /** The normal form of a cell; a single line if it is left out. */
  normalizeCell?: (text: string) => string;
  /** Whether cells, without empty ones at the end, are a row of the import. Decides which separator the file has. */
  fits: (cells: readonly string[]) => boolean;
}

export interface TableColumn {
  /** Null in a file without a header row. */
  heading: string | null;
  /** The field that the column is imported as; null for a column that is not imported. */
  field: string | null;
}

/** How a file was read. */
export interface TableReading {
  encoding: TextEncoding;
  /** Null for one column. */
  separator: TableSeparator | null;
  hasHeader: boolean;
  columns: TableColumn[];
  /** Whether most lines look as if they had several columns although one is read. */
  looksSeparated: boolean;
}

export interface TableRow {
  /** The line on which the row begins, from 1 and including empty lines, as in an editor. */
  line: number;
  /** The cells in the order of the format's fields, normalised; further ones only in files without a header row. */
  cells: string[];
  /** As in the file, for error messages. */
  text: string;
  isMalformed: boolean;
}

/** Records from which the separator is recognised. */
const sampleRecords = 500;

/** How to read a file: determined from its beginning, and the same for all of it. */
export interface TableLayout {
  separator: TableSeparator | null;
  /** The first line is `sep=;`, as Excel understands it. */
  declared: boolean;
  header: string[] | null;
}

/** Recognises separator and header. `text` may be only the beginning of the file. */
export function recognizeLayout(
  text: string,
  format: TableFormat,
  chosenSeparator?: TableSeparator,
): TableLayout {
  const declaration = /^\ufeff?sep=([;,\t])(?=\r|\n|$)/i.exec(text);
  const knownSeparator =
    chosenSeparator ?? tableSeparators.find((separator) => separator === declaration?.[1]);
  const body = declaration ? text.slice(declaration[0].length) : text;
  const candidates = (knownSeparator ? [knownSeparator] : tableSeparators).map((separator) =>
    candidateOf(body, separator, format),
  );
  const rank = (key: "splitFittingCount" | "fittingCount" | "splitCount") => (a: Candidate, b: Candidate) =>
    b[key] - a[key];
  // Stable sorts: the least important first.
  const [bestCandidate] = candidates.toSorted(rank("fittingCount")).toSorted(rank("splitFittingCount"));
  const fallback =
    bestCandidate!.splitFittingCount === 0 && format.fields.length > 1
      ? candidates
          .filter(({ separator }) => separator !== "," || format.fields.length > 3)
          .toSorted(rank("splitCount"))[0]
      : bestCandidate;
  const { separator, splitCount, header } = fallback ?? bestCandidate!;
  return {
    separator: knownSeparator ?? (splitCount > 0 ? separator : null),
    declared: declaration !== null,
    header,
  };
}

interface Candidate {
  separator: TableSeparator;
  header: string[] | null;
  /** The number of records that the separator splits, that fit the format, and that do both. */
  splitCount: number;
  fittingCount: number;
  splitFittingCount: number;
}

function candidateOf(text: string, separator: TableSeparator, format: TableFormat): Candidate {
  const candidate: Candidate = {
    separator,
    header: null,
    splitCount: 0,
    fittingCount: 0,
    splitFittingCount: 0,
  };
  let count = 0;
  for (const record of readCsvRecords(text, separator)) {
    const cells = trimEmptyCells(record, format);
    if (count === 0) candidate.header = headerOf(cells, format);
    const { header } = candidate;
    const isFitting = !record.isMalformed && (header ? cells.length <= header.length : format.fits(cells));
    const isSplit = record.cells.length > 1;
    candidate.splitCount += Number(isSplit);
    candidate.fittingCount += Number(isFitting);
    candidate.splitFittingCount += Number(isSplit && isFitting);
    count += 1;
    if (count === sampleRecords) break;
  }
  return candidate;
}

/** The cells of a first row that names the columns. */
function headerOf(cells: string[], { fields, fieldOf }: TableFormat): string[] | null {
  if (!fieldOf || fields.length < 2) return null;
  const namedFields = cells.flatMap((cell) => fieldOf(cell.toLowerCase()) ?? []);
  return namedFields.length >= 2 && new Set(namedFields).size === namedFields.length ? cells : null;
}

function trimEmptyCells({ cells }: CsvRecord, { normalizeCell = normalizeLine }: TableFormat): string[] {
  const normalizedCells = cells.map(normalizeCell);
  return normalizedCells.slice(0, normalizedCells.findLastIndex((cell) => cell !== "") + 1);
}

/** Yields the rows of a file, or of a part of it that begins at the start of a line. */
export function* readTableRows(
  text: string,
  { separator, declared, header }: TableLayout,
  format: TableFormat,
  isFirstPart = true,
): Generator<TableRow> {
  const { fields, fieldOf } = format;
  let linesToSkip = isFirstPart ? Number(declared) + Number(header !== null) : 0;
  const order = header?.map((heading) => fields.indexOf(fieldOf?.(heading.toLowerCase()) ?? ""));
  for (const record of readCsvRecords(text, separator)) {
    if (linesToSkip > 0) {
      linesToSkip -= 1;
      continue;
    }
    const recordCells = trimEmptyCells(record, format);
    if (recordCells.length === 0) continue;
    const cells = order ? orderCells(recordCells, order, fields.length) : recordCells;
    yield {
      line: record.line,
      cells,
      text: record.cells.join(separator ?? ""),
      isMalformed: record.isMalformed,
    };
  }
}

/** The cells in the order of the fields; cells beyond the header stay at the end, so that the row is an error. */
function orderCells(cells: readonly string[], order: readonly number[], fieldCount: number): string[] {
  const orderedCells = new Array<string>(fieldCount).fill("");
  for (const [index, cell] of cells.entries()) {
    const field = order[index];
    if (field === undefined) orderedCells.push(cell);
    else if (field >= 0) orderedCells[field] = cell;
  }
  return orderedCells.slice(0, orderedCells.findLastIndex((cell) => cell !== "") + 1);
}

/** Reads a decoded file. `separator` is given if a person has chosen it. */
export function readTable(
  { text, encoding }: DecodedText,
  format: TableFormat,
  separator?: TableSeparator,
): { reading: TableReading; rows: Iterable<TableRow> } {
  const layout = recognizeLayout(text, format, separator);
  return { reading: readingOf(text, encoding, layout, format), rows: readTableRows(text, layout, format) };
}

function readingOf(
  text: string,
  encoding: TextEncoding,
  layout: TableLayout,
  format: TableFormat,
): TableReading {
  const { fields, fieldOf } = format;
  const { separator, header } = layout;
  let [lineCount, separatedCount, columnCount] = [0, 0, 0];
  for (const row of readTableRows(text, layout, format)) {
    lineCount += 1;
    columnCount = Math.max(columnCount, row.cells.length);
    separatedCount += Number(/[;\t]/.test(row.text));
    if (lineCount === sampleRecords) break;
  }
  const columns = header
    ? header.map((heading) => ({ heading, field: fieldOf?.(heading.toLowerCase()) ?? null }))
    : Array.from({ length: columnCount }, (_, index) => ({ heading: null, field: fields[index] ?? null }));
  return {
    encoding,
    separator,
    hasHeader: header !== null,
    columns,
    looksSeparated: separator === null && separatedCount * 2 > lineCount,
  };
}
