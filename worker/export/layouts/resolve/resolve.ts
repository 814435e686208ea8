import type { LayoutNode } from "#domain/layout/node.ts";
import { localMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { SheetNames } from "#worker/export/excelLimits.ts";
import type {
  DrawnGrid,
  DrawnItem,
  DrawnPage,
  DrawnSheet,
  RenderTree,
  UnfilledPlaceholder,
} from "../renderTree.ts";
import type { Report, ReportLayout } from "../report.ts";
import { DocumentationIndex } from "./documentationIndex.ts";
import { Draw } from "./drawNode.ts";
import { withInserts } from "./inserts.ts";
import { lazy } from "./iterables.ts";
import { flow } from "./resolveFlow.ts";
import { documentationTitle, pages } from "./resolvePages.ts";
import { type ResolveContext, rootScope } from "./resolveScope.ts";
import { sheets } from "./resolveSheets.ts";

export interface Resolved {
  drawn: RenderTree;
  /** False if no node of the layout can draw a photo. */
  showsPhotos: boolean;
  /** Placeholders that were never filled in, as far as the tree has been iterated. */
  unfilled(): UnfilledPlaceholder[];
}

/**
 * Resolves a layout and a report into the render tree. Indexes the report once; everything else is made while the tree is
 * iterated. The same layout and report give the same tree.
 * @param variant overrides the variant of all photos
 */
export function resolve(layout: ReportLayout, report: Report, variant: PhotoForm | null = null): Resolved {
  const texts = documentTexts[report.plan.language];
  const world: ResolveContext = { layout, report, texts, documentations: heldOf(report), minute: minutes() };
  const draw = new Draw(world, variant);
  const nodes = withInserts(layout, report.layouts);
  const title = documentationTitle(report.plan.documentation) || texts.documentation;
  return {
    drawn: { title, locale: texts.locale, ...treeOf(draw, nodes, title) },
    showsPhotos: nodes.some(showsPhotos),
    unfilled: () => draw.usage.unfilled(),
  };
}

const showsPhotos = ({ type, children }: LayoutNode): boolean =>
  type === "PHOTO" || type === "PHOTO_GRID" || children.some(showsPhotos);

function minutes(): ResolveContext["minute"] {
  const titles = new Map<string | null, string>();
  return (instant) => {
    const minute = titles.get(instant) ?? localMinute(instant);
    titles.set(instant, minute);
    return minute;
  };
}

function heldOf({ documentations }: Report): DocumentationIndex[] {
  let first = 1;
  return documentations.map((reported) => {
    const index = new DocumentationIndex(reported, first);
    first += reported.photos.length;
    return index;
  });
}

type Tree = RenderTree extends infer D ? (D extends RenderTree ? Omit<D, "title" | "locale"> : never) : never;

function treeOf(draw: Draw, nodes: readonly LayoutNode[], title: string): Tree {
  const { type } = draw.context.layout;
  const scope = rootScope(draw.context);
  switch (type) {
    case "POWERPOINT":
      return { type, pages: lazy(() => orOne(pages(draw, nodes, scope), () => blankPage(title))) };
    case "PDF":
      return {
        type,
        pages: lazy(() => orOne(pagesAlone(pages(draw, nodes, scope)), () => blankPage(title))),
      };
    case "EXCEL":
      return {
        type,
        sheets: lazy(() => orOne(sheets(draw, nodes, scope, new SheetNames()), () => blankSheet(title))),
      };
    case "WORD":
    case "WORD_TO_PDF": {
      const edge = (type: LayoutNode["type"]): readonly DrawnItem[] =>
        draw.items(
          nodes.filter((node) => node.type === type).flatMap(({ children }) => children),
          scope,
          { in: "header" },
        );
      return {
        type,
        header: edge("HEADER"),
        footer: edge("FOOTER"),
        blocks: lazy(() => flow(draw, nodes, scope)),
      };
    }
  }
}

/** Adds a blank page if there is none: no program opens a presentation, Excel file or PDF without one. */
function* orOne<T>(all: Iterable<T>, blank: () => T): Generator<T> {
  let hasItems = false;
  for (const item of all) {
    hasItems = true;
    yield item;
  }
  if (!hasItems) yield blank();
}

function* pagesAlone(all: Iterable<DrawnPage | DrawnGrid>): Generator<DrawnPage> {
  for (const page of all) if (page.kind === "page") yield page;
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
