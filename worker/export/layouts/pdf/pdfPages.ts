import type { Size } from "#worker/export/orientation.ts";
import type { Rectangle } from "#worker/export/pdf/contentStream.ts";
import type { Element } from "#worker/export/pdf/structure.ts";
import {
  bandAndSideOf,
  columnGap,
  contentRect,
  layOut,
  minFlowHeight,
  type Placeable,
} from "../columnLayout.ts";
import { gridPlaces, textColorsOn } from "../grid.ts";
import { a4, points, slideMillimetres, type } from "../pageMetrics.ts";
import type { DrawnCell, DrawnGrid, DrawnItem, DrawnPage, DrawnPhoto, DrawnText } from "../renderTree.ts";
import { fittedParagraph } from "./fit.ts";
import {
  drawParagraph,
  epsilonPoints,
  type Figure,
  figureOf,
  figureSize,
  type Paragraph,
  paragraphHeight,
  paragraphOf,
  photoFigure,
  resized,
  widestLine,
} from "./flowables.ts";
import { PagedTable } from "./pdfTable.ts";
import type { Scene } from "./scene.ts";

/** Line height in type sizes, as on slides. */
const lineSpacing = 1.2;

/** Slides are landscape, 16:9. */
export const slideSize: Size = {
  width: points(slideMillimetres.width),
  height: points(slideMillimetres.height),
};

/**
 * A4 portrait, or landscape if pictures are side by side (in two columns, or on both sides of one) and together wider than high.
 * A page with stacked pictures stays portrait.
 */
export function pageSize(scene: Scene, { columns }: DrawnPage): Size {
  const columnHeights: number[] = [];
  for (const { items } of columns) {
    const sides = Map.groupBy(items.filter(isPicture), sideOf);
    for (const pictures of sides.values())
      columnHeights.push(1 / pictures.reduce((sum, item) => sum + aspectRatio(scene, item), 0));
  }
  const isSideBySide = columnHeights.length > 1 && columnHeights.reduce((sum, shape) => sum + shape, 0) > 1;
  const [short, long] = [points(a4.width), points(a4.height)];
  return isSideBySide ? { width: long, height: short } : { width: short, height: long };
}

type DrawnPicture = Extract<DrawnItem, { kind: "photo" | "image" }>;

const isPicture = (item: DrawnItem): item is DrawnPicture => item.kind === "photo" || item.kind === "image";

const sideOf = (item: DrawnPicture): string =>
  (item.kind === "photo" && item.half?.toLowerCase()) || bandAndSideOf(item.position ?? "CENTER").side;

/** Ratio of a picture's height to its width. */
function aspectRatio(scene: Scene, item: DrawnPicture): number {
  const { width, height } = item.box;
  if (width !== null && height !== null) return height / width;
  const shape = figureOf(scene, item)?.shape;
  return shape ? shape.height / shape.width : 1;
}

/**
 * Draws a slide or page, and further ones if its tables need them: each has its texts and images, the first has its photos, and
 * the flow continues.
 */
export async function drawPage(scene: Scene, page: DrawnPage, size: Size): Promise<void> {
  const { document } = scene;
  const missing = scene.missingFaces(page.columns);
  if (missing) await scene.load(missing);
  const totalWidth = page.columns.reduce((sum, { width }) => sum + width, 0) || 1;
  const heading = headingOf(page);
  let x = 0;
  const columns = page.columns.map((cell) => {
    const box = { x, y: 0, width: (cell.width / totalWidth) * size.width, height: size.height };
    x += box.width;
    return new Column(scene, cell, box, heading);
  });
  const section = beginPage(scene, page, size);
  for (;;) {
    for (const column of columns) await column.draw(section);
    document.endPage();
    if (!columns.some(({ hasMore }) => hasMore)) break;
    beginPage(scene, { ...page, title: "" }, size, section);
  }
  document.structure.close(section);
}

function beginPage(
  scene: Scene,
  { node, background, title }: Pick<DrawnPage, "node" | "background" | "title">,
  size: Size,
  section?: Element,
): Element {
  const { document } = scene;
  scene.beginPage(size);
  const all = { x: 0, y: 0, ...size };
  scene.note(node, all);
  if (background.toUpperCase() !== "#FFFFFF") scene.mark(null, () => scene.content.fill(all, background));
  if (title.trim() !== "") document.bookmark(1, title, 0);
  return section ?? document.element("Sect", document.structure.document);
}

/** The text that contains the page's title. */
function headingOf({ columns, title }: DrawnPage): DrawnItem | null {
  if (title.trim() === "") return null;
  for (const { items } of columns)
    for (const item of items) if (item.kind === "text" && item.text.includes(title)) return item;
  return null;
}

/** An item fitted into its box. */
type Fitted = Size & ({ paragraph: Paragraph } | { figure: Figure } | { flow: true });

/** An item of a column with its source; a flow has several and therefore null. */
type ColumnItem = Placeable<Fitted> & { item: DrawnItem | null };

const flows = (item: DrawnItem): boolean =>
  item.kind === "table" || item.kind === "lineBreak" || (item.kind === "text" && item.position === null);

/** A column over one or more pages. */
class Column {
  readonly #scene: Scene;
  readonly #cell: DrawnCell;
  readonly #box: Rectangle;
  readonly #room: Rectangle;
  readonly #flow: Flow | null;
  readonly #heading: DrawnItem | null;
  #first = true;

  constructor(scene: Scene, cell: DrawnCell, box: Rectangle, heading: DrawnItem | null) {
    this.#scene = scene;
    this.#cell = cell;
    this.#box = box;
    this.#room = contentRect(cell, box);
    this.#heading = heading;
    const flowing = cell.items.filter(flows);
    this.#flow = flowing.length > 0 ? new Flow(scene, flowing, heading) : null;
  }

  /** The flow continues on another page. */
  get hasMore(): boolean {
    return this.#flow !== null && !this.#flow.done;
  }

  async draw(section: Element): Promise<void> {
    const scene = this.#scene;
    const { background, border, items, node } = this.#cell;
    scene.note(node, this.#box);
    const line = border && border.width > 0 ? border : null;
    if (background || line)
      scene.mark(null, () => {
        if (background) scene.content.fill(this.#box, background);
        if (line) scene.content.frame(this.#box, line);
      });
    const things = items.flatMap((item) => this.#thing(item) ?? []);
    if (this.hasMore) things.push(flowThing);
    // Repeated items are tagged only on the first page.
    const parent = this.#first ? section : null;
    for (const { item: thing, fitted, x, y } of layOut<Fitted, ColumnItem>(things, this.#room, columnGap)) {
      const frame = { x, y, width: fitted.width, height: fitted.height };
      if ("flow" in fitted) {
        await this.#flow?.draw({ ...frame, height: Math.max(frame.height, minFlowHeight) }, section);
        continue;
      }
      if (thing.item) scene.note(thing.item.node, frame);
      if ("figure" in fitted) fitted.figure.draw(frame, parent);
      else drawBoxed(scene, fitted.paragraph, frame, parent, thing.item === this.#heading);
    }
    this.#first = false;
  }

  #thing(item: DrawnItem): ColumnItem | null {
    if (flows(item)) return null;
    if (item.kind === "text")
      return item.text.trim() === "" ? null : textThing(this.#scene, item, this.#room.width);
    if (item.kind === "photo") return this.#first ? pictureThing(this.#scene, item, item.half) : null;
    return item.kind === "image" ? pictureThing(this.#scene, item, null) : null;
  }
}

/** Clips at the box, because a character may be wider than it. */
function drawBoxed(
  scene: Scene,
  paragraph: Paragraph,
  box: Rectangle,
  parent: Element | null,
  isHeading: boolean,
): void {
  const draw = () => drawParagraph(scene, paragraph, box, parent, isHeading ? "H1" : "P");
  if (paragraph.cut) scene.cutTexts.add(paragraph.source, scene.document.pages);
  if (widestLine(paragraph) <= box.width + 0.5) draw();
  else scene.content.clipped(box, draw);
}

const sideOfAlignment = { LEFT: "left", CENTER: "center", RIGHT: "right" } as const;

function textThing(scene: Scene, item: DrawnText, max: number): ColumnItem {
  const natural = paragraphOf(scene, item, Number.MAX_SAFE_INTEGER, { leading: lineSpacing });
  // A text aligned like its position can have the full width; any other is a block at its position.
  const block = sideOfAlignment[item.alignment] !== bandAndSideOf(item.position).side;
  return {
    item,
    position: item.position,
    kind: "text",
    half: null,
    naturalWidth: Math.min(widestLine(natural) + epsilonPoints, max),
    naturalHeight: (width) => paragraphHeight(resized({ ...natural, width }, item.size)),
    fit: (width, height) => {
      const fitted = fittedParagraph(natural, { width, height });
      const paragraph = block ? { ...fitted, width: Math.min(widestLine(fitted), width) } : fitted;
      return { width: paragraph.width, height: Math.min(paragraphHeight(paragraph), height), paragraph };
    },
  };
}

function pictureThing(scene: Scene, item: DrawnPicture, half: DrawnPhoto["half"]): ColumnItem | null {
  const figure = figureOf(scene, item);
  if (!figure) return null;
  const endless = Number.POSITIVE_INFINITY;
  const { box, shape } = figure;
  const maxSize = {
    width: box.width === null ? endless : points(box.width),
    height: box.height === null ? endless : points(box.height),
  };
  return {
    item,
    position: item.position ?? "CENTER",
    kind: "picture",
    half,
    naturalWidth: Math.min(maxSize.width, (maxSize.height * shape.width) / shape.height),
    naturalHeight: (width) => figureSize(figure, { width, height: endless }).height,
    fit: (width, height) => ({ ...figureSize(figure, { width, height }), figure }),
  };
}

const flowThing: ColumnItem = {
  item: null,
  position: null,
  kind: "flow",
  half: null,
  naturalWidth: Number.POSITIVE_INFINITY,
  naturalHeight: () => Number.POSITIVE_INFINITY,
  fit: (width, height) => ({ width, height, flow: true }),
};

/** The flow of a column, which continues on further pages: tables, and texts without a position. */
class Flow {
  readonly #scene: Scene;
  readonly #items: readonly DrawnItem[];
  readonly #heading: DrawnItem | null;
  #index = 0;
  #table: PagedTable | null = null;

  constructor(scene: Scene, items: readonly DrawnItem[], heading: DrawnItem | null) {
    this.#scene = scene;
    this.#items = items;
    this.#heading = heading;
  }

  get done(): boolean {
    return this.#index >= this.#items.length;
  }

  async draw(zone: Rectangle, section: Element): Promise<void> {
    let top = zone.y;
    for (; !this.done; this.#index++) {
      const area = { ...zone, y: top, height: zone.y + zone.height - top };
      const height = await this.#draw(this.#items[this.#index]!, area, section, top === zone.y);
      if (height === null) return;
      top += height === 0 ? 0 : height + columnGap;
    }
  }

  /** Height of what was drawn; null if the flow continues on the next page. */
  async #draw(item: DrawnItem, zone: Rectangle, section: Element, isOnly: boolean): Promise<number | null> {
    const scene = this.#scene;
    if (item.kind === "lineBreak") return type.emptyLine * lineSpacing;
    if (item.kind === "text") {
      const natural = paragraphOf(scene, item, zone.width, { leading: lineSpacing });
      if (paragraphHeight(natural) > zone.height && !isOnly) return null;
      const paragraph = fittedParagraph(natural, zone);
      const height = Math.min(paragraphHeight(paragraph), zone.height);
      scene.note(item.node, { ...zone, height });
      drawBoxed(scene, paragraph, { ...zone, height }, section, item === this.#heading);
      return height;
    }
    if (item.kind !== "table") return 0;
    this.#table ??= await PagedTable.of(scene, item, { ...zone, pageHeight: zone.height });
    const { y, filled } = await this.#table.fill(zone.y, zone.y + zone.height, section, isOnly);
    if (filled !== "done") return null;
    this.#table = null;
    return y - zone.y;
  }
}

/** Draws a slide of a PHOTO_GRID, with the name and comment below each photo. */
export async function drawGrid(scene: Scene, grid: DrawnGrid): Promise<void> {
  const { document } = scene;
  const { cells, nameSize, commentSize } = gridPlaces(grid, { x: 0, y: 0, ...slideSize });
  const ink = textColorsOn(grid.background);
  const captions = grid.cells.map(({ photo: { node }, name, comment }) => ({
    name: captionOf(node, name, nameSize, { bold: true, color: ink.name }),
    comment: captionOf(node, comment, commentSize, { bold: false, color: ink.comment }),
  }));
  const missing = scene.missingFaces(captions.flatMap(({ name, comment }) => [name, comment]));
  if (missing) await scene.load(missing);
  const section = beginPage(scene, grid, slideSize);
  grid.cells.forEach(({ photo }, index) => {
    const slots = cells[index]!;
    const figure = photoFigure(scene, photo);
    const size = figureSize(figure, slots.photo);
    const { x, y, width, height } = slots.photo;
    scene.note(photo.node, { x, y, width, height: height + slots.name.height + slots.comment.height });
    figure.draw({ x: x + (width - size.width) / 2, y: y + height - size.height, ...size }, section);
    for (const part of ["name", "comment"] as const) {
      const text = captions[index]![part];
      const rect = slots[part];
      if (text.text.trim() === "") continue;
      const natural = paragraphOf(scene, text, rect.width, { leading: lineSpacing });
      drawBoxed(scene, fittedParagraph(natural, rect), rect, section, false);
    }
  });
  document.endPage();
  document.structure.close(section);
}

const captionOf = (
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
