import { escapeXml } from "#worker/export/documents/xml.ts";
import { decorativeXml, emuPerPoint, namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import { type FrameTransform, getOrientedSize } from "#worker/export/orientation.ts";
import { PartRelations, pictureKindOf } from "../packagePictures.ts";

/** A picture in a cell, rotated upright. Lengths in points. */
export interface SheetPicture {
  /** The name of its part. */
  picture: string;
  /** Null for a decorative picture. */
  altText: string | null;
  transform: FrameTransform;
  /** The cell's column and row, from 0, and the picture's corner in it. */
  column: number;
  row: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const pointsToEmu = (length: number) => Math.round(length * emuPerPoint);

/** Collects the pictures of one sheet. */
export class SheetDrawing {
  readonly relations = new PartRelations();
  readonly #anchors: string[] = [];
  /** Widths of the sheet's columns in points. */
  readonly #widths: readonly number[];

  constructor(widths: readonly number[]) {
    this.#widths = widths;
  }

  get isEmpty(): boolean {
    return this.#anchors.length === 0;
  }

  add(picture: SheetPicture): void {
    const { transform, width, height } = picture;
    const from = this.#corner("from", picture, picture.x, picture.y);
    // Excel undoes quarter turns before it places a picture by two corners, so these are the corners as displayed. Other pictures
    // have one corner and a size, which does not depend on how wide the columns are displayed on a particular computer.
    const anchorStart =
      transform.quarterTurns % 2 === 0
        ? `<xdr:oneCellAnchor>${from}<xdr:ext cx="${pointsToEmu(width)}" cy="${pointsToEmu(height)}"/>`
        : `<xdr:twoCellAnchor editAs="oneCell">${from}${this.#corner("to", picture, picture.x + width, picture.y + height)}`;
    const anchorName = transform.quarterTurns % 2 === 0 ? "oneCellAnchor" : "twoCellAnchor";
    this.#anchors.push(`${anchorStart}${this.#pictureXml(picture)}<xdr:clientData/></xdr:${anchorName}>`);
  }

  /** A corner within a row; a large `x` is in a later column. */
  #corner(name: "from" | "to", { row, column }: SheetPicture, x: number, y: number): string {
    let index = column;
    let offset = x;
    while (index + 1 < this.#widths.length && offset > this.#widths[index]!) offset -= this.#widths[index++]!;
    return `<xdr:${name}><xdr:col>${index}</xdr:col><xdr:colOff>${pointsToEmu(offset)}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${pointsToEmu(y)}</xdr:rowOff></xdr:${name}>`;
  }

  #pictureXml({ picture, altText, transform, width, height }: SheetPicture): string {
    const number = this.#anchors.length + 1;
    const frame = getOrientedSize({ width, height }, transform);
    const name = `id="${number + 1}" name="${pictureKindOf(picture)} ${number}"`;
    const identity =
      altText === null
        ? `<xdr:cNvPr ${name}>${decorativeXml}</xdr:cNvPr>`
        : `<xdr:cNvPr ${name} descr="${escapeXml(altText)}"/>`;
    const rotation = transform.quarterTurns === 0 ? "" : ` rot="${transform.quarterTurns * 5_400_000}"`;
    return `<xdr:pic><xdr:nvPicPr>${identity}<xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${this.relations.idOf(picture)}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm${rotation}${transform.flipH ? ' flipH="1"' : ""}><a:off x="0" y="0"/><a:ext cx="${pointsToEmu(frame.width)}" cy="${pointsToEmu(frame.height)}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>`;
  }

  *xml(): Generator<string> {
    yield `${xmlDeclaration}<xdr:wsDr xmlns:xdr="${namespace.spreadsheetDrawing}" xmlns:a="${namespace.drawing}" xmlns:r="${namespace.relationship}">`;
    yield* this.#anchors;
    yield "</xdr:wsDr>";
  }
}
