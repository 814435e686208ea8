import { formatOf, isFormType } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { createDocumentModel, type DocumentModel } from "#worker/export/documents/documentModel.ts";
import type { Volume } from "#worker/export/documents/documentVolumes.ts";
import { layoutManifestJson } from "#worker/export/documents/manifest.ts";
import type { PhotoForm } from "#worker/export/documents/photoEntries.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import type { Segment } from "#worker/export/segments.ts";
import type { DrawnSides } from "#worker/export/sizedPhotos.ts";
import { createMetadata } from "../documentMetadata.ts";
import { listTreePhotos } from "../drawnPhotos.ts";
import { measureDrawnSides } from "../drawnSides.ts";
import { renderExcel } from "../excel/layoutWorkbook.ts";
import type { FontLoader } from "../layoutFonts.ts";
import { renderPdf } from "../pdf/layoutPdf.ts";
import { renderPowerPoint } from "../powerpoint/layoutPresentation.ts";
import type { RenderTreeOf } from "../renderTree.ts";
import { renderWord } from "../word/layoutWord.ts";
import { createFlowTree } from "./flowTree.ts";
import { type FormStyle, memoStyle, sectionedStyle, tableStyle } from "./formStyles.ts";
import { createSheetTree } from "./sheetTree.ts";
import { createSlideTree } from "./slideTree.ts";

/** Standard documents (2§2) as trees of the layouts' engine. */

/** The Word documents with their own style. Other forms, and all PDFs of forms, have `tableStyle`. */
const formStyles: Partial<Record<ExportDocumentType, FormStyle>> = {
  FORM_3GIS_PM: memoStyle,
  FORM_SHEAB_WORD_DOCUMENT: sectionedStyle,
};

type StandardTree = RenderTreeOf<"WORD"> | RenderTreeOf<"EXCEL"> | RenderTreeOf<"POWERPOINT">;

function createTree(
  model: DocumentModel,
  { kind, asPdf, photos }: { kind: ExportDocumentType; asPdf: boolean; photos: PhotoForm },
): StandardTree {
  const isForm = isFormType(kind);
  const format = asPdf ? "PDF" : formatOf(kind);
  if (format === "EXCEL") return createSheetTree(model, photos, isForm ? "form" : "photos");
  if (format === "POWERPOINT") return createSlideTree(model, photos, kind);
  return createFlowTree(model, photos, isForm ? ((asPdf ? null : formStyles[kind]) ?? tableStyle) : null);
}

export interface StandardRequest {
  kind: ExportDocumentType;
  photos: PhotoForm;
  /** Makes a PDF with these fonts. */
  pdfFonts?: FontLoader | undefined;
}

/** Draws a volume of a plan. */
export async function drawStandardDocument(
  plan: ExportPlan,
  volume: Volume,
  { kind, photos, pdfFonts }: StandardRequest,
): Promise<Segment[]> {
  const model = createDocumentModel(plan, volume);
  const tree = createTree(model, { kind, asPdf: pdfFonts !== undefined, photos });
  const { number, count } = volume;
  const drawnIds = new Set([...listTreePhotos(tree)].map(({ photo }) => photo.id));
  const manifest = layoutManifestJson(plan, {
    layout: { id: kind, name: kind, type: pdfFonts ? "PDF" : formatOf(kind) },
    part: { number, count },
    photos: volume.photos.flatMap((photo) => (drawnIds.has(photo.id) ? [{ photo, variant: photos }] : [])),
    omittedPhotos: volume.photos.filter(({ id }) => !drawnIds.has(id)),
  });
  const metadata = createMetadata(tree, plan, manifest);
  if (pdfFonts) return (await renderPdf(tree, metadata, { fonts: pdfFonts })).segments;
  switch (tree.type) {
    case "EXCEL":
      return renderExcel(tree, metadata);
    case "POWERPOINT":
      return renderPowerPoint(tree, metadata);
    case "WORD":
      return renderWord(tree, metadata);
  }
}

/** The drawn sizes of the photos of a document. */
export function measureStandardSides(
  plan: ExportPlan,
  document: { kind: ExportDocumentType; asPdf: boolean },
): DrawnSides {
  const volume = { number: 1, count: 1, firstPhotoNumber: 1, photos: plan.photos };
  const model = createDocumentModel(plan, volume);
  return measureDrawnSides(createTree(model, { ...document, photos: "rendition" }));
}
