import type { Element, ElementType } from "#worker/export/pdf/structure.ts";
import { type KeptBlock, withKeepRules } from "../keepWithNext.ts";
import { flow, points, type } from "../pageMetrics.ts";
import { type DrawnAs, type DrawnItem, type DrawnRow, pageCount, pageNumber } from "../renderTree.ts";
import {
  epsilonPoints,
  FigureFlowable,
  type Flowable,
  figureOf,
  GapFlowable,
  TextFlowable,
} from "./flowables.ts";
import { itemGap, PagedTable, stackOf } from "./pdfTable.ts";
import type { Scene } from "./scene.ts";

const page = { width: points(flow.width), height: points(flow.height) };
const left = points(flow.margin);
const width = points(flow.textWidth);
/** The maximum height of a header or footer, and the steps in which larger ones shrink. */
const maxHeaderPoints = page.height / 3;
const headerScales = [1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05] as const;

const headingTypes = ["H1", "H2", "H3", "H4", "H5", "H6"] as const satisfies ElementType[];

type Flowing = DrawnAs<"WORD" | "WORD_TO_PDF">;

/** A heading stays on the page of at least this much of the following content. */
const keepWithNextPoints = 48;

/** Draws the blocks of Word and Word-to-PDF layouts down the pages. */
export class Flow {
  readonly #scene: Scene;
  readonly #drawn: Flowing;
  #top = left;
  #bottom = page.height - left;
  #y = 0;
  /** Bookmarks waiting for the block they mark, which decides their page. */
  #marks: { level: number; title: string }[] = [];
  /** The title for which the next text is the heading, if it contains it. */
  #heading: { level: number; title: string } | null = null;
  #level = 0;
  /** Flowables that stay on the page of the next one. */
  #keptTogether: Flowable[] = [];
  #isHeading = false;

  constructor(scene: Scene, tree: Flowing) {
    this.#scene = scene;
    this.#drawn = tree;
  }

  async draw(): Promise<void> {
    const { header, footer, blocks } = this.#drawn;
    const missing = this.#scene.missingFaces([...header, ...footer], { nested: true });
    if (missing) await this.#scene.load(missing);
    const gap = points(flow.headerGap);
    const edge = points(flow.edge);
    if (header.length > 0) this.#top = Math.max(left, edge + this.#band(header, 888, 888).height + gap);
    if (footer.length > 0)
      this.#bottom = page.height - Math.max(left, edge + this.#band(footer, 888, 888).height + gap);
    for (const block of withKeepRules(blocks)) await this.#block(block);
    this.#placeKeptTogether();
    // An empty document still has a page.
    if (this.#scene.document.pages === 0) this.#beginPage();
  }

  /** Draws the header and footer of a page, once the number of pages is known. */
  decorate({ index, count }: { index: number; count: number }): void {
    const { header, footer } = this.#drawn;
    const edge = points(flow.edge);
    if (header.length > 0) this.#band(header, index + 1, count).draw({ x: left, y: edge }, null);
    if (footer.length === 0) return;
    const band = this.#band(footer, index + 1, count);
    band.draw({ x: left, y: page.height - edge - band.height }, null);
  }

  #band(items: readonly DrawnItem[], number: number, count: number): Flowable {
    const numbered = items.map((item) => withNumbers(item, String(number), String(count)));
    for (const scale of headerScales) {
      const band = stackOf(this.#scene, numbered, { width, height: maxHeaderPoints * scale }, scale);
      if (band.height <= maxHeaderPoints) return band;
    }
    const smallest = stackOf(
      this.#scene,
      numbered,
      { width, height: maxHeaderPoints / 20 },
      headerScales.at(-1)!,
    );
    return smallest.split(maxHeaderPoints, true)?.[0] ?? smallest;
  }

  async #block({ block, keepNext, captions }: KeptBlock): Promise<void> {
    const scene = this.#scene;
    const missing = scene.missingFaces([block, ...captions]);
    if (missing) await scene.load(missing);
    switch (block.kind) {
      case "mark":
        this.#marks.push(block);
        this.#heading = block;
        return;
      case "pageBreak":
        // A page begins only when something is drawn on it, so breaks leave no empty page.
        scene.document.endPage();
        return;
      case "table":
        this.#heading = null;
        return this.#table(await PagedTable.of(scene, block, { x: left, width, pageHeight: this.#room }));
      case "lineBreak":
        this.#keptTogether.push(new GapFlowable(scene, block.node, width, type.emptyLine * type.lineHeight));
        break;
      case "text": {
        const tag = this.#tagOf(block.text);
        this.#isHeading ||= tag !== "P";
        this.#keptTogether.push(TextFlowable.of(scene, block, width, this.#room, { tag }));
        break;
      }
      default: {
        const figure = figureOf(scene, block);
        const texts = captions.reduce(
          (sum, text) =>
            sum + TextFlowable.of(scene, text, width, this.#room, { tag: null }).height + itemGap,
          0,
        );
        // Texts that would leave a photo too little room go on another page.
        const height = texts < this.#room / 2 ? this.#room - texts : this.#room;
        if (figure) this.#keptTogether.push(new FigureFlowable(scene, figure, { width, height }));
      }
    }
    if (!keepNext) this.#placeKeptTogether();
  }

  /** Draws flowables that belong together, on one page if possible. */
  #placeKeptTogether(): void {
    const pieces = this.#keptTogether;
    const height = pieces.reduce((sum, flowable) => sum + flowable.height + itemGap, -itemGap);
    const keepHeight = this.#isHeading ? keepWithNextPoints : 0;
    this.#keptTogether = [];
    this.#isHeading = false;
    const isGroup = pieces.length > 1 || keepHeight > 0;
    if (
      isGroup &&
      this.#scene.document.hasPage &&
      this.#y + height + keepHeight > this.#bottom + epsilonPoints &&
      height <= this.#room + epsilonPoints
    )
      this.#scene.document.endPage();
    for (const flowable of pieces) this.#place(flowable, this.#root);
  }

  /** A text that contains the title of the group or task is its heading. No level is skipped. */
  #tagOf(text: string): ElementType {
    const heading = this.#heading;
    if (!heading || text.trim() === "") return "P";
    this.#heading = null;
    if (!text.includes(heading.title)) return "P";
    this.#level = Math.min(heading.level, this.#level + 1, 6);
    return headingTypes[this.#level - 1] ?? "P";
  }

  get #root(): Element {
    return this.#scene.document.structure.document;
  }

  get #room(): number {
    return this.#bottom - this.#top;
  }

  #beginPage(): void {
    this.#scene.beginPage(page);
    this.#y = this.#top;
  }

  /** Begins a page unless one is open; returns whether it is still empty. */
  #ready(): boolean {
    if (!this.#scene.document.hasPage) this.#beginPage();
    return this.#y === this.#top;
  }

  #noteMarks(y: number): void {
    for (const { level, title } of this.#marks)
      if (title.trim() !== "") this.#scene.document.bookmark(level, title, Math.max(y - itemGap, 0));
    this.#marks = [];
  }

  #place(flowable: Flowable, parent: Element): void {
    for (let rest: Flowable | null = flowable; rest; ) {
      const fresh = this.#ready();
      const parts: [Flowable, Flowable | null] | null = rest.split(this.#bottom - this.#y, fresh);
      if (!parts) {
        this.#scene.document.endPage();
        continue;
      }
      const [head, tail]: [Flowable, Flowable | null] = parts;
      this.#noteMarks(this.#y);
      head.draw({ x: left, y: this.#y }, parent);
      this.#y += head.height + itemGap;
      rest = tail;
      if (tail) this.#scene.document.endPage();
    }
    this.#scene.document.structure.closeChildren(parent);
    this.#endPageIfFull();
  }

  async #table(table: PagedTable): Promise<void> {
    for (;;) {
      const fresh = this.#ready();
      const from = this.#y;
      const { y, filled } = await table.fill(from, this.#bottom, this.#root, fresh);
      // Bookmarks above the table go to its first row.
      if (y > from) this.#noteMarks(from);
      this.#y = y;
      if (filled === "done") break;
      this.#scene.document.endPage();
    }
    this.#y += itemGap;
    this.#endPageIfFull();
  }

  #endPageIfFull(): void {
    if (this.#y > this.#bottom - epsilonPoints) this.#scene.document.endPage();
  }
}

/** An item with page numbers filled in. */
function withNumbers(item: DrawnItem, number: string, count: string): DrawnItem {
  if (item.kind === "text")
    return { ...item, text: item.text.replaceAll(pageNumber, number).replaceAll(pageCount, count) };
  if (item.kind !== "table") return item;
  const inRow = (row: DrawnRow): DrawnRow => ({
    ...row,
    cells: row.cells.map((cell) => ({
      ...cell,
      items: cell.items.map((inner) => withNumbers(inner, number, count)),
    })),
  });
  return {
    ...item,
    header: item.header && inRow(item.header),
    rows: [...item.rows].map((row) => (row.kind === "row" ? inRow(row) : row)),
  };
}
