import type { Size } from "#worker/export/orientation.ts";
import type { Content, Rectangle } from "#worker/export/pdf/contentStream.ts";
import type { EmbeddedFace } from "#worker/export/pdf/embeddedFace.ts";
import { type FaceName, faceNameOf, signFacesFor } from "#worker/export/pdf/faces.ts";
import { PdfDocument } from "#worker/export/pdf/pdfDocument.ts";
import type { DocumentFacts } from "#worker/export/pdf/pdfMetadata.ts";
import type { Picture } from "#worker/export/pdf/picture.ts";
import type { Element } from "#worker/export/pdf/structure.ts";
import { TrueType } from "#worker/export/pdf/truetype.ts";
import { CutTexts } from "../fullTexts.ts";
import type { Fonts } from "../layoutFonts.ts";
import type { DrawnBlock, DrawnCell, DrawnImage, DrawnPart, DrawnRow } from "../renderTree.ts";
import { layoutPicture } from "./layoutPicture.ts";

/** Parsed faces by their bytes, which are always the same array. Parsing takes milliseconds and a third of a megabyte. */
const parsed = new WeakMap<Uint8Array, TrueType>();

/** Thrown when a page beyond the limit would begin. */
export class PageLimitReached extends Error {}

/** A picture of an IMAGE, and its key in the document. */
export interface KnownPicture {
  key: string;
  picture: Picture;
}

/** Context of drawing: the document, its faces and pictures, and the parts drawn so far. */
export class Scene {
  readonly document: PdfDocument;
  /** Texts that their boxes have no room for, which follow at the end. */
  readonly cutTexts = new CutTexts();
  readonly #fonts: Fonts;
  readonly #bytes = new Map<FaceName, Uint8Array>();
  readonly #pictures = new Map<string, KnownPicture | null>();
  /** Null if they are not requested. */
  readonly #parts: DrawnPart[] | null;
  readonly #maxPages: number;
  /** The page being drawn on, if it is not the last one. */
  #decoratedPage: number | null = null;

  constructor(facts: DocumentFacts, fonts: Fonts, pages: number | undefined) {
    this.document = new PdfDocument(facts);
    this.#fonts = fonts;
    this.#parts = pages === undefined ? null : [];
    this.#maxPages = pages ?? Number.POSITIVE_INFINITY;
  }

  get content(): Content {
    return this.document.content;
  }

  get parts(): DrawnPart[] {
    return this.#parts ?? [];
  }

  /** @throws PageLimitReached */
  beginPage(size: Size): void {
    if (this.document.pages >= this.#maxPages) throw new PageLimitReached();
    this.document.beginPage(size);
  }

  /** Records where a node, or part of it, is drawn on the page. */
  note(node: string, { x, y, width, height }: Rectangle): void {
    this.#parts?.push({ page: this.#decoratedPage ?? this.document.pages - 1, node, x, y, width, height });
  }

  /** Draws the header and footer of a page, once all pages exist. */
  decorate(page: number, draw: () => void): void {
    this.#decoratedPage = page;
    draw();
    this.#decoratedPage = null;
  }

  /** Draws content of an element; null draws artifacts. */
  mark(element: Element | null, draw: () => void): void {
    this.document.mark(element, draw);
  }

  face(name: FaceName): EmbeddedFace {
    return this.document.face(name, () => {
      const bytes = this.#bytes.get(name);
      if (!bytes) throw new Error(`the face ${name} was not loaded`);
      let face = parsed.get(bytes);
      if (!face) {
        face = new TrueType(bytes);
        parsed.set(bytes, face);
      }
      return face;
    });
  }

  /** The faces for signs that a text may need. */
  signFaces(text: string): EmbeddedFace[] {
    return signFacesFor(text)
      .filter((name) => this.#bytes.has(name))
      .map((name) => this.face(name));
  }

  /** Loads missing faces, so that laying out and drawing can be synchronous. */
  async load(names: Iterable<FaceName>): Promise<void> {
    for (const name of names) if (!this.#bytes.has(name)) this.#bytes.set(name, await this.#fonts(name));
  }

  /**
   * The faces that some items need and that are not loaded; null (the usual case) for none. The rows of a table are checked when they are
   * made, but those of tables inside cells are made with the cell: `nested` includes them.
   */
  missingFaces(
    nodes: Iterable<DrawnBlock | DrawnRow | DrawnCell>,
    { nested = false }: { nested?: boolean } = {},
  ): Set<FaceName> | null {
    const missing = new Set<FaceName>();
    this.#gatherMissing(nodes, nested, missing);
    return missing.size > 0 ? missing : null;
  }

  #gatherMissing(
    nodes: Iterable<DrawnBlock | DrawnRow | DrawnCell>,
    nested: boolean,
    missing: Set<FaceName>,
  ): void {
    for (const item of nodes) {
      if ("items" in item) this.#gatherMissing(item.items, nested, missing);
      else if (item.kind === "row") this.#gatherMissing(item.cells, true, missing);
      else if (item.kind === "table") {
        if (item.header) this.#gatherMissing([item.header], true, missing);
        if (nested) this.#gatherMissing(item.rows, true, missing);
      } else if (item.kind === "text") {
        for (const name of [faceNameOf(item), ...signFacesFor(item.text)])
          if (!this.#bytes.has(name)) missing.add(name);
      }
    }
  }

  /** The picture of an IMAGE; null if it cannot be read. */
  picture({ data }: DrawnImage): KnownPicture | null {
    let cached = this.#pictures.get(data);
    if (cached === undefined) {
      const picture = layoutPicture(data);
      cached = picture && { key: `image ${this.#pictures.size}`, picture };
      this.#pictures.set(data, cached);
    }
    return cached;
  }
}
