import { selectEmbeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import type { StoredImage } from "#worker/export/exportPlanTypes.ts";
import { type FrameTransform, fitInto, type Size } from "#worker/export/orientation.ts";
import type { PlacedLine, Point } from "#worker/export/pdf/contentStream.ts";
import type { EmbeddedFace } from "#worker/export/pdf/embeddedFace.ts";
import { faceNameOf } from "#worker/export/pdf/fontFaces.ts";
import { createDrawableText, type DrawableText } from "#worker/export/pdf/pdfText.ts";
import type { ElementType, StructureElement } from "#worker/export/pdf/structure.ts";
import { addEllipsis, breakLines, type Line } from "#worker/export/pdf/textLines.ts";
import type { QrModules } from "#worker/export/qrCode.ts";
import { headingOf } from "../headings.ts";
import { flowPage, mmToPoints, typography } from "../pageMetrics.ts";
import type { DrawnImage, DrawnPhoto, DrawnText, MaxSize } from "../renderTree.ts";
import type { DrawingContext, KnownPicture } from "./scene.ts";

/** Something with a height that is drawn at a position, whole or in parts over several pages. */
export interface Flowable {
  /** Points. */
  readonly height: number;
  /** Minimum height of a part on a page, if it can be split. */
  readonly minHeight?: number;
  /**
   * The part that fits a height, and the remainder; null if nothing fits. With `force`, on an empty page, there is always a part:
   * otherwise pages would never end.
   */
  split(maxHeight: number, force: boolean): [Flowable, Flowable | null] | null;
  /** Draws into an element of the structure; null draws an artifact. */
  draw(position: Point, parent: StructureElement | null): void;
}

/** Lengths that differ by less count as equal, because their sums are rounded. */
export const epsilonPoints = 0.01;

/** A text broken into lines. Lengths in points. */
export interface Paragraph {
  /** As written. */
  source: string;
  text: DrawableText;
  face: EmbeddedFace;
  size: number;
  color: string;
  alignment: DrawnText["alignment"];
  lineHeight: number;
  /** Null for a text that opens no URL. */
  link: string | null;
  /** Width of its column. */
  width: number;
  lines: readonly Line[];
  /** The last line ends with an ellipsis. */
  isCut: boolean;
}

export const toPoints = (thousandths: number, size: number): number => (thousandths * size) / 1000;

export const widestLine = ({ lines, size }: Paragraph): number =>
  toPoints(
    lines.reduce((max, { width }) => Math.max(max, width), 0),
    size,
  );

export const paragraphHeight = ({ lines, lineHeight }: Paragraph): number => lines.length * lineHeight;

/** Breaks a text into the lines of a column. @param leading line height as a multiple of the font size */
export function createParagraph(
  scene: DrawingContext,
  item: DrawnText,
  width: number,
  { size = item.size, leading = typography.lineHeight }: { size?: number; leading?: number } = {},
): Paragraph {
  const face = scene.face(faceNameOf(item));
  const text = createDrawableText(item.text, face.type, scene.signFaces(item.text));
  return {
    source: item.text,
    text,
    face,
    size,
    color: item.color,
    alignment: item.alignment,
    lineHeight: size * leading,
    link: item.link ?? null,
    width,
    lines: breakLines(text, face.type, (Math.max(width, 0) / size) * 1000),
    isCut: false,
  };
}

/** The same text in another size. */
export function resizeParagraph(paragraph: Paragraph, fontSize: number): Paragraph {
  const { text, face, width, lineHeight } = paragraph;
  return {
    ...paragraph,
    size: fontSize,
    lineHeight: (lineHeight / paragraph.size) * fontSize,
    lines: breakLines(text, face.type, (Math.max(width, 0) / fontSize) * 1000),
  };
}

/** The first lines of a text; the last one ends with an ellipsis. */
export function truncateParagraph(paragraph: Paragraph, max: number): Paragraph {
  if (paragraph.lines.length <= max) return paragraph;
  const { text, face, size, width } = paragraph;
  const lines = paragraph.lines.slice(0, max);
  const last = lines.at(-1);
  if (!last) return paragraph;
  const truncatedLine = addEllipsis(text, face.type, last, (width / size) * 1000);
  lines[lines.length - 1] = { ...last, ...truncatedLine, endsInsideWord: false };
  return { ...paragraph, lines, isCut: true };
}

/** Draws lines [from, to) of a paragraph. */
export function drawLines(
  scene: DrawingContext,
  paragraph: Paragraph,
  from: number,
  to: number,
  origin: Point,
  element: StructureElement | null,
) {
  const { text, face, size, color, alignment, lineHeight, width, lines } = paragraph;
  if (text.units.trim() === "") return;
  const { ascent, descent } = face.type;
  const ascentPoints = (lineHeight - toPoints(ascent - descent, size)) / 2 + toPoints(ascent, size);
  const placedLines: PlacedLine[] = [];
  for (let index = from; index < to; index++) {
    const line = lines[index]!;
    const spareWidth = Math.max(width - toPoints(line.width, size), 0);
    const offset = alignment === "RIGHT" ? spareWidth : alignment === "CENTER" ? spareWidth / 2 : 0;
    placedLines.push({
      line,
      x: origin.x + offset,
      y: origin.y + (index - from) * lineHeight + ascentPoints,
      ellipsis: paragraph.isCut && index === lines.length - 1,
    });
  }
  const { document } = scene;
  const link = paragraph.link !== null && element ? document.createElement("Link", element) : null;
  scene.mark(link ?? element, () => scene.content.lines(text, { face, size, color }, placedLines));
  if (paragraph.link === null) return;
  const left = Math.min(...placedLines.map(({ x }) => x));
  const right = Math.max(...placedLines.map(({ x, line }) => x + toPoints(line.width, size)));
  const height = placedLines.length * lineHeight;
  const area = { x: left, y: origin.y, width: right - left, height };
  if (!link) {
    document.linkArtifact(paragraph.link, area);
    return;
  }
  document.link(link, paragraph.link, area);
  document.structure.close(link);
}

/** An element shared by several parts; made when the first one is drawn. */
export class SharedElement {
  #element: StructureElement | null = null;
  readonly #type: ElementType;
  readonly #attributes: string;

  constructor(type: ElementType, attributes = "") {
    this.#type = type;
    this.#attributes = attributes;
  }

  /** Null inside artifacts. */
  in(scene: DrawingContext, parent: StructureElement | null): StructureElement | null {
    if (parent === null) return null;
    this.#element ??= scene.document.createElement(this.#type, parent, this.#attributes);
    return this.#element;
  }
}

/** Width of the widest character, in em. */
const maxCharacterEm = 1.1;

export interface TextOptions {
  /** Tag of a heading or paragraph; null adds the text to the element around it. */
  tag: ElementType | null;
  /** Factor for the font size. */
  scale?: number;
}

/** A text that flows; its lines may continue on the next page. */
export class TextFlowable implements Flowable {
  readonly #scene: DrawingContext;
  readonly #paragraph: Paragraph;
  readonly #item: DrawnText;
  readonly #element: SharedElement | null;
  readonly #from: number;
  readonly #to: number;

  private constructor(
    scene: DrawingContext,
    item: DrawnText,
    paragraph: Paragraph,
    element: SharedElement | null,
    from: number,
    to: number,
  ) {
    this.#scene = scene;
    this.#item = item;
    this.#paragraph = paragraph;
    this.#element = element;
    this.#from = from;
    this.#to = to;
  }

  /** Shrinks the font size so that no line is higher than a page (`maxHeight`) and no character wider than the column. */
  static of(
    scene: DrawingContext,
    item: DrawnText,
    width: number,
    maxHeight: number,
    { tag, scale = 1 }: TextOptions,
  ): TextFlowable {
    const size = Math.min(
      item.size * scale,
      maxHeight / typography.lineHeight,
      Math.max(width / maxCharacterEm, 1),
    );
    const paragraph = createParagraph(scene, item, width, { size });
    const element = tag && new SharedElement(tag);
    return new TextFlowable(scene, item, paragraph, element, 0, paragraph.lines.length);
  }

  get height(): number {
    return (this.#to - this.#from) * this.#paragraph.lineHeight;
  }

  get minHeight(): number {
    return Math.min(this.#to - this.#from, 2) * this.#paragraph.lineHeight;
  }

  split(maxHeight: number, force: boolean): [Flowable, Flowable | null] | null {
    const lines = this.#to - this.#from;
    let fittingLines = Math.min(Math.floor((maxHeight + epsilonPoints) / this.#paragraph.lineHeight), lines);
    if (fittingLines === lines) return [this, null];
    // Avoids a single line at the top or bottom of a page.
    if (lines - fittingLines === 1 && fittingLines > 2) fittingLines--;
    if (fittingLines === 1 && lines > 2 && this.#from === 0 && !force) return null;
    if (fittingLines < 1) {
      if (!force) return null;
      fittingLines = 1;
    }
    return [
      this.#part(this.#from, this.#from + fittingLines),
      this.#part(this.#from + fittingLines, this.#to),
    ];
  }

  #part(from: number, to: number): TextFlowable {
    return new TextFlowable(this.#scene, this.#item, this.#paragraph, this.#element, from, to);
  }

  draw(origin: Point, parent: StructureElement | null): void {
    const { width } = this.#paragraph;
    this.#scene.recordArea(this.#item.node, { ...origin, width, height: this.height });
    if (this.#from === 0 && parent) bookmarkHeading(this.#scene, this.#item, origin.y);
    const element = this.#element ? this.#element.in(this.#scene, parent) : parent;
    drawLines(this.#scene, this.#paragraph, this.#from, this.#to, origin, element);
  }
}

/** Adds a heading that is drawn to the bookmarks. */
export function bookmarkHeading(scene: DrawingContext, item: DrawnText, y: number): void {
  const heading = scene.isContinuedPage ? null : headingOf(item);
  if (heading)
    scene.document.bookmark(
      heading.level + scene.headingLevelOffset,
      heading.title,
      Math.max(y - headingSpace, 0),
    );
}

/** Between the top of the view and a heading that a link leads to. */
const headingSpace = mmToPoints(flowPage.itemGap);

/** Draws a whole paragraph as a separate element. */
export function drawParagraph(
  scene: DrawingContext,
  paragraph: Paragraph,
  origin: Point,
  parent: StructureElement | null,
  tag: ElementType,
): void {
  if (paragraph.text.units.trim() === "") return;
  const element = parent && scene.document.createElement(tag, parent);
  drawLines(scene, paragraph, 0, paragraph.lines.length, origin, element);
  if (element) scene.document.structure.close(element);
}

/** A photo or image to draw. */
export interface Figure {
  node: string;
  /** Upright size, in pixels or any other unit. */
  shape: Size;
  box: MaxSize;
  draw(frame: Point & Size, parent: StructureElement | null): void;
}

export function createPhotoFigure(scene: DrawingContext, item: DrawnPhoto): Figure {
  const { image, transform, upright } = selectEmbeddedPhoto(item.photo, item.variant);
  const draw = (frame: Point & Size, parent: StructureElement | null) =>
    drawFigure(scene, image, transform, item.altText, frame, parent);
  return { node: item.node, shape: upright, box: item.box, draw };
}

function drawFigure(
  scene: DrawingContext,
  image: StoredImage,
  transform: FrameTransform,
  altText: string,
  frame: Point & Size,
  parent: StructureElement | null,
): void {
  const { document } = scene;
  const element =
    parent && document.createElement("Figure", parent, document.figureAttributes(altText, frame));
  scene.mark(element, () => document.photo(image, frame, transform));
  if (element) document.structure.close(element);
}

/** A QR code as shapes, which are sharp at any size. */
function createCodeFigure(
  scene: DrawingContext,
  { node, box, altText }: DrawnImage,
  modules: QrModules,
): Figure {
  const { document } = scene;
  return {
    node,
    box,
    shape: { width: 1, height: 1 },
    draw(frame, parent) {
      const attributes = document.figureAttributes(altText ?? "", frame);
      const element = parent && document.createElement("Figure", parent, attributes);
      scene.mark(element, () => scene.content.modules(frame, modules));
      if (element) document.structure.close(element);
    },
  };
}

/** The picture of an IMAGE, which is decorative without an alternative text; null if it cannot be read. */
export function createImageFigure(scene: DrawingContext, item: DrawnImage): Figure | null {
  if (item.code) return createCodeFigure(scene, item, item.code);
  const knownPicture: KnownPicture | null = scene.picture(item);
  if (!knownPicture) return null;
  const { width, height } = knownPicture.picture;
  return {
    node: item.node,
    shape: { width, height },
    box: item.box,
    draw(frame, parent) {
      const { document } = scene;
      const element =
        item.altText && parent
          ? document.createElement("Figure", parent, document.figureAttributes(item.altText, frame))
          : null;
      scene.mark(element, () => document.picture(knownPicture.key, knownPicture.picture, frame));
      if (element) document.structure.close(element);
    },
  };
}

export const createFigure = (scene: DrawingContext, item: DrawnPhoto | DrawnImage): Figure | null =>
  item.kind === "photo" ? createPhotoFigure(scene, item) : createImageFigure(scene, item);

/** The size of a figure: uncropped, as large as its box and the room allow. */
export function figureSize({ shape, box }: Figure, space: Size): Size {
  return fitInto(shape, {
    width: Math.min(space.width, box.width === null ? Number.POSITIVE_INFINITY : mmToPoints(box.width)),
    height: Math.min(space.height, box.height === null ? Number.POSITIVE_INFINITY : mmToPoints(box.height)),
  });
}

/** A photo or image that flows. It is never cut, but shrinks to the height of a page. */
export class FigureFlowable implements Flowable {
  readonly #scene: DrawingContext;
  readonly #figure: Figure;
  readonly #drawnSize: Size;

  constructor(scene: DrawingContext, figure: Figure, space: Size) {
    this.#scene = scene;
    this.#figure = figure;
    this.#drawnSize = figureSize(figure, space);
  }

  get height(): number {
    return this.#drawnSize.height;
  }

  split(maxHeight: number, force: boolean): [Flowable, Flowable | null] | null {
    if (this.height <= maxHeight + epsilonPoints) return [this, null];
    if (!force) return null;
    return [
      new FigureFlowable(this.#scene, this.#figure, {
        width: this.#drawnSize.width,
        height: Math.max(maxHeight, 1),
      }),
      null,
    ];
  }

  draw(origin: Point, parent: StructureElement | null): void {
    const frame = { ...origin, ...this.#drawnSize };
    this.#scene.recordArea(this.#figure.node, frame);
    this.#figure.draw(frame, parent);
  }
}

/** An empty line. */
export class GapFlowable implements Flowable {
  readonly height: number;
  readonly #scene: DrawingContext;
  readonly #node: string;
  readonly #width: number;

  constructor(scene: DrawingContext, node: string, width: number, height: number) {
    this.#scene = scene;
    this.#node = node;
    this.#width = width;
    this.height = height;
  }

  split(maxHeight: number, force: boolean): [Flowable, Flowable | null] | null {
    return this.height <= maxHeight + epsilonPoints || force ? [this, null] : null;
  }

  draw(origin: Point): void {
    this.#scene.recordArea(this.#node, { ...origin, width: this.#width, height: this.height });
  }
}

/** Stacked flowables. */
export class StackFlowable implements Flowable {
  readonly height: number;
  readonly #flowables: readonly Flowable[];
  readonly #gap: number;

  constructor(flowables: readonly Flowable[], gap: number) {
    this.#flowables = flowables;
    this.#gap = gap;
    this.height = flowables.reduce((sum, item) => sum + item.height, gap * Math.max(flowables.length - 1, 0));
  }

  get isEmpty(): boolean {
    return this.#flowables.length === 0;
  }

  split(maxHeight: number, force: boolean): [StackFlowable, StackFlowable | null] | null {
    if (this.height <= maxHeight + epsilonPoints) return [this, null];
    let remaining = maxHeight;
    for (const [index, item] of this.#flowables.entries()) {
      if (item.height <= remaining + epsilonPoints) {
        remaining -= item.height + this.#gap;
        continue;
      }
      const parts = item.split(Math.max(remaining, 0), force && index === 0);
      const fittingFlowables = this.#flowables.slice(0, index);
      const remainingFlowables = this.#flowables.slice(index + 1);
      const [head, tail] = parts ?? [null, item];
      if (head) fittingFlowables.push(head);
      if (tail) remainingFlowables.unshift(tail);
      if (fittingFlowables.length === 0) return null;
      return [
        this.#createPart(fittingFlowables),
        remainingFlowables.length > 0 ? this.#createPart(remainingFlowables) : null,
      ];
    }
    return [this, null];
  }

  #createPart(flowables: readonly Flowable[]): StackFlowable {
    return new StackFlowable(flowables, this.#gap);
  }

  draw({ x, y }: Point, parent: StructureElement | null): void {
    let top = y;
    for (const item of this.#flowables) {
      item.draw({ x, y: top }, parent);
      top += item.height + this.#gap;
    }
  }
}
