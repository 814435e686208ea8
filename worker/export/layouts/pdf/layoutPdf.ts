import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { Bookmark } from "#worker/export/pdf/outline.ts";
import type { Segment } from "#worker/export/segments.ts";
import type { DocumentMetadata } from "../documentMetadata.ts";
import { PageOutline } from "../headings.ts";
import type { FontLoader } from "../layoutFonts.ts";
import type { NodeArea, RenderTree } from "../renderTree.ts";
import { DocumentContents, drawContentsPages } from "./contents.ts";
import { FlowRenderer } from "./pdfFlow.ts";
import { drawGrid, drawPage, pageSize, portraitSize, slideSize } from "./pdfPages.ts";
import { drawSheet, sheetPageSize } from "./pdfSheets.ts";
import { DrawingContext, PageLimitReachedError } from "./scene.ts";

export interface PdfDocument {
  segments: Segment[];
  /** Where the nodes are drawn; empty unless `pages` was given. */
  parts: NodeArea[];
  pages: number;
  bookmarks: readonly Bookmark[];
  /** True if the document has more pages. */
  isTruncated: boolean;
}

const encoder = new TextEncoder();

/**
 * Draws the tree of any layout type as a tagged PDF: slides as landscape pages, sheets as tables. The same tree and metadata give
 * the same bytes.
 */
export async function renderPdf(
  tree: RenderTree,
  metadata: DocumentMetadata,
  { fonts, pages }: { fonts: FontLoader; pages?: number },
): Promise<PdfDocument> {
  const title = metadata.title.trim() || tree.title.trim() || "Siteproof";
  const documentInfo = { title, creator: metadata.creator, locale: tree.locale, asOf: metadata.asOf };
  const scene = new DrawingContext(documentInfo, fonts, pages);
  const contents = new DocumentContents(scene, tree);
  const flow =
    tree.type === "WORD" || tree.type === "WORD_TO_PDF" ? new FlowRenderer(scene, tree, contents) : null;
  let isTruncated = false;
  try {
    await drawTree(scene, tree, contents, flow);
  } catch (error) {
    if (!(error instanceof PageLimitReachedError)) throw error;
    isTruncated = true;
  }
  const { document } = scene;
  // No program opens a PDF without pages.
  if (document.pages === 0) document.beginPage(slideSize);
  const segments = document.finish(
    {
      name: "manifest.json",
      contentType: "application/json",
      bytes: encoder.encode(metadata.manifest),
      description: "What this document contains and what is missing from it",
    },
    (page) =>
      scene.decorate(page.index, () => {
        flow?.decorate(page);
        scene.drawDeferred(page.index, page.count);
      }),
  );
  return { segments, parts: scene.parts, pages: document.pages, bookmarks: document.bookmarks, isTruncated };
}

async function drawTree(
  scene: DrawingContext,
  tree: RenderTree,
  contents: DocumentContents,
  flow: FlowRenderer | null,
): Promise<void> {
  if (flow) return flow.draw();
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF": {
      const outline = new PageOutline(tree);
      for (const page of tree.pages) {
        scene.isContinuedPage = outline.next(page).length === 0;
        const size = tree.type === "POWERPOINT" ? slideSize : portraitSize;
        if (page.kind === "contents") await drawContentsPages(scene, contents, page, size);
        else if (page.kind === "grid") await drawGrid(scene, page, size, tree);
        else await drawPage(scene, page, tree.type === "PDF" ? pageSize(scene, page) : size, tree);
      }
      scene.isContinuedPage = false;
      return drawCutTexts(scene, tree);
    }
    case "EXCEL":
      for (const sheet of tree.sheets)
        await (sheet.kind === "contents"
          ? drawContentsPages(scene, contents, sheet, sheetPageSize)
          : drawSheet(scene, sheet));
  }
}

/** Draws the texts that did not fit their boxes, in full. */
async function drawCutTexts(scene: DrawingContext, tree: RenderTree): Promise<void> {
  const { type, locale } = tree;
  const texts = documentTexts[locale.startsWith("sv") ? "sv" : "en"];
  const page = scene.cutTexts.createPage(texts, type === "POWERPOINT" ? texts.slide : texts.page);
  if (page) await drawPage(scene, page, type === "POWERPOINT" ? slideSize : pageSize(scene, page), tree);
}
