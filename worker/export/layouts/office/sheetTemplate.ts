import { parseFileTag } from "#domain/layout/fileTags.ts";
import { maxSheetRows } from "#worker/export/excelLimits.ts";
import { emuPerMillimetre } from "#worker/export/ooxml.ts";
import { type OfficeFile, readRelationships } from "./officeFile.ts";
import {
  attributeOf,
  childElements,
  createElement,
  descendantsOf,
  findChild,
  textOf,
  type XmlElement,
} from "./officeXml.ts";
import { type FoundTag, type PlacedPicture, parsePhotoName, shortenContext, TagNodes } from "./program.ts";
import { columnLetters, listReferences, parseCell, shiftFormula } from "./sheetReferences.ts";
import { rowNumberOf } from "./sheetRows.ts";
import {
  type BlockRules,
  collectPaths,
  findBlocks,
  type Marker,
  partsOf,
  type TagBlock,
} from "./tagBlocks.ts";
import { tagElementName } from "./wordRuns.ts";

/** A worksheet of an uploaded Excel file, with its tags and pictures. */
export interface SheetTemplate {
  part: string;
  name: string;
  root: XmlElement;
  /** Null in a sheet that has only a chart. */
  data: XmlElement | null;
  /** By container: rows, or the pieces of a cell. */
  blocks: ReadonlyMap<XmlElement, readonly TagBlock[]>;
  /** Cells with tags; their children are texts and tags. */
  filledCells: ReadonlySet<XmlElement>;
  /** The part of its drawings. */
  drawing: string | null;
  /** Pictures that photos replace, by their anchor. */
  pictures: ReadonlyMap<XmlElement, PlacedPicture>;
}

export interface ExcelTemplate {
  sheets: readonly SheetTemplate[];
  tags: readonly FoundTag[];
  nodes: TagNodes;
  /** The text of a cell without tags. */
  texts(cell: XmlElement): string;
}

/** The name of the element that stands for a piece of a filled cell's text. */
export const textElementName = "text";

/** Finds the tags of an Excel file and their errors. Changes the trees of the file. */
export function readExcelTemplate(file: OfficeFile, hasCode: (code: string) => boolean): ExcelTemplate {
  const nodes = new TagNodes();
  const tags: FoundTag[] = [];
  const relationships = readRelationships(file, file.main);
  const strings = readSharedStrings(file);
  const list = findChild(file.trees.get(file.main)!, "sheets");
  const sheets = (list ? childElements(list) : []).flatMap((sheet): SheetTemplate[] => {
    const part = relationships.get(attributeOf(sheet, "r:id") ?? "")?.target ?? "";
    const root = file.trees.get(part);
    if (root?.name !== "worksheet") return [];
    return [
      readSheet(
        file,
        { part, name: attributeOf(sheet, "name") ?? "", root },
        { nodes, tags, hasCode, strings },
      ),
    ];
  });
  markFormulas(sheets, tags);
  return { sheets, tags, nodes, texts: (cell) => readCellText(cell, strings) };
}

function readSharedStrings(file: OfficeFile): string[] {
  const part = [...readRelationships(file, file.main).values()].find(({ type }) => type === "sharedStrings");
  const tree = part && file.trees.get(part.target);
  return tree ? childElements(tree).map(readRichText) : [];
}

/** The text of a string without phonetic guides (`rPh`). */
const readRichText = (element: XmlElement): string =>
  childElements(element)
    .map((child) => (child.name === "t" ? textOf(child) : child.name === "r" ? readRichText(child) : ""))
    .join("");

interface ReadContext {
  nodes: TagNodes;
  tags: FoundTag[];
  hasCode: (code: string) => boolean;
  strings: readonly string[];
}

function readCellText(cell: XmlElement, strings: readonly string[]): string {
  const type = attributeOf(cell, "t");
  const value = findChild(cell, "v");
  if (type === "s") return strings[Number(value && textOf(value))] ?? "";
  const inline = findChild(cell, "is");
  if (type === "inlineStr") return inline ? readRichText(inline) : "";
  return value && !findChild(cell, "f") ? textOf(value) : "";
}

function readSheet(
  file: OfficeFile,
  sheet: Pick<SheetTemplate, "part" | "name" | "root">,
  { nodes, tags, hasCode, strings }: ReadContext,
): SheetTemplate {
  const data = findChild(sheet.root, "sheetData") ?? null;
  const tagElements = new Map<XmlElement, Pick<Marker, "tag" | "foundTag">>();
  const filledCells = new Set<XmlElement>();
  const drawing = findDrawing(file, sheet);
  const anchors = drawing ? childElements(file.trees.get(drawing)!) : [];
  if (data)
    numberRows(
      data,
      anchors.map((anchor) => anchorRow(anchor)),
    );
  const addTag = (
    parsedTag: Pick<FoundTag, "text" | "kind" | "error">,
    cell: string,
    context: string,
  ): FoundTag => {
    const tag: FoundTag = {
      ...parsedTag,
      location: { part: "SHEET", sheet: sheet.name, paragraph: null, cell, context: shortenContext(context) },
    };
    tags.push(tag);
    return tag;
  };
  for (const row of data ? childElements(data) : [])
    for (const cell of childElements(row)) {
      const text = cell.name === "c" ? readCellText(cell, strings) : "";
      if (!/\{[^{}]*\}|\{\s*[#/]/.test(text)) continue;
      const name = attributeOf(cell, "r") ?? "";
      for (const [open] of text.matchAll(/\{\s*[#/](?:each|if)?[^{}]{0,40}(?=\{|$)/gi))
        addTag({ text: open, kind: "error", error: "unclosed" }, name, text);
      filledCells.add(cell);
      cell.attributes.delete("t");
      cell.children = text.split(/(\{[^{}]*\})/).flatMap((part, index): XmlElement[] => {
        if (part === "") return [];
        const literal = () => createElement(textElementName, { value: part });
        if (index % 2 === 0) return [literal()];
        const tag = parseFileTag(part.slice(1, -1), "EXCEL", hasCode);
        const foundTag = addTag(
          { text: part, kind: tag.kind, error: tag.kind === "error" ? tag.error : null },
          name,
          text,
        );
        if (tag.kind === "text") return [literal()];
        const element = createElement(tagElementName);
        if (tag.kind !== "error") tagElements.set(element, { tag, foundTag });
        return [element];
      });
    }
  const markers = (data ? collectPaths(data, (element) => tagElements.has(element)) : []).map(
    (path): Marker => {
      const { tag, foundTag } = tagElements.get(path.at(-1)!)!;
      const node =
        tag.kind === "each"
          ? nodes.create("EACH", tag.params)
          : tag.kind === "if"
            ? nodes.create("IF", tag.params)
            : null;
      return { tag, foundTag, node, path };
    },
  );
  const blocks = findBlocks(markers, sheetRules);
  const rowBlocks = (data && blocks.get(data)) ?? [];
  const pictures = new Map<XmlElement, PlacedPicture>();
  for (const anchor of anchors) {
    const picture = readPicture(anchor, nodes);
    if (!picture) continue;
    const row = anchorRow(anchor);
    const isRepeated = rowBlocks.some(
      (block) => block.opening.tag.kind === "each" && isInBlock(data!, partsOf(block).main, row),
    );
    pictures.set(anchor, picture.picture);
    const isOutsideLoop = picture.picture.task === null && !isRepeated;
    addTag(
      { text: picture.name, kind: "photo", error: isOutsideLoop ? "photoOutsideLoop" : null },
      `${columnLetters(anchorColumn(anchor))}${row}`,
      "",
    );
  }
  if (data && rowBlocks.length > 0) markUnmovable(sheet.root, data, rowBlocks, addTag);
  return { ...sheet, data, blocks, filledCells, drawing, pictures };
}

/** Whether a row is repeated or left out by a block. */
function isInBlock(data: XmlElement, { start, end }: Pick<TagBlock, "start" | "end">, row: number): boolean {
  const rows = childElements(data);
  const [first, last] = [rows[start], rows[end - 1]];
  return first !== undefined && last !== undefined && rowNumberOf(first) <= row && row <= rowNumberOf(last);
}

const sheetRules: BlockRules = {
  childKindOf: ({ name }) =>
    name === "sheetData" ? "rows" : name === "row" ? "cells" : name === "c" ? "inline" : null,
  hasOnlyTags: (row) =>
    childElements(row).every((cell) =>
      childElements(cell).every(
        (piece) =>
          piece.name === tagElementName ||
          (piece.name === textElementName && (attributeOf(piece, "value") ?? "").trim() === ""),
      ),
    ),
};

/** Gives every row and cell its number, which is optional, and creates the rows of pictures. */
function numberRows(data: XmlElement, pictureRows: readonly number[]): void {
  const rows = new Map<number, XmlElement>();
  let lastRow = 0;
  for (const row of childElements(data)) {
    const number = Number(attributeOf(row, "r"));
    lastRow = Number.isInteger(number) && number > lastRow && number <= maxSheetRows ? number : lastRow + 1;
    row.attributes.set("r", String(lastRow));
    row.attributes.delete("spans");
    row.children = childElements(row);
    let lastColumn = 0;
    for (const cell of childElements(row)) {
      lastColumn = parseCell(attributeOf(cell, "r") ?? "")?.column ?? lastColumn + 1;
      cell.attributes.set("r", attributeOf(cell, "r") ?? `${columnLetters(lastColumn)}${lastRow}`);
    }
    rows.set(lastRow, row);
  }
  for (const row of pictureRows) if (!rows.has(row)) rows.set(row, createElement("row", { r: String(row) }));
  data.children = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

function findDrawing(file: OfficeFile, { part, root }: Pick<SheetTemplate, "part" | "root">): string | null {
  const element = findChild(root, "drawing");
  const target = element && readRelationships(file, part).get(attributeOf(element, "r:id") ?? "")?.target;
  return target && file.trees.has(target) ? target : null;
}

function anchorPosition(anchor: XmlElement, name: "xdr:row" | "xdr:col"): number {
  const from = findChild(anchor, "xdr:from");
  const position = from && findChild(from, name);
  return (Number(position && textOf(position)) || 0) + 1;
}

/** The row of an anchor's upper left corner, from 1. */
export const anchorRow = (anchor: XmlElement): number => anchorPosition(anchor, "xdr:row");
export const anchorColumn = (anchor: XmlElement): number => anchorPosition(anchor, "xdr:col");

function readPicture(anchor: XmlElement, nodes: TagNodes): { picture: PlacedPicture; name: string } | null {
  const picture = findChild(anchor, "xdr:pic");
  if (!picture) return null;
  const elements = [...descendantsOf(picture)];
  const properties = elements.find(({ name }) => name === "xdr:cNvPr");
  const names = ["descr", "title"].map(
    (attribute) => (properties && attributeOf(properties, attribute)) ?? "",
  );
  const name = names.find((text) => parsePhotoName(text));
  const extents = [findChild(anchor, "xdr:ext"), ...elements.filter((element) => element.name === "a:ext")];
  const [width = 0, height = 0] = ["cx", "cy"].map((attribute) =>
    Math.max(...extents.map((extent) => Number((extent && attributeOf(extent, attribute)) ?? "") || 0)),
  );
  if (name === undefined || !(width > 0 && height > 0)) return null;
  const node = nodes.create("PHOTO", {
    WIDTH: String(Math.min(Math.max(width / emuPerMillimetre, 1), 2000)),
    HEIGHT: String(Math.min(Math.max(height / emuPerMillimetre, 1), 2000)),
  });
  const task = parsePhotoName(name)?.task ?? null;
  return { name, picture: { node, task, drawing: picture, isFloating: true, box: { width, height } } };
}

type AddTag = (tag: Pick<FoundTag, "text" | "kind" | "error">, cell: string, context: string) => FoundTag;

/** Adds errors for content that cannot be repeated: merged cells that are partly in a loop, array formulas and data tables. */
function markUnmovable(
  root: XmlElement,
  data: XmlElement,
  blocks: readonly TagBlock[],
  addTag: AddTag,
): void {
  const merges = findChild(root, "mergeCells");
  for (const merge of merges ? childElements(merges) : []) {
    const range = attributeOf(merge, "ref") ?? "";
    const [first, last] = range.split(":").map((cell) => parseCell(cell)?.row ?? 0);
    const isPartlyInBlock = blocks.some(
      (block) => isInBlock(data, block, first ?? 0) !== isInBlock(data, block, last ?? first ?? 0),
    );
    if (isPartlyInBlock)
      addTag({ text: range, kind: "error", error: "notMovable" }, range.split(":")[0] ?? "", range);
  }
  for (const cell of childElements(data).flatMap(childElements)) {
    const formula = findChild(cell, "f");
    if (formula && ["array", "dataTable"].includes(attributeOf(formula, "t") ?? ""))
      addTag(
        { text: `=${textOf(formula)}`, kind: "error", error: "notMovable" },
        attributeOf(cell, "r") ?? "",
        "",
      );
  }
}

/** Expands shared formulas, and adds an error for each formula that refers to a single cell of a repeated row from outside it. */
function markFormulas(sheets: readonly SheetTemplate[], tags: FoundTag[]): void {
  const sheetsByName = new Map(sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
  for (const sheet of sheets) {
    const sharedFormulas = new Map<string, { text: string; row: number; column: number }>();
    for (const cell of sheet.data ? childElements(sheet.data).flatMap(childElements) : []) {
      const formula = findChild(cell, "f");
      const position = parseCell(attributeOf(cell, "r") ?? "");
      if (!formula || !position) continue;
      const index = attributeOf(formula, "si");
      if (attributeOf(formula, "t") === "shared" && index !== undefined) {
        const master = sharedFormulas.get(index);
        const text = textOf(formula);
        if (text !== "") sharedFormulas.set(index, { text, ...position });
        else if (master)
          formula.children = [
            escapeFormula(
              shiftFormula(master.text, position.row - master.row, position.column - master.column),
            ),
          ];
        for (const attribute of ["t", "si", "ref"]) formula.attributes.delete(attribute);
      }
      const isAmbiguous = listReferences(textOf(formula)).some(({ sheet: other, firstRow, isRange }) => {
        const target = other === null ? sheet : sheetsByName.get(other.toLowerCase());
        if (isRange || !target?.data) return false;
        return (target.blocks.get(target.data) ?? []).some(
          (block) =>
            isInBlock(target.data!, block, firstRow) &&
            !(target === sheet && isInBlock(target.data!, block, position.row)),
        );
      });
      if (!isAmbiguous) continue;
      const cellName = attributeOf(cell, "r") ?? "";
      const location = {
        part: "SHEET",
        sheet: sheet.name,
        paragraph: null,
        cell: cellName,
        context: "",
      } as const;
      tags.push({ text: `=${textOf(formula)}`, kind: "error", error: "notMovable", location });
    }
  }
}

const escapeFormula = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
