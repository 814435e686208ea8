import type { StoredImage } from "../exportPlanTypes.ts";
import type { FrameTransform, Size } from "../orientation.ts";
import type { Segment } from "../segments.ts";
import { ContentStream, type Rectangle } from "./contentStream.ts";
import { EmbeddedFace } from "./embeddedFace.ts";
import type { FaceName } from "./fontFaces.ts";
import { type Bookmark, writeOutline } from "./outline.ts";
import { createXmp, type DocumentInfo, formatPdfDate } from "./pdfMetadata.ts";
import { md5HexString, ObjectWriter } from "./pdfObjects.ts";
import {
  formatAsciiString,
  formatNumber,
  formatNumbers,
  formatReference,
  formatTextString,
} from "./pdfSyntax.ts";
import type { Picture } from "./picture.ts";
import { type ElementType, type StructureElement, StructureTree } from "./structure.ts";
import type { TrueTypeFace } from "./truetype.ts";

interface PdfPage extends Size {
  id: number;
  body: number;
  pictures: Set<number>;
  links: PageLink[];
}

/** An area of a page that opens a URL or jumps to another part of the document. */
interface PageLink {
  id: number;
  /** Its index among all annotations. */
  index: number;
  target: { url: string } | InnerTarget;
  area: Rectangle;
}

interface InnerTarget {
  title: string;
  /** Read when the document ends; null if the target was not drawn. */
  find: () => Bookmark | null;
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
  readonly #info: DocumentInfo;
  readonly structure = new StructureTree(this.#writer);
  readonly #catalog = this.#writer.reserve();
  readonly #tree = this.#writer.reserve();
  readonly #resources = this.#writer.reserve();
  readonly #faces = new Map<FaceName, EmbeddedFace>();
  readonly #pictures = new Map<string, number>();
  readonly #pages: PdfPage[] = [];
  readonly #bookmarks: Bookmark[] = [];
  #currentPage: PdfPage | null = null;
  #contentStream = new ContentStream(0);
  #artifactTag = "/Artifact BMC";
  #isFinishing = false;
  readonly #artifactLinks = new Map<string, StructureElement>();

  constructor(info: DocumentInfo) {
    this.#info = info;
  }

  get pages(): number {
    return this.#pages.length;
  }

  get bookmarks(): readonly Bookmark[] {
    return this.#bookmarks;
  }

  /** Content of the open page. */
  get content(): ContentStream {
    return this.#contentStream;
  }

  get hasPage(): boolean {
    return this.#currentPage !== null;
  }

  /** The embedded form of a face. */
  face(name: FaceName, loadType: () => TrueTypeFace): EmbeddedFace {
    let face = this.#faces.get(name);
    if (!face) {
      face = new EmbeddedFace(loadType(), `F${this.#faces.size + 1}`);
      this.#faces.set(name, face);
    }
    return face;
  }

  beginPage({ width, height }: Size): void {
    this.endPage();
    this.#currentPage = {
      id: this.#writer.reserve(),
      body: this.#writer.reserve(),
      width,
      height,
      pictures: new Set(),
      links: [],
    };
    this.#pages.push(this.#currentPage);
    this.#contentStream = new ContentStream(height);
  }

  endPage(): void {
    if (!this.#currentPage) return;
    this.#writer.writeStream("", this.#contentStream.text, { id: this.#currentPage.body });
    this.structure.endPage();
    this.#currentPage = null;
  }

  createElement(loadType: ElementType, parent: StructureElement, attributes = ""): StructureElement {
    return this.structure.createElement(loadType, parent, attributes);
  }

  /** Draws content of an element, or an artifact. */
  mark(element: StructureElement | null, draw: () => void): void {
    this.#contentStream.markContent(
      element
        ? `/${element.type}<</MCID ${this.structure.mark(element, this.#openPage.id)}>>BDC`
        : this.#artifactTag,
      draw,
    );
  }

  /** Attributes of a figure: its alternative text and position. */
  figureAttributes(altText: string, { x, y, width, height }: Rectangle): string {
    const bottom = this.#openPage.height - y - height;
    return (
      `/Alt${formatTextString(altText)}/A<</O/Layout/Placement/Block` +
      `/BBox[${formatNumbers(x, bottom, x + width, bottom + height)}]>>`
    );
  }

  /** Makes an area of the page open a URL. @param element a Link with the content in that area */
  link(element: StructureElement, url: string, area: Rectangle): void {
    this.#addLink(element, { url }, area);
  }

  /**
   * Makes an area of a header or footer open a URL. An artifact belongs to no element, so one Link per URL covers the areas of all pages.
   * Artifacts within the content repeat something that is already linked.
   */
  linkArtifact(url: string, area: Rectangle): void {
    if (!this.#isFinishing) return;
    let element = this.#artifactLinks.get(url);
    if (!element) {
      element = this.createElement("Link", this.structure.document);
      this.#artifactLinks.set(url, element);
    }
    this.#addLink(element, { url }, area);
  }

  /**
   * Makes an area of the page jump to another part of the document.
   * @param element a Link with the content in that area
   */
  linkInside(element: StructureElement, target: InnerTarget, area: Rectangle): void {
    this.#addLink(element, target, area);
  }

  #addLink(element: StructureElement, target: PageLink["target"], area: Rectangle): void {
    const page = this.#openPage;
    const id = this.#writer.reserve();
    page.links.push({ id, index: this.structure.annotate(element, id, page.id), target, area });
  }

  bookmark(level: number, title: string, y: number): void {
    const page = this.#openPage;
    const pageNumber = this.#pages.length;
    this.#bookmarks.push({ level, title, page: page.id, pageNumber, y: page.height - y });
  }

  /** Draws a stored JPEG, which the file contains once, however often it is drawn. */
  photo(image: StoredImage, frame: Rectangle, transform: FrameTransform): void {
    let id = this.#pictures.get(image.key);
    if (id === undefined) {
      id = this.#writer.writeStoredStream(jpegDictionary(image), image);
      this.#pictures.set(image.key, id);
    }
    this.#drawPicture(id, frame, transform);
  }

  /** Draws a picture from memory. @param key the same for equal pictures */
  picture(key: string, picture: Picture, frame: Rectangle): void {
    let id = this.#pictures.get(key);
    if (id === undefined) {
      const maskId =
        picture.alpha &&
        this.#writer.writeStream(pictureDictionary(picture.alpha), picture.alpha.data, {
          isVerbatim: picture.alpha.isCompressed,
        });
      id = this.#writer.writeStream(
        `${pictureDictionary(picture)}${maskId ? `/SMask ${formatReference(maskId)}` : ""}`,
        picture.data,
        { isVerbatim: picture.isCompressed },
      );
      this.#pictures.set(key, id);
    }
    this.#drawPicture(id, frame, { flipH: false, quarterTurns: 0 });
  }

  #drawPicture(id: number, frame: Rectangle, transform: FrameTransform): void {
    this.#openPage.pictures.add(id);
    this.#contentStream.picture(`I${id}`, frame, transform);
  }

  get #openPage(): PdfPage {
    if (!this.#currentPage) throw new Error("no page is open");
    return this.#currentPage;
  }

  /**
   * Ends the document.
   * @param decorate draws headers, footers and page numbers of a page, which need the number of pages
   */
  finish(
    attachment: Attachment,
    decorate: (page: Size & { index: number; count: number }) => void,
  ): Segment[] {
    this.endPage();
    const writer = this.#writer;
    const count = this.#pages.length;
    this.#artifactTag = "/Artifact<</Type/Pagination>>BDC";
    this.#isFinishing = true;
    this.#pages.forEach((page, index) => {
      const contentIds = [page.body];
      if (decorate) {
        this.#currentPage = page;
        this.#contentStream = new ContentStream(page.height);
        decorate({ width: page.width, height: page.height, index, count });
        if (this.#contentStream.text !== "")
          contentIds.push(writer.writeStream("", this.#contentStream.text));
        this.#currentPage = null;
      }
      for (const link of page.links)
        writer.writeObject(linkDictionary(link, page.height, count + link.index), link.id);
      const links = page.links.map(({ id }) => formatReference(id)).join(" ");
      const pictures = [...page.pictures].map((id) => `/I${id} ${formatReference(id)}`).join("");
      writer.writeObject(
        `<</Type/Page/Parent ${formatReference(this.#tree)}/MediaBox[0 0 ${formatNumber(page.width)} ${formatNumber(page.height)}]` +
          `/Contents[${contentIds.map(formatReference).join(" ")}]/Resources<</Font ${formatReference(this.#resources)}/XObject<<${pictures}>>>>` +
          `${links && `/Annots[${links}]`}/StructParents ${index}/Tabs/S>>`,
        page.id,
      );
    });
    const faces = [...this.#faces.values()].filter((face) => face.isUsed);
    writer.writeObject(
      `<<${faces.map((face) => `/${face.resource} ${formatReference(face.write(writer))}`).join("")}>>`,
      this.#resources,
    );
    writer.writeObject(
      `<</Type/Pages/Count ${count}/Kids[${this.#pages.map(({ id }) => formatReference(id)).join(" ")}]>>`,
      this.#tree,
    );
    return this.#writeCatalog(attachment);
  }

  #writeCatalog(attachment: Attachment): Segment[] {
    const writer = this.#writer;
    const { title, creator, locale, asOf } = this.#info;
    const structure = this.structure.finish();
    const outline = writeOutline(writer, this.#bookmarks);
    const metadata = writer.writeStream("/Type/Metadata/Subtype/XML", createXmp(this.#info), {
      isVerbatim: true,
    });
    const date = formatPdfDate(asOf);
    const name = formatTextString(attachment.name);
    const file = writer.writeStream(
      `/Type/EmbeddedFile/Subtype/${attachment.contentType.replace("/", "#2F")}` +
        `/Params<</Size ${attachment.bytes.length}${date && `/ModDate${date}`}/CheckSum${md5HexString(attachment.bytes)}>>`,
      attachment.bytes,
    );
    const fileSpecification = writer.writeObject(
      `<</Type/Filespec/F${name}/UF${name}/Desc${formatTextString(attachment.description)}/AFRelationship/Data` +
        `/EF<</F ${formatReference(file)}/UF ${formatReference(file)}>>>>`,
    );
    writer.writeObject(
      `<</Type/Catalog/Pages ${formatReference(this.#tree)}/StructTreeRoot ${formatReference(structure)}/MarkInfo<</Marked true>>` +
        `/Lang${formatTextString(locale)}/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${formatReference(metadata)}` +
        `${outline === null ? "" : `/Outlines ${formatReference(outline)}/PageMode/UseOutlines`}` +
        `/Names<</EmbeddedFiles<</Names[${name} ${formatReference(fileSpecification)}]>>>>/AF[${formatReference(fileSpecification)}]>>`,
      this.#catalog,
    );
    const infoId = writer.writeObject(
      `<</Title${formatTextString(title)}/Author${formatTextString(creator)}/Producer(Siteproof)${date && `/CreationDate${date}/ModDate${date}`}>>`,
    );
    return writer.finish(this.#catalog, infoId);
  }
}

/** @param key the element's key in the structure's ParentTree */
function linkDictionary({ target, area }: PageLink, pageHeight: number, key: number): string {
  const { x, y, width, height } = area;
  const bottom = pageHeight - y - height;
  return (
    `<</Type/Annot/Subtype/Link/Rect[${formatNumbers(x, bottom, x + width, bottom + height)}]/Border[0 0 0]/F 4` +
    `${"url" in target ? urlEntries(target.url) : destinationEntries(target)}/StructParent ${key}>>`
  );
}

const urlEntries = (url: string): string =>
  `/Contents${formatTextString(url)}/A<</S/URI/URI${formatAsciiString(new URL(url).href)}>>`;

function destinationEntries({ title, find }: InnerTarget): string {
  const destination = find();
  if (!destination) return `/Contents${formatTextString(title)}`;
  const { page, y, pageNumber } = destination;
  return (
    `/Contents${formatTextString(`${title}, ${pageNumber}`)}` +
    `/Dest[${formatReference(page)}/XYZ 0 ${formatNumber(y)} 0]`
  );
}

const colorSpaces: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };

/** JPEGs store CMYK inverted. */
const decodeEntry = (components: number): string => (components === 4 ? "/Decode[1 0 1 0 1 0 1 0]" : "");

function jpegDictionary({ width, height, components }: StoredImage): string {
  return (
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8` +
    `/ColorSpace/${colorSpaces[components] ?? colorSpaces[3]}${decodeEntry(components)}/Filter/DCTDecode`
  );
}

function pictureDictionary({ width, height, bits, colorSpace, filter }: Omit<Picture, "alpha">): string {
  return (
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${bits}` +
    `/ColorSpace${colorSpace}${filter}`
  );
}
