import { oneLine, xmlEscape } from "#worker/export/documents/xml.ts";
import { embeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { decorative, emuPerMillimetre, namespace } from "#worker/export/ooxml.ts";
import { fitInto, orientedSize, type Size, type Turn, upright } from "#worker/export/orientation.ts";
import { PackagePictures, PictureRelations } from "../packagePictures.ts";
import type { DrawnImage, DrawnPhoto } from "../renderTree.ts";
import { pictureBox } from "./measure.ts";

/** The pictures of a document. */
export class Media {
  readonly pictures = new PackagePictures("word/media");
  #drawingCount = 0;

  /** A unique number for each drawing; Word requires one. */
  next(): number {
    return ++this.#drawingCount;
  }
}

/** The pictures of one part of a document: the text, the header or the footer. */
export class Pictures {
  readonly #media: Media;
  readonly #relations = new PictureRelations();

  constructor(media: Media) {
    this.#media = media;
  }

  /** A photo, upright and uncropped, as large as its dimensions and the available space (millimetres) allow. */
  photo({ photo, variant, box, altText }: DrawnPhoto, space: Size): string {
    const { image, turn, upright } = embeddedPhoto(photo, variant);
    return this.#drawing(this.#media.pictures.ofPhoto(image), upright, turn, pictureBox(box, space), altText);
  }

  /** The picture of an IMAGE, marked as decorative; "" if it cannot be read. */
  image(item: DrawnImage, space: Size): string {
    const image = this.#media.pictures.ofImage(item);
    return image ? this.#drawing(image.name, image.size, upright, pictureBox(item.box, space), null) : "";
  }

  /** The relationships of the part. */
  relations(): string {
    return this.#relations.xml("media");
  }

  #drawing(picture: string, upright: Size, turn: Turn, box: Size, altText: string | null): string {
    const visibleSize = fitInto(upright, box);
    const { width, height } = orientedSize(visibleSize, turn);
    const extent = `cx="${emu(width)}" cy="${emu(height)}"`;
    const number = this.#media.next();
    const properties = `id="${number}" name="${altText === null ? "Image" : "Photo"} ${number}" descr="${xmlEscape(oneLine(altText ?? ""))}"`;
    const rotation = turn.quarters === 0 ? "" : ` rot="${turn.quarters * 5_400_000}"`;
    return [
      `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:effectExtent l="0" t="0" r="0" b="0"/>`,
      altText === null ? `<wp:docPr ${properties}>${decorative}</wp:docPr>` : `<wp:docPr ${properties}/>`,
      `<wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="${namespace.drawing}" noChangeAspect="1"/></wp:cNvGraphicFramePr>`,
      `<a:graphic xmlns:a="${namespace.drawing}"><a:graphicData uri="${namespace.picture}"><pic:pic xmlns:pic="${namespace.picture}">`,
      `<pic:nvPicPr><pic:cNvPr ${properties}/><pic:cNvPicPr/></pic:nvPicPr>`,
      `<pic:blipFill><a:blip r:embed="${this.#relations.idOf(picture)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
      `<pic:spPr><a:xfrm${rotation}${turn.flipH ? ' flipH="1"' : ""}><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm>`,
      '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>',
    ].join("");
  }
}

const emu = (millimetres: number) => Math.max(Math.round(millimetres * emuPerMillimetre), 1);
