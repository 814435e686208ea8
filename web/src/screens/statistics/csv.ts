/** A byte order mark tells Excel that the file is UTF-8; without it å, ä and ö are broken. */
const mark = "\uFEFF";

/** A table for a spreadsheet: semicolons, and the decimal mark of the reader's language. */
export const csvOf = (rows: readonly (readonly (string | number)[])[], decimalMark: "," | "."): string =>
  `${mark}${rows.map((row) => row.map((cell) => cellOf(cell, decimalMark)).join(";")).join("\r\n")}\r\n`;

function cellOf(cell: string | number, decimalMark: string): string {
  if (typeof cell === "number") return String(cell).replace(".", decimalMark);
  const text = harmless(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that a spreadsheet would run as a formula is kept from it by an apostrophe: names of templates are anybody's. */
const harmless = (text: string): string => (/^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
