import { embeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { fitInto, orientedSize, type Size, type Turn, upright } from "#worker/export/orientation.ts";
import {
  bandAndSideOf,
  columnGap,
  contentRect,
  layOut,
  minFlowHeight,
  type Placeable,
  type Rect,
} from "../columnLayout.ts";
import {
  canContinue,
  type FittedText,
  fitText,
  lineHeight,
  naturalWidth,
  splitText,
  textHeight,
} from "../fitText.ts";
import type { PackagePictures } from "../packagePictures.ts";
import { points, type } from "../pageMetrics.ts";
import type { DrawnCell, DrawnImage, DrawnItem, DrawnPhoto, DrawnText } from "../renderTree.ts";
import { minScale } from "../scales.ts";
import { runOf, TableRows } from "./powerpointTable.ts";
import type { SlideXml } from "./slideXml.ts";

interface Fitted extends Size {
  /** A text as it was fitted. */
  text?: FittedText;
}
interface ColumnItem extends Placeable<Fitted> {
  draw(slide: SlideXml, fitted: Fitted, at: { x: number; y: number }): void;
}

/** A column over one or more slides: each has its texts and images, the first has its photos, and the flow continues. */
export class Column {
  readonly #cell: DrawnCell;
  readonly #pictures: PackagePictures;
  readonly #rect: Rect;
  readonly #room: Rect;
  readonly #flow: Flow | null;
  #first = true;

  constructor(cell: DrawnCell, rect: Rect, pictures: PackagePictures) {
    this.#cell = cell;
    this.#pictures = pictures;
    this.#rect = rect;
    this.#room = contentRect(cell, rect);
    const flowing = cell.items.filter(flows);
    this.#flow = flowing.length > 0 ? new Flow(flowing) : null;
  }

  /** The flow continues on another slide. */
  get hasMore(): boolean {
    return this.#flow !== null && !this.#flow.done;
  }

  draw(slide: SlideXml): void {
    const { background, border, items } = this.#cell;
    const line = border && border.width > 0 ? border : null;
    if (background || line) slide.addPanel(this.#rect, background, line);
    const things = items.flatMap((item) => this.#thing(item));
    if (this.#flow && !this.#flow.done) things.push(this.#flow);
    for (const { item: thing, fitted, x, y } of layOut<Fitted, ColumnItem>(things, this.#room, columnGap))
      thing.draw(slide, fitted, { x, y });
    this.#first = false;
  }

  #thing(item: DrawnItem): ColumnItem[] {
    if (flows(item)) return [];
    if (item.kind === "text") return [textThing(item, this.#room.width)];
    if (item.kind === "photo") return this.#first ? [photoThing(item, this.#pictures)] : [];
    return item.kind === "image" ? imageThing(item, this.#pictures) : [];
  }
}

const flows = (item: DrawnItem): boolean =>
  item.kind === "table" || item.kind === "lineBreak" || (item.kind === "text" && item.position === null);

const sideOfAlignment = { LEFT: "left", CENTER: "center", RIGHT: "right" } as const;

function textThing(text: DrawnText, max: number): ColumnItem {
  const { down, side } = bandAndSideOf(text.position);
  // A text aligned like its position can have the full width; any other is a block at its position.
  const block = sideOfAlignment[text.alignment] !== side;
  const natural = Math.min(naturalWidth(text), max);
  return {
    position: text.position,
    kind: "text",
    half: null,
    naturalWidth: natural,
    naturalHeight: (width) => textHeight(text, width),
    fit(width, height) {
      const fitted = fitText(text, { width, height });
      // Some extra width, for programs that set letters wider and would break the line.
      const blockWidth = block ? Math.min(fitted.width * 1.02 + 1, width) : width;
      return { width: blockWidth, height: Math.min(fitted.height, height), text: fitted };
    },
    draw(slide, { width, height, text: fitted }, { x, y }) {
      if (!fitted) return;
      slide.addText({ x, y, width, height }, [runOf(text, fitted)], down);
      if (fitted.text !== text.text) slide.cutTexts.push(text.text);
    },
  };
}

/** The box of a photo or image in points; Infinity if the layout gives none. */
const boxOf = ({ width, height }: DrawnPhoto["box"]): Size => ({
  width: width === null ? Number.POSITIVE_INFINITY : points(width),
  height: height === null ? Number.POSITIVE_INFINITY : points(height),
});

function pictureThing(
  { box, position }: Pick<DrawnPhoto, "box" | "position">,
  half: DrawnPhoto["half"],
  upright: Size,
  draw: (slide: SlideXml, seen: Rect) => void,
): ColumnItem {
  const maxSize = boxOf(box);
  const natural = (width: number, height: number) =>
    fitInto(upright, { width: Math.min(maxSize.width, width), height: Math.min(maxSize.height, height) });
  const bounded = Math.min(maxSize.width, (maxSize.height * upright.width) / upright.height);
  return {
    position: position ?? "CENTER",
    kind: "picture",
    half,
    naturalWidth: bounded,
    naturalHeight: (width) => natural(width, Number.POSITIVE_INFINITY).height,
    fit: natural,
    draw: (slide, { width, height }, { x, y }) => draw(slide, { x, y, width, height }),
  };
}

/** The frame with the proportions of the stored pixels that fills an area once it is rotated around its centre. */
export function turnedFrame(displayed: Rect, turn: Turn): Rect {
  const { width, height } = orientedSize(displayed, turn);
  return {
    x: displayed.x + (displayed.width - width) / 2,
    y: displayed.y + (displayed.height - height) / 2,
    width,
    height,
  };
}

function photoThing(item: DrawnPhoto, pictures: PackagePictures): ColumnItem {
  const { image, turn, upright } = embeddedPhoto(item.photo, item.variant);
  return pictureThing(item, item.half, upright, (slide, frame) =>
    slide.addPicture(turnedFrame(frame, turn), pictures.ofPhoto(image), turn, item.altText),
  );
}

function imageThing(item: DrawnImage, pictures: PackagePictures): ColumnItem[] {
  const image = pictures.ofImage(item);
  if (image === null) return [];
  return [
    pictureThing(item, null, image.size, (slide, frame) =>
      slide.addPicture(frame, image.name, upright, null),
    ),
  ];
}

/** The flow of a column, which continues on further slides: tables, and texts without a position. */
class Flow implements ColumnItem {
  readonly position = null;
  readonly kind = "flow";
  readonly half = null;
  readonly naturalWidth = Number.POSITIVE_INFINITY;
  readonly #items: readonly DrawnItem[];
  #index = 0;
  #table: TableRows | null = null;
  /** What remains of a text that continues, at the size to which it has been shrunk. */
  #rest: DrawnText | null = null;

  constructor(items: readonly DrawnItem[]) {
    this.#items = items;
  }

  get done(): boolean {
    return this.#index >= this.#items.length;
  }

  naturalHeight(): number {
    return Number.POSITIVE_INFINITY;
  }

  fit(width: number, height: number): Fitted {
    return { width, height };
  }

  draw(slide: SlideXml, { width, height }: Fitted, { x, y }: { x: number; y: number }): void {
    const bottom = y + Math.max(height, minFlowHeight);
    let top = y;
    for (; !this.done; this.#index++) {
      const zone = { x, y: top, width, height: bottom - top };
      const used = this.#draw(slide, this.#items[this.#index]!, zone, top === y);
      if (used === null) return;
      top += used === 0 ? 0 : used + columnGap;
    }
  }

  /** Height of what was drawn; null if the flow continues on the next slide. */
  #draw(slide: SlideXml, item: DrawnItem, zone: Rect, isOnly: boolean): number | null {
    if (item.kind === "lineBreak") return type.emptyLine * lineHeight;
    if (item.kind === "text") {
      const text = this.#rest ?? item;
      const natural = textHeight(text, zone.width);
      if (natural > zone.height && !isOnly) return null;
      const height = Math.min(natural, zone.height);
      const fitted = fitText(text, { width: zone.width, height });
      const shrunk = this.#rest ?? { ...item, size: item.size * minScale };
      const isWhole = fitted.text === text.text && !this.#rest;
      const part = isWhole || !canContinue(zone) ? null : splitText(shrunk, zone);
      slide.addText({ ...zone, height }, [runOf(text, part?.fitted ?? fitted)], 0);
      if (!part && fitted.text !== text.text) slide.cutTexts.push(text.text);
      this.#rest = part?.rest ? { ...shrunk, text: part.rest } : null;
      return this.#rest === null ? height : null;
    }
    if (item.kind !== "table") return 0;
    this.#table ??= new TableRows(item);
    const { height, done } = this.#table.draw(slide, zone, isOnly);
    if (!done) return null;
    this.#table = null;
    return height;
  }
}
