import type { ElementType, StructureElement } from "#worker/export/pdf/structure.ts";
import { addKeepRules, type FlowBlock } from "../keepWithNext.ts";
import { flowPage, mmToPoints, typography } from "../pageMetrics.ts";
import type { DrawnItem, RenderTreeOf } from "../renderTree.ts";
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

const page = { width: mmToPoints(flowPage.width), height: mmToPoints(flowPage.height) };
const left = mmToPoints(flowPage.margin);
const width = mmToPoints(flowPage.textWidth);
/** The maximum height of a header or footer, and the steps in which larger ones shrink. */
const maxHeaderPoints = page.height / 3;
const headerScales = [1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05] as const;

const headingTypes = ["H1", "H2", "H3", "H4", "H5", "H6"] as const satisfies ElementType[];

type FlowTree = RenderTreeOf<"WORD" | "WORD_TO_PDF">;

/** A heading stays on the same page as at least this much of the following content. */
const keepWithNextPoints = 48;

/** Draws the blocks of Word and Word-to-PDF layouts down the pages. */
export class FlowRenderer {
  readonly #scene: DrawingContext;
  readonly #tree: FlowTree;
  #top = left;
  #bottom = page.height - left;
  #y = 0;
  /** Bookmarks waiting for the block they mark, which decides their page. */
  #pendingBookmarks: { level: number; title: string }[] = [];
  /** The title for which the next text is the heading, if it contains it. */
  #pendingHeading: { level: number; title: string } | null = null;
  #headingLevel = 0;
  /** Flowables that stay on the page of the next one. */
  #keptTogether: Flowable[] = [];
  #hasHeading = false;

  constructor(scene: DrawingContext, tree: FlowTree) {
    this.#scene = scene;
    this.#tree = tree;
  }

  async draw(): Promise<void> {
    const { header, footer, blocks } = this.#tree;
    const missingFaces = this.#scene.missingFaces([...header, ...footer], { nested: true });
    if (missingFaces) await this.#scene.load(missingFaces);
    const gap = mmToPoints(flowPage.headerGap);
    const edge = mmToPoints(flowPage.headerDistance);
    if (header.length > 0) this.#top = Math.max(left, edge + this.#createBand(header, 888, 888).height + gap);
    if (footer.length > 0)
      this.#bottom = page.height - Math.max(left, edge + this.#createBand(footer, 888, 888).height + gap);
    for (const block of addKeepRules(blocks)) await this.#addBlock(block);
    this.#placeKeptTogether();
    // An empty document still has a page.
    if (this.#scene.document.pages === 0) this.#beginPage();
  }

  /** Draws the header and footer of a page, once the number of pages is known. */
  decorate({ index, count }: { index: number; count: number }): void {
    const { header, footer } = this.#tree;
    const edge = mmToPoints(flowPage.headerDistance);
    if (header.length > 0) this.#createBand(header, index + 1, count).draw({ x: left, y: edge }, null);
    if (footer.length === 0) return;
    const band = this.#createBand(footer, index + 1, count);
    band.draw({ x: left, y: page.height - edge - band.height }, null);
  }

  #createBand(items: readonly DrawnItem[], number: number, count: number): Flowable {
    const numberedItems = items.map((item) => fillPageNumbers(item, String(number), String(count)));
    for (const scale of headerScales) {
      const band = createStack(this.#scene, numberedItems, { width, height: maxHeaderPoints * scale }, scale);
      if (band.height <= maxHeaderPoints) return band;
    }
    const smallest = createStack(
      this.#scene,
      numberedItems,
      { width, height: maxHeaderPoints / 20 },
      headerScales.at(-1)!,
    );
    return smallest.split(maxHeaderPoints, true)?.[0] ?? smallest;
  }

  async #addBlock({ block, keepNext, captions }: FlowBlock): Promise<void> {
    const scene = this.#scene;
    const missingFaces = scene.missingFaces([block, ...captions]);
    if (missingFaces) await scene.load(missingFaces);
    switch (block.kind) {
      case "mark":
        this.#pendingBookmarks.push(block);
        this.#pendingHeading = block;
        return;
      case "pageBreak":
        // A page begins only when something is drawn on it, so breaks leave no empty page.
        scene.document.endPage();
        return;
      case "table":
        this.#pendingHeading = null;
        return this.#drawTable(
          await PagedTable.of(scene, block, { x: left, width, pageHeight: this.#pageHeight }),
        );
      case "lineBreak":
        this.#keptTogether.push(
          new GapFlowable(scene, block.node, width, typography.emptyLine * typography.lineHeight),
        );
        break;
      case "text": {
        const tag = this.#tagOf(block.text);
        this.#hasHeading ||= tag !== "P";
        this.#keptTogether.push(TextFlowable.of(scene, block, width, this.#pageHeight, { tag }));
        break;
      }
      default: {
        const figure = createFigure(scene, block);
        const captionHeight = captions.reduce(
          (sum, text) =>
            sum + TextFlowable.of(scene, text, width, this.#pageHeight, { tag: null }).height + itemGap,
          0,
        );
        // Texts that would leave a photo too little room go on another page.
        const height =
          captionHeight < this.#pageHeight / 2 ? this.#pageHeight - captionHeight : this.#pageHeight;
        if (figure) this.#keptTogether.push(new FigureFlowable(scene, figure, { width, height }));
      }
    }
    if (!keepNext) this.#placeKeptTogether();
  }

  /** Draws flowables that belong together, on one page if possible. */
  #placeKeptTogether(): void {
    const flowables = this.#keptTogether;
    const height = flowables.reduce((sum, flowable) => sum + flowable.height + itemGap, -itemGap);
    const keepHeight = this.#hasHeading ? keepWithNextPoints : 0;
    this.#keptTogether = [];
    this.#hasHeading = false;
    const isGroup = flowables.length > 1 || keepHeight > 0;
    if (
      isGroup &&
      this.#scene.document.hasPage &&
      this.#y + height + keepHeight > this.#bottom + epsilonPoints &&
      height <= this.#pageHeight + epsilonPoints
    )
      this.#scene.document.endPage();
    for (const flowable of flowables) this.#place(flowable, this.#root);
  }

  /** A text that contains the title of the group or task is its heading. No level is skipped. */
  #tagOf(text: string): ElementType {
    const heading = this.#pendingHeading;
    if (!heading || text.trim() === "") return "P";
    this.#pendingHeading = null;
    if (!text.includes(heading.title)) return "P";
    this.#headingLevel = Math.min(heading.level, this.#headingLevel + 1, 6);
    return headingTypes[this.#headingLevel - 1] ?? "P";
  }

  get #root(): StructureElement {
    return this.#scene.document.structure.document;
  }

  get #pageHeight(): number {
    return this.#bottom - this.#top;
  }

  #beginPage(): void {
    this.#scene.beginPage(page);
    this.#y = this.#top;
  }

  /** Begins a page unless one is open; returns whether it is still empty. */
  #ensurePage(): boolean {
    if (!this.#scene.document.hasPage) this.#beginPage();
    return this.#y === this.#top;
  }

  #addBookmarks(y: number): void {
    for (const { level, title } of this.#pendingBookmarks)
      if (title.trim() !== "") this.#scene.document.bookmark(level, title, Math.max(y - itemGap, 0));
    this.#pendingBookmarks = [];
  }

  #place(flowable: Flowable, parent: StructureElement): void {
    for (let rest: Flowable | null = flowable; rest; ) {
      const isFresh = this.#ensurePage();
      const parts: [Flowable, Flowable | null] | null = rest.split(this.#bottom - this.#y, isFresh);
      if (!parts) {
        this.#scene.document.endPage();
        continue;
      }
      const [head, tail]: [Flowable, Flowable | null] = parts;
      this.#addBookmarks(this.#y);
      head.draw({ x: left, y: this.#y }, parent);
      this.#y += head.height + itemGap;
      rest = tail;
      if (tail) this.#scene.document.endPage();
    }
    this.#scene.document.structure.closeChildren(parent);
    this.#endPageIfFull();
  }

  async #drawTable(table: PagedTable): Promise<void> {
    for (;;) {
      const isFresh = this.#ensurePage();
      const from = this.#y;
      const { y, status } = await table.fill(from, this.#bottom, this.#root, isFresh);
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
    if (this.#y > this.#bottom - epsilonPoints) this.#scene.document.endPage();
  }
}
