import { createCsvRow } from "#worker/export/csvRow.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { DumpIndex } from "./dumpStore.ts";

const translations = {
  en: {
    title: (customer: string) => `All photos for ${customer}`,
    frozen: (from: string, to: string) =>
      `Compiled between ${from} and ${to}, Swedish time. Photos received later are not included.`,
    documentations: "Documentations",
    included: "Photos in this zip file",
    bytes: "Size of photos in bytes",
    missing: "Missing photos",
    empty: "Documentations without photos",
    missingListedIn: (file: string) =>
      `Missing photos and documentations without photos are listed in ${file}.`,
    nothingMissing: "Nothing is missing.",
    files: "Photos are the original files, byte for byte. Other files are not included.",
    allNamed: (file: string) => `Names that had to be shortened are listed in full in ${file}.`,
    shortened: (path: string) => `in the zip file under a shortened name: ${path}`,
    columns: ["Number", "Documentation", "Created", "Photo", "Photo ID", "Reason"],
    noPhotos: "the documentation has no photos",
    unnamed: (count: number) => `photos reported but never received: ${count}`,
    damaged: "the stored photo has no checksum",
  },
  sv: {
    title: (customer: string) => `Alla foton för ${customer}`,
    frozen: (from: string, to: string) =>
      `Sammanställt mellan ${from} och ${to}, svensk tid. Foton som kom in senare ingår inte.`,
    documentations: "Dokumentationer",
    included: "Foton i zip-filen",
    bytes: "Fotonas storlek i byte",
    missing: "Foton som saknas",
    empty: "Dokumentationer utan foton",
    missingListedIn: (file: string) => `Foton som saknas och dokumentationer utan foton står i ${file}.`,
    nothingMissing: "Inget saknas.",
    files: "Fotona är originalfilerna, byte för byte. Andra filer ingår inte.",
    allNamed: (file: string) => `Namn som har förkortats står i sin helhet i ${file}.`,
    shortened: (path: string) => `finns i zip-filen under ett förkortat namn: ${path}`,
    columns: ["Nummer", "Dokumentation", "Skapad", "Foto", "Foto-id", "Orsak"],
    noPhotos: "dokumentationen har inga foton",
    unnamed: (count: number) => `foton som anmälts men aldrig tagits emot: ${count}`,
    damaged: "det lagrade fotot saknar kontrollsumma",
  },
};

export const getDumpTexts = (language: keyof typeof translations) => ({
  ...translations[language],
  ...documentTexts[language],
  ...translations[language],
});

/**
 * The header of the list of missing photos. Spreadsheet programs accept semicolons in every locale, and need the byte order mark
 * for UTF-8.
 */
export const createCsvHeader = (language: keyof typeof translations): string =>
  `\ufeff${createCsvRow(translations[language].columns)}`;

export const manifestCsvName = "manifest.csv";
export const manifestTextName = "manifest.txt";

/** The readable manifest, with CRLF line endings, which every editor accepts. */
export function createManifestText(
  { customerName, language, started, totals }: DumpIndex,
  endedAt: string,
): string {
  const texts = translations[language];
  const formatNumber = (value: number) => value.toLocaleString(language === "sv" ? "sv-SE" : "en-GB");
  const title = texts.title(customerName);
  const facts = (["documentations", "empty", "included", "bytes", "missing"] as const).map(
    (fact) => `${`${texts[fact]}:`.padEnd(34)}${formatNumber(totals[fact])}`,
  );
  const lines = [
    title,
    "=".repeat(Math.min(title.length, 100)),
    texts.frozen(formatLocalMinute(started), formatLocalMinute(endedAt)),
    "",
    ...facts,
    "",
    totals.missing + totals.empty > 0 ? texts.missingListedIn(manifestCsvName) : texts.nothingMissing,
    texts.allNamed(manifestCsvName),
    texts.files,
  ];
  return `${lines.join("\r\n")}\r\n`;
}
