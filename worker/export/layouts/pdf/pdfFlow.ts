import { mapValues } from "#domain/core/objects.ts";
import type { Size } from "#worker/export/orientation.ts";
import type { StructureElement } from "#worker/export/pdf/structure.ts";
import { addKeepRules, type FlowBlock } from "../keepWithNext.ts";
import { flowPage, flowPageSize, mmToPoints, typography } from "../pageMetrics.ts";
import type { DrawnItem, RenderTreeOf } from "../renderTree.ts";
import type { DocumentContents } from "./contents.ts";
import {
  createFigure,
  epsilonPoints,
  FigureFlowable,
  type Flowable,
  GapFlowable,
  TextFlowable,
} from "./flowables.ts";
import { fillPageNumbers } from "./pageNumbers.ts";
import { createStack, itemGap, PagedTable } from "./pdfTable.ts";
import type { DrawingContext } from "./scene.ts";

const margin = mmToPoints(flowPage.margin);
/** The steps in which headers and footers that are too high shrink. */
const headerScales = [1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05] as const;

const isFigure = (flowable: Flowable): boolean => flowable instanceof FigureFlowable;

/** Height of flowables below each other. */
const stackHeight = (flowables: readonly Flowable[]): number =>
  flowables.reduce((sum, { height }) => sum + height + itemGap, -itemGap);

/** The items of a header or footer that is drawn once. */
const withoutPageNumbers = (items: readonly DrawnItem[]): DrawnItem[] =>
  items.map((item) => fillPageNumbers(item, "–", "–"));

function* concatenate<T>(...parts: Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}

/** The pages of one orientation, in points. */
interface PageFrame extends Size {
  textWidth: number;
  /** Of a header or footer. */
  maxBandHeight: number;
  /** Where the text begins and ends, measured from the top. */
  top: number;
  bottom: number;
}

function createFrame(isLandscape: boolean): PageFrame {
  const { width, height, textWidth } = mapValues(flowPageSize(isLandscape), mmToPoints);
  return { width, height, textWidth, maxBandHeight: height / 3, top: margin, bottom: height - margin };
}

type FlowTree = RenderTreeOf<"WORD" | "WORD_TO_PDF">;

/** Draws the blocks of Word and Word-to-PDF layouts down the pages. */
export class FlowRenderer {
  readonly #scene: DrawingContext;
  readonly #tree: FlowTree;
  readonly #contents: DocumentContents;
  readonly #portrait = createFrame(false);
  readonly #landscape = createFrame(true);
  /** Of the current page, or the next one if there is none. */
  #frame = this.#portrait;
  readonly #landscapePages = new Set<number>();
  #y = 0;
  /** Bookmarks waiting for the block they mark, which decides their page. */
  #pendingBookmarks: { level: number; title: string }[] = [];
  /** Flowables that stay on the page of the next one. */
  #pendingFlowables: Flowable[] = [];
  /** Empty if it is too tall for every page; its items are then drawn once, before or after the blocks. */
  #header: readonly DrawnItem[] = [];
  #footer: readonly DrawnItem[] = [];

  constructor(scene: DrawingContext, tree: FlowTree, contents: DocumentContents) {
    this.#scene = scene;
    this.#tree = tree;
    this.#contents = contents;
  }

  async draw(): Promise<void> {
    const { header, footer, blocks } = this.#tree;
    const missingFaces = this.#scene.missingFaces([...header, ...footer], { includesNested: true });
    if (missingFaces) await this.#scene.load(missingFaces);
    const frames = this.#tree.hasLandscape ? [this.#portrait, this.#landscape] : [this.#portrait];
    const fits = (items: readonly DrawnItem[]) => frames.every((frame) => this.#fitsPage(items, frame));
    this.#header = fits(header) ? header : [];
    this.#footer = fits(footer) ? footer : [];
    const distance = mmToPoints(flowPage.headerDistance + flowPage.headerGap);
    const heightOf = (items: readonly DrawnItem[], frame: PageFrame) =>
      items.length > 0
        ? Math.max(margin, distance + this.#createBand(items, { frame, number: 888, count: 888 }).height)
        : margin;
    for (const frame of frames) {
      frame.top = heightOf(this.#header, frame);
      frame.bottom = frame.height - heightOf(this.#footer, frame);
    }
    const flow = concatenate(
      this.#header === header ? [] : withoutPageNumbers(header),
      blocks,
      this.#footer === footer ? [] : withoutPageNumbers(footer),
    );
    for (const block of addKeepRules(flow)) await this.#addBlock(block);
    this.#placePendingFlowables();
    // An empty document still has a page.
    if (this.#scene.document.pages === 0) this.#beginPage();
  }

  /** Draws the header and footer of a page, once the number of pages is known. */
  decorate({ index, count }: { index: number; count: number }): void {
    const edge = mmToPoints(flowPage.headerDistance);
    const frame = this.#landscapePages.has(index) ? this.#landscape : this.#portrait;
    const page = { frame, number: index + 1, count };
    if (this.#header.length > 0) this.#createBand(this.#header, page).draw({ x: margin, y: edge }, null);
    if (this.#footer.length === 0) return;
    const band = this.#createBand(this.#footer, page);
    band.draw({ x: margin, y: frame.height - edge - band.height }, null);
  }

  #createBand(
    items: readonly DrawnItem[],
    { frame, number, count }: { frame: PageFrame; number: number; count: number },
  ): Flowable {
    const numberedItems = items.map((item) => fillPageNumbers(item, String(number), String(count)));
    const { textWidth: width, maxBandHeight } = frame;
    for (const scale of headerScales) {
      const band = createStack(this.#scene, numberedItems, { width, height: maxBandHeight * scale }, scale);
      if (band.height <= maxBandHeight) return band;
    }
    return createStack(
      this.#scene,
      numberedItems,
      { width, height: maxBandHeight / 20 },
      headerScales.at(-1)!,
    );
  }

  #fitsPage(items: readonly DrawnItem[], frame: PageFrame): boolean {
    return (
      items.length === 0 ||
      this.#createBand(items, { frame, number: 888, count: 888 }).height <= frame.maxBandHeight
    );
  }

  async #addBlock({ block, keepNext, level, companions: { below } }: FlowBlock): Promise<void> {
    const scene = this.#scene;
    const missingFaces = scene.missingFaces(below ? [block, below] : [block]);
    if (missingFaces) await scene.load(missingFaces);
    const { textWidth: width } = this.#frame;
    switch (block.kind) {
      case "mark":
        this.#pendingBookmarks.push(block);
        return;
      case "pageBreak":
        this.#placePendingFlowables();
        // A page begins only when something is drawn on it, so breaks leave no empty page.
        scene.document.endPage();
        this.#frame = block.isLandscape ? this.#landscape : this.#portrait;
        return;
      case "table":
        return this.#drawTable(
          await PagedTable.of(scene, block, {
            ...{ x: margin, width },
            pageHeight: this.#availableHeight(this.#pendingHeight),
          }),
        );
      case "contents":
        this.#pendingFlowables.push(
          ...(await this.#contents.createFlowables(block, { width, height: this.#pageHeight })),
        );
        break;
      case "lineBreak":
        this.#pendingFlowables.push(
          new GapFlowable(scene, block.node, width, typography.emptyLine * typography.lineHeight),
        );
        break;
      case "text": {
        const tag = level === null ? "P" : scene.headingTag(level);
        this.#pendingFlowables.push(TextFlowable.of(scene, block, width, this.#pageHeight, { tag }));
        break;
      }
      default: {
        const figure = createFigure(scene, block);
        const captionHeight = below
          ? TextFlowable.of(scene, below, width, this.#pageHeight, { tag: null }).height + itemGap
          : 0;
        const height = this.#availableHeight(this.#pendingHeight + captionHeight);
        if (figure) this.#pendingFlowables.push(new FigureFlowable(scene, figure, { width, height }));
      }
    }
    if (!keepNext) this.#placePendingFlowables();
  }

  /** Height of the flowables that stay with the next one, and the gaps below them. */
  get #pendingHeight(): number {
    return this.#pendingFlowables.reduce((sum, flowable) => sum + flowable.height + itemGap, 0);
  }

  /** The height on a page for a block beside texts of a height; texts of half a page or more go on another page. */
  #availableHeight(height: number): number {
    return height < this.#pageHeight / 2 ? this.#pageHeight - height : this.#pageHeight;
  }

  /**
   * Draws flowables that belong together, on one page if possible. Texts below a heading may continue on the next page.
   * @param nextHeight the height that must be free below them on the same page
   */
  #placePendingFlowables(nextHeight = 0): void {
    const flowables = this.#pendingFlowables;
    this.#pendingFlowables = [];
    const last = flowables.at(-1);
    if (!last) return;
    const isTextOnly = !flowables.some(isFigure);
    const spareHeight = isTextOnly && nextHeight === 0 ? last.height - (last.minHeight ?? last.height) : 0;
    const wholeHeight = stackHeight(flowables) - spareHeight + nextHeight;
    // If a caption is longer than a page, only its figure stays with the heading.
    const height =
      wholeHeight > this.#pageHeight + epsilonPoints
        ? stackHeight(flowables.slice(0, flowables.findIndex(isFigure) + 1))
        : wholeHeight;
    if (
      (flowables.length > 1 || nextHeight > 0) &&
      this.#scene.document.hasPage &&
      this.#y + height > this.#frame.bottom + epsilonPoints &&
      height <= this.#pageHeight + epsilonPoints
    )
      this.#scene.document.endPage();
    for (const flowable of flowables) this.#placeFlowable(flowable, this.#root);
  }

  get #root(): StructureElement {
    return this.#scene.document.structure.document;
  }

  get #pageHeight(): number {
    return this.#frame.bottom - this.#frame.top;
  }

  #beginPage(): void {
    const { document } = this.#scene;
    if (this.#frame === this.#landscape) this.#landscapePages.add(document.pages);
    this.#scene.beginPage(this.#frame);
    this.#y = this.#frame.top;
  }

  /** Begins a page unless one is open; returns whether it is still empty. */
  #ensurePage(): boolean {
    if (!this.#scene.document.hasPage) this.#beginPage();
    return this.#y === this.#frame.top;
  }

  #addBookmarks(y: number): void {
    for (const { level, title } of this.#pendingBookmarks)
      if (title.trim() !== "") this.#scene.document.bookmark(level, title, Math.max(y - itemGap, 0));
    this.#pendingBookmarks = [];
  }

  #placeFlowable(flowable: Flowable, parent: StructureElement): void {
    for (let remaining: Flowable | null = flowable; remaining; ) {
      const isEmptyPage = this.#ensurePage();
      const parts: [Flowable, Flowable | null] | null = remaining.split(
        this.#frame.bottom - this.#y,
        isEmptyPage,
      );
      if (!parts) {
        this.#scene.document.endPage();
        continue;
      }
      const [head, tail]: [Flowable, Flowable | null] = parts;
      this.#addBookmarks(this.#y);
      head.draw({ x: margin, y: this.#y }, parent);
      this.#y += head.height + itemGap;
      remaining = tail;
      if (tail) this.#scene.document.endPage();
    }
    this.#scene.document.structure.closeChildren(parent);
    this.#endPageIfFull();
  }

  async #drawTable(table: PagedTable): Promise<void> {
    if (this.#pendingFlowables.length > 0) {
      const space = this.#availableHeight(this.#pendingHeight) - itemGap;
      this.#placePendingFlowables(itemGap + Math.min(await table.measureFirstRow(), space));
    }
    for (;;) {
      const isEmptyPage = this.#ensurePage();
      const from = this.#y;
      const { y, status } = await table.fill(from, this.#frame.bottom, this.#root, isEmptyPage);
      // Bookmarks above the table go to its first row.
      if (y > from) this.#addBookmarks(from);
      this.#y = y;
      if (status === "done") break;
      this.#scene.document.endPage();
    }
    this.#y += itemGap;
    this.#endPageIfFull();
  }

  #endPageIfFull(): void {
    if (this.#y > this.#frame.bottom - epsilonPoints) this.#scene.document.endPage();
  }
}
