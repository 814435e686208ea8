import type ExcelJS from "exceljs";
import { cellText, footerText, maxRowPoints } from "../excelLimits.ts";
import { decimalFormatOf, type NumberValue } from "../numberValue.ts";
import type { DocumentModel } from "./model.ts";
import { estimateLines, splitByLines } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";
import { truncate } from "./xml.ts";

/** The value of a cell. Text is always text, whatever it begins with, never a formula. */
export type Cell = string | number | NumberValue | Date | null;

export interface SheetColumn {
  title: string;
  /** In characters of the default font, Excel's unit of width. */
  width: number;
  format?: string;
  align?: "right" | "center";
  /** Points. Default: 10. */
  size?: number;
  /** Identifies the row: rows that continue a long text repeat it. */
  label?: true;
}

/** Builds a workbook in the shared style. */
export class ExcelBook {
  readonly #workbook: ExcelJS.Workbook;
  readonly #model: DocumentModel;

  private constructor(workbook: ExcelJS.Workbook, model: DocumentModel) {
    this.#workbook = workbook;
    this.#model = model;
  }

  static async create(model: DocumentModel): Promise<ExcelBook> {
    // Imported here because only exports need this megabyte of code.
    const { default: Excel } = await import("exceljs");
    const workbook = new Excel.Workbook();
    workbook.company = cellText(model.documentation.customerName);
    return new ExcelBook(workbook, model);
  }

  /** Adds a sheet that prints on A4 at the width of the paper, with the documentation's name and page numbers in the footer. */
  addSheet(name: string, orientation: "portrait" | "landscape"): ExcelJS.Worksheet {
    const { title, texts, part } = this.#model;
    const footer = footerText([truncate(title, 80), part?.label].filter(Boolean).join(" · "), 8, 60);
    return this.#workbook.addWorksheet(name, {
      pageSetup: {
        paperSize: 9,
        orientation,
        fitToPage: true,
        fitToWidth: 1,
        fitToHeight: 0,
        margins: { left: 0.5, right: 0.5, top: 0.6, bottom: 0.7, header: 0.3, footer: 0.3 },
      },
      headerFooter: { oddFooter: `&L${footer}&R&8${texts.page} &P ${texts.of} &N` },
    });
  }

  addJpeg(bytes: Uint8Array): number {
    // What exceljs calls a Buffer is any ArrayBuffer.
    return this.#workbook.addImage({ buffer: Uint8Array.from(bytes).buffer, extension: "jpeg" });
  }

  /** The xlsx with placeholders, uncompressed: it is compressed once, after the splice. */
  async write(): Promise<Uint8Array> {
    const options: Partial<ExcelJS.XlsxWriteOptions> & { zip: object } = {
      useStyles: true,
      useSharedStrings: true,
      zip: { compression: "STORE" },
    };
    return new Uint8Array(await this.#workbook.xlsx.writeBuffer(options));
  }
}

/**
 * Writes a header row that stays in view and repeats on every printed page, and the rows below it from row 2 on. A text that is
 * longer than the highest row continues in rows below it, marked as `continued`.
 * @returns the number on the sheet of each row
 */
export function fillTable(
  sheet: ExcelJS.Worksheet,
  columns: SheetColumn[],
  rows: Cell[][],
  {
    rowHeight: minRowHeight = 18,
    continued: continuedLabel = "…",
  }: { rowHeight?: number; continued?: string } = {},
): number[] {
  sheet.columns = columns.map(({ width }) => ({ width }));
  sheet.views = [{ state: "frozen", xSplit: 0, ySplit: 1, showGridLines: false }];
  sheet.pageSetup.printTitlesRow = "1:1";
  const header = sheet.addRow(columns.map(({ title }) => cellText(title)));
  header.height = Math.max(
    24,
    requiredHeight(
      columns.map(({ title }) => title),
      columns,
    ),
  );
  header.eachCell((cell, column) => {
    cell.style = {
      font: { name: themeFont, size: 10, bold: true, color: argb(themeColors.white) },
      fill: solidFill(themeColors.navy),
      alignment: alignment(columns[column - 1]?.align),
    };
  });
  // One style object per column: exceljs looks styles up by identity, and a photo sheet has 12 000 cells.
  const styles = columns.map(styleOf);
  const numberStyles = new Map<string, Partial<ExcelJS.Style>>();
  const numberStyle = (column: number, decimals: number) => {
    const key = `${column} ${decimals}`;
    const style = numberStyles.get(key) ?? { ...styles[column], numFmt: decimalFormatOf(decimals) };
    numberStyles.set(key, style);
    return style;
  };
  const rowNumbers: number[] = [];
  for (const cells of rows) {
    rowNumbers.push(sheet.rowCount + 1);
    for (const [index, part] of splitRow(cells, columns, continuedLabel).entries()) {
      const row = sheet.addRow(part.map(excelValue));
      row.height = Math.max(index === 0 ? minRowHeight : 0, requiredHeight(part, columns));
      styles.forEach((style, index) => {
        const cell = part[index] ?? null;
        row.getCell(index + 1).style = isNumberValue(cell) ? numberStyle(index, cell.decimals) : style;
      });
    }
  }
  if (rows.length > 0) {
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: sheet.rowCount, column: columns.length } };
  }
  return rowNumbers;
}

/** Splits a row into rows that are no higher than Excel allows. */
function splitRow(cells: Cell[], columns: SheetColumn[], continuedLabel: string): Cell[][] {
  const parts = cells.map((cell, index): Cell[] => {
    const { width, size = 10 } = columns[index]!;
    return typeof cell === "string" ? splitCellText(cell, size, widthInInches(width)) : [cell];
  });
  const count = Math.max(1, ...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, part) =>
    parts.map((cell, index) => {
      if (part < cell.length) return cell[part]!;
      return columns[index]!.label && typeof cell[0] === "string" && cell[0] !== ""
        ? `${splitByLines(cell[0], 10, widthInInches(columns[index]!.width), 1)[0]} (${continuedLabel})`
        : null;
    }),
  );
}

/** Splits a text into parts that each fit the highest possible row. @param width inches */
export const splitCellText = (text: string, size: number, width: number): string[] =>
  splitByLines(text, size, width, Math.floor((maxRowPoints - cellMargins) / (size * lineRatio)));

/** Points above and below the lines of a cell, and the height of a line in type sizes. */
const cellMargins = 6;
const lineRatio = 1.25;

/** The height of a row with a number of lines, in points. */
export const rowPoints = (lines: number, size: number): number =>
  Math.min(lines * size * lineRatio + cellMargins, maxRowPoints);

const isNumberValue = (cell: Cell): cell is NumberValue =>
  typeof cell === "object" && cell !== null && "decimals" in cell;

function excelValue(cell: Cell): string | number | Date | null {
  if (isNumberValue(cell)) return cell.value;
  return typeof cell === "string" ? cellText(cell) : cell;
}

/** Row height in points that shows all wrapped texts. */
function requiredHeight(cells: Cell[], columns: SheetColumn[]): number {
  const heights = cells.map((cell, index) => {
    const { width, size = 10 } = columns[index]!;
    return typeof cell === "string" ? rowPoints(estimateLines(cell, size, widthInInches(width)), size) : 0;
  });
  return Math.max(...heights);
}

/** Width in inches of a column of this many characters, without padding: 7 pixels per character, 96 per inch. */
export function widthInInches(characters: number): number {
  return ((characters - 2) * 7) / 96;
}

function styleOf({ format, align, size = 10 }: SheetColumn): Partial<ExcelJS.Style> {
  return {
    font: { name: themeFont, size, color: argb(themeColors.ink) },
    alignment: alignment(align),
    border: { bottom: { style: "thin", color: argb(themeColors.rule) } },
    ...(format && { numFmt: format }),
  };
}

/** Keeps texts away from the edges: right-aligned numbers would touch the text of the next column. */
function alignment(align: SheetColumn["align"]): Partial<ExcelJS.Alignment> {
  const commonAlignment = { vertical: "middle", wrapText: true } as const;
  return align === "center"
    ? { ...commonAlignment, horizontal: align }
    : { ...commonAlignment, horizontal: align ?? "left", indent: 1 };
}

export function argb(color: string): { argb: string } {
  return { argb: `FF${color}` };
}

export function solidFill(color: string): ExcelJS.FillPattern {
  return { type: "pattern", pattern: "solid", fgColor: argb(color) };
}
