import type { Alignment, Font, ImageType, LayoutType, Position } from "#domain/layout/types.ts";
import type { PhotoForm } from "../documents/photoEntries.ts";
import type { PlannedPhoto } from "../exportPlanTypes.ts";
import type { QrModules } from "../qrCode.ts";

/**
 * What a report layout draws, in reading order and independent of format: EACH, IF and INSERT are resolved, placeholders are
 * filled in and photos are named. Anything that repeats is an Iterable that creates its items during each iteration: item k of
 * 5 000 costs nothing until it is reached.
 *
 * `node` is the id of the layout node that an item comes from. The preview's parts and the shapes of the renderers refer to it.
 */

/** Characters in texts for the page number and the number of pages; only in headers, footers, and columns of slides and PDF pages. */
export const pageNumberMark = "\ue010";
export const pageCountMark = "\ue011";

const [referenceStart, referenceEnd] = ["\ue012", "\ue013"] as const;
/** A reference in a text of a slide, by the anchors of two pages: a link with their slide numbers, "3–4", or "3" if they are the same. */
export const createPageReference = (first: number, last = first): string =>
  `${referenceStart}${first}–${last}${referenceEnd}`;
export const pageReferencePattern = new RegExp(`${referenceStart}(\\d+)–(\\d+)${referenceEnd}`, "g");

/** "#RRGGBB". */
export type Color = string;

/** The number of a cell, and the format in which the text was written. */
export interface CellValue {
  value: number;
  format: string;
}

/** A text safe for XML; "\n" separates lines. */
export interface DrawnText {
  kind: "text";
  node: string;
  text: string;
  /** Points. */
  size: number;
  color: Color;
  bold: boolean;
  italic: boolean;
  alignment: Alignment;
  font: Font;
  /** Its position in the column of a slide or page; null if it flows. */
  position: Position | null;
  /** The text is exactly one number or date: the answer of such a task. Sheets store it as one. */
  format?: "number" | "date";
  /** The number that sheets store instead of the text. */
  value?: CellValue;
  /** The absolute URL that the text opens. */
  link?: string;
  /** Of a heading, from 1. */
  level?: number;
  /** Whether it stays on the page of the next block, as headings do. */
  keepsNext?: boolean;
  /** Whether it is the title of its slide; the default is the first heading of the highest level. */
  isTitle?: boolean;
}

/** The lines around a cell. */
export interface DrawnBorder {
  /** Points. */
  width: number;
  color: Color;
  /** Lines above and below only, as between the rows of a list. */
  isHorizontal?: boolean;
}

/** Lengths in millimetres; null is derived from the available space and the proportions of the picture. */
export interface MaxSize {
  width: number | null;
  height: number | null;
}

export interface DrawnPhoto {
  kind: "photo";
  node: string;
  photo: PlannedPhoto;
  variant: PhotoForm;
  box: MaxSize;
  position: Position | null;
  /** "Photo 12: Mast_03. Group › Task. Comment". */
  altText: string;
  /** The half of its column, when a PRE_POST pair is shown side by side. */
  half: "LEFT" | "RIGHT" | null;
}

/** The picture of an IMAGE, MAP or QR, as base64. */
export interface DrawnImage {
  kind: "image";
  node: string;
  data: string;
  /** Null for a decoration. */
  altText?: string | null;
  type: ImageType;
  box: MaxSize;
  position: Position | null;
  /** The code of a QR, which PDFs draw as shapes. */
  code?: QrModules;
}

export interface DrawnTable {
  kind: "table";
  node: string;
  borders: boolean;
  headerBackground: Color | null;
  /** Every second row below the header. */
  rowBackground: Color | null;
  /** Widths of the columns in percent, 100 in all; known before the first row is made. */
  widths: readonly number[];
  /** Repeated on every page; null if there is none. */
  header: DrawnRow | null;
  rows: Iterable<DrawnRow | DrawnBreak>;
}

/** A new page of a flow; in the rows of a table, in PowerPoint only, it continues on the next slide. */
export interface DrawnBreak {
  kind: "pageBreak";
  node: string;
  /** Whether the pages of a flow that follow it are landscape. */
  isLandscape?: boolean;
}

export interface DrawnRow {
  kind: "row";
  node: string;
  cells: readonly DrawnCell[];
  /** Millimetres, where its contents are lower; sheets ignore it. */
  minHeight?: number;
  /** Millimetres: on slides, the texts of a higher row shrink, and are cut if they still do not fit. */
  maxHeight?: number;
}

/** A column of a slide or page, or the cell of a row. */
export interface DrawnCell {
  node: string;
  /** Percent of its parent; siblings add up to 100. */
  width: number;
  colspan: number;
  /** Millimetres. */
  padding: { top: number; bottom: number; left: number; right: number };
  /** Null leaves it to the table. */
  border: DrawnBorder | null;
  background: Color | null;
  /** The contents of a table's cell are in the middle of its height instead of at the top; pictures of slides also of its width. */
  isCentered?: boolean;
  /** Replaces its contents where its row continues on another slide or in another row of a sheet, and they are already drawn. */
  continuedText?: DrawnText;
  items: readonly DrawnItem[];
}

export type DrawnItem = DrawnText | DrawnPhoto | DrawnImage | DrawnTable | DrawnLineBreak;

export interface DrawnLineBreak {
  kind: "lineBreak";
  node: string;
}

/** A slide or a PDF page. */
export interface DrawnPage {
  kind: "page";
  node: string;
  background: Color;
  columns: readonly DrawnCell[];
  /** Name of the photo, task, group or template it shows: its bookmark, and its title for screen readers. */
  title: string;
  /** The number by which references find it. */
  anchor?: number;
}

/** A slide or PDF page of a PHOTO_GRID. */
export interface DrawnGrid {
  kind: "grid";
  node: string;
  background: Color;
  title: string;
  columns: number;
  rows: number;
  /** Around each photo and its caption; width in points. */
  border: { width: number; color: Color } | null;
  /** Points; null follows the number of rows. */
  captionSize: number | null;
  /** At most columns × rows. The comment of a cell without a name is its whole caption; `link` is the URL that it opens. */
  cells: readonly { photo: DrawnPhoto; name: string; comment: string; link?: string }[];
}

export interface DrawnSheet {
  kind: "sheet";
  node: string;
  /** Valid in Excel: at most 31 characters, none forbidden, unique. */
  name: string;
  /** Widths of its columns in percent, 100 in all; known before the first row is made. */
  widths: readonly number[];
  rows: Iterable<DrawnRow>;
  /** The width of all columns in characters; the default fills a landscape A4 page. */
  characters?: number;
  /** How many of its first rows stay in view and repeat on printed pages; the default is found by the rows that occur once. */
  headerRowCount?: number;
  /** Filter buttons in the header. */
  hasFilter?: boolean;
  isPortrait?: boolean;
  /** The text at the bottom left of printed pages; the default is the name of the sheet. */
  footer?: string;
}

/** The headings of the document with their pages, and links to them; on pages or in a sheet of its own, except in flows. */
export interface DrawnContents {
  kind: "contents";
  node: string;
  title: string;
  /** The deepest level that is listed. */
  maxLevel: number;
}

/** A bookmark where a group or task begins; draws nothing. `level` counts from 1. */
export interface DrawnBookmark {
  kind: "mark";
  node: string;
  level: number;
  title: string;
}

/** An item that flows down the pages of Word and Word-to-PDF. */
export type DrawnBlock = DrawnItem | DrawnBreak | DrawnBookmark | DrawnContents;

export type AnyDrawnPage = DrawnPage | DrawnGrid | DrawnContents;

interface DrawnTreeBase {
  title: string;
  /** A language tag of documents: "sv-SE". */
  locale: string;
  /** The layout has headings, which are the outline. Otherwise groups, tasks, slides and pages are. */
  hasHeadings?: boolean;
}

export type RenderTree = DrawnTreeBase &
  (
    | { type: "POWERPOINT"; pages: Iterable<AnyDrawnPage> }
    | { type: "PDF"; pages: Iterable<AnyDrawnPage> }
    | { type: "EXCEL"; sheets: Iterable<DrawnSheet | DrawnContents> }
    | {
        type: "WORD" | "WORD_TO_PDF";
        header: readonly DrawnItem[];
        footer: readonly DrawnItem[];
        /** Whether some page breaks may begin landscape pages. */
        hasLandscape?: boolean;
        blocks: Iterable<DrawnBlock>;
      }
  );

/** The drawn tree of one type. */
export type RenderTreeOf<T extends LayoutType> = RenderTree & { type: T };

/** A placeholder of a node that was never filled in; each once. */
export interface UnfilledPlaceholder {
  node: string;
  /** As written, including its curly braces. */
  placeholder: string;
}

/** The area of a node or of a part of it. Points from the top left of a page; pages count from 0. */
export interface NodeArea {
  page: number;
  node: string;
  x: number;
  y: number;
  width: number;
  height: number;
}
