/** Bytes of a file at most, which base64 makes a third more of. */
const maxCsvBytes = 660_000;

export interface CsvContent {
  name: string;
  /** Base64; none where the file cannot be taken. */
  data: string | null;
  fault: "notCsv" | "tooLarge" | "emptyFile" | null;
}

/** A chosen file as it is sent, or what is wrong with it. */
export async function readCsv(file: File): Promise<CsvContent> {
  const refused = (fault: CsvContent["fault"]): CsvContent => ({ name: file.name, data: null, fault });
  if (!file.name.toLowerCase().endsWith(".csv")) return refused("notCsv");
  if (file.size === 0) return refused("emptyFile");
  if (file.size > maxCsvBytes) return refused("tooLarge");
  let binary = "";
  for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte);
  return { name: file.name, data: btoa(binary), fault: null };
}
