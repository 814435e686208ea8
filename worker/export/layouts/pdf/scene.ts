import type { Size } from "#worker/export/orientation.ts";
import type { ContentStream, Rectangle } from "#worker/export/pdf/contentStream.ts";
import type { EmbeddedFace } from "#worker/export/pdf/embeddedFace.ts";
import { type FaceName, faceNameOf, isShaped, signFacesFor } from "#worker/export/pdf/fontFaces.ts";
import { PdfDocument } from "#worker/export/pdf/pdfDocument.ts";
import type { DocumentInfo } from "#worker/export/pdf/pdfMetadata.ts";
import type { Picture } from "#worker/export/pdf/picture.ts";
import { loadShaper } from "#worker/export/pdf/shaper.ts";
import type { ElementType, StructureElement } from "#worker/export/pdf/structure.ts";
import { TrueTypeFace } from "#worker/export/pdf/truetype.ts";
import { CutTexts } from "../fullTexts.ts";
import type { FontLoader } from "../layoutFonts.ts";
import type { DrawnBlock, DrawnCell, DrawnImage, DrawnRow, NodeArea } from "../renderTree.ts";
import { decodeLayoutPicture } from "./layoutPicture.ts";

/** Parsed faces by their bytes, which are always the same array. Parsing takes milliseconds and a third of a megabyte. */
const parsedFaces = new WeakMap<Uint8Array, TrueTypeFace>();

const headingTypes = ["H1", "H2", "H3", "H4", "H5", "H6"] as const satisfies ElementType[];

/** Thrown when a page beyond the limit would begin. */
export class PageLimitReachedError extends Error {}

/** A picture of an IMAGE, and its key in the document. */
export interface KnownPicture {
  key: string;
  picture: Picture;
}

/** Context of drawing: the document, its faces and pictures, and the parts drawn so far. */
export class DrawingContext {
  readonly document: PdfDocument;
  /** Texts that do not fit their boxes; they are drawn in full at the end. */
  readonly cutTexts = new CutTexts();
  /** Added to the levels of headings: 1 in sheets, whose names are headings of level 1. */
  headingLevelOffset = 0;
  /** The page repeats the headings of the previous one, to which their bookmarks lead. */
  isContinuedPage = false;
  readonly #fonts: FontLoader;
  /** Null for a face that is not available. */
  readonly #faceBytes = new Map<FaceName, Uint8Array | null>();
  readonly #pictures = new Map<string, KnownPicture | null>();
  /** Null if they are not requested. */
  readonly #nodeAreas: NodeArea[] | null;
  readonly #deferred = new Map<number, ((number: string, count: string) => void)[]>();
  readonly #maxPages: number;
  #headingLevel = 0;
  /** The page being drawn on, if it is not the last one. */
  #decoratedPage: number | null = null;

  constructor(documentInfo: DocumentInfo, fonts: FontLoader, maxPages: number | undefined) {
    this.document = new PdfDocument(documentInfo);
    this.#fonts = fonts;
    this.#nodeAreas = maxPages === undefined ? null : [];
    this.#maxPages = maxPages ?? Number.POSITIVE_INFINITY;
  }

  get content(): ContentStream {
    return this.document.content;
  }

  get parts(): NodeArea[] {
    return this.#nodeAreas ?? [];
  }

  /** @throws PageLimitReachedError */
  beginPage(size: Size): void {
    if (this.document.pages >= this.#maxPages) throw new PageLimitReachedError();
    this.document.beginPage(size);
  }

  /** Records where a node, or part of it, is drawn on the page. */
  recordArea(node: string, { x, y, width, height }: Rectangle): void {
    this.#nodeAreas?.push({
      page: this.#decoratedPage ?? this.document.pages - 1,
      node,
      x,
      y,
      width,
      height,
    });
  }

  /** Draws something on the last page once the number of pages is known. */
  defer(draw: (number: string, count: string) => void): void {
    const page = this.document.pages - 1;
    const drawings = this.#deferred.get(page) ?? [];
    drawings.push(draw);
    this.#deferred.set(page, drawings);
  }

  /** The type of a heading's element. No level is skipped. @param level from 1 */
  headingTag(level: number): ElementType {
    this.#headingLevel = Math.min(level, this.#headingLevel + 1, headingTypes.length);
    return headingTypes[this.#headingLevel - 1] ?? "P";
  }

  /** Runs the deferred drawing of a page. */
  drawDeferred(page: number, count: number): void {
    for (const draw of this.#deferred.get(page) ?? []) draw(String(page + 1), String(count));
  }

  /** Draws the header and footer of a page, once all pages exist. */
  decorate(page: number, draw: () => void): void {
    this.#decoratedPage = page;
    draw();
    this.#decoratedPage = null;
  }

  /** Draws content of an element; null draws artifacts. */
  mark(element: StructureElement | null, draw: () => void): void {
    this.document.mark(element, draw);
  }

  face(name: FaceName): EmbeddedFace {
    return this.document.face(name, () => {
      const bytes = this.#faceBytes.get(name);
      if (!bytes) throw new Error(`the face ${name} was not loaded`);
      let face = parsedFaces.get(bytes);
      if (!face) {
        face = new TrueTypeFace(bytes);
        parsedFaces.set(bytes, face);
      }
      return face;
    });
  }

  /** The faces for signs that a text may need. */
  signFaces(text: string): EmbeddedFace[] {
    return signFacesFor(text)
      .filter((name) => this.#faceBytes.get(name))
      .map((name) => this.face(name));
  }

  /** Loads missing faces, so that laying out and drawing can be synchronous. */
  async load(names: Iterable<FaceName>): Promise<void> {
    for (const name of names) {
      if (this.#faceBytes.has(name)) continue;
      if (isShaped({ name })) await loadShaper();
      this.#faceBytes.set(name, await this.#fonts(name));
    }
  }

  /**
   * The faces that some items need and that are not loaded; null (the usual case) for none. The rows of a table are checked when they are
   * created, but rows of tables inside cells are created with the cell: `includesNested` includes them.
   */
  missingFaces(
    nodes: Iterable<DrawnBlock | DrawnRow | DrawnCell>,
    { includesNested = false }: { includesNested?: boolean } = {},
  ): Set<FaceName> | null {
    const missingFaces = new Set<FaceName>();
    this.#collectMissingFaces(nodes, includesNested, missingFaces);
    return missingFaces.size > 0 ? missingFaces : null;
  }

  #collectMissingFaces(
    nodes: Iterable<DrawnBlock | DrawnRow | DrawnCell>,
    includesNested: boolean,
    missingFaces: Set<FaceName>,
  ): void {
    for (const item of nodes) {
      if ("items" in item) this.#collectMissingFaces(item.items, includesNested, missingFaces);
      else if (item.kind === "row") this.#collectMissingFaces(item.cells, true, missingFaces);
      else if (item.kind === "table") {
        if (item.header) this.#collectMissingFaces([item.header], true, missingFaces);
        if (includesNested) this.#collectMissingFaces(item.rows, true, missingFaces);
      } else if (item.kind === "text") {
        for (const name of [faceNameOf(item), ...signFacesFor(item.text)])
          if (!this.#faceBytes.has(name)) missingFaces.add(name);
      }
    }
  }

  /** The picture of an IMAGE; null if it cannot be read. */
  picture({ data }: DrawnImage): KnownPicture | null {
    let knownPicture = this.#pictures.get(data);
    if (knownPicture === undefined) {
      const picture = decodeLayoutPicture(data);
      knownPicture = picture && { key: `image ${this.#pictures.size}`, picture };
      this.#pictures.set(data, knownPicture);
    }
    return knownPicture;
  }
}
