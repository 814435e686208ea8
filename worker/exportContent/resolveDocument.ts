import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { formatOf } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { documentRequest } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { exportFileFor } from "#worker/export/export.ts";
import { type FileFormat, fileNamed } from "#worker/export/fileNames.ts";
import { layoutFile } from "#worker/export/layouts/layoutFile.ts";
import { safeName } from "#worker/export/safeNames.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { fonts } from "#worker/fonts.ts";
import { assertTypeAllowed } from "./documentType.ts";
import { planOf, readerOf } from "./exportPlan.ts";
import { reportOf } from "./readReport.ts";
import { findLayout, type RequestedLayout } from "./reportLayout.ts";

/** A document of a documentation: by its type, or through a report layout. */
export type DocumentRequest = z.output<z.ZodObject<typeof documentRequest>>;

/** A wish that has been found to be allowed. */
export type ResolvedDocument = Pick<DocumentRequest, "language" | "photos" | "markup"> &
  ({ layout: RequestedLayout } | { type: ExportDocumentType });

/**
 * What a wish asks for of a documentation, if the actor may have it.
 * @throws invalid, exportTypeRefused, notFound, layoutFaulty
 */
export async function resolveDocument(
  db: Database,
  actor: Actor,
  id: string,
  request: DocumentRequest,
): Promise<ResolvedDocument> {
  const { type, configuration, pdf, language, photos, markup } = request;
  if (configuration !== undefined) {
    if (type !== undefined) throw problem("invalid", { fields: { type: "notAllowed" } });
    return { language, photos, markup, layout: await findLayout(db, actor, { configuration, pdf }) };
  }
  if (type === undefined) throw problem("invalid", { fields: { type: "required" } });
  if (pdf) throw problem("invalid", { fields: { pdf: "notAllowed" } });
  await assertTypeAllowed(db, actor, { id, type });
  return { language, photos, markup, type };
}

/**
 * The document of a documentation as it is now. The same wish and state give the same bytes.
 * @throws notFound and exportRefused for the documentation
 */
export async function buildDocument(
  db: Database,
  actor: Actor,
  documentationId: string,
  asked: ResolvedDocument,
): Promise<ExportFile> {
  const { language, photos } = asked;
  const reader = readerOf(actor, asked);
  if ("type" in asked) {
    const plan = await planOf(db, reader, documentationId, language);
    return exportFileFor(plan, { kind: asked.type, photos });
  }
  const { layout, layouts, asPdf } = asked.layout;
  const report = await reportOf(db, reader, documentationId, { language, layouts });
  return layoutFile(layout, report, { fonts, asPdf });
}

/** The name that the document will have, as far as it can be told before it is made: very large ones become a zip of several. */
export function nameOf(
  { name, alias }: { name: string; alias: string | null },
  asked: ResolvedDocument,
): string {
  const title = alias || name;
  const one = { number: 1, count: 1 };
  const named = (base: string, format: FileFormat) =>
    fileNamed(safeName(base, documentTexts[asked.language].documentation), format, one, asked).fileName;
  if ("type" in asked) return named(title, formatOf(asked.type));
  const { layout, asPdf } = asked.layout;
  const format = asPdf || layout.type === "WORD_TO_PDF" ? "PDF" : layout.type;
  return named(`${title} - ${layout.name}`, format);
}
