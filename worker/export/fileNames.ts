import type { DocumentFormat } from "#domain/configuration/exportTypes.ts";
import { zipDate } from "./dates.ts";
import { documentTexts } from "./documents/documentTexts.ts";
import type { ExportPlan } from "./exportPlanTypes.ts";
import { type ExportFile, exportFileOf } from "./segments.ts";
import { createExportFileEntry, createZipSegments } from "./zipSegments.ts";

/** Names and types of exported files. */

type FileNameAndType = Pick<ExportFile, "fileName" | "contentType">;

export type FileFormat = DocumentFormat | "PDF";

const formats: Readonly<Record<FileFormat, { extension: string; contentType: string }>> = {
  POWERPOINT: {
    extension: ".pptx",
    contentType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  },
  WORD: {
    extension: ".docx",
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  EXCEL: {
    extension: ".xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
  PDF: { extension: ".pdf", contentType: "application/pdf" },
};

export const zipFileName = (baseName: string): FileNameAndType => ({
  fileName: `${baseName}.zip`,
  contentType: "application/zip",
});

/** The name of a document, with its part number if there are several volumes. */
export function documentFileName(
  baseName: string,
  format: FileFormat,
  { number, count }: { number: number; count: number },
  { language }: Pick<ExportPlan, "language">,
): FileNameAndType {
  const { extension, contentType } = formats[format];
  const part = count === 1 ? "" : `-${number}-${documentTexts[language].of}-${count}`;
  return { fileName: `${baseName}${part}${extension}`, contentType };
}

/** Returns a single volume unchanged, several as a zip. */
export function zipVolumes(
  volumes: readonly ExportFile[],
  baseName: string,
  { asOf }: Pick<ExportPlan, "asOf">,
): ExportFile {
  const [first, ...rest] = volumes;
  if (first && rest.length === 0) return first;
  const modified = zipDate(asOf);
  return exportFileOf(
    createZipSegments(
      volumes.map((volume) => createExportFileEntry(volume, modified)),
      { zip64: "whenNeeded" },
    ),
    zipFileName(baseName),
  );
}
