import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import {
  appendToRoot,
  createDeflatedPart,
  createOfficePackage,
  type Part,
  relationsPartName,
  setXml,
} from "#worker/export/documents/officePackage.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";
import { cellText } from "#worker/export/excelLimits.ts";
import { parseAnswerNumber } from "#worker/export/numberValue.ts";
import { namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import type { Segment } from "#worker/export/segments.ts";
import { addDiscussionSection } from "../discussionSection.ts";
import type { VolumePhoto } from "../layoutVolumes.ts";
import { addMissingSection } from "../missingSection.ts";
import { PackagePictures } from "../packagePictures.ts";
import type { DrawnSheet } from "../renderTree.ts";
import { evaluateCondition } from "../resolve/conditions.ts";
import { fillText, parseTextTokens, type TextTokens, valueFormat } from "../resolve/placeholders.ts";
import type { Scope } from "../resolve/resolveScope.ts";
import {
  addDefaultType,
  addRelationships,
  findFreeName,
  prepareParts,
  setCoreProperties,
} from "./filledPackage.ts";
import type { FillInput } from "./filledWord.ts";
import { findPhotos } from "./fillProgram.ts";
import { type OfficeFile, readRelationships } from "./officeFile.ts";
import {
  attributeOf,
  childElements,
  descendantsOf,
  findChild,
  isElement,
  startTag,
  textOf,
  writeXml,
  type XmlElement,
  type XmlNode,
} from "./officeXml.ts";
import { type MoveRow, moveCommentBoxes, moveComments } from "./sheetComments.ts";
import { columnLetters, type MapReference, mapFormula, parseCell } from "./sheetReferences.ts";
import { type PlacedRow, placeRows, type RowMap, rowNumberOf } from "./sheetRows.ts";
import { nameColumns, readTables, type SheetTable } from "./sheetTables.ts";
import { anchorRow, type ExcelTemplate, type SheetTemplate, textElementName } from "./sheetTemplate.ts";
import { partsOf, type TagBlock } from "./tagBlocks.ts";
import { photoDrawingXml, photoSizeOf } from "./wordPhoto.ts";

interface MappedSheet {
  sheet: SheetTemplate;
  tables: readonly SheetTable[];
  rows: readonly PlacedRow[];
  map: RowMap;
}

/** Fills in an Excel file: rows are repeated and left out, and formulas, ranges and pictures move with them. */
export function fillExcel(file: OfficeFile, template: ExcelTemplate, input: FillInput): Segment[] {
  const { drawer, scope, tree } = input;
  const mappedSheets = template.sheets.map((sheet): MappedSheet => {
    const blocks = (sheet.data && sheet.blocks.get(sheet.data)) ?? [];
    const tables = readTables(file, sheet);
    const { rows, map } = placeRows(
      sheet.data ?? { name: "", attributes: new Map(), children: [] },
      blocks,
      tables.map(({ firstDataRow, lastDataRow }) => ({ first: firstDataRow, last: lastDataRow })),
      drawer,
      scope,
    );
    return { sheet, tables, rows, map };
  });
  const mapByName = new Map(mappedSheets.map(({ sheet, map }) => [sheet.name.toLowerCase(), map]));
  /** Maps the references of a formula. Those to the formula's own sheet are mapped by `ownMap`, and unchanged without it. */
  const createMapper =
    (ownMap: RowMap | null): MapReference =>
    ({ sheet, firstRow, lastRow }) =>
      (sheet === null ? ownMap : mapByName.get(sheet.toLowerCase()))?.mapRange(firstRow, lastRow) ?? {
        firstRow,
        lastRow,
      };
  changeWorkbook(file, createMapper(null));
  const fillers = mappedSheets.map((mappedSheet) => {
    const cells = new CellFiller(mappedSheet.sheet, input);
    for (const table of mappedSheet.tables) cells.fillHeadings(table, mappedSheet.rows);
    changeDependents(file, mappedSheet, createMapper(mappedSheet.map));
    return cells;
  });
  const parts = prepareParts(file);
  const media = new PackagePictures(findFreeName(parts, "xl/media/photos"));
  const photos = new Map<string, VolumePhoto>();
  let photoCount = 0;
  for (const [index, { sheet, rows, map }] of mappedSheets.entries()) {
    const cells = fillers[index]!;
    parts.set(sheet.part, createDeflatedPart(sheet.part, sheetXml(sheet, rows, map, cells, createMapper)));
    if (!sheet.drawing) continue;
    const relationships = addRelationships(parts, sheet.drawing);
    const drawPhoto = (anchor: XmlElement, row: PlacedRow): string => {
      const picture = sheet.pictures.get(anchor)!;
      const [firstPhoto] = findPhotos(picture, row.scope);
      if (!firstPhoto) return "";
      const drawn = drawer.photo(picture.node, firstPhoto);
      photos.set(`${drawn.photo.id} ${drawn.variant}`, { photo: drawn.photo, variant: drawn.variant });
      photoCount++;
      const relation = relationships.idOf(media.addPhoto(drawn.photo[drawn.variant]));
      const { width, height } = photoSizeOf(picture, drawn);
      return `<xdr:oneCellAnchor>${anchorStartXml(anchor, row.number)}<xdr:ext cx="${width}" cy="${height}"/>${photoDrawingXml(picture, drawn, { relation, number: firstPhotoId + photoCount })}<xdr:clientData/></xdr:oneCellAnchor>`;
    };
    parts.set(
      sheet.drawing,
      createDeflatedPart(sheet.drawing, drawingXml(file.trees.get(sheet.drawing)!, sheet, rows, drawPhoto)),
    );
    relationships.write(media.folder);
  }
  media.addTo(parts);
  addDefaultType(parts, "jpeg", "image/jpeg");
  addClosingSheets(parts, file, template, input);
  const metadata = input.createMetadata([...photos.values()]);
  setCoreProperties(parts, metadata, tree.locale);
  embedManifest(parts, file.main, metadata.manifest);
  return createOfficePackage(parts, metadata.modified);
}

/** Above the ids of the file's own drawings. */
const firstPhotoId = 100_000;

const mapRanges = (ranges: string, map: MapReference): string =>
  ranges
    .split(" ")
    .map((range) => mapFormula(range, map))
    .join(" ");

/** Moves named ranges and removes the calculation chain; Excel calculates all formulas when it opens the file. */
function changeWorkbook(file: OfficeFile, map: MapReference): void {
  const workbook = file.trees.get(file.main)!;
  for (const name of childElements(findChild(workbook, "definedNames") ?? workbook))
    if (name.name === "definedName") name.children = [escapeXml(mapFormula(textOf(name), map))];
  const calculation = findChild(workbook, "calcPr");
  if (calculation) calculation.attributes.set("fullCalcOnLoad", "1");
  const chain = [...readRelationships(file, file.main).values()].find(
    ({ type }) => type === "calcChain",
  )?.target;
  if (chain === undefined) return;
  file.parts.delete(chain);
  file.trees.delete(chain);
  const types = file.trees.get("[Content_Types].xml")!;
  types.children = childElements(types).filter((type) => attributeOf(type, "PartName") !== `/${chain}`);
  const relations = file.trees.get(relationsPartName(file.main))!;
  relations.children = childElements(relations).filter(
    (relation) => !(attributeOf(relation, "Type") ?? "").endsWith("/calcChain"),
  );
}

/** Moves the tables, charts and comments of a sheet with its rows. */
function changeDependents(file: OfficeFile, { sheet, rows, map }: MappedSheet, mapper: MapReference): void {
  const sourceRows = new Set((sheet.data ? childElements(sheet.data) : []).map(rowNumberOf));
  const placedRows = new Map(rows.toReversed().map(({ sourceNumber, number }) => [sourceNumber, number]));
  const moveRow: MoveRow = (row) =>
    placedRows.get(row) ?? (sourceRows.has(row) ? null : map.map(row, "first"));
  for (const { type, target } of readRelationships(file, sheet.part).values()) {
    const tree = file.trees.get(target);
    if (!tree) continue;
    if (type === "comments" || type === "threadedComment") moveComments(tree, moveRow);
    else if (type === "vmlDrawing") moveCommentBoxes(tree, moveRow);
    else if (type === "table")
      for (const element of descendantsOf(tree))
        if (element.attributes.has("ref"))
          element.attributes.set("ref", mapRanges(attributeOf(element, "ref")!, mapper));
  }
  if (!sheet.drawing) return;
  for (const { type, target } of readRelationships(file, sheet.drawing).values()) {
    const tree = file.trees.get(target);
    if (type === "chart" && tree)
      for (const element of descendantsOf(tree))
        if (element.name === "c:f") element.children = [escapeXml(mapFormula(textOf(element), mapper))];
  }
}

/** Attributes with ranges, by element. */
const rangeAttributes: Readonly<Record<string, string>> = {
  conditionalFormatting: "sqref",
  dataValidation: "sqref",
  ignoredError: "sqref",
  protectedRange: "sqref",
  hyperlink: "ref",
  autoFilter: "ref",
};
const formulaElements = new Set(["formula", "formula1", "formula2", "xm:f", "xm:sqref"]);
const omittedElements = new Set(["dimension", "sortState"]);

function* sheetXml(
  sheet: SheetTemplate,
  rows: readonly PlacedRow[],
  map: RowMap,
  cells: CellFiller,
  createMapper: (ownMap: RowMap | null) => MapReference,
): Generator<string> {
  yield `${xmlDeclaration}${startTag(sheet.root)}>`;
  for (const child of sheet.root.children) {
    if (typeof child === "string" || omittedElements.has(child.name)) continue;
    if (child === sheet.data) {
      yield "<sheetData>";
      for (const row of rows) yield rowXml(row, cells, createMapper(row.rows));
      yield "</sheetData>";
    } else if (child.name === "mergeCells") yield mergesXml(child, rows);
    else yield writeXml(moveRanges(child, map, createMapper(map)));
  }
  yield `</${sheet.root.name}>`;
}

function moveRanges(element: XmlElement, rows: RowMap, map: MapReference): XmlElement {
  const attributes = new Map(element.attributes);
  const attribute = rangeAttributes[element.name];
  if (attribute && attributes.has(attribute))
    attributes.set(attribute, escapeXml(mapRanges(attributeOf(element, attribute)!, map)));
  if (element.name === "brk" && attributes.has("id"))
    attributes.set("id", String(rows.map(Number(attributes.get("id")), "last")));
  const children = formulaElements.has(element.name)
    ? [escapeXml(mapFormula(textOf(element), map))]
    : element.children.map((child): XmlNode => (isElement(child) ? moveRanges(child, rows, map) : child));
  return { ...element, attributes, children };
}

/** Merged cells, once for each copy of their rows. */
function mergesXml(merges: XmlElement, rows: readonly PlacedRow[]): string {
  const ranges = new Set<string>();
  for (const merge of childElements(merges)) {
    const [start = "", end = start] = (attributeOf(merge, "ref") ?? "").split(":");
    const [first, last] = [parseCell(start), parseCell(end)];
    if (!first || !last) continue;
    for (const { sourceNumber, rows: map } of rows) {
      if (sourceNumber !== first.row) continue;
      const { firstRow, lastRow } = map.mapRange(first.row, last.row);
      ranges.add(`${columnLetters(first.column)}${firstRow}:${columnLetters(last.column)}${lastRow}`);
    }
  }
  if (ranges.size === 0) return "";
  return `<mergeCells count="${ranges.size}">${[...ranges].map((range) => `<mergeCell ref="${range}"/>`).join("")}</mergeCells>`;
}

function rowXml(row: PlacedRow, cells: CellFiller, map: MapReference): string {
  const { source, number, scope } = row;
  const attributes = new Map(source.attributes).set("r", String(number));
  const cellsXml = childElements(source).map((cell) => cells.cellXml(cell, number, scope, map));
  return `${startTag({ ...source, attributes })}>${cellsXml.join("")}</row>`;
}

class CellFiller {
  readonly #sheet: SheetTemplate;
  readonly #input: FillInput;
  readonly #tokensByElement = new Map<XmlElement, TextTokens>();
  /** The texts of filled cells that are headings of tables. */
  readonly #headings = new Map<XmlElement, string>();

  constructor(sheet: SheetTemplate, input: FillInput) {
    this.#sheet = sheet;
    this.#input = input;
  }

  cellXml(cell: XmlElement, row: number, scope: Scope, map: MapReference): string {
    const column = parseCell(attributeOf(cell, "r") ?? "")?.column ?? 1;
    const attributes = new Map(cell.attributes).set("r", `${columnLetters(column)}${row}`);
    const formula = findChild(cell, "f");
    if (formula) {
      attributes.delete("t");
      const mapped: XmlElement = { ...formula, children: [escapeXml(mapFormula(textOf(formula), map))] };
      return `${startTag({ ...cell, attributes })}>${writeXml(mapped)}</c>`;
    }
    if (!this.#sheet.filledCells.has(cell)) return writeXml({ ...cell, attributes });
    const heading = this.#headings.get(cell);
    const number = heading === undefined ? this.#numberOf(cell, scope) : null;
    if (number !== null) return `${startTag({ ...cell, attributes })}><v>${number}</v></c>`;
    const text = cellText(heading ?? this.#fullTextOf(cell, scope));
    if (text === "") return `${startTag({ ...cell, attributes })}/>`;
    attributes.set("t", "inlineStr");
    return `${startTag({ ...cell, attributes })}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  }

  /** Fills in the headings of a table, and names its columns after them. */
  fillHeadings(table: SheetTable, rows: readonly PlacedRow[]): void {
    const row = rows.find(({ sourceNumber }) => sourceNumber === table.headerRow);
    if (!row) return;
    const headings = nameColumns(table, row.source, (cell) =>
      this.#sheet.filledCells.has(cell) ? this.#fullTextOf(cell, row.scope) : null,
    );
    for (const [cell, text] of headings) this.#headings.set(cell, text);
  }

  #fullTextOf(cell: XmlElement, scope: Scope): string {
    return this.#textOf(cell, { start: 0, end: cell.children.length, outer: null }, scope);
  }

  /** The number of a cell that consists of a number task's answer alone; null for other cells. */
  #numberOf(cell: XmlElement, scope: Scope): number | null {
    const textElements = childElements(cell).filter((element) => element.name === textElementName);
    const [textElement] = textElements;
    if (!textElement || textElements.length > 1 || valueFormat(this.#parse(textElement), scope) !== "number")
      return null;
    const text = this.#fullTextOf(cell, scope);
    return parseAnswerNumber("DECIMAL", text)?.value ?? null;
  }

  #parse(textElement: XmlElement): TextTokens {
    const tokens =
      this.#tokensByElement.get(textElement) ?? parseTextTokens(attributeOf(textElement, "value") ?? "");
    this.#tokensByElement.set(textElement, tokens);
    return tokens;
  }

  #textOf(
    cell: XmlElement,
    range: { start: number; end: number; outer: TagBlock | null },
    scope: Scope,
  ): string {
    const { drawer } = this.#input;
    const { context, usage } = drawer;
    const blocks = (this.#sheet.blocks.get(cell) ?? []).filter(
      (block) => block.outer === range.outer && block.start >= range.start && block.end <= range.end,
    );
    let text = "";
    let nextBlock = 0;
    for (let index = range.start; index <= range.end; ) {
      const block = blocks[nextBlock];
      if (block && block.start <= index) {
        nextBlock++;
        text += this.#blockText(cell, block, scope);
        index = Math.max(index, block.end);
        continue;
      }
      const child = index < range.end ? cell.children[index] : undefined;
      if (child && isElement(child) && child.name === textElementName) {
        const position = { paged: false, position: null };
        text += fillText(this.#parse(child), "tag", { scope, context, usage, position }) ?? "";
      }
      index++;
    }
    return text;
  }

  #blockText(cell: XmlElement, outer: TagBlock, scope: Scope): string {
    const { tag, node } = outer.opening;
    const { main, otherwise } = partsOf(outer);
    const otherwiseText = () => (otherwise ? this.#textOf(cell, { ...otherwise, outer }, scope) : "");
    if (tag.kind === "each") {
      const scopes = [...this.#input.drawer.iterationOf(node!)(scope)];
      if (scopes.length === 0) return otherwiseText();
      return scopes.map((itemScope) => this.#textOf(cell, { ...main, outer }, itemScope)).join("");
    }
    const outcome = evaluateCondition(node!, scope, this.#input.drawer);
    if (outcome === null) return "";
    const isMet = outcome !== (tag.kind === "if" && tag.isNegated);
    return isMet ? this.#textOf(cell, { ...main, outer }, scope) : otherwiseText();
  }
}

function* drawingXml(
  root: XmlElement,
  { pictures }: SheetTemplate,
  rows: readonly PlacedRow[],
  drawPhoto: (anchor: XmlElement, row: PlacedRow) => string,
): Generator<string> {
  yield `${xmlDeclaration}${startTag(root)}>`;
  for (const anchor of childElements(root)) {
    if (anchor.name === "xdr:absoluteAnchor") {
      yield writeXml(anchor);
      continue;
    }
    const copies = rows.filter(({ sourceNumber }) => sourceNumber === anchorRow(anchor));
    if (pictures.has(anchor)) for (const row of copies) yield drawPhoto(anchor, row);
    else if (copies[0]) yield writeXml(moveAnchor(anchor, copies[0].number - copies[0].sourceNumber));
  }
  yield `</${root.name}>`;
}

/** Moves the corners of an anchor down by a number of rows. */
function moveAnchor(element: XmlElement, rowCount: number): XmlElement {
  const children = element.children.map((child): XmlNode => {
    if (typeof child === "string" || !["xdr:from", "xdr:to", "xdr:row"].includes(child.name)) return child;
    return child.name === "xdr:row"
      ? { ...child, children: [String(Math.max(Number(textOf(child)) + rowCount, 0))] }
      : moveAnchor(child, rowCount);
  });
  return { ...element, children };
}

function anchorStartXml(anchor: XmlElement, row: number): string {
  const movedCorner = findChild(moveAnchor(anchor, row - anchorRow(anchor)), "xdr:from");
  return movedCorner ? writeXml(movedCorner) : "";
}

/** Adds sheets at the end: the discussion if it is included, and what is missing. */
function addClosingSheets(
  parts: Map<string, Part>,
  file: OfficeFile,
  template: ExcelTemplate,
  { tree: { title, locale }, plan }: FillInput,
): void {
  const sheets = template.sheets.map(
    ({ name }): DrawnSheet => ({ kind: "sheet", node: "", name, widths: [100], rows: [] }),
  );
  const drawn = { type: "EXCEL", title, locale, sheets } as const;
  const tree = addMissingSection(addDiscussionSection(drawn, plan), plan);
  const allSheets = tree.type === "EXCEL" ? [...tree.sheets] : [];
  const list = childElements(findChild(file.trees.get(file.main)!, "sheets")!);
  let lastId = Math.max(...list.map((sheet) => Number(attributeOf(sheet, "sheetId")) || 0));
  for (const sheet of allSheets.slice(sheets.length))
    if (sheet.kind === "sheet") addSheet(parts, file.main, sheet, ++lastId);
}

function addSheet(parts: Map<string, Part>, main: string, sheet: DrawnSheet, sheetId: number): void {
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  let number = sheetId;
  // Some readers identify sheets by their part names.
  while (parts.has(`${folder}worksheets/sheet${number}.xml`)) number++;
  const target = `worksheets/sheet${number}.xml`;
  const name = folder + target;
  const rows = [...sheet.rows].map(
    ({ cells }, index) =>
      `<row r="${index + 1}">${cells
        .map(({ items: [item] }, column) => {
          const text = item?.kind === "text" ? cellText(item.text) : "";
          return `<c r="${columnLetters(column + 1)}${index + 1}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
        })
        .join("")}</row>`,
  );
  setXml(
    parts,
    name,
    `${xmlDeclaration}<worksheet xmlns="${namespace.spreadsheet}"><cols><col min="1" max="4" width="30" customWidth="1"/></cols><sheetData>${rows.join("")}</sheetData></worksheet>`,
  );
  const relationshipId = `rIdAdded${sheetId}`;
  appendToRoot(
    parts,
    relationsPartName(main),
    "Relationships",
    `<Relationship Id="${relationshipId}" Type="${namespace.relationship}/worksheet" Target="${target}"/>`,
  );
  appendToRoot(
    parts,
    "[Content_Types].xml",
    "Types",
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  const workbook = parts.get(main);
  if (workbook && "xml" in workbook)
    setXml(
      parts,
      main,
      workbook.xml.replace(
        "</sheets>",
        `<sheet name="${escapeXml(sheet.name)}" sheetId="${sheetId}" r:id="${relationshipId}"/></sheets>`,
      ),
    );
}
