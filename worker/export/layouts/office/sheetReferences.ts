/** References to rows in the formulas and ranges of a workbook. */

export interface RowReference {
  /** The unquoted name of a sheet; null for the formula's own sheet. */
  sheet: string | null;
  /** From 1. */
  firstRow: number;
  lastRow: number;
  /** Whether it is a range rather than a single cell. */
  isRange: boolean;
}

/** Returns the rows of a reference after rows were added or removed. */
export type MapReference = (reference: RowReference) => { firstRow: number; lastRow: number };

/** Texts, and names of sheets in quotation marks. */
const quotedPattern = /("[^"]*"|'[^']*')/;

/** A cell, a range of cells or a range of rows, after the name of a sheet or the end of a quoted one. */
const referencePattern =
  /(?<![\p{L}\p{N}_.$])(?:([\p{L}_][\p{L}\p{N}_.]{0,60})!|(!))?(?:(\$?[A-Za-z]{1,3}\$?)(\d{1,7})(?::(\$?[A-Za-z]{1,3}\$?)(\d{1,7}))?|(\$?)(\d{1,7}):(\$?)(\d{1,7}))(?![\p{L}\p{N}_(.!])/gu;

/** Converts the parts of a formula that are not quoted. @param convert gets the quoted name of a sheet before the part */
function mapUnquoted(formula: string, convert: (part: string, quotedSheet: string) => string): string {
  let quotedSheet = "";
  return formula
    .split(quotedPattern)
    .map((part, index) => {
      if (index % 2 === 1) {
        // A doubled quotation mark ends one part and begins the next.
        quotedSheet += part;
        return part;
      }
      if (part === "") return part;
      const converted = convert(part, quotedSheet);
      quotedSheet = "";
      return converted;
    })
    .join("");
}

/** Rewrites the row numbers in a formula. */
export const mapFormula = (formula: string, map: MapReference): string =>
  mapUnquoted(formula, (part, quotedSheet) =>
    part.replace(
      referencePattern,
      (
        _match: string,
        name: string | undefined,
        mark: string | undefined,
        start = "",
        firstRow: string | undefined,
        end = "",
        lastRow: string | undefined,
        startMark = "",
        firstWholeRow = "",
        endMark = "",
        lastWholeRow = "",
      ) => {
        const prefix = name === undefined ? (mark ?? "") : `${name}!`;
        const sheet = name ?? (mark === undefined ? null : unquoteSheet(quotedSheet));
        if (firstRow === undefined) {
          const rows = map({
            sheet,
            firstRow: Number(firstWholeRow),
            lastRow: Number(lastWholeRow),
            isRange: true,
          });
          return `${prefix}${startMark}${rows.firstRow}:${endMark}${rows.lastRow}`;
        }
        const isRange = lastRow !== undefined;
        const rows = map({
          sheet,
          firstRow: Number(firstRow),
          lastRow: Number(lastRow ?? firstRow),
          isRange,
        });
        return `${prefix}${start}${rows.firstRow}${isRange ? `:${end}${rows.lastRow}` : ""}`;
      },
    ),
  );

const unquoteSheet = (name: string): string => name.slice(1, -1).replaceAll("''", "'");

/** The references in a formula. */
export function listReferences(formula: string): RowReference[] {
  const references: RowReference[] = [];
  mapFormula(formula, (reference) => {
    references.push(reference);
    return reference;
  });
  return references;
}

const columnNumberOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

export function columnLetters(number: number): string {
  let letters = "";
  for (let remaining = number; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCharCode(65 + ((remaining - 1) % 26)) + letters;
  return letters;
}

/** A cell's column and row, both from 1; null if it is no reference to a cell. */
export function parseCell(reference: string): { column: number; row: number } | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference);
  return match && { column: columnNumberOf(match[1]!), row: Number(match[2]) };
}

/** The formula of a cell that shares it with another, `rows` and `columns` further. Absolute references stay. */
export const shiftFormula = (formula: string, rowOffset: number, columnOffset: number): string =>
  mapUnquoted(formula, (part) =>
    part.replace(
      /(?<![\p{L}\p{N}_.$])(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\p{L}\p{N}_(.!])/gu,
      (_match: string, columnMark: string, column: string, rowMark: string, row: string) => {
        const newColumn =
          columnMark === "$" ? column : columnLetters(Math.max(columnNumberOf(column) + columnOffset, 1));
        return `${columnMark}${newColumn}${rowMark}${rowMark === "$" ? row : Math.max(Number(row) + rowOffset, 1)}`;
      },
    ),
  );
