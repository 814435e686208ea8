import { escapeXml, toSingleLine } from "#worker/export/documents/xml.ts";
import { selectEmbeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { decorativeXml, emuPerMillimetre, namespace } from "#worker/export/ooxml.ts";
import {
  type FrameTransform,
  fitInto,
  getOrientedSize,
  type Size,
  uprightTransform,
} from "#worker/export/orientation.ts";
import { PackagePictures, PartRelations, pictureKindOf } from "../packagePictures.ts";
import type { DrawnImage, DrawnPhoto } from "../renderTree.ts";
import { maxPictureSize } from "./measure.ts";

/** The pictures of a document. */
export class DocumentPictures {
  readonly pictures = new PackagePictures("word/media");
  #drawingCount = 0;

  /** A unique number for each drawing; Word requires one. */
  createDrawingId(): number {
    return ++this.#drawingCount;
  }
}

/** The pictures and links of one part of a document: the text, the header or the footer. */
export class PartPictures {
  readonly #media: DocumentPictures;
  readonly #relations = new PartRelations();

  constructor(media: DocumentPictures) {
    this.#media = media;
  }

  /** A photo, upright and uncropped, as large as its dimensions and the available space (millimetres) allow. */
  photo({ photo, variant, box, altText }: DrawnPhoto, space: Size): string {
    const { image, transform, upright } = selectEmbeddedPhoto(photo, variant);
    return this.#drawingXml(
      this.#media.pictures.addPhoto(image),
      upright,
      transform,
      maxPictureSize(box, space),
      altText,
    );
  }

  /** The picture of an IMAGE, marked as decorative without an alternative text; "" if it cannot be read. */
  image(item: DrawnImage, space: Size): string {
    const image = this.#media.pictures.addImage(item);
    return image
      ? this.#drawingXml(
          image.name,
          image.size,
          uprightTransform,
          maxPictureSize(item.box, space),
          item.altText ?? null,
        )
      : "";
  }

  /** The id of the relationship to a URL. */
  linkIdOf(url: string): string {
    return this.#relations.linkIdOf(url);
  }

  /** The relationships of the part. */
  relationsXml(): string {
    return this.#relations.xml("media");
  }

  #drawingXml(
    picture: string,
    upright: Size,
    transform: FrameTransform,
    box: Size,
    altText: string | null,
  ): string {
    const visibleSize = fitInto(upright, box);
    const { width, height } = getOrientedSize(visibleSize, transform);
    const extent = `cx="${mmToEmu(width)}" cy="${mmToEmu(height)}"`;
    const number = this.#media.createDrawingId();
    const properties = `id="${number}" name="${pictureKindOf(picture)} ${number}" descr="${escapeXml(toSingleLine(altText ?? ""))}"`;
    const rotation = transform.quarterTurns === 0 ? "" : ` rot="${transform.quarterTurns * 5_400_000}"`;
    return [
      `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:effectExtent l="0" t="0" r="0" b="0"/>`,
      altText === null ? `<wp:docPr ${properties}>${decorativeXml}</wp:docPr>` : `<wp:docPr ${properties}/>`,
      `<wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="${namespace.drawing}" noChangeAspect="1"/></wp:cNvGraphicFramePr>`,
      `<a:graphic xmlns:a="${namespace.drawing}"><a:graphicData uri="${namespace.picture}"><pic:pic xmlns:pic="${namespace.picture}">`,
      `<pic:nvPicPr><pic:cNvPr ${properties}/><pic:cNvPicPr/></pic:nvPicPr>`,
      `<pic:blipFill><a:blip r:embed="${this.#relations.idOf(picture)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
      `<pic:spPr><a:xfrm${rotation}${transform.flipH ? ' flipH="1"' : ""}><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm>`,
      '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>',
    ].join("");
  }
}

const mmToEmu = (millimetres: number) => Math.max(Math.round(millimetres * emuPerMillimetre), 1);
