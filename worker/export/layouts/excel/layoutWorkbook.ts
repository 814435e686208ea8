import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import {
  appendToRoot,
  createDeflatedPart,
  createOfficePackage,
  type Part,
  setXml,
} from "#worker/export/documents/officePackage.ts";
import { corePropertiesXml } from "#worker/export/documents/properties.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";
import { selectEmbeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { footerText, SheetNames } from "#worker/export/excelLimits.ts";
import {
  appPropertiesXml,
  corePropertiesRelationship,
  namespace,
  xmlDeclaration,
} from "#worker/export/ooxml.ts";
import { type Size, uprightTransform } from "#worker/export/orientation.ts";
import type { Segment } from "#worker/export/segments.ts";
import {
  packageRelationshipsXml,
  type SheetReference,
  sheetEndXml,
  sheetStart,
  toColumnLetters,
  workbookRelationshipsXml,
  workbookXml,
} from "#worker/export/sheetXml.ts";
import { type DocumentMetadata, layoutProperties } from "../documentMetadata.ts";
import { PackagePictures, PartRelations, setRelations } from "../packagePictures.ts";
import { mmToPoints, sheetCharacters } from "../pageMetrics.ts";
import type {
  DrawnContents,
  DrawnItem,
  DrawnPhoto,
  DrawnRow,
  DrawnSheet,
  RenderTreeOf,
} from "../renderTree.ts";
import { createContentsSheet, type SheetHeading, type SheetLink } from "./contentsSheet.ts";
import { continuedRows } from "./continuedRows.ts";
import { type CellPicture, layOutRow, type RowLayout, type SheetContext, textBoxesOf } from "./row.ts";
import { SheetDrawing } from "./sheetDrawing.ts";
import { StyleBook } from "./styles.ts";

/** 7 pixels per character, 4 pixels per 3 points. */
const pointsPerCharacter = 5.25;
/** Maximum rows read to find the end of a sheet's header. */
const headerScanRows = 12;
const maxHeaderRows = 3;
/** Points; a higher header would leave little of the screen. */
const maxHeaderPoints = 120;

const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A report layout as an Excel file. Sheets are written as XML text, row by row, and deflated as they are written. */
export async function renderExcel(
  tree: RenderTreeOf<"EXCEL">,
  metadata: DocumentMetadata,
): Promise<Segment[]> {
  const parts = new Map<string, Part>();
  const styles = new StyleBook();
  const pictures = new PackagePictures("xl/media");
  const getPicture = createPictureGetter(pictures);
  const sheets: SheetReference[] = [];
  const drawings: number[] = [];
  const headings: SheetHeading[] = [];
  const contentsByPart = new Map<number, DrawnContents>();
  for (const sheet of listSheets(tree)) {
    const part = sheets.length + 1;
    if (sheet.kind === "contents") {
      contentsByPart.set(part, sheet);
      sheets.push({ name: sheet.title, part });
      continue;
    }
    const sheetResult = writeSheet(parts, part, sheet, { styles, pictureOf: getPicture });
    const locate = (ref: string) => `'${sheet.name.replaceAll("'", "''")}'!${ref}`;
    headings.push(
      { level: 1, title: sheet.name, location: locate("A1") },
      ...sheetResult.headings.map(({ level, title, ref }) => ({
        ...{ level: level + 1, title },
        location: locate(ref),
      })),
    );
    sheets.push({
      name: sheet.name,
      part,
      ...(sheetResult.headerRowCount && { repeated: `1:${sheetResult.headerRowCount}` }),
    });
    if (sheetResult.hasPictures) drawings.push(part);
  }
  // The cells of headings are known once all sheets are written.
  for (const [part, contents] of contentsByPart) {
    const { sheet, links } = createContentsSheet(contents, headings);
    writeSheet(parts, part, sheet, { styles, pictureOf: getPicture }, links);
  }
  setXml(parts, "[Content_Types].xml", contentTypesXml(sheets, drawings));
  setXml(parts, "_rels/.rels", packageRelationshipsXml);
  setXml(parts, "xl/workbook.xml", workbookXml(sheets));
  setXml(parts, "xl/_rels/workbook.xml.rels", workbookRelationshipsXml(sheets));
  setXml(parts, "xl/styles.xml", styles.xml());
  setXml(parts, "docProps/core.xml", corePropertiesXml(layoutProperties(metadata, tree.locale)));
  setXml(
    parts,
    "docProps/app.xml",
    appPropertiesXml("Microsoft Excel", escapeXml(metadata.customerName), "16.0300", ""),
  );
  appendToRoot(parts, "_rels/.rels", "Relationships", propertiesRelations);
  pictures.addTo(parts);
  embedManifest(parts, "xl/workbook.xml", metadata.manifest);
  return createOfficePackage(parts, metadata.modified);
}

/** Adds an empty sheet if there is none: Excel cannot open a file without one. */
function* listSheets({ sheets, title }: RenderTreeOf<"EXCEL">): Generator<DrawnSheet | DrawnContents> {
  let hasSheet = false;
  for (const sheet of sheets) {
    hasSheet = true;
    yield sheet;
  }
  const name = new SheetNames().claim(title, "–");
  if (!hasSheet) yield { kind: "sheet", node: "", name, widths: [100], rows: [] };
}

/** Writes a sheet and its drawing. */
function writeSheet(
  parts: Map<string, Part>,
  part: number,
  sheet: DrawnSheet,
  context: Omit<SheetContext, "widths">,
  innerLinks: readonly SheetLink[] = [],
): { headerRowCount: number; hasPictures: boolean; headings: RowLayout["headings"] } {
  const widthsInCharacters = sheet.widths.map((percent) =>
    Math.max((percent / 100) * (sheet.characters ?? sheetCharacters), 2),
  );
  const widths = widthsInCharacters.map((count) => count * pointsPerCharacter);
  const drawing = new SheetDrawing(widths);
  const rows = sheet.rows[Symbol.iterator]();
  const firstRows: DrawnRow[] = [];
  for (let next = rows.next(); !next.done; next = rows.next()) {
    firstRows.push(next.value);
    if (firstRows.length === headerScanRows) break;
  }
  const headerRowCount = sheet.headerRowCount ?? countHeaderRows(firstRows, { ...context, widths });
  const boxesOf = (row: DrawnRow) => textBoxesOf(row, { ...context, widths });
  const merges: string[] = [];
  const relations = new PartRelations();
  const links: (SheetLink | { ref: string; relation: string })[] = [...innerLinks];
  const headings: RowLayout["headings"] = [];
  let rowNumber = 0;
  const rowXml = (row: DrawnRow): string => {
    const rowLayout = layOutRow(row, ++rowNumber, { ...context, widths });
    for (const picture of rowLayout.pictures) drawing.add(picture);
    merges.push(...rowLayout.merges);
    for (const { ref, url } of rowLayout.links) links.push({ ref, relation: relations.linkIdOf(url) });
    headings.push(...rowLayout.headings);
    return rowLayout.xml;
  };
  function* xml(): Generator<string> {
    // Excel's own gridlines are shown if the layout draws none.
    const hasPlainCells = firstRows.every(({ cells }) =>
      cells.every(({ border, background }) => !border && !background),
    );
    yield sheetStart(widthsInCharacters, headerRowCount, { gridLines: hasPlainCells });
    for (const row of firstRows) for (const part of continuedRows(row, boxesOf)) yield rowXml(part);
    if (firstRows.length === headerScanRows)
      for (let next = rows.next(); !next.done; next = rows.next())
        for (const part of continuedRows(next.value, boxesOf)) yield rowXml(part);
    const filter =
      sheet.hasFilter && rowNumber > headerRowCount
        ? `A${headerRowCount}:${toColumnLetters(widths.length - 1)}${rowNumber}`
        : null;
    const { isPortrait = false, footer } = sheet;
    const page = { isPortrait, ...(footer !== undefined && { footer: `&L${footerText(footer, 8, 60)}` }) };
    yield sheetEndXml(filter, { merges, links, drawing: drawing.isEmpty ? null : "rIdDrawing", page });
  }
  const name = `xl/worksheets/sheet${part}.xml`;
  parts.set(name, createDeflatedPart(name, xml()));
  if (!drawing.isEmpty) {
    const path = `xl/drawings/drawing${part}.xml`;
    parts.set(path, createDeflatedPart(path, drawing.xml()));
    setRelations(parts, `xl/drawings/_rels/drawing${part}.xml.rels`, drawing.relations.xml("../media"));
  }
  const drawingRelation = drawing.isEmpty
    ? ""
    : `<Relationship Id="rIdDrawing" Type="${namespace.relationship}/drawing" Target="../drawings/drawing${part}.xml"/>`;
  if (drawingRelation || relations.size > 0)
    setRelations(
      parts,
      `xl/worksheets/_rels/sheet${part}.xml.rels`,
      drawingRelation + relations.xml("../media"),
    );
  return { headerRowCount, hasPictures: !drawing.isEmpty, headings };
}

/**
 * Number of rows in a sheet's header: the rows that occur once, before the first repeated ones. 0 if there are none, or if they
 * are too many or too high to keep in view.
 */
function countHeaderRows(rows: readonly DrawnRow[], context: SheetContext): number {
  const firstRepeatedRow = rows.findIndex(({ node }, index) =>
    rows.slice(index + 1).some((row) => row.node === node),
  );
  if (firstRepeatedRow < 1 || firstRepeatedRow > maxHeaderRows) return 0;
  const height = rows
    .slice(0, firstRepeatedRow)
    .reduce((sum, row, index) => sum + layOutRow(row, index + 1, context).height, 0);
  return height > maxHeaderPoints ? 0 : firstRepeatedRow;
}

const maxPoints = (millimetres: number | null) =>
  millimetres === null ? Number.POSITIVE_INFINITY : mmToPoints(millimetres);
const maxSizeOf = ({ width, height }: DrawnPhoto["box"]): Size => ({
  width: maxPoints(width),
  height: maxPoints(height),
});

/** Creates pictures for cells; they are added to the package once they are placed. */
function createPictureGetter(pictures: PackagePictures): (item: DrawnItem) => CellPicture | null {
  return (item) => {
    if (item.kind === "photo") {
      const { image, transform, upright } = selectEmbeddedPhoto(item.photo, item.variant);
      return {
        upright,
        maxSize: maxSizeOf(item.box),
        anchorAt: (position) => ({
          ...position,
          picture: pictures.addPhoto(image),
          transform,
          altText: item.altText,
        }),
      };
    }
    const image = item.kind === "image" ? pictures.addImage(item) : null;
    if (item.kind !== "image" || image === null) return null;
    return {
      upright: image.size,
      maxSize: maxSizeOf(item.box),
      anchorAt: (position) => ({
        ...position,
        picture: image.name,
        transform: uprightTransform,
        altText: item.altText ?? null,
      }),
    };
  };
}

const propertiesRelations = [
  `<Relationship Id="rIdCore" Type="${corePropertiesRelationship}" Target="docProps/core.xml"/>`,
  `<Relationship Id="rIdApp" Type="${namespace.relationship}/extended-properties" Target="docProps/app.xml"/>`,
].join("");

function contentTypesXml(sheets: readonly SheetReference[], drawings: readonly number[]): string {
  const overrideType = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="${type}"/>`;
  const defaultType = (extension: string, type: string) =>
    `<Default Extension="${extension}" ContentType="${type}"/>`;
  return [
    `${xmlDeclaration}<Types xmlns="${namespace.contentTypes}">`,
    defaultType("rels", "application/vnd.openxmlformats-package.relationships+xml"),
    defaultType("xml", "application/xml"),
    defaultType("jpeg", "image/jpeg"),
    defaultType("png", "image/png"),
    overrideType("xl/workbook.xml", `${spreadsheet}.sheet.main+xml`),
    overrideType("xl/styles.xml", `${spreadsheet}.styles+xml`),
    overrideType("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
    overrideType("docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml"),
    ...sheets.map(({ part }) =>
      overrideType(`xl/worksheets/sheet${part}.xml`, `${spreadsheet}.worksheet+xml`),
    ),
    ...drawings.map((part) =>
      overrideType(
        `xl/drawings/drawing${part}.xml`,
        "application/vnd.openxmlformats-officedocument.drawing+xml",
      ),
    ),
    "</Types>",
  ].join("");
}
