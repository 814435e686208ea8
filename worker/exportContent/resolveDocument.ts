import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { formatOf } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { documentRequest } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { documentBaseName, exportFileFor } from "#worker/export/export.ts";
import { documentFileName } from "#worker/export/fileNames.ts";
import { createLayoutFile, layoutBaseName } from "#worker/export/layouts/layoutFile.ts";
import { createStandardPdf } from "#worker/export/layouts/standardPdf.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { loadFont } from "#worker/fonts.ts";
import { assertDocumentTypeAllowed } from "./documentType.ts";
import { createReader, readExportPlan } from "./exportPlan.ts";
import { readReport } from "./readReport.ts";
import { findLayout, type RequestedLayout } from "./reportLayout.ts";

/** A request for a document of a documentation, by document type or report layout. */
export type DocumentRequest = z.output<z.ZodObject<typeof documentRequest>>;

/** A request that the actor is allowed to make, with its layout. */
export type ResolvedDocument = Pick<DocumentRequest, "language" | "photos" | "markup"> &
  ({ layout: RequestedLayout } | { type: ExportDocumentType; asPdf: boolean });

/**
 * Resolves a request for a document of a documentation and checks that the actor may have it.
 * @throws invalid, exportTypeRefused, notFound, layoutFaulty
 */
export async function resolveDocument(
  db: Database,
  actor: Actor,
  documentationId: string,
  request: DocumentRequest,
): Promise<ResolvedDocument> {
  const { type, configuration, pdf, language, photos, markup } = request;
  if (configuration !== undefined) {
    if (type !== undefined) throw problem("invalid", { fields: { type: "notAllowed" } });
    return { language, photos, markup, layout: await findLayout(db, actor, { configuration, pdf }) };
  }
  if (type === undefined) throw problem("invalid", { fields: { type: "required" } });
  await assertDocumentTypeAllowed(db, actor, { id: documentationId, type });
  return { language, photos, markup, type, asPdf: pdf };
}

/**
 * Builds the document from the documentation's current state. The same request and state give the same bytes.
 * @throws notFound and exportRefused for the documentation
 */
export async function buildDocument(
  db: Database,
  actor: Actor,
  documentationId: string,
  document: ResolvedDocument,
): Promise<ExportFile> {
  const { language, photos } = document;
  const reader = createReader(actor, document);
  if ("type" in document) {
    const plan = await readExportPlan(db, reader, documentationId, language);
    const request = { kind: document.type, photos };
    return document.asPdf ? createStandardPdf(plan, request, loadFont) : exportFileFor(plan, request);
  }
  const { layout, layouts, asPdf } = document.layout;
  const report = await readReport(db, reader, documentationId, { language, layouts });
  return createLayoutFile(layout, report, { fonts: loadFont, asPdf });
}

/** The expected file name of a document. Very large documents become a zip of several files, which is only known after building it. */
export function expectedFileName(
  documentation: { name: string; alias: string | null },
  document: ResolvedDocument,
): string {
  const { language } = document;
  const volume = { number: 1, count: 1 };
  if ("type" in document) {
    const base = documentBaseName(documentation, document.type, language);
    const format = document.asPdf ? "PDF" : formatOf(document.type);
    return documentFileName(base, format, volume, document).fileName;
  }
  const { layout, asPdf } = document.layout;
  const format = asPdf || layout.type === "WORD_TO_PDF" ? "PDF" : layout.type;
  return documentFileName(layoutBaseName(documentation, layout, language), format, volume, document).fileName;
}
