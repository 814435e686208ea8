import type { Size } from "#worker/export/orientation.ts";
import type { Point } from "#worker/export/pdf/contentStream.ts";
import type { Bookmark } from "#worker/export/pdf/outline.ts";
import type { StructureElement } from "#worker/export/pdf/structure.ts";
import { type Heading, listHeadings } from "../headings.ts";
import { contentsLinesPerSlide, flowPage, mmToPoints, typography } from "../pageMetrics.ts";
import type { DrawnContents, RenderTree } from "../renderTree.ts";
import { createPlainText } from "../resolve/plainItems.ts";
import {
  createParagraph,
  drawLines,
  epsilonPoints,
  type Flowable,
  type Paragraph,
  paragraphHeight,
  SharedElement,
  StackFlowable,
  TextFlowable,
  toPoints,
  widestLine,
} from "./flowables.ts";
import type { DrawingContext } from "./scene.ts";

/** Font sizes, and the distances between lines. Points. */
const flowStyle = { title: 16, size: 11, gap: 3 };
const slideStyle = { title: 28, size: 14, gap: 7 };
const titleGap = 6;

/** Points per level. */
const indentPoints = 14;
/** Room for the number of a page, and before its leader. Points. */
const numberWidth = 34;
const leaderGap = 4;

interface ContentsLine {
  heading: Heading;
  /** Among all headings. */
  index: number;
  paragraph: Paragraph;
}

/** The CONTENTS of a document. Its size follows from the headings, which are read before the tree is drawn; page numbers are drawn last. */
export class DocumentContents {
  readonly #scene: DrawingContext;
  readonly #tree: RenderTree;
  #headings: readonly Heading[] | null = null;
  #targets: readonly (Bookmark | null)[] | null = null;

  constructor(scene: DrawingContext, tree: RenderTree) {
    this.#scene = scene;
    this.#tree = tree;
  }

  /** The title and the lines of a CONTENTS, as wide as its column. */
  async createFlowables({ node, title, maxLevel }: DrawnContents, space: Size): Promise<Flowable[]> {
    const scene = this.#scene;
    const style = this.#tree.type === "POWERPOINT" ? slideStyle : flowStyle;
    this.#headings ??= [...listHeadings(this.#tree)];
    const maxHeadingLevel = this.#tree.type === "EXCEL" ? maxLevel + 1 : maxLevel;
    const titleText = createPlainText(node, title, true, style.title);
    const listedHeadings = this.#headings.flatMap((heading, index) =>
      heading.level > maxHeadingLevel
        ? []
        : [{ heading, index, text: createPlainText(node, heading.title, false, style.size) }],
    );
    const missingFaces = scene.missingFaces([titleText, ...listedHeadings.map(({ text }) => text)]);
    if (missingFaces) await scene.load(missingFaces);
    const lines = listedHeadings.map(({ heading, index, text }) => {
      const width = space.width - numberWidth - (heading.level - 1) * indentPoints;
      return { heading, index, paragraph: createParagraph(scene, text, width) };
    });
    const titleFlowable = TextFlowable.of(scene, titleText, space.width, space.height, { tag: "P" });
    const contents = new ContentsFlowable(this, scene, { node, width: space.width, gap: style.gap }, lines);
    return [titleFlowable, contents];
  }

  /** Maximum height of the lines on a page; a slide has as many lines as in PowerPoint. */
  get maxLinesHeight(): number {
    if (this.#tree.type !== "POWERPOINT") return Number.POSITIVE_INFINITY;
    return contentsLinesPerSlide * (slideStyle.size * typography.lineHeight + slideStyle.gap) + epsilonPoints;
  }

  /** The bookmark of a heading once all are drawn; null if it is beyond the pages of a preview. */
  targetOf(index: number): Bookmark | null {
    this.#targets ??= matchHeadings(this.#headings ?? [], this.#scene.document.bookmarks);
    return this.#targets[index] ?? null;
  }
}

const keyOf = ({ level, title }: Heading): string => `${level} ${title}`;

/** The bookmark of each heading. Bookmarks of equal headings are matched in order. */
export function matchHeadings(
  headings: readonly Heading[],
  bookmarks: readonly Bookmark[],
): (Bookmark | null)[] {
  const byKey = Map.groupBy(bookmarks, keyOf);
  const usedCounts = new Map<string, number>();
  return headings.map((heading) => {
    const key = keyOf(heading);
    const usedCount = usedCounts.get(key) ?? 0;
    usedCounts.set(key, usedCount + 1);
    return byKey.get(key)?.[usedCount] ?? null;
  });
}

/** The lines of a CONTENTS, which continue on the next page. */
class ContentsFlowable implements Flowable {
  readonly height: number;
  readonly #contents: DocumentContents;
  readonly #scene: DrawingContext;
  readonly #style: { node: string; width: number; gap: number };
  readonly #lines: readonly ContentsLine[];
  readonly #element: SharedElement;

  constructor(
    contents: DocumentContents,
    scene: DrawingContext,
    style: { node: string; width: number; gap: number },
    lines: readonly ContentsLine[],
    element = new SharedElement("TOC"),
  ) {
    this.#contents = contents;
    this.#scene = scene;
    this.#style = style;
    this.#lines = lines;
    this.#element = element;
    this.height = lines.reduce((sum, line) => sum + this.#heightOf(line), 0);
  }

  get minHeight(): number {
    const [first] = this.#lines;
    return first ? this.#heightOf(first) : 0;
  }

  #heightOf = ({ paragraph }: ContentsLine): number => paragraphHeight(paragraph) + this.#style.gap;

  split(maxHeight: number, force: boolean): [Flowable, Flowable | null] | null {
    let height = 0;
    let count = 0;
    for (const line of this.#lines) {
      height += this.#heightOf(line);
      if (height > maxHeight + epsilonPoints && !(force && count === 0)) break;
      count++;
    }
    if (count === this.#lines.length) return [this, null];
    return count === 0 ? null : [this.#part(0, count), this.#part(count, this.#lines.length)];
  }

  #part(from: number, to: number): ContentsFlowable {
    const lines = this.#lines.slice(from, to);
    return new ContentsFlowable(this.#contents, this.#scene, this.#style, lines, this.#element);
  }

  draw({ x, y }: Point, parent: StructureElement | null): void {
    const { node, width } = this.#style;
    this.#scene.recordArea(node, { x, y, width, height: this.height });
    const list = this.#element.in(this.#scene, parent);
    let top = y;
    for (const line of this.#lines) {
      this.#drawLine(line, { x, y: top }, list);
      top += this.#heightOf(line);
    }
  }

  #drawLine(
    { heading, index, paragraph }: ContentsLine,
    { x, y }: Point,
    list: StructureElement | null,
  ): void {
    const { document } = this.#scene;
    const { width } = this.#style;
    const origin = { x: x + (heading.level - 1) * indentPoints, y };
    const item = list && document.createElement("TOCI", list);
    const link = item && document.createElement("Link", document.createElement("Reference", item));
    drawLines(this.#scene, paragraph, 0, paragraph.lines.length, origin, link);
    const findTarget = () => this.#contents.targetOf(index);
    const height = paragraphHeight(paragraph);
    if (link) document.linkInside(link, { title: heading.title, find: findTarget }, { x, y, width, height });
    if (item) document.structure.close(item);
    this.#scene.defer(() => {
      const target = findTarget();
      if (target) this.#drawNumber(String(target.pageNumber), paragraph, origin, x + width);
    });
  }

  /** Draws the leader and the number of a page, to the right of the last line of a title. */
  #drawNumber(number: string, paragraph: Paragraph, origin: Point, right: number): void {
    const scene = this.#scene;
    const textOf = (text: string) => createPlainText(this.#style.node, text, false, paragraph.size);
    const widthOf = (text: string) =>
      widestLine(createParagraph(scene, textOf(text), Number.MAX_SAFE_INTEGER));
    const start = origin.x + toPoints(paragraph.lines.at(-1)?.width ?? 0, paragraph.size) + leaderGap;
    const leader = ".".repeat(
      Math.max(Math.floor((right - start - widthOf(` ${number}`)) / widthOf(".")), 0),
    );
    const text = { ...textOf(`${leader} ${number}`), alignment: "RIGHT" } as const;
    const y = origin.y + paragraphHeight(paragraph) - paragraph.lineHeight;
    // Wide enough that rounding breaks no line.
    const width = right - start + leaderGap;
    drawLines(scene, createParagraph(scene, text, width), 0, 1, { x: right - width, y }, null);
  }
}

const margin = mmToPoints(flowPage.margin);

/** Draws a CONTENTS on separate slides or pages. */
export async function drawContentsPages(
  scene: DrawingContext,
  contents: DocumentContents,
  drawn: DrawnContents,
  pageArea: Size,
): Promise<void> {
  const { document } = scene;
  const area = { width: pageArea.width - 2 * margin, height: pageArea.height - 2 * margin };
  const section = document.createElement("Sect", document.structure.document);
  const flowables = await contents.createFlowables(drawn, area);
  let remaining: Flowable | null = new StackFlowable(flowables, titleGap);
  let titleHeight = (flowables[0]?.height ?? 0) + titleGap;
  while (remaining) {
    scene.beginPage(pageArea);
    scene.recordArea(drawn.node, { x: 0, y: 0, ...pageArea });
    const maxHeight = Math.min(area.height, titleHeight + contents.maxLinesHeight);
    const parts: [Flowable, Flowable | null] = remaining.split(maxHeight, true) ?? [remaining, null];
    parts[0].draw({ x: margin, y: margin }, section);
    document.endPage();
    remaining = parts[1];
    titleHeight = 0;
  }
  document.structure.close(section);
}
