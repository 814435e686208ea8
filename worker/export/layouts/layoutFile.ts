import { zipDate } from "../dates.ts";
import { documentTexts } from "../documents/documentTexts.ts";
import { layoutManifestJson } from "../documents/manifest.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import { type FileFormat, fileNamed, zipVolumes } from "../fileNames.ts";
import { safeName, suffixedName } from "../safeNames.ts";
import { type ExportFile, exportFileOf, type Segment } from "../segments.ts";
import type { DocumentMetadata } from "./documentMetadata.ts";
import { drawExcel } from "./excel/layoutWorkbook.ts";
import type { Fonts } from "./layoutFonts.ts";
import { type DrawnVolume, drawnVolumes } from "./layoutVolumes.ts";
import { withMissing } from "./missingSection.ts";
import { drawPdf } from "./pdf/layoutPdf.ts";
import { drawPowerPoint } from "./powerpoint/layoutPresentation.ts";
import type { DrawnPart, RenderTree, UnfilledPlaceholder } from "./renderTree.ts";
import type { Report, ReportLayout } from "./report.ts";
import { resolve } from "./resolve/resolve.ts";
import { drawWord } from "./word/layoutWord.ts";

export interface LayoutRequest {
  fonts: Fonts;
  /** Makes a PDF of a Word layout. */
  asPdf?: boolean;
}

/** The name of a layout's document without its extension. */
export const layoutBaseName = (
  { name, alias }: { name: string; alias: string | null },
  layout: Pick<ReportLayout, "name">,
  language: ExportPlan["language"],
): string => suffixedName(alias || name, layout.name, documentTexts[language].documentation);

/**
 * The document of a report through a layout. The same layout and report give the same bytes on every call and in every isolate. More
 * photos than one document can hold make a zip of several.
 */
export async function layoutFile(
  layout: ReportLayout,
  report: Report,
  request: LayoutRequest,
): Promise<ExportFile> {
  const { plan } = report;
  const { documentation, language } = plan;
  const baseName = layoutBaseName(documentation, layout, language);
  const volumes = drawnVolumes(resolve(layout, report));
  const shownIds = new Set(volumes.flatMap((volume) => volume.photos.map(({ photo }) => photo.id)));
  const notShown = plan.photos.filter(({ id }) => !shownIds.has(id));
  const files: ExportFile[] = [];
  // One at a time: each document takes memory while it is drawn.
  for (const volume of volumes) {
    const { number, count } = volume;
    const manifest = layoutManifestJson(plan, {
      layout: { id: layout.id, name: layout.name, type: layout.type },
      part: { number, count },
      photos: volume.photos,
      notShown,
    });
    const tree = withMissing(titled(volume, report), plan);
    const { format, segments } = await drawnSegments(tree, metadataOf(tree, report, manifest), request);
    files.push(exportFileOf(segments, fileNamed(baseName, format, volume, plan)));
  }
  return zipVolumes(files, baseName, plan);
}

/** Adds "part 2 of 3" to the title of a volume. */
function titled({ drawn, number, count }: DrawnVolume, { plan }: Report): RenderTree {
  if (count === 1) return drawn;
  return { ...drawn, title: `${drawn.title} (${documentTexts[plan.language].part(number, count)})` };
}

const metadataOf = ({ title }: RenderTree, { plan }: Report, manifest: string): DocumentMetadata => ({
  manifest,
  modified: zipDate(plan.asOf),
  title,
  customerName: plan.documentation.customerName,
  creator: plan.documentation.creator,
  created: plan.documentation.dateCreated,
  asOf: plan.asOf,
});

async function drawnSegments(
  tree: RenderTree,
  metadata: DocumentMetadata,
  { fonts, asPdf }: LayoutRequest,
): Promise<{ format: FileFormat; segments: Segment[] }> {
  if (asPdf || tree.type === "PDF" || tree.type === "WORD_TO_PDF")
    return { format: "PDF", segments: (await drawPdf(tree, metadata, { fonts })).segments };
  switch (tree.type) {
    case "POWERPOINT":
      return { format: tree.type, segments: await drawPowerPoint(tree, metadata) };
    case "EXCEL":
      return { format: tree.type, segments: await drawExcel(tree, metadata) };
    case "WORD":
      return { format: tree.type, segments: await drawWord(tree, metadata) };
  }
}

export interface LayoutPreview {
  /** A PDF of the first pages, with thumbnails for photos; read like any export file (segments.ts, stream.ts). */
  file: ExportFile;
  /** Where the nodes are on its pages. */
  parts: DrawnPart[];
  unfilled: UnfilledPlaceholder[];
  pages: number;
  /** True if the document has more pages. */
  isTruncated: boolean;
}

/** Limit of a preview. */
export const maxPreviewPages = 40;

/**
 * The first pages of a layout of any type, as PDF with thumbnails. It stops reading after those pages, so that 5 000 photos take no
 * longer than 40 pages.
 */
export async function layoutPreview(
  layout: ReportLayout,
  report: Report,
  { fonts, pages = maxPreviewPages }: { fonts: Fonts; pages?: number },
): Promise<LayoutPreview> {
  const { plan } = report;
  const { drawn, unfilled } = resolve(layout, report, "thumbnail");
  const fullTree = withMissing(drawn, plan);
  const preview = await drawPdf(fullTree, metadataOf(fullTree, report, "{}"), { fonts, pages });
  const baseName = safeName(layout.name, documentTexts[plan.language].documentation);
  const named = fileNamed(baseName, "PDF", { number: 1, count: 1 }, plan);
  return {
    file: exportFileOf(preview.segments, named),
    parts: preview.parts,
    unfilled: unfilled(),
    pages: preview.pages,
    isTruncated: preview.isTruncated,
  };
}
