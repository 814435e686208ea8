/** A row with semicolons between its cells, ended by CRLF. An apostrophe keeps spreadsheets from reading text as a formula. */
export const createCsvRow = (cells: readonly (string | number)[]): string =>
  `${cells
    .map((cell) => {
      const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
      return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(";")}\r\n`;
