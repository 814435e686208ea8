import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import {
  deflatedPart,
  insertLast,
  officePackage,
  type Part,
  setXml,
} from "#worker/export/documents/officePackage.ts";
import { coreProperties } from "#worker/export/documents/properties.ts";
import { xmlEscape } from "#worker/export/documents/xml.ts";
import { embeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { SheetNames } from "#worker/export/excelLimits.ts";
import {
  appPropertiesXml,
  corePropertiesRelationship,
  namespace,
  xmlDeclaration,
} from "#worker/export/ooxml.ts";
import { type Size, upright } from "#worker/export/orientation.ts";
import type { Segment } from "#worker/export/segments.ts";
import {
  type NamedSheet,
  packageRelationsXml,
  sheetEnd,
  sheetStart,
  workbookRelationsXml,
  workbookXml,
} from "#worker/export/sheetXml.ts";
import { type DocumentMetadata, layoutProperties } from "../documentMetadata.ts";
import { PackagePictures, setRelations } from "../packagePictures.ts";
import { points } from "../pageMetrics.ts";
import type { DrawnAs, DrawnItem, DrawnPhoto, DrawnRow, DrawnSheet } from "../renderTree.ts";
import { continuedRows } from "./continuedRows.ts";
import { type CellPicture, laidRow, type SheetContext } from "./row.ts";
import { SheetDrawing } from "./sheetDrawing.ts";
import { StyleBook } from "./styles.ts";

/** Width of all columns of a sheet, in characters: a landscape A4 page at full size. */
const sheetWidth = 140;
/** 7 pixels per character, 4 pixels per 3 points. */
const pointsPerCharacter = 5.25;
/** Maximum rows read to find the end of a sheet's header. */
const headerScanRows = 12;
const maxHeaderRows = 3;
/** Points; a higher header would leave little of the screen. */
const maxHeaderPoints = 120;

const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A report layout as an Excel file. Sheets are written as XML text, row by row, and deflated as they are written. */
export async function drawExcel(tree: DrawnAs<"EXCEL">, metadata: DocumentMetadata): Promise<Segment[]> {
  const parts = new Map<string, Part>();
  const styles = new StyleBook();
  const pictures = new PackagePictures("xl/media");
  const pictureOf = picturesBy(pictures);
  const sheets: NamedSheet[] = [];
  const drawings: number[] = [];
  for (const sheet of sheetsOf(tree)) {
    const part = sheets.length + 1;
    const written = writeSheet(parts, part, sheet, { styles, pictureOf });
    sheets.push({ name: sheet.name, part, ...(written.header && { repeated: `1:${written.header}` }) });
    if (written.pictures) drawings.push(part);
  }
  setXml(parts, "[Content_Types].xml", contentTypes(sheets, drawings));
  setXml(parts, "_rels/.rels", packageRelationsXml);
  setXml(parts, "xl/workbook.xml", workbookXml(sheets));
  setXml(parts, "xl/_rels/workbook.xml.rels", workbookRelationsXml(sheets));
  setXml(parts, "xl/styles.xml", styles.xml());
  setXml(parts, "docProps/core.xml", coreProperties(layoutProperties(metadata, tree.locale)));
  setXml(
    parts,
    "docProps/app.xml",
    appPropertiesXml("Microsoft Excel", xmlEscape(metadata.customerName), "16.0300", ""),
  );
  insertLast(parts, "_rels/.rels", "Relationships", propertiesRelations);
  pictures.addTo(parts);
  embedManifest(parts, "xl/workbook.xml", metadata.manifest);
  return officePackage(parts, metadata.modified);
}

/** Adds an empty sheet if there is none: Excel cannot open a file without one. */
function* sheetsOf({ sheets, title }: DrawnAs<"EXCEL">): Generator<DrawnSheet> {
  let hasMatch = false;
  for (const sheet of sheets) {
    hasMatch = true;
    yield sheet;
  }
  const name = new SheetNames().claim(title, "–");
  if (!hasMatch) yield { kind: "sheet", node: "", name, widths: [100], rows: [] };
}

/** Writes a sheet and its drawing; returns the number of header rows, and whether there are pictures. */
function writeSheet(
  parts: Map<string, Part>,
  part: number,
  sheet: DrawnSheet,
  context: Omit<SheetContext, "widths">,
): { header: number; pictures: boolean } {
  const characters = sheet.widths.map((percent) => Math.max((percent / 100) * sheetWidth, 2));
  const widths = characters.map((count) => count * pointsPerCharacter);
  const drawing = new SheetDrawing(widths);
  const rows = sheet.rows[Symbol.iterator]();
  const firstRows: DrawnRow[] = [];
  for (let next = rows.next(); !next.done; next = rows.next()) {
    firstRows.push(next.value);
    if (firstRows.length === headerScanRows) break;
  }
  const header = headerOf(firstRows, { ...context, widths });
  const merges: string[] = [];
  let rowNumber = 0;
  const rowXml = (row: DrawnRow): string => {
    const laid = laidRow(row, ++rowNumber, { ...context, widths });
    for (const picture of laid.pictures) drawing.add(picture);
    merges.push(...laid.merges);
    return laid.xml;
  };
  function* xml(): Generator<string> {
    // Excel's own gridlines are shown if the layout draws none.
    const isPlain = firstRows.every(({ cells }) =>
      cells.every(({ border, background }) => !border && !background),
    );
    yield sheetStart(characters, header, { gridLines: isPlain });
    for (const row of firstRows) for (const part of continuedRows(row)) yield rowXml(part);
    if (firstRows.length === headerScanRows)
      for (let next = rows.next(); !next.done; next = rows.next())
        for (const part of continuedRows(next.value)) yield rowXml(part);
    yield sheetEnd(null, { merges, drawing: drawing.empty ? null : "rIdDrawing" });
  }
  const name = `xl/worksheets/sheet${part}.xml`;
  parts.set(name, deflatedPart(name, xml()));
  if (!drawing.empty) {
    const path = `xl/drawings/drawing${part}.xml`;
    parts.set(path, deflatedPart(path, drawing.xml()));
    setRelations(parts, `xl/drawings/_rels/drawing${part}.xml.rels`, drawing.relations.xml("../media"));
    setRelations(
      parts,
      `xl/worksheets/_rels/sheet${part}.xml.rels`,
      `<Relationship Id="rIdDrawing" Type="${namespace.relationship}/drawing" Target="../drawings/drawing${part}.xml"/>`,
    );
  }
  return { header, pictures: !drawing.empty };
}

/**
 * Number of rows in a sheet's header: those that occur once, before the first repeated ones. 0 if there are none, or if they are
 * too many or too high to keep in view.
 */
function headerOf(rows: readonly DrawnRow[], context: SheetContext): number {
  const repeated = rows.findIndex(({ node }, index) =>
    rows.slice(index + 1).some((row) => row.node === node),
  );
  if (repeated < 1 || repeated > maxHeaderRows) return 0;
  const height = rows
    .slice(0, repeated)
    .reduce((sum, row, index) => sum + laidRow(row, index + 1, context).height, 0);
  return height > maxHeaderPoints ? 0 : repeated;
}

const bound = (millimetres: number | null) =>
  millimetres === null ? Number.POSITIVE_INFINITY : points(millimetres);
const boundsOf = ({ width, height }: DrawnPhoto["box"]): Size => ({
  width: bound(width),
  height: bound(height),
});

/** Makes pictures of cells; the package gets them once they are placed. */
function picturesBy(pictures: PackagePictures): (item: DrawnItem) => CellPicture | null {
  return (item) => {
    if (item.kind === "photo") {
      const { image, turn, upright } = embeddedPhoto(item.photo, item.variant);
      return {
        upright,
        maxSize: boundsOf(item.box),
        placedAt: (position) => ({
          ...position,
          picture: pictures.ofPhoto(image),
          turn,
          altText: item.altText,
        }),
      };
    }
    const image = item.kind === "image" ? pictures.ofImage(item) : null;
    if (item.kind !== "image" || image === null) return null;
    return {
      upright: image.size,
      maxSize: boundsOf(item.box),
      placedAt: (position) => ({ ...position, picture: image.name, turn: upright, altText: null }),
    };
  };
}

const propertiesRelations = [
  `<Relationship Id="rIdCore" Type="${corePropertiesRelationship}" Target="docProps/core.xml"/>`,
  `<Relationship Id="rIdApp" Type="${namespace.relationship}/extended-properties" Target="docProps/app.xml"/>`,
].join("");

function contentTypes(sheets: readonly NamedSheet[], drawings: readonly number[]): string {
  const override = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${type}"/>`;
  const extension = (ending: string, type: string) =>
    `<Default Extension="${ending}" ContentType="${type}"/>`;
  return [
    `${xmlDeclaration}<Types xmlns="${namespace.contentTypes}">`,
    extension("rels", "application/vnd.openxmlformats-package.relationships+xml"),
    extension("xml", "application/xml"),
    extension("jpeg", "image/jpeg"),
    extension("png", "image/png"),
    override("xl/workbook.xml", `${spreadsheet}.sheet.main+xml`),
    override("xl/styles.xml", `${spreadsheet}.styles+xml`),
    override("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
    override("docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml"),
    ...sheets.map(({ part }) => override(`xl/worksheets/sheet${part}.xml`, `${spreadsheet}.worksheet+xml`)),
    ...drawings.map((part) =>
      override(`xl/drawings/drawing${part}.xml`, "application/vnd.openxmlformats-officedocument.drawing+xml"),
    ),
    "</Types>",
  ].join("");
}
