import { decodeText } from "#domain/core/text/decodeText.ts";
import { type CsvSeparator, readTaskCsv } from "#domain/template/templateCsv.ts";

/** Maximum bytes of a file; base64 makes it a third larger. */
const maxCsvBytes = 660_000;

export interface CsvContent {
  name: string;
  /** Base64; null if the file is rejected. */
  data: string | null;
  error: "notCsv" | "tooLarge" | "emptyFile" | null;
  /** The separator that was recognised; null if there is none. */
  separator: CsvSeparator | null;
}

/** Reads a selected file as base64, or returns why it is rejected. */
export async function readCsv(file: File): Promise<CsvContent> {
  const reject = (error: CsvContent["error"]): CsvContent => ({
    ...{ name: file.name, data: null, error },
    separator: null,
  });
  if (!file.name.toLowerCase().endsWith(".csv")) return reject("notCsv");
  if (file.size === 0) return reject("emptyFile");
  if (file.size > maxCsvBytes) return reject("tooLarge");
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = decodeText(bytes);
  const separator = text && readTaskCsv(text).reading.separator;
  return { name: file.name, data: btoa(binary), error: null, separator };
}
