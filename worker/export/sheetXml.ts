import { formatLocalMinute, wallClockDate } from "./dates.ts";
import { themeColors, themeFont } from "./documents/theme.ts";
import { escapeXml } from "./documents/xml.ts";
import { cellText, escapeCodes, toDateSerial } from "./excelLimits.ts";
import { decimalFormatOf, type NumberValue } from "./numberValue.ts";
import { namespace, xmlDeclaration } from "./ooxml.ts";

/*
 * Sheets of a workbook as XML text, for tables too large for a library that builds them in memory. Text is always text, whatever it
 * begins with; instants use the wall clock in Stockholm, because spreadsheets have no time zones.
 */

/** Cell styles, by their index in `stylesXml`. */
export const cellStyle = {
  plain: 0,
  text: 1,
  head: 2,
  numericHeader: 3,
  instant: 4,
  day: 5,
  integer: 6,
  decimal: 7,
  totalText: 8,
  totalInteger: 9,
  totalDecimal: 10,
  title: 11,
  heading: 12,
  label: 13,
  /** Any number, with the decimals as written. */
  number: 14,
  // Between them are the numbers with decimals.
  wrappedText: 22,
  wrappedHead: 23,
} as const;
export type CellStyle = (typeof cellStyle)[keyof typeof cellStyle];

export const xlsxContentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A, B … Z, AA, AB …; `index` from 0. */
export const toColumnLetters = (index: number): string =>
  (index < 26 ? "" : toColumnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** `style` is the index of its style in the workbook. */
export const textCellXml = (ref: string, text: string, style: number = cellStyle.text): string =>
  text === ""
    ? `<c r="${ref}" s="${style}"/>`
    : `<c r="${ref}" s="${style}" t="inlineStr"><is>${textXml(text)}</is></c>`;

/** Whether nothing has to be escaped, removed or truncated, as in most texts. */
const needsNoEscaping = (text: string): boolean =>
  text.length < 1000 && /^[0-9A-Za-zÀ-ÖØ-öø-ÿ .,:;()/+-]+$/.test(text) && text.trim() === text;

/** A text as the content of a cell or a run. */
export function textXml(text: string): string {
  if (needsNoEscaping(text)) return `<t>${text}</t>`;
  // Without the attribute readers drop leading and trailing white space; on every cell it would take a quarter of the sheet's size.
  const preserve = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : "";
  return `<t${preserve}>${escapeXml(cellText(text))}</t>`;
}

/** A text that may be longer than its column is wide, in characters. */
export const wrappedCell = (ref: string, text: string, width: number): string =>
  textCellXml(
    ref,
    text,
    text.length < width && !text.includes("\n") ? cellStyle.text : cellStyle.wrappedText,
  );

export const numberCellXml = (ref: string, value: number, style: number): string =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`;

/** A cell for a number with the decimals with which it was written. */
export const decimalCellXml = (ref: string, { value, decimals }: NumberValue): string =>
  numberCellXml(
    ref,
    value,
    decimals > maxFormatDecimals ? cellStyle.number : cellStyle.number + 1 + decimals,
  );

/** Further decimals are shown if they are not zero. */
const maxFormatDecimals = 6;
const firstFormatId = 166;
const decimalFormats = Array.from({ length: maxFormatDecimals + 1 }, (_, decimals) => ({
  id: firstFormatId + decimals,
  code: decimalFormatOf(decimals),
}));

/** A formula with its calculated value, for readers that do not calculate. */
export const formulaCellXml = (ref: string, formula: string, value: number, style: CellStyle): string =>
  `<c r="${ref}" s="${style}"><f>${escapeXml(formula)}</f><v>${value}</v></c>`;

/** The cell is empty for null, and has a text for dates that Excel does not have. */
export const instantCellXml = (ref: string, instant: string | null): string => {
  const serial = instant === null ? null : instantToSerialNumber(instant);
  return serial === null
    ? textCellXml(ref, formatLocalMinute(instant), cellStyle.instant)
    : numberCellXml(ref, serial, cellStyle.instant);
};

/** A cell for a day, YYYY-MM-DD. */
export const dateCellXml = (ref: string, day: string): string => {
  const serial = toDateSerial(Date.parse(`${day}T00:00:00Z`));
  return serial === null ? textCellXml(ref, day, cellStyle.day) : numberCellXml(ref, serial, cellStyle.day);
};

export const row = (number: number, cells: readonly string[], height?: number): string =>
  `<row r="${number}"${height ? ` ht="${height}" customHeight="1"` : ""}>${cells.join("")}</row>`;

/** Offsets from UTC by hour: Sweden differs from UTC by whole hours, so one conversion serves all instants of an hour. */
const utcOffsetByHour = new Map<string, number>();
function instantToSerialNumber(instant: string): number | null {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) return null;
  const hour = instant.slice(0, 13);
  let offset = utcOffsetByHour.get(hour);
  if (offset === undefined) {
    offset = wallClockDate(instant)!.getTime() - Math.floor(milliseconds / 1000) * 1000;
    if (utcOffsetByHour.size >= 100_000) utcOffsetByHour.clear();
    utcOffsetByHour.set(hour, offset);
  }
  // A tenth of a millisecond is precise enough; all digits would be a fifth of the sheet.
  const serial = toDateSerial(milliseconds + offset);
  return serial === null ? null : Math.round(serial * 1e9) / 1e9;
}

function paneXml(rows: number, columns: number): string {
  if (rows + columns === 0) return "";
  const splits = `${columns ? ` xSplit="${columns}"` : ""}${rows ? ` ySplit="${rows}"` : ""}`;
  const active = `${rows ? "bottom" : "top"}${columns ? "Right" : "Left"}`;
  return `<pane${splits} topLeftCell="${toColumnLetters(columns)}${rows + 1}" activePane="${active}" state="frozen"/>`;
}

/** The XML of a sheet before its rows. Frozen rows and columns stay in view. Widths in characters. */
export const sheetStart = (
  widths: readonly number[],
  frozenRows: number,
  {
    gridLines: showsGridLines = false,
    frozenColumns = 0,
  }: { gridLines?: boolean; frozenColumns?: number } = {},
): string =>
  `${xmlDeclaration}<worksheet xmlns="${namespace.spreadsheet}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${showsGridLines ? "" : ' showGridLines="0"'} workbookViewId="0">${paneXml(
    frozenRows,
    frozenColumns,
  )}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join("")}</cols><sheetData>`;

/**
 * The XML of a sheet after its rows. `filter` is the range with filter buttons, including its header; `merges` are the merged
 * ranges; `links` are cells and the relationships to what they open, or the cells that they lead to, such as "'Sheet 1'!A5"; `drawing` is
 * the relationship to the drawing with the pictures of the sheet; `footer` is the code of the text at the bottom left of printed
 * pages, by default the name of the sheet.
 */
export const sheetEndXml = (
  filter: string | null,
  {
    merges = [],
    links = [],
    drawing = null,
    page: { isPortrait = false, footer = "&L&8&A" } = {},
  }: {
    merges?: readonly string[];
    links?: readonly ({ ref: string; relation: string } | { ref: string; location: string })[];
    drawing?: string | null;
    page?: { isPortrait?: boolean; footer?: string };
  } = {},
): string => {
  const mergesXml =
    merges.length > 0
      ? `<mergeCells count="${merges.length}">${merges.map((range) => `<mergeCell ref="${range}"/>`).join("")}</mergeCells>`
      : "";
  const linksXml =
    links.length > 0
      ? `<hyperlinks xmlns:r="${namespace.relationship}">${links.map(linkXml).join("")}</hyperlinks>`
      : "";
  const drawingXml = drawing ? `<drawing xmlns:r="${namespace.relationship}" r:id="${drawing}"/>` : "";
  return `</sheetData>${filter ? `<autoFilter ref="${filter}"/>` : ""}${mergesXml}${linksXml}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.7" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${isPortrait ? "portrait" : "landscape"}" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>${escapeXml(`${footer}&R&8&P / &N`)}</oddFooter></headerFooter>${drawingXml}</worksheet>`;
};

const linkXml = (link: { ref: string; relation: string } | { ref: string; location: string }): string =>
  "relation" in link
    ? `<hyperlink ref="${link.ref}" r:id="${link.relation}"/>`
    : `<hyperlink ref="${link.ref}" location="${escapeXml(escapeCodes(link.location))}"/>`;

/** The parts of a package that do not depend on its data. Sheet n is `xl/worksheets/sheet{n}.xml`. */
export const contentTypesXml = `${xmlDeclaration}<Types xmlns="${namespace.contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;

export const packageRelationshipsXml = `${xmlDeclaration}<Relationships xmlns="${namespace.packageRelationships}"><Relationship Id="rId1" Type="${namespace.relationship}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export interface SheetReference {
  name: string;
  /** Its part number. */
  part: number;
  /** Rows repeated on every printed page, as "1:1". */
  repeated?: string;
}

/** The workbook part. Sheets are in display order; the first one is active. */
export const workbookXml = (sheets: readonly SheetReference[]): string =>
  `${xmlDeclaration}<workbook xmlns="${namespace.spreadsheet}" xmlns:r="${namespace.relationship}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets
    .map(
      ({ name, part }, index) =>
        `<sheet name="${escapeXml(escapeCodes(name))}" sheetId="${index + 1}" r:id="rId${part}"/>`,
    )
    .join("")}</sheets>${definedNamesXml(sheets)}</workbook>`;

function definedNamesXml(sheets: readonly SheetReference[]): string {
  const names = sheets.map(({ name, repeated: repeatedRows }, index) => {
    if (!repeatedRows) return "";
    const rows = repeatedRows.replace(/\d+/g, (number) => `$${number}`);
    const sheet = `'${name.replaceAll("'", "''")}'`;
    return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeXml(escapeCodes(`${sheet}!${rows}`))}</definedName>`;
  });
  const text = names.join("");
  return text && `<definedNames>${text}</definedNames>`;
}

export const workbookRelationshipsXml = (sheets: readonly SheetReference[]): string =>
  `${xmlDeclaration}<Relationships xmlns="${namespace.packageRelationships}">${sheets
    .map(
      ({ part }) =>
        `<Relationship Id="rId${part}" Type="${namespace.relationship}/worksheet" Target="worksheets/sheet${part}.xml"/>`,
    )
    .join(
      "",
    )}<Relationship Id="rIdStyles" Type="${namespace.relationship}/styles" Target="styles.xml"/></Relationships>`;

const fontXml = (size: number, color: string, bold = false) =>
  `<font>${bold ? "<b/>" : ""}<sz val="${size}"/><color rgb="FF${color}"/><name val="${themeFont}"/></font>`;
const fillXml = (color: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/></patternFill></fill>`;
const borderXml = (edge: "bottom" | "top", style: string, color: string) => {
  const line = `<${edge} style="${style}"><color rgb="FF${color}"/></${edge}>`;
  const [top, bottom] = edge === "top" ? [line, "<bottom/>"] : ["<top/>", line];
  return `<border><left/><right/>${top}${bottom}<diagonal/></border>`;
};

/** Number format, font, fill, border, alignment; in the order of `cellStyle`. */
type StyleDefinition = [format: number, font: number, fill: number, border: number, alignment: string];
const styleDefinitions: StyleDefinition[] = [
  [0, 0, 0, 0, ""],
  [0, 0, 0, 1, 'vertical="center"'],
  [0, 1, 2, 0, 'vertical="center"'],
  [0, 1, 2, 0, 'vertical="center" horizontal="right" wrapText="1"'],
  [164, 0, 0, 1, 'vertical="center" horizontal="left"'],
  [165, 0, 0, 1, 'vertical="center" horizontal="left"'],
  [3, 0, 0, 1, 'vertical="center"'],
  [4, 0, 0, 1, 'vertical="center"'],
  [0, 2, 3, 2, 'vertical="center"'],
  [3, 2, 3, 2, 'vertical="center"'],
  [4, 2, 3, 2, 'vertical="center"'],
  [0, 3, 0, 0, 'vertical="center"'],
  [0, 2, 0, 0, 'vertical="center"'],
  [0, 4, 0, 1, 'vertical="center"'],
  [0, 0, 0, 1, 'vertical="center"'],
  ...decimalFormats.map(({ id }): StyleDefinition => [id, 0, 0, 1, 'vertical="center"']),
  [0, 0, 0, 1, 'vertical="center" wrapText="1"'],
  [0, 1, 2, 0, 'vertical="center" wrapText="1"'],
];

export const stylesXml = `${xmlDeclaration}<styleSheet xmlns="${namespace.spreadsheet}"><numFmts count="${2 + decimalFormats.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>${decimalFormats.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join("")}</numFmts><fonts count="5">${fontXml(10, themeColors.ink)}${fontXml(10, themeColors.white, true)}${fontXml(10, themeColors.ink, true)}${fontXml(16, themeColors.navy, true)}${fontXml(10, themeColors.muted)}</fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fillXml(themeColors.navy)}${fillXml(themeColors.shade)}</fills><borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>${borderXml("bottom", "thin", themeColors.rule)}${borderXml("top", "medium", themeColors.navy)}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styleDefinitions.length}">${styleDefinitions
  .map(
    ([format, fontId, fillId, borderId, alignment]) =>
      `<xf numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment ${alignment}/></xf>`,
  )
  .join(
    "",
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
