import type { Size } from "#worker/export/orientation.ts";
import type { Rectangle } from "#worker/export/pdf/contentStream.ts";
import type { ElementType, StructureElement } from "#worker/export/pdf/structure.ts";
import {
  bandAndSideOf,
  columnGapPoints,
  contentRectOf,
  hasWideTable,
  type LayoutItem,
  layOut,
  minFlowHeight,
} from "../columnLayout.ts";
import { layOutGrid, limitedSize, textColorsFor } from "../grid.ts";
import { isTitleInOutline } from "../headings.ts";
import { a4Size, mmToPoints, slideSizeMm, typography } from "../pageMetrics.ts";
import type {
  DrawnCell,
  DrawnGrid,
  DrawnItem,
  DrawnPage,
  DrawnPhoto,
  DrawnText,
  RenderTree,
} from "../renderTree.ts";
import { fitParagraph } from "./fit.ts";
import {
  bookmarkHeading,
  createFigure,
  createParagraph,
  createPhotoFigure,
  drawParagraph,
  epsilonPoints,
  type Figure,
  figureSize,
  type Paragraph,
  paragraphHeight,
  resizeParagraph,
  widestLine,
} from "./flowables.ts";
import { fillPageNumbers, hasPageNumbers } from "./pageNumbers.ts";
import { PagedTable } from "./pdfTable.ts";
import type { DrawingContext } from "./scene.ts";

/** Line height as a multiple of the font size, as on slides. */
const lineSpacing = 1.2;

/** Slides are landscape, 16:9. */
export const slideSize: Size = {
  width: mmToPoints(slideSizeMm.width),
  height: mmToPoints(slideSizeMm.height),
};

/**
 * A4 portrait, or landscape if pictures are side by side (in two columns, or on both sides of one) and together wider than high, or a
 * table is wide. A page with stacked pictures stays portrait.
 */
export function pageSize(scene: DrawingContext, { columns }: DrawnPage): Size {
  const aspectRatios: number[] = [];
  for (const { items } of columns) {
    const sides = Map.groupBy(items.filter(isPicture), sideOf);
    for (const pictures of sides.values())
      aspectRatios.push(1 / pictures.reduce((sum, item) => sum + aspectRatio(scene, item), 0));
  }
  const isSideBySide = aspectRatios.length > 1 && aspectRatios.reduce((sum, ratio) => sum + ratio, 0) > 1;
  return isSideBySide || hasWideTable(columns)
    ? { width: portraitSize.height, height: portraitSize.width }
    : portraitSize;
}

type DrawnPicture = Extract<DrawnItem, { kind: "photo" | "image" }>;

const isPicture = (item: DrawnItem): item is DrawnPicture => item.kind === "photo" || item.kind === "image";

const sideOf = (item: DrawnPicture): string =>
  (item.kind === "photo" && item.half?.toLowerCase()) || bandAndSideOf(item.position ?? "CENTER").side;

/** A4 portrait. */
export const portraitSize: Size = { width: mmToPoints(a4Size.width), height: mmToPoints(a4Size.height) };

/** Ratio of a picture's height to its width. */
function aspectRatio(scene: DrawingContext, item: DrawnPicture): number {
  const { width, height } = item.box;
  if (width !== null && height !== null) return height / width;
  const shape = createFigure(scene, item)?.shape;
  return shape ? shape.height / shape.width : 1;
}

/**
 * Draws a slide or page, and further ones if its tables need them: each has its texts and images, the first has its photos, and
 * the flow continues.
 */
export async function drawPage(
  scene: DrawingContext,
  page: DrawnPage,
  size: Size,
  tree: PageTree,
): Promise<void> {
  const { document } = scene;
  const missingFaces = scene.missingFaces(page.columns);
  if (missingFaces) await scene.load(missingFaces);
  const totalWidth = page.columns.reduce((sum, { width }) => sum + width, 0) || 1;
  const headingText = findHeading(page, tree);
  let x = 0;
  const columns = page.columns.map((cell) => {
    const box = { x, y: 0, width: (cell.width / totalWidth) * size.width, height: size.height };
    x += box.width;
    return new PageColumn(scene, cell, box, headingText);
  });
  const section = beginPage(scene, outlinedPage(page, tree), size);
  for (;;) {
    for (const column of columns) await column.draw(section);
    document.endPage();
    if (!columns.some(({ hasMore }) => hasMore)) break;
    beginPage(scene, { ...page, title: "" }, size, section);
  }
  document.structure.close(section);
}

function beginPage(
  scene: DrawingContext,
  { node, background, title }: Pick<DrawnPage, "node" | "background" | "title">,
  size: Size,
  section?: StructureElement,
): StructureElement {
  const { document } = scene;
  scene.beginPage(size);
  const pageArea = { x: 0, y: 0, ...size };
  scene.recordArea(node, pageArea);
  if (background.toUpperCase() !== "#FFFFFF")
    scene.mark(null, () => scene.content.fill(pageArea, background));
  if (title.trim() !== "" && !scene.isContinuedPage) document.bookmark(1, title, 0);
  return section ?? document.createElement("Sect", document.structure.document);
}

type PageTree = Pick<RenderTree, "hasHeadings">;

/** A page with its title, or without one if that is not in the outline. */
const outlinedPage = <P extends DrawnPage | DrawnGrid>(page: P, tree: PageTree): P =>
  isTitleInOutline(page, tree) ? page : { ...page, title: "" };

/** The text that contains the page's title, if none is a heading itself. */
function findHeading(page: DrawnPage, tree: PageTree): DrawnItem | null {
  const { columns, title } = page;
  if (!isTitleInOutline(page, tree)) return null;
  for (const { items } of columns)
    for (const item of items) if (item.kind === "text" && item.text.includes(title)) return item;
  return null;
}

/** An item fitted into its box. */
type FittedItem = Size & ({ paragraph: Paragraph } | { figure: Figure } | { flow: true });

/** An item of a column with its source; a flow has several and therefore null. */
type ColumnItem = LayoutItem<FittedItem> & { item: DrawnItem | null };

const isFlowing = (item: DrawnItem): boolean =>
  item.kind === "table" || item.kind === "lineBreak" || (item.kind === "text" && item.position === null);

/** A column over one or more pages. */
class PageColumn {
  readonly #scene: DrawingContext;
  readonly #cell: DrawnCell;
  readonly #box: Rectangle;
  readonly #contentArea: Rectangle;
  readonly #flow: ColumnFlow | null;
  readonly #heading: DrawnItem | null;
  #isFirstPage = true;

  constructor(scene: DrawingContext, cell: DrawnCell, box: Rectangle, headingText: DrawnItem | null) {
    this.#scene = scene;
    this.#cell = cell;
    this.#box = box;
    this.#contentArea = contentRectOf(cell, box);
    this.#heading = headingText;
    const flowItems = cell.items.filter(isFlowing);
    this.#flow = flowItems.length > 0 ? new ColumnFlow(scene, flowItems, headingText) : null;
  }

  /** The flow continues on another page. */
  get hasMore(): boolean {
    return this.#flow !== null && !this.#flow.isDone;
  }

  async draw(section: StructureElement): Promise<void> {
    const scene = this.#scene;
    const { background, border, items, node } = this.#cell;
    scene.recordArea(node, this.#box);
    const visibleBorder = border && border.width > 0 ? border : null;
    if (background || visibleBorder)
      scene.mark(null, () => {
        if (background) scene.content.fill(this.#box, background);
        if (visibleBorder) scene.content.frame(this.#box, visibleBorder);
      });
    const columnItems = items.flatMap((item) => this.#toColumnItem(item) ?? []);
    if (this.hasMore) columnItems.push(flowItem);
    // Repeated items are tagged only on the first page.
    const parent = this.#isFirstPage ? section : null;
    for (const { item, fittedContent, x, y } of layOut<FittedItem, ColumnItem>(
      columnItems,
      this.#contentArea,
      columnGapPoints,
    )) {
      const frame = { x, y, width: fittedContent.width, height: fittedContent.height };
      if ("flow" in fittedContent) {
        await this.#flow?.draw({ ...frame, height: Math.max(frame.height, minFlowHeight) }, section);
        continue;
      }
      if (item.item) scene.recordArea(item.item.node, frame);
      if ("figure" in fittedContent) fittedContent.figure.draw(frame, parent);
      else if (item.item?.kind === "text" && hasPageNumbers(item.item.text))
        deferText(scene, item.item, frame);
      else {
        const tag = parent ? tagOf(scene, item.item, this.#heading) : "P";
        drawInBox(scene, fittedContent.paragraph, frame, parent, tag);
      }
      if (item.item?.kind === "text" && parent) bookmarkHeading(scene, item.item, y);
    }
    this.#isFirstPage = false;
  }

  #toColumnItem(item: DrawnItem): ColumnItem | null {
    if (isFlowing(item)) return null;
    if (item.kind === "text")
      return item.text.trim() === "" ? null : createTextItem(this.#scene, item, this.#contentArea.width);
    if (item.kind === "photo")
      return this.#isFirstPage ? createPictureItem(this.#scene, item, item.half) : null;
    return item.kind === "image" ? createPictureItem(this.#scene, item, null) : null;
  }
}

/** The element type of a text: the heading of its level, or the first one for the text with the page's title. */
function tagOf(scene: DrawingContext, item: DrawnItem | null, headingText: DrawnItem | null): ElementType {
  if (item?.kind === "text" && item.level !== undefined) return scene.headingTag(item.level);
  return item !== null && item === headingText ? scene.headingTag(1) : "P";
}

/** Clips at the box, because a character may be wider than it. */
function drawInBox(
  scene: DrawingContext,
  paragraph: Paragraph,
  box: Rectangle,
  parent: StructureElement | null,
  tag: ElementType,
): void {
  const draw = () => drawParagraph(scene, paragraph, box, parent, tag);
  if (paragraph.isCut) scene.cutTexts.add(paragraph.source, scene.document.pages);
  if (widestLine(paragraph) <= box.width + 0.5) draw();
  else scene.content.drawClipped(box, draw);
}

/** Digits with which the space of page numbers is measured. */
const sampleNumber = "000";
const withSampleNumbers = (item: DrawnText): DrawnText =>
  hasPageNumbers(item.text) ? fillPageNumbers(item, sampleNumber, sampleNumber) : item;

/** Draws a text with page numbers once they are known, as an artifact like headers and footers. */
function deferText(scene: DrawingContext, item: DrawnText, box: Rectangle): void {
  scene.defer((number, count) => {
    const numberedItem = fillPageNumbers(item, number, count);
    const naturalParagraph = createParagraph(scene, numberedItem, Number.MAX_SAFE_INTEGER, {
      leading: lineSpacing,
    });
    drawInBox(scene, fitParagraph(naturalParagraph, box), box, null, "P");
  });
}

const sideOfAlignment = { LEFT: "left", CENTER: "center", RIGHT: "right" } as const;

function createTextItem(scene: DrawingContext, item: DrawnText, max: number): ColumnItem {
  const naturalParagraph = createParagraph(scene, withSampleNumbers(item), Number.MAX_SAFE_INTEGER, {
    leading: lineSpacing,
  });
  // A text aligned like its position can have the full width; any other is a block at its position.
  const isBlock = sideOfAlignment[item.alignment] !== bandAndSideOf(item.position).side;
  return {
    item,
    position: item.position,
    kind: "text",
    half: null,
    naturalWidth: Math.min(widestLine(naturalParagraph) + epsilonPoints, max),
    naturalHeight: (width) => paragraphHeight(resizeParagraph({ ...naturalParagraph, width }, item.size)),
    fit: (width, height) => {
      const fittedParagraph = fitParagraph(naturalParagraph, { width, height });
      const paragraph = isBlock
        ? { ...fittedParagraph, width: Math.min(widestLine(fittedParagraph), width) }
        : fittedParagraph;
      return { width: paragraph.width, height: Math.min(paragraphHeight(paragraph), height), paragraph };
    },
  };
}

function createPictureItem(
  scene: DrawingContext,
  item: DrawnPicture,
  half: DrawnPhoto["half"],
): ColumnItem | null {
  const figure = createFigure(scene, item);
  if (!figure) return null;
  const unlimitedPoints = Number.POSITIVE_INFINITY;
  const { box, shape } = figure;
  const maxSize = {
    width: box.width === null ? unlimitedPoints : mmToPoints(box.width),
    height: box.height === null ? unlimitedPoints : mmToPoints(box.height),
  };
  return {
    item,
    position: item.position ?? "CENTER",
    kind: "picture",
    half,
    naturalWidth: Math.min(maxSize.width, (maxSize.height * shape.width) / shape.height),
    naturalHeight: (width) => figureSize(figure, { width, height: unlimitedPoints }).height,
    fit: (width, height) => ({ ...figureSize(figure, { width, height }), figure }),
  };
}

const flowItem: ColumnItem = {
  item: null,
  position: null,
  kind: "flow",
  half: null,
  naturalWidth: Number.POSITIVE_INFINITY,
  naturalHeight: () => Number.POSITIVE_INFINITY,
  fit: (width, height) => ({ width, height, flow: true }),
};

/** The flow of a column, which continues on further pages: tables, and texts without a position. */
class ColumnFlow {
  readonly #scene: DrawingContext;
  readonly #items: readonly DrawnItem[];
  readonly #heading: DrawnItem | null;
  #index = 0;
  #table: PagedTable | null = null;

  constructor(scene: DrawingContext, items: readonly DrawnItem[], headingText: DrawnItem | null) {
    this.#scene = scene;
    this.#items = items;
    this.#heading = headingText;
  }

  get isDone(): boolean {
    return this.#index >= this.#items.length;
  }

  async draw(zone: Rectangle, section: StructureElement): Promise<void> {
    let top = zone.y;
    for (; !this.isDone; this.#index++) {
      const area = { ...zone, y: top, height: zone.y + zone.height - top };
      const height = await this.#draw(this.#items[this.#index]!, area, section, top === zone.y);
      if (height === null) return;
      top += height === 0 ? 0 : height + columnGapPoints;
    }
  }

  /** The drawn height; null if the flow continues on the next page. */
  async #draw(
    item: DrawnItem,
    area: Rectangle,
    section: StructureElement,
    isOnly: boolean,
  ): Promise<number | null> {
    const scene = this.#scene;
    if (item.kind === "lineBreak") return typography.emptyLine * lineSpacing;
    if (item.kind === "text") {
      const naturalParagraph = createParagraph(scene, withSampleNumbers(item), area.width, {
        leading: lineSpacing,
      });
      if (paragraphHeight(naturalParagraph) > area.height && !isOnly) return null;
      const paragraph = fitParagraph(naturalParagraph, area);
      const height = Math.min(paragraphHeight(paragraph), area.height);
      scene.recordArea(item.node, { ...area, height });
      if (hasPageNumbers(item.text)) deferText(scene, item, { ...area, height });
      else drawInBox(scene, paragraph, { ...area, height }, section, tagOf(scene, item, this.#heading));
      bookmarkHeading(scene, item, area.y);
      return height;
    }
    if (item.kind !== "table") return 0;
    this.#table ??= await PagedTable.of(scene, item, { ...area, pageHeight: area.height });
    const { y, status } = await this.#table.fill(area.y, area.y + area.height, section, isOnly);
    if (status !== "done") return null;
    this.#table = null;
    return y - area.y;
  }
}

/** Draws a slide or page of a PHOTO_GRID, with the caption below each photo. */
export async function drawGrid(
  scene: DrawingContext,
  grid: DrawnGrid,
  pageArea: Size,
  tree: PageTree,
): Promise<void> {
  const { document } = scene;
  const { border } = grid;
  const { cells, nameSize, commentSize } = layOutGrid(grid, { x: 0, y: 0, ...pageArea });
  const textColors = textColorsFor(grid.background);
  const captions = grid.cells.map(({ photo: { node }, name, comment, ...link }) => ({
    name: createCaption(node, name, nameSize, { bold: true, color: textColors.name }),
    comment: {
      ...createCaption(node, comment, commentSize, { bold: false, color: textColors.comment }),
      ...link,
    },
  }));
  const missingFaces = scene.missingFaces(captions.flatMap(({ name, comment }) => [name, comment]));
  if (missingFaces) await scene.load(missingFaces);
  const section = beginPage(scene, outlinedPage(grid, tree), pageArea);
  grid.cells.forEach(({ photo }, index) => {
    const cell = cells[index]!;
    const figure = createPhotoFigure(scene, photo);
    const size = figureSize(figure, limitedSize(cell.photo, photo.box));
    const { x, y, width, height } = cell.photo;
    if (border) scene.mark(null, () => scene.content.frame(cell.cell, border));
    scene.recordArea(photo.node, { x, y, width, height: height + cell.name.height + cell.comment.height });
    figure.draw({ x: x + (width - size.width) / 2, y: y + height - size.height, ...size }, section);
    for (const part of ["name", "comment"] as const) {
      const text = captions[index]![part];
      const rect = cell[part];
      if (text.text.trim() === "") continue;
      const naturalParagraph = createParagraph(scene, text, rect.width, { leading: lineSpacing });
      drawInBox(scene, fitParagraph(naturalParagraph, rect), rect, section, "P");
    }
  });
  document.endPage();
  document.structure.close(section);
}

const createCaption = (
  node: string,
  text: string,
  size: number,
  style: { bold: boolean; color: string },
): DrawnText => ({
  kind: "text",
  node,
  text,
  size,
  ...style,
  italic: false,
  alignment: "CENTER",
  font: "HELVETICA",
  position: null,
});
