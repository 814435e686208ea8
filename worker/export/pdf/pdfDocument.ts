import type { StoredImage } from "../exportPlanTypes.ts";
import type { Size, Turn } from "../orientation.ts";
import type { Segment } from "../segments.ts";
import { Content, type Rectangle } from "./contentStream.ts";
import { EmbeddedFace } from "./embeddedFace.ts";
import type { FaceName } from "./faces.ts";
import { type Bookmark, writeOutline } from "./outline.ts";
import { type DocumentFacts, pdfDate, xmp } from "./pdfMetadata.ts";
import { md5Digits, ObjectWriter } from "./pdfObjects.ts";
import type { Picture } from "./picture.ts";
import { type Element, type ElementType, Structure } from "./structure.ts";
import { number, numbers, reference, textString } from "./syntax.ts";
import type { TrueType } from "./truetype.ts";

interface Page extends Size {
  id: number;
  body: number;
  pictures: Set<number>;
}

/** An attached file. */
export interface Attachment {
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** Shown in lists of attachments. */
  description: string;
}

/**
 * A tagged PDF, written while it is drawn: pages when they end, structure elements when they close. Everything drawn is content
 * of an element or, for rules, backgrounds, headers and footers, an artifact.
 */
export class PdfDocument {
  readonly #writer = new ObjectWriter();
  readonly #facts: DocumentFacts;
  readonly structure = new Structure(this.#writer);
  readonly #catalog = this.#writer.reserve();
  readonly #tree = this.#writer.reserve();
  readonly #resources = this.#writer.reserve();
  readonly #faces = new Map<FaceName, EmbeddedFace>();
  readonly #pictures = new Map<string, number>();
  readonly #pages: Page[] = [];
  readonly #bookmarks: Bookmark[] = [];
  #page: Page | null = null;
  #content = new Content(0);
  #artifact = "/Artifact BMC";

  constructor(facts: DocumentFacts) {
    this.#facts = facts;
  }

  get pages(): number {
    return this.#pages.length;
  }

  /** Content of the open page. */
  get content(): Content {
    return this.#content;
  }

  get hasPage(): boolean {
    return this.#page !== null;
  }

  /** The embedded form of a face. */
  face(name: FaceName, type: () => TrueType): EmbeddedFace {
    let face = this.#faces.get(name);
    if (!face) {
      face = new EmbeddedFace(type(), `F${this.#faces.size + 1}`);
      this.#faces.set(name, face);
    }
    return face;
  }

  beginPage({ width, height }: Size): void {
    this.endPage();
    this.#page = {
      id: this.#writer.reserve(),
      body: this.#writer.reserve(),
      width,
      height,
      pictures: new Set(),
    };
    this.#pages.push(this.#page);
    this.#content = new Content(height);
  }

  endPage(): void {
    if (!this.#page) return;
    this.#writer.stream("", this.#content.text, { id: this.#page.body });
    this.structure.endPage();
    this.#page = null;
  }

  element(type: ElementType, parent: Element, attributes = ""): Element {
    return this.structure.element(type, parent, attributes);
  }

  /** Draws content of an element, or an artifact. */
  mark(element: Element | null, draw: () => void): void {
    this.#content.markContent(
      element
        ? `/${element.type}<</MCID ${this.structure.mark(element, this.#openPage.id)}>>BDC`
        : this.#artifact,
      draw,
    );
  }

  /** Attributes of a figure: its alternative text and position. */
  figureAttributes(altText: string, { x, y, width, height }: Rectangle): string {
    const bottom = this.#openPage.height - y - height;
    return (
      `/Alt${textString(altText)}/A<</O/Layout/Placement/Block` +
      `/BBox[${numbers(x, bottom, x + width, bottom + height)}]>>`
    );
  }

  bookmark(level: number, title: string, y: number): void {
    const page = this.#openPage;
    this.#bookmarks.push({ level, title, page: page.id, y: page.height - y });
  }

  /** Draws a stored JPEG, which the file contains once, however often it is drawn. */
  photo(image: StoredImage, frame: Rectangle, turn: Turn): void {
    let id = this.#pictures.get(image.key);
    if (id === undefined) {
      id = this.#writer.storedStream(jpegDictionary(image), image);
      this.#pictures.set(image.key, id);
    }
    this.#drawPicture(id, frame, turn);
  }

  /** Draws a picture from memory. @param key the same for equal pictures */
  picture(key: string, picture: Picture, frame: Rectangle): void {
    let id = this.#pictures.get(key);
    if (id === undefined) {
      const mask =
        picture.alpha &&
        this.#writer.stream(pictureDictionary(picture.alpha), picture.alpha.data, {
          plain: picture.alpha.isCompressed,
        });
      id = this.#writer.stream(
        `${pictureDictionary(picture)}${mask ? `/SMask ${reference(mask)}` : ""}`,
        picture.data,
        { plain: picture.isCompressed },
      );
      this.#pictures.set(key, id);
    }
    this.#drawPicture(id, frame, { flipH: false, quarters: 0 });
  }

  #drawPicture(id: number, frame: Rectangle, turn: Turn): void {
    this.#openPage.pictures.add(id);
    this.#content.picture(`I${id}`, frame, turn);
  }

  get #openPage(): Page {
    if (!this.#page) throw new Error("no page is open");
    return this.#page;
  }

  /**
   * Ends the document.
   * @param decorate draws headers and footers of a page, which need the number of pages
   */
  finish(
    attachment: Attachment,
    decorate: ((page: Size & { index: number; count: number }) => void) | null,
  ): Segment[] {
    this.endPage();
    const writer = this.#writer;
    const count = this.#pages.length;
    this.#artifact = "/Artifact<</Type/Pagination>>BDC";
    this.#pages.forEach((page, index) => {
      const bodies = [page.body];
      if (decorate) {
        this.#page = page;
        this.#content = new Content(page.height);
        decorate({ width: page.width, height: page.height, index, count });
        if (this.#content.text !== "") bodies.push(writer.stream("", this.#content.text));
        this.#page = null;
      }
      const pictures = [...page.pictures].map((id) => `/I${id} ${reference(id)}`).join("");
      writer.object(
        `<</Type/Page/Parent ${reference(this.#tree)}/MediaBox[0 0 ${number(page.width)} ${number(page.height)}]` +
          `/Contents[${bodies.map(reference).join(" ")}]/Resources<</Font ${reference(this.#resources)}/XObject<<${pictures}>>>>` +
          `/StructParents ${index}/Tabs/S>>`,
        page.id,
      );
    });
    const faces = [...this.#faces.values()].filter((face) => face.isUsed);
    writer.object(
      `<<${faces.map((face) => `/${face.resource} ${reference(face.write(writer))}`).join("")}>>`,
      this.#resources,
    );
    writer.object(
      `<</Type/Pages/Count ${count}/Kids[${this.#pages.map(({ id }) => reference(id)).join(" ")}]>>`,
      this.#tree,
    );
    return this.#writeCatalog(attachment);
  }

  #writeCatalog(attachment: Attachment): Segment[] {
    const writer = this.#writer;
    const { title, creator, locale, modified } = this.#facts;
    const structure = this.structure.finish();
    const outline = writeOutline(writer, this.#bookmarks);
    const metadata = writer.stream("/Type/Metadata/Subtype/XML", xmp(this.#facts), { plain: true });
    const date = pdfDate(modified);
    const name = textString(attachment.name);
    const file = writer.stream(
      `/Type/EmbeddedFile/Subtype/${attachment.contentType.replace("/", "#2F")}` +
        `/Params<</Size ${attachment.bytes.length}/ModDate${date}/CheckSum${md5Digits(attachment.bytes)}>>`,
      attachment.bytes,
    );
    const specification = writer.object(
      `<</Type/Filespec/F${name}/UF${name}/Desc${textString(attachment.description)}/AFRelationship/Data` +
        `/EF<</F ${reference(file)}/UF ${reference(file)}>>>>`,
    );
    writer.object(
      `<</Type/Catalog/Pages ${reference(this.#tree)}/StructTreeRoot ${reference(structure)}/MarkInfo<</Marked true>>` +
        `/Lang${textString(locale)}/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${reference(metadata)}` +
        `${outline === null ? "" : `/Outlines ${reference(outline)}/PageMode/UseOutlines`}` +
        `/Names<</EmbeddedFiles<</Names[${name} ${reference(specification)}]>>>>/AF[${reference(specification)}]>>`,
      this.#catalog,
    );
    const information = writer.object(
      `<</Title${textString(title)}/Author${textString(creator)}/Producer(Siteproof)/CreationDate${date}/ModDate${date}>>`,
    );
    return writer.finish(this.#catalog, information);
  }
}

const spaces: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };

/** JPEGs store CMYK inverted. */
const decodeOf = (components: number): string => (components === 4 ? "/Decode[1 0 1 0 1 0 1 0]" : "");

function jpegDictionary({ width, height, components }: StoredImage): string {
  return (
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8` +
    `/ColorSpace/${spaces[components] ?? spaces[3]}${decodeOf(components)}/Filter/DCTDecode`
  );
}

function pictureDictionary({ width, height, bits, colorSpace, filter }: Omit<Picture, "alpha">): string {
  return (
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${bits}` +
    `/ColorSpace${colorSpace}${filter}`
  );
}
