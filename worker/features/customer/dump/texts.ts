import { localMinute } from "../../../export/dates";
import { documentTexts } from "../../../export/documents/texts";
import type { DumpIndex } from "./store";

const words = {
  en: {
    title: (customer: string) => `All photos of ${customer}`,
    frozen: (from: string, to: string) =>
      `Put together from ${from} to ${to}, Swedish time. What came later is not in it.`,
    documentations: "Documentations",
    included: "Photos in this archive",
    bytes: "Bytes of photos",
    missing: "Photos that are missing",
    empty: "Documentations without photos",
    listed: (file: string) =>
      `Everything that is missing, and every documentation without photos, is listed in ${file}.`,
    nothingMissing: "Nothing is missing.",
    files:
      "Photos are the original files, byte for byte. Files other than photos are not part of this archive.",
    columns: ["Number", "Documentation", "Created", "Photo", "Photo id", "Reason"],
    noPhotos: "the documentation has no photos",
    unnamed: (count: number) => `${count} photos were announced and never described`,
    damaged: "the stored photo has no checksum",
  },
  sv: {
    title: (customer: string) => `Alla foton för ${customer}`,
    frozen: (from: string, to: string) =>
      `Sammanställt från ${from} till ${to}, svensk tid. Det som kom senare finns inte med.`,
    documentations: "Dokumentationer",
    included: "Foton i arkivet",
    bytes: "Fotonas storlek i byte",
    missing: "Foton som saknas",
    empty: "Dokumentationer utan foton",
    listed: (file: string) => `Allt som saknas, och varje dokumentation utan foton, står i ${file}.`,
    nothingMissing: "Inget saknas.",
    files: "Fotona är originalfilerna, byte för byte. Andra filer än foton ingår inte i arkivet.",
    columns: ["Nummer", "Dokumentation", "Skapad", "Foto", "Foto-id", "Orsak"],
    noPhotos: "dokumentationen har inga foton",
    unnamed: (count: number) => `${count} foton var aviserade men har aldrig beskrivits`,
    damaged: "det lagrade fotot saknar kontrollsumma",
  },
};

export const dumpTexts = (language: keyof typeof words) => ({
  ...words[language],
  ...documentTexts[language],
  ...words[language],
});

/** What is missing, for spreadsheets: their programs take the semicolon everywhere, and need the mark to read UTF-8. */
export const csvHeader = (language: keyof typeof words): string => `\ufeff${csvRow(words[language].columns)}`;

/** A line of the manifest. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export const csvRow = (cells: readonly (string | number)[]): string =>
  `${cells
    .map((cell) => {
      const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
      return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(";")}\r\n`;

export const manifestCsv = "manifest.csv";
export const manifestTxt = "manifest.txt";

/** The manifest for people, with the line ends every editor takes. */
export function manifestText({ customerName, language, started, totals }: DumpIndex, ended: string): string {
  const texts = words[language];
  const number = (value: number) => value.toLocaleString(language === "sv" ? "sv-SE" : "en-GB");
  const title = texts.title(customerName);
  const facts = (["documentations", "empty", "included", "bytes", "missing"] as const).map(
    (fact) => `${`${texts[fact]}:`.padEnd(34)}${number(totals[fact])}`,
  );
  const lines = [
    title,
    "=".repeat(Math.min(title.length, 100)),
    texts.frozen(localMinute(started), localMinute(ended)),
    "",
    ...facts,
    "",
    totals.missing + totals.empty > 0 ? texts.listed(manifestCsv) : texts.nothingMissing,
    texts.files,
  ];
  return `${lines.join("\r\n")}\r\n`;
}
