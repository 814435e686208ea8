import type { LayoutNode } from "#domain/layout/node.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { SheetNames } from "#worker/export/excelLimits.ts";
import type { MapDrawer } from "../map/mapSvg.ts";
import { withOutline } from "../office/officeLayout.ts";
import type { DrawnItem, DrawnPage, DrawnSheet, RenderTree, UnfilledPlaceholder } from "../renderTree.ts";
import type { Report, ReportLayout } from "../report.ts";
import { applicableNodes } from "./conditions.ts";
import { DocumentationIndex } from "./documentationIndex.ts";
import { LayoutNodeDrawer } from "./drawNode.ts";
import { expandInserts } from "./inserts.ts";
import { createLazyIterable } from "./iterables.ts";
import { haveHeadings } from "./levels.ts";
import { createPhotoNumbering, showsPhotoNumbers } from "./photoNumbers.ts";
import { listWideNodes, resolveBlocks } from "./resolveFlow.ts";
import { documentationTitle, resolvePages } from "./resolvePages.ts";
import { createRootScope, type ResolveContext } from "./resolveScope.ts";
import { resolveSheets } from "./resolveSheets.ts";
import { createVisitLabels } from "./visitLabels.ts";

export interface ResolvedLayout {
  drawn: RenderTree;
  /** False if no node of the layout can draw a photo. */
  showsPhotos: boolean;
  /** Whether a node of the layout lists files. */
  showsFiles: boolean;
  /** Placeholders that were never filled in, as far as the tree has been iterated. */
  listUnfilled(): UnfilledPlaceholder[];
  /** IDs of the IF nodes that were never decided, as far as the tree has been iterated. */
  listUndecided(): string[];
}

/**
 * Resolves a layout and a report into the render tree. Indexes the report once; everything else is made while the tree is
 * iterated. The same layout and report give the same tree.
 * @param variant overrides the variant of all photos
 * @param drawMap null leaves out maps
 */
export function resolveLayout(
  layout: ReportLayout,
  report: Report,
  variant: PhotoForm | null = null,
  drawMap: MapDrawer | null = null,
): ResolvedLayout {
  const { drawer, nodes, title } = createDrawer(withOutline(layout), report, variant, drawMap);
  return {
    drawn: createTree(drawer, nodes, title),
    showsPhotos: nodes.some((node) => hasType(node, ["PHOTO", "PHOTO_GRID", "COMPARISON"])),
    showsFiles: nodes.some((node) => hasType(node, ["FILES"])),
    listUnfilled: () => drawer.usage.listUnfilled(),
    listUndecided: () => drawer.usage.listUndecided(),
  };
}

/** The drawer of a layout's nodes for a report, and the nodes, with inserted layouts expanded. */
export function createDrawer(
  layout: ReportLayout,
  report: Report,
  variant: PhotoForm | null,
  drawMap: MapDrawer | null = null,
): { drawer: LayoutNodeDrawer; nodes: readonly LayoutNode[]; title: string } {
  const texts = documentTexts[report.plan.language];
  const documentations = indexDocumentations(report);
  const minute = createMinuteFormatter();
  const visitLabels = createVisitLabels(documentations, minute);
  const reportContext: ResolveContext = {
    ...{ layout, report, texts, documentations, visitLabels, minute },
    photoNumberOf: ({ number }) => number,
    // Photos are numbered without drawing maps.
    drawMap: null,
  };
  const nodes = expandInserts(layout, report.layouts);
  const title = documentationTitle(report.plan.documentation) || texts.documentation;
  const context: ResolveContext = {
    ...{ ...reportContext, drawMap },
    ...(nodes.some(showsPhotoNumbers) && {
      photoNumberOf: createPhotoNumbering(() =>
        createTree(new LayoutNodeDrawer(reportContext, variant), nodes, title),
      ),
    }),
  };
  return { drawer: new LayoutNodeDrawer(context, variant), nodes, title };
}

/** Whether a layout or one of its inserted layouts has a MAP. */
export const hasMap = (layout: ReportLayout, { layouts }: Pick<Report, "layouts">): boolean =>
  [layout, ...layouts.values()].some(({ nodes }) => nodes.some((node) => hasType(node, ["MAP"])));

const hasType = ({ type, children }: LayoutNode, types: readonly LayoutNode["type"][]): boolean =>
  types.includes(type) || children.some((child) => hasType(child, types));

function createMinuteFormatter(): ResolveContext["minute"] {
  const cache = new Map<string | null, string>();
  return (instant) => {
    const minute = cache.get(instant) ?? formatLocalMinute(instant);
    cache.set(instant, minute);
    return minute;
  };
}

function indexDocumentations({ documentations }: Report): DocumentationIndex[] {
  let firstPhotoNumber = 1;
  return documentations.map((reportDocumentation) => {
    const index = new DocumentationIndex(reportDocumentation, firstPhotoNumber);
    firstPhotoNumber += reportDocumentation.photos.length;
    return index;
  });
}

function createTree(draw: LayoutNodeDrawer, nodes: readonly LayoutNode[], title: string): RenderTree {
  const { type } = draw.context.layout;
  const base = { title, locale: draw.context.texts.locale, hasHeadings: haveHeadings(nodes) };
  const scope = createRootScope(draw.context);
  switch (type) {
    case "POWERPOINT":
    case "PDF":
      return {
        ...base,
        type,
        pages: createLazyIterable(() =>
          withFallback(resolvePages(draw, nodes, scope), () => blankPage(title)),
        ),
      };
    case "EXCEL":
      return {
        ...base,
        type,
        sheets: createLazyIterable(() =>
          withFallback(resolveSheets(draw, nodes, scope, new SheetNames()), () => blankSheet(title)),
        ),
      };
    case "WORD":
    case "WORD_TO_PDF": {
      const headerOrFooterItems = (type: LayoutNode["type"]): readonly DrawnItem[] =>
        draw.items(
          [...applicableNodes(nodes, scope, draw)]
            .filter((node) => node.type === type)
            .flatMap(({ children }) => children),
          scope,
          { container: "header" },
        );
      return {
        ...base,
        type,
        header: headerOrFooterItems("HEADER"),
        footer: headerOrFooterItems("FOOTER"),
        hasLandscape: listWideNodes(draw, nodes).length > 0,
        blocks: createLazyIterable(() => resolveBlocks(draw, nodes, scope)),
      };
    }
  }
}

/** Adds a blank page if there is none: no program opens a presentation, Excel file or PDF without one. */
function* withFallback<T>(items: Iterable<T>, createBlank: () => T): Generator<T> {
  let hasItems = false;
  for (const item of items) {
    hasItems = true;
    yield item;
  }
  if (!hasItems) yield createBlank();
}

const blankPage = (title: string): DrawnPage => ({
  kind: "page",
  node: "",
  background: "#FFFFFF",
  columns: [],
  title,
});

const blankSheet = (title: string): DrawnSheet => ({
  kind: "sheet",
  node: "",
  name: new SheetNames().claim(title, title),
  widths: [100],
  rows: [],
});
