import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { formatOf } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { documentRequest } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { documentBaseName, exportFileFor } from "#worker/export/export.ts";
import { documentFileName } from "#worker/export/fileNames.ts";
import { createLayoutFile, layoutBaseName } from "#worker/export/layouts/layoutFile.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { formOf, type VariantSpec } from "#worker/export/sizedPhotos.ts";
import { loadFont } from "#worker/fonts.ts";
import { loadMapDrawer } from "#worker/maps.ts";
import { completeContent, sizePlan, sizeReport, type UndrawableIds } from "./documentPhotos.ts";
import { assertDocumentTypeAllowed } from "./documentType.ts";
import { createReader, readExportPlan } from "./exportPlan.ts";
import { readReport } from "./readReport.ts";
import { findLayout, type RequestedLayout } from "./reportLayout.ts";

/** A request for a document of a documentation, by document type or report layout. */
export type DocumentRequest = z.output<z.ZodObject<typeof documentRequest>>;

/** A request that the actor is allowed to make, with its layout. */
export type ResolvedDocument = Pick<DocumentRequest, "language" | "markup" | "threads"> & {
  photoSize: PhotoSize;
} & ({ layout: RequestedLayout } | { type: ExportDocumentType; asPdf: boolean });

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
  const { type, configuration, pdf, language, photos, markup, threads } = request;
  const options = { language, markup, threads };
  if (configuration !== undefined) {
    if (type !== undefined) throw problem("invalid", { fields: { type: "notAllowed" } });
    const layout = await findLayout(db, actor, { configuration, pdf });
    return { ...options, photoSize: request.photoSize ?? layout.layout.photoSize, layout };
  }
  if (type === undefined) throw problem("invalid", { fields: { type: "required" } });
  await assertDocumentTypeAllowed(db, actor, { id: documentationId, type });
  const photoSize = request.photoSize ?? (photos === "original" ? "ORIGINAL" : "NORMAL");
  return { ...options, photoSize, type, asPdf: pdf };
}

/** The content of a document, and how its file is composed once all photos exist in their size. */
interface DocumentDraft {
  missing: VariantSpec[];
  compose: () => Promise<ExportFile>;
}

/**
 * Builds the document from the documentation's current state. The same request and state give the same bytes. Photos that do not
 * exist in the requested size are drawn first.
 * @throws notFound and exportRefused for the documentation; notPrepared
 */
export async function buildDocument(
  env: Env,
  db: Database,
  actor: Actor,
  documentationId: string,
  document: ResolvedDocument,
): Promise<ExportFile> {
  const compose = await completeContent(env, db, async (undrawableIds) => {
    const draft = await draftDocument(db, actor, documentationId, document, undrawableIds);
    return { content: draft.compose, missing: draft.missing };
  });
  return compose();
}

/** @throws notFound and exportRefused for the documentation */
export async function draftDocument(
  db: Database,
  actor: Actor,
  documentationId: string,
  document: ResolvedDocument,
  undrawableIds: UndrawableIds,
): Promise<DocumentDraft> {
  const { language, photoSize } = document;
  const reader = createReader(actor, document);
  if ("type" in document) {
    const { type: kind, asPdf } = document;
    const plan = await readExportPlan(db, reader, documentationId, language);
    const { content, missing } = await sizePlan(db, plan, { kind, asPdf }, photoSize, undrawableIds);
    const request = {
      ...{ kind, photos: formOf(photoSize) ?? "rendition" },
      ...(asPdf && { pdfFonts: loadFont }),
    };
    return { missing, compose: () => exportFileFor(content, request) };
  }
  const { layout, layouts, asPdf } = document.layout;
  const report = await readReport(db, reader, documentationId, { language, layouts });
  const { content, missing } = await sizeReport(db, layout, report, photoSize, undrawableIds);
  return {
    missing,
    compose: () => createLayoutFile(layout, content, { fonts: loadFont, loadMapDrawer, asPdf, photoSize }),
  };
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
