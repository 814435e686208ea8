import type { PhotoSize } from "#domain/media/photoSize.ts";
import { documentTexts } from "../documents/documentTexts.ts";
import { layoutManifestJson } from "../documents/manifest.ts";
import type { PhotoForm } from "../documents/photoEntries.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import { documentFileName, type FileFormat, zipVolumes } from "../fileNames.ts";
import { suffixedName, toSafeName } from "../safeNames.ts";
import { type ExportFile, exportFileOf, type Segment } from "../segments.ts";
import { formOf } from "../sizedPhotos.ts";
import { addDiscussionSection } from "./discussionSection.ts";
import { createMetadata, type DocumentMetadata } from "./documentMetadata.ts";
import { renderExcel } from "./excel/layoutWorkbook.ts";
import { listHeadings } from "./headings.ts";
import type { FontLoader } from "./layoutFonts.ts";
import { splitIntoVolumes, type TreeVolume } from "./layoutVolumes.ts";
import type { MapDrawer } from "./map/mapSvg.ts";
import { addMissingSection } from "./missingSection.ts";
import { fillExcel } from "./office/filledExcel.ts";
import { type FillInput, fillWord } from "./office/filledWord.ts";
import { createOutline, type OfficeLayout, readOfficeLayout } from "./office/officeLayout.ts";
import { matchHeadings } from "./pdf/contents.ts";
import { renderPdf } from "./pdf/layoutPdf.ts";
import { renderPowerPoint } from "./powerpoint/layoutPresentation.ts";
import type { NodeArea, RenderTree, RenderTreeOf, UnfilledPlaceholder } from "./renderTree.ts";
import type { Report, ReportLayout } from "./report.ts";
import { createDrawer, hasMap, resolveLayout } from "./resolve/resolve.ts";
import { createRootScope } from "./resolve/resolveScope.ts";
import { renderWord } from "./word/layoutWord.ts";
import type { ContentsEntry } from "./word/wordContents.ts";

export interface LayoutRequest {
  fonts: FontLoader;
  /** Makes a PDF of a Word layout. */
  asPdf?: boolean;
  photoSize?: PhotoSize;
  /** Loads the drawer of maps; without it, maps are left out. */
  loadMapDrawer?: () => Promise<MapDrawer>;
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
export async function createLayoutFile(
  layout: ReportLayout,
  report: Report,
  request: LayoutRequest,
): Promise<ExportFile> {
  const { plan } = report;
  const { documentation, language } = plan;
  const baseName = layoutBaseName(documentation, layout, language);
  const form = formOf(request.photoSize ?? "NORMAL");
  const officeLayout = request.asPdf ? null : readOfficeLayout(layout);
  if (officeLayout) {
    const { format, segments } = fillOfficeLayout(officeLayout, layout, report, form);
    return exportFileOf(segments, documentFileName(baseName, format, { number: 1, count: 1 }, plan));
  }
  const drawMap = await loadMaps(layout, report, request);
  const resolvedLayout = resolveLayout(layout, report, form, drawMap);
  const volumes = splitIntoVolumes(resolvedLayout);
  const includedIds = new Set(volumes.flatMap((volume) => volume.photos.map(({ photo }) => photo.id)));
  const omittedPhotos = plan.photos.filter(({ id }) => !includedIds.has(id));
  const files: ExportFile[] = [];
  // One at a time: each document takes memory while it is drawn.
  for (const volume of volumes) {
    const { number, count } = volume;
    const manifest = layoutManifestJson(plan, {
      layout: { id: layout.id, name: layout.name, type: layout.type },
      part: { number, count },
      photos: volume.photos,
      omittedPhotos,
    });
    const drawn = withPartTitle(volume, report);
    const isLast = number === count;
    const tree = addMissingSection(isLast ? addDiscussionSection(drawn, plan) : drawn, plan, resolvedLayout);
    const { format, segments } = await renderTree(tree, createMetadata(tree, plan, manifest), request);
    files.push(exportFileOf(segments, documentFileName(baseName, format, volume, plan)));
  }
  return zipVolumes(files, baseName, plan);
}

const loadMaps = async (
  layout: ReportLayout,
  report: Report,
  { loadMapDrawer }: Pick<LayoutRequest, "loadMapDrawer">,
): Promise<MapDrawer | null> => (hasMap(layout, report) && (await loadMapDrawer?.())) || null;

/** Fills in an uploaded file. It stays one file, however many photos there are. */
function fillOfficeLayout(
  officeLayout: OfficeLayout,
  layout: ReportLayout,
  report: Report,
  form: PhotoForm | null,
): { format: FileFormat; segments: Segment[] } {
  const { plan } = report;
  // Numbers of photos come from a tree that draws them in the same order.
  const numberedLayout = officeLayout.template.tags.some(({ text }) => text.includes("PHOTO_NUMBER"))
    ? { ...layout, nodes: createOutline(officeLayout) }
    : layout;
  const { drawer, title } = createDrawer(numberedLayout, report, form);
  const input: FillInput = {
    drawer,
    scope: createRootScope(drawer.context),
    plan,
    tree: { title, locale: drawer.context.texts.locale },
    createMetadata(photos) {
      const drawnIds = new Set(photos.map(({ photo }) => photo.id));
      const manifest = layoutManifestJson(plan, {
        layout: { id: layout.id, name: layout.name, type: layout.type },
        part: { number: 1, count: 1 },
        photos,
        omittedPhotos: plan.photos.filter(({ id }) => !drawnIds.has(id)),
      });
      return createMetadata({ title }, plan, manifest);
    },
  };
  const segments =
    officeLayout.type === "WORD"
      ? fillWord(officeLayout.file, officeLayout.template, input)
      : fillExcel(officeLayout.file, officeLayout.template, input);
  return { format: officeLayout.type, segments };
}

/** Adds "part 2 of 3" to the title of a volume. */
function withPartTitle({ drawn, number, count }: TreeVolume, { plan }: Report): RenderTree {
  if (count === 1) return drawn;
  return { ...drawn, title: `${drawn.title} (${documentTexts[plan.language].part(number, count)})` };
}

async function renderTree(
  tree: RenderTree,
  metadata: DocumentMetadata,
  { fonts, asPdf }: LayoutRequest,
): Promise<{ format: FileFormat; segments: Segment[] }> {
  if (asPdf || tree.type === "PDF" || tree.type === "WORD_TO_PDF")
    return { format: "PDF", segments: (await renderPdf(tree, metadata, { fonts })).segments };
  switch (tree.type) {
    case "POWERPOINT":
      return { format: tree.type, segments: await renderPowerPoint(tree, metadata) };
    case "EXCEL":
      return { format: tree.type, segments: await renderExcel(tree, metadata) };
    case "WORD":
      return {
        format: tree.type,
        segments: await renderWord(tree, metadata, await listContentsEntries(tree, metadata, fonts)),
      };
  }
}

/** The headings that a CONTENTS lists, with the pages on which the PDF of the same tree has them; none without a CONTENTS. */
async function listContentsEntries(
  tree: RenderTreeOf<"WORD" | "WORD_TO_PDF">,
  metadata: DocumentMetadata,
  fonts: FontLoader,
): Promise<ContentsEntry[]> {
  for (const { kind } of tree.blocks)
    if (kind === "contents") {
      const { bookmarks } = await renderPdf(tree, metadata, { fonts });
      const headings = [...listHeadings(tree)];
      return matchHeadings(headings, bookmarks).map((bookmark, index) => ({
        ...headings[index]!,
        pageNumber: bookmark?.pageNumber ?? null,
      }));
    }
  return [];
}

export interface LayoutPreview {
  /** A PDF of the first pages, with thumbnails for photos; read like any export file (segments.ts, stream.ts). */
  file: ExportFile;
  /** Areas of the nodes on its pages. */
  parts: NodeArea[];
  unfilled: UnfilledPlaceholder[];
  /** IDs of the IF nodes whose task is missing or unanswered. */
  undecided: string[];
  pages: number;
  /** True if the document has more pages. */
  isTruncated: boolean;
}

type PreviewRequest = Pick<LayoutRequest, "fonts" | "loadMapDrawer"> & { pages?: number };

/** Limit of a preview. */
export const maxPreviewPages = 40;

/**
 * The first pages of a layout of any type, as PDF with thumbnails. It stops reading after those pages, so that 5 000 photos take no
 * longer than 40 pages.
 */
export async function createLayoutPreview(
  layout: ReportLayout,
  report: Report,
  { fonts, pages = maxPreviewPages, ...request }: PreviewRequest,
): Promise<LayoutPreview> {
  const { plan } = report;
  const { drawn, listUnfilled, listUndecided, showsFiles } = resolveLayout(
    layout,
    report,
    "thumbnail",
    await loadMaps(layout, report, request),
  );
  const fullTree = addMissingSection(drawn, plan, { showsFiles });
  const preview = await renderPdf(fullTree, createMetadata(fullTree, plan, "{}"), { fonts, pages });
  const baseName = toSafeName(layout.name, documentTexts[plan.language].documentation);
  const fileNameAndType = documentFileName(baseName, "PDF", { number: 1, count: 1 }, plan);
  return {
    file: exportFileOf(preview.segments, fileNameAndType),
    parts: preview.parts,
    unfilled: listUnfilled(),
    undecided: listUndecided(),
    pages: preview.pages,
    isTruncated: preview.isTruncated,
  };
}
