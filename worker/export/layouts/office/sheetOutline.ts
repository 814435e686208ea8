import type { LayoutNode } from "#domain/layout/node.ts";
import { attributeOf, childElements, findChild, type XmlElement } from "./officeXml.ts";
import { parseCell } from "./sheetReferences.ts";
import { rowNumberOf } from "./sheetRows.ts";
import {
  anchorColumn,
  anchorRow,
  type ExcelTemplate,
  type SheetTemplate,
  textElementName,
} from "./sheetTemplate.ts";
import { partsOf, type TagBlock } from "./tagBlocks.ts";

/** Maximum columns that the preview shows. */
const maxColumns = 40;
/** Width of a column without one, in characters. */
const defaultWidth = 9;

/** The nodes of a layout that has the texts, photos, loops and conditions of an uploaded Excel file, for the preview. */
export const createSheetOutline = ({ sheets, nodes, texts }: ExcelTemplate): LayoutNode[] =>
  sheets.flatMap((sheet) =>
    sheet.data
      ? [nodes.create("SHEET", { NAME: sheet.name }, new SheetOutline(sheet, nodes, texts).rows())]
      : [],
  );

class SheetOutline {
  readonly #sheet: SheetTemplate;
  readonly #nodes: ExcelTemplate["nodes"];
  readonly #texts: ExcelTemplate["texts"];
  readonly #columnCount: number;

  constructor(sheet: SheetTemplate, nodes: ExcelTemplate["nodes"], texts: ExcelTemplate["texts"]) {
    this.#sheet = sheet;
    this.#nodes = nodes;
    this.#texts = texts;
    const columns = childElements(sheet.data!)
      .flatMap(childElements)
      .map((cell) => parseCell(attributeOf(cell, "r") ?? "")?.column ?? 1);
    const pictureColumns = [...sheet.pictures.keys()].map(anchorColumn);
    this.#columnCount = Math.min(
      [...columns, ...pictureColumns].reduce((max, column) => Math.max(max, column), 1),
      maxColumns,
    );
  }

  rows = (): LayoutNode[] => this.#convertRange(this.#sheet.data!, (row) => [this.#rowNode(row)]);

  /** Converts the children of a container, and wraps blocks in the nodes of their loops and conditions. */
  #convertRange(
    container: XmlElement,
    convert: (child: XmlElement) => LayoutNode[],
    { start, end, outer }: { start: number; end: number; outer: TagBlock | null } = {
      start: 0,
      end: container.children.length,
      outer: null,
    },
  ): LayoutNode[] {
    const nodes: LayoutNode[] = [];
    const blocks = (this.#sheet.blocks.get(container) ?? []).filter(
      (block) => block.outer === outer && block.start >= start && block.end <= end,
    );
    let nextBlock = 0;
    for (let index = start; index < end; ) {
      const block = blocks[nextBlock];
      if (block && block.first <= index) {
        nextBlock++;
        nodes.push(...this.#blockNodes(container, convert, block));
        index = Math.max(index, block.last + 1);
        continue;
      }
      nodes.push(...convert(childElements(container)[index]!));
      index++;
    }
    return nodes;
  }

  #blockNodes(
    container: XmlElement,
    convert: (child: XmlElement) => LayoutNode[],
    block: TagBlock,
  ): LayoutNode[] {
    const { tag, node } = block.opening;
    const { main, otherwise } = partsOf(block);
    const mainNodes = this.#convertRange(container, convert, { ...main, outer: block });
    const elseNodes = otherwise ? this.#convertRange(container, convert, { ...otherwise, outer: block }) : [];
    const isNegated = tag.kind === "if" && tag.isNegated;
    const [first, second] = isNegated ? [elseNodes, mainNodes] : [mainNodes, elseNodes];
    return [
      { ...node!, children: first },
      ...(second.length > 0 ? [this.#nodes.create("ELSE", {}, second)] : []),
    ];
  }

  #rowNode(row: XmlElement): LayoutNode {
    const cells = new Map(
      childElements(row).map((cell) => [parseCell(attributeOf(cell, "r") ?? "")?.column ?? 1, cell]),
    );
    const photos = [...this.#sheet.pictures].filter(([anchor]) => anchorRow(anchor) === rowNumberOf(row));
    const columns = Array.from({ length: this.#columnCount }, (_, index) => {
      const column = index + 1;
      const cell = cells.get(column);
      const pictures = photos
        .filter(([anchor]) => anchorColumn(anchor) === column)
        .map(([, { node, task }]) =>
          task === null ? node : this.#nodes.create("TASK", { TASK_IDENTIFIER: task }, [node]),
        );
      return this.#nodes.create("COLUMN", { WIDTH: String(this.#widthOf(column)) }, [
        ...(cell ? this.#cellNodes(cell) : []),
        ...pictures,
      ]);
    });
    return this.#nodes.create("ROW", {}, columns);
  }

  #cellNodes(cell: XmlElement): LayoutNode[] {
    if (!this.#sheet.filledCells.has(cell)) return this.#textNodes(this.#texts(cell));
    if (!this.#sheet.blocks.has(cell))
      return this.#textNodes(
        childElements(cell)
          .map((element) => attributeOf(element, "value") ?? "")
          .join(""),
      );
    return this.#convertRange(cell, (child) =>
      child.name === textElementName ? this.#textNodes(attributeOf(child, "value") ?? "") : [],
    );
  }

  #textNodes = (text: string): LayoutNode[] =>
    text.trim() === "" ? [] : [this.#nodes.create("TEXT", { TEXT: text, SIZE: "9" })];

  /** Percent of the sheet. */
  #widthOf(column: number): number {
    const widths = Array.from({ length: this.#columnCount }, (_, index) => this.#columnWidth(index + 1));
    const total = widths.reduce((sum, width) => sum + width, 0);
    return Math.min(Math.max(((widths[column - 1] ?? defaultWidth) / total) * 100, 1), 100);
  }

  #columnWidth(column: number): number {
    const list = findChild(this.#sheet.root, "cols");
    const definition = (list ? childElements(list) : []).find(
      (range) => Number(attributeOf(range, "min")) <= column && column <= Number(attributeOf(range, "max")),
    );
    return Number(definition && attributeOf(definition, "width")) || defaultWidth;
  }
}
