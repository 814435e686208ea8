import type ExcelJS from "exceljs";
import { emuPerPoint } from "#worker/export/ooxml.ts";
import { fitInto, orientedSize, type Size } from "../orientation.ts";
import type { ExcelBook } from "./excelBook.ts";
import type { DocumentModel } from "./model.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { createPlaceholder } from "./placeholder.ts";
import { escapeXml } from "./xml.ts";

/** The box of a photo in its cell and the height of the cell, in points. */
export const photoBox: Size = { width: 150, height: 112 };
const margin = 4;
export const photoRowHeight = photoBox.height + 2 * margin;
/** Width of the cell in characters: 7 pixels per character plus 5; 3 points are 4 pixels. */
export const photoColumnWidth = Math.ceil((((photoBox.width + 2 * margin) * 4) / 3 - 5) / 7);

/**
 * Puts a photo's placeholder in a cell (counted from 0). Both corners are offsets within that cell, so the shape does not depend
 * on the width that a machine gives a column. For a rotated frame they are the corners as seen: Excel undoes quarter turns before
 * it places the picture.
 */
export function addPicture(
  book: ExcelBook,
  sheet: ExcelJS.Worksheet,
  entry: PhotoEntry,
  cell: { column: number; row: number },
): void {
  const size = fitInto(entry.upright, photoBox);
  const left = margin + (photoBox.width - size.width) / 2;
  const top = margin + (photoBox.height - size.height) / 2;
  const corner = (x: number, y: number) =>
    // Cast: exceljs passes corners through, but its types accept only instances of its own class.
    ({
      nativeCol: cell.column,
      nativeColOff: Math.round(x * emuPerPoint),
      nativeRow: cell.row,
      nativeRowOff: Math.round(y * emuPerPoint),
    }) as ExcelJS.Anchor;
  const range = {
    tl: corner(left, top),
    br: corner(left + size.width, top + size.height),
    editAs: "oneCell",
  };
  sheet.addImage(book.addJpeg(createPlaceholder(entry.photo.id, entry.image)), range);
}

/** Properties of a picture that exceljs cannot write. */
interface PictureFrame {
  altText: string;
  /** Attributes and children of a:xfrm. */
  transform: string;
}

export function photoFrames(model: DocumentModel): PictureFrame[] {
  return model.sections.flatMap(({ entries }) =>
    entries.map((entry) => {
      const { width, height } = orientedSize(fitInto(entry.upright, photoBox), entry.turn);
      const size = `cx="${Math.round(width * emuPerPoint)}" cy="${Math.round(height * emuPerPoint)}"`;
      const rotation = entry.turn.quarterTurns === 0 ? "" : ` rot="${entry.turn.quarterTurns * 5_400_000}"`;
      const flip = entry.turn.flipH ? ' flipH="1"' : "";
      return {
        altText: entry.altText,
        transform: `<a:xfrm${rotation}${flip}><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>`,
      };
    }),
  );
}

/** Adds alternative texts and rotated frames, which exceljs cannot write, to its drawing XML. */
export function addPictureProperties(drawing: string, frames: readonly PictureFrame[]): string {
  let describedCount = 0;
  let turnedCount = 0;
  return (
    drawing
      .replace(/<xdr:cNvPr id="(\d+)" name="([^"]*)"/g, (_, id: string, name: string) => {
        const { altText } = frames[describedCount++]!;
        return `<xdr:cNvPr id="${id}" name="${name}" descr="${escapeXml(altText)}"`;
      })
      // exceljs writes the same invented "creation id" for every picture.
      .replace(/<a:extLst>.*?<\/a:extLst>/gs, "")
      .replace(/<a:xfrm>.*?<\/a:xfrm>/gs, () => frames[turnedCount++]!.transform)
  );
}
