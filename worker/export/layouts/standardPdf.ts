import { isFormType } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { splitIntoVolumes } from "../documents/documentVolumes.ts";
import { layoutManifestJson } from "../documents/manifest.ts";
import { documentModel } from "../documents/model.ts";
import type { PhotoForm } from "../documents/photoEntries.ts";
import { documentBaseName } from "../export.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import { documentFileName, zipVolumes } from "../fileNames.ts";
import { type ExportFile, exportFileOf } from "../segments.ts";
import { DrawnSideCollector, type DrawnSides } from "../sizedPhotos.ts";
import { createMetadata } from "./documentMetadata.ts";
import type { FontLoader } from "./layoutFonts.ts";
import { renderPdf } from "./pdf/layoutPdf.ts";
import { createStandardTree, photoBox } from "./standardTree.ts";

/** The drawn sizes of the photos of these documents. */
export function measurePdfSides({ photos }: Pick<ExportPlan, "photos">): DrawnSides {
  const collector = new DrawnSideCollector();
  for (const photo of photos) collector.add(photo, photoBox);
  return collector.sides;
}

/** A document type as PDF. The same plan and request give the same bytes; very many photos become a zip of several PDFs. */
export async function createStandardPdf(
  plan: ExportPlan,
  { kind, photos = "rendition" }: { kind: ExportDocumentType; photos?: PhotoForm },
  fonts: FontLoader,
): Promise<ExportFile> {
  const baseName = documentBaseName(plan.documentation, kind, plan.language);
  const files: ExportFile[] = [];
  for (const volume of splitIntoVolumes(plan, photos)) {
    const model = documentModel(plan, volume, photos);
    const tree = createStandardTree(model, isFormType(kind) ? "form" : "photos", photos);
    const { number, count } = volume;
    const manifest = layoutManifestJson(plan, {
      layout: { id: kind, name: kind, type: "PDF" },
      part: { number, count },
      photos: volume.photos.map((photo) => ({ photo, variant: photos })),
      omittedPhotos: [],
    });
    const { segments } = await renderPdf(tree, createMetadata(tree, plan, manifest), { fonts });
    files.push(exportFileOf(segments, documentFileName(baseName, "PDF", volume, plan)));
  }
  return zipVolumes(files, baseName, plan);
}
