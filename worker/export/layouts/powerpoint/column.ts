import type { Size } from "#worker/export/orientation.ts";
import {
  bandAndSideOf,
  columnGapPoints,
  contentRectOf,
  type LayoutItem,
  layOut,
  minFlowHeight,
  type Rect,
} from "../columnLayout.ts";
import {
  canContinueOnNextSlide,
  type FittedText,
  fitText,
  lineHeight,
  naturalWidth,
  splitText,
  textHeight,
} from "../fitText.ts";
import type { PackagePictures } from "../packagePictures.ts";
import { typography } from "../pageMetrics.ts";
import type { DrawnCell, DrawnItem, DrawnPhoto, DrawnText } from "../renderTree.ts";
import { minScale } from "../scales.ts";
import { createRun, PagedTable } from "./powerpointTable.ts";
import { createSlidePicture, fitPicture, type SlidePicture } from "./slidePicture.ts";
import type { SlideXml } from "./slideXml.ts";

interface FittedItem extends Size {
  /** Only of a text. */
  text?: FittedText;
}
interface ColumnItem extends LayoutItem<FittedItem> {
  draw(slide: SlideXml, fittedItem: FittedItem, position: { x: number; y: number }): void;
}

/** A column over one or more slides: each has its texts and images, the first has its photos, and the flow continues. */
export class SlideColumn {
  readonly #cell: DrawnCell;
  readonly #pictures: PackagePictures;
  readonly #rect: Rect;
  readonly #contentArea: Rect;
  readonly #flow: ColumnFlow | null;
  readonly #titleText: DrawnItem | null;
  #isFirstSlide = true;

  /** @param titleText the text that is the title of the slide */
  constructor(cell: DrawnCell, rect: Rect, pictures: PackagePictures, titleText: DrawnItem | null) {
    this.#cell = cell;
    this.#titleText = titleText;
    this.#pictures = pictures;
    this.#rect = rect;
    this.#contentArea = contentRectOf(cell, rect);
    const flowItems = cell.items.filter(isFlowing);
    this.#flow = flowItems.length > 0 ? new ColumnFlow(flowItems, pictures) : null;
  }

  /** The flow continues on another slide. */
  get hasMore(): boolean {
    return this.#flow !== null && !this.#flow.isDone;
  }

  draw(slide: SlideXml): void {
    const { background, border, items } = this.#cell;
    const visibleBorder = border && border.width > 0 ? border : null;
    if (background || visibleBorder) slide.addPanel(this.#rect, background, visibleBorder);
    const columnItems = items.flatMap((item) => this.#toColumnItems(item));
    if (this.#flow && !this.#flow.isDone) columnItems.push(this.#flow);
    for (const { item, fittedContent, x, y } of layOut<FittedItem, ColumnItem>(
      columnItems,
      this.#contentArea,
      columnGapPoints,
    ))
      item.draw(slide, fittedContent, { x, y });
    this.#isFirstSlide = false;
  }

  #toColumnItems(item: DrawnItem): ColumnItem[] {
    if (isFlowing(item)) return [];
    if (item.kind === "text")
      return [createTextItem(item, this.#contentArea.width, item === this.#titleText)];
    if ((item.kind !== "photo" || !this.#isFirstSlide) && item.kind !== "image") return [];
    const picture = createSlidePicture(item, this.#pictures);
    return picture ? [createPictureItem(item, item.kind === "photo" ? item.half : null, picture)] : [];
  }
}

const isFlowing = (item: DrawnItem): boolean =>
  item.kind === "table" || item.kind === "lineBreak" || (item.kind === "text" && item.position === null);

const sideOfAlignment = { LEFT: "left", CENTER: "center", RIGHT: "right" } as const;

function createTextItem(text: DrawnText, maxWidth: number, isTitle: boolean): ColumnItem {
  const { relativeTop, side } = bandAndSideOf(text.position);
  // A text aligned like its position can have the full width; any other is a block at its position.
  const isBlock = sideOfAlignment[text.alignment] !== side;
  const unwrappedWidth = Math.min(naturalWidth(text), maxWidth);
  return {
    position: text.position,
    kind: "text",
    half: null,
    naturalWidth: unwrappedWidth,
    naturalHeight: (width) => textHeight(text, width),
    fit(width, height) {
      const fittedText = fitText(text, { width, height });
      // Some extra width, for programs that draw characters wider and would break the line.
      const blockWidth = isBlock ? Math.min(fittedText.width * 1.02 + 1, width) : width;
      return { width: blockWidth, height: Math.min(fittedText.height, height), text: fittedText };
    },
    draw(slide, { width, height, text: fittedText }, { x, y }) {
      if (!fittedText) return;
      slide.addText({ x, y, width, height }, [createRun(text, fittedText)], relativeTop, isTitle);
      if (fittedText.text !== text.text) slide.cutTexts.push(text.text);
    },
  };
}

function createPictureItem(
  { position }: Pick<DrawnPhoto, "position">,
  half: DrawnPhoto["half"],
  picture: SlidePicture,
): ColumnItem {
  const { upright, maxSize } = picture;
  return {
    position: position ?? "CENTER",
    kind: "picture",
    half,
    naturalWidth: Math.min(maxSize.width, (maxSize.height * upright.width) / upright.height),
    naturalHeight: (width) => fitPicture(picture, { width, height: Number.POSITIVE_INFINITY }).height,
    fit: (width, height) => fitPicture(picture, { width, height }),
    draw: (slide, { width, height }, { x, y }) => picture.draw(slide, { x, y, width, height }),
  };
}

/** The flow of a column, which continues on further slides: tables, and texts without a position. */
class ColumnFlow implements ColumnItem {
  readonly position = null;
  readonly kind = "flow";
  readonly half = null;
  readonly naturalWidth = Number.POSITIVE_INFINITY;
  readonly #items: readonly DrawnItem[];
  readonly #pictures: PackagePictures;
  #index = 0;
  #table: PagedTable | null = null;
  /** The remaining part of a text, at the size to which the text was shrunk. */
  #remainingText: DrawnText | null = null;

  constructor(items: readonly DrawnItem[], pictures: PackagePictures) {
    this.#items = items;
    this.#pictures = pictures;
  }

  get isDone(): boolean {
    return this.#index >= this.#items.length;
  }

  naturalHeight(): number {
    return Number.POSITIVE_INFINITY;
  }

  fit(width: number, height: number): FittedItem {
    return { width, height };
  }

  draw(slide: SlideXml, { width, height }: FittedItem, { x, y }: { x: number; y: number }): void {
    const bottom = y + Math.max(height, minFlowHeight);
    let top = y;
    for (; !this.isDone; this.#index++) {
      const area = { x, y: top, width, height: bottom - top };
      const usedHeight = this.#draw(slide, this.#items[this.#index]!, area, top === y);
      if (usedHeight === null) return;
      top += usedHeight === 0 ? 0 : usedHeight + columnGapPoints;
    }
  }

  /** The drawn height; null if the flow continues on the next slide. */
  #draw(slide: SlideXml, item: DrawnItem, area: Rect, isOnly: boolean): number | null {
    if (item.kind === "lineBreak") return typography.emptyLine * lineHeight;
    if (item.kind === "text") {
      const text = this.#remainingText ?? item;
      const naturalHeight = textHeight(text, area.width);
      if (naturalHeight > area.height && !isOnly) return null;
      const height = Math.min(naturalHeight, area.height);
      const fittedText = fitText(text, { width: area.width, height });
      const shrunkText = this.#remainingText ?? { ...item, size: item.size * minScale };
      const isWhole = fittedText.text === text.text && !this.#remainingText;
      const part = isWhole || !canContinueOnNextSlide(area) ? null : splitText(shrunkText, area);
      slide.addText({ ...area, height }, [createRun(text, part?.fittingText ?? fittedText)], 0);
      if (!part && fittedText.text !== text.text) slide.cutTexts.push(text.text);
      this.#remainingText = part?.remainingText ? { ...shrunkText, text: part.remainingText } : null;
      return this.#remainingText === null ? height : null;
    }
    if (item.kind !== "table") return 0;
    this.#table ??= new PagedTable(item, this.#pictures);
    const { height, isDone } = this.#table.draw(slide, area, isOnly);
    if (!isDone) return null;
    this.#table = null;
    return height;
  }
}
