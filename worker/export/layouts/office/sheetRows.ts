import { maxSheetRows } from "#worker/export/excelLimits.ts";
import { evaluateCondition } from "../resolve/conditions.ts";
import type { LayoutNodeDrawer } from "../resolve/drawNode.ts";
import type { Scope } from "../resolve/resolveScope.ts";
import { attributeOf, childElements, type XmlElement } from "./officeXml.ts";
import { partsOf, type TagBlock } from "./tagBlocks.ts";

/** Computes the row numbers of a sheet once its loops and conditions are resolved. */

/** A row to write. */
export interface PlacedRow {
  source: XmlElement;
  sourceNumber: number;
  number: number;
  scope: Scope;
  rows: RowMap;
}

/** Rows that move by the same offset, or the rows of a block, which may be repeated or left out. */
type RowSegment =
  | { first: number; last: number; offset: number }
  | {
      first: number;
      last: number;
      firstPlacedRow: number;
      lastPlacedRow: number;
      copiesByRow: Map<number, [number, number]>;
    };

/** Maps the row numbers of the file to those of the filled sheet: first within one iteration of a loop, then in the surrounding sheet. */
export class RowMap {
  readonly #outer: RowMap | null;
  readonly #segments: RowSegment[] = [];

  constructor(outer: RowMap | null) {
    this.#outer = outer;
  }

  add(segment: RowSegment): void {
    if (segment.last >= segment.first) this.#segments.push(segment);
  }

  /** Maps a row of the file to the first or the last of its copies. */
  map(row: number, edge: "first" | "last"): number {
    const segment = this.#segments.find(({ first, last }) => first <= row && row <= last);
    if (!segment) return this.#outer ? this.#outer.map(row, edge) : row;
    if ("offset" in segment) return row + segment.offset;
    const copies = segment.copiesByRow.get(row);
    if (edge === "first") return copies?.[0] ?? segment.firstPlacedRow;
    return copies?.[1] ?? Math.max(segment.lastPlacedRow, segment.firstPlacedRow);
  }

  /** A range after its rows have moved; its last row is never above its first. */
  mapRange(firstRow: number, lastRow: number): { firstRow: number; lastRow: number } {
    const first = this.map(firstRow, "first");
    return { firstRow: first, lastRow: Math.max(this.map(lastRow, "last"), first) };
  }
}

export const rowNumberOf = (row: XmlElement): number => Number(attributeOf(row, "r"));

/** @param neededRanges rows of which at least one must remain, as an empty row if there is no other */
export function placeRows(
  sheetData: XmlElement,
  blocks: readonly TagBlock[],
  neededRanges: readonly { first: number; last: number }[],
  drawer: LayoutNodeDrawer,
  scope: Scope,
): { rows: PlacedRow[]; map: RowMap } {
  const placer = new RowPlacer(sheetData, blocks, neededRanges, drawer);
  const map = new RowMap(null);
  placer.layOut(
    { start: 0, end: sheetData.children.length, outer: null, firstRow: 1, lastRow: maxSheetRows },
    0,
    scope,
    map,
  );
  return { rows: placer.rows, map };
}

/** A part of the sheet: children [start, end), which are the rows from `firstRow` to `lastRow`. */
interface RowRange {
  start: number;
  end: number;
  outer: TagBlock | null;
  firstRow: number;
  lastRow: number;
}

class RowPlacer {
  readonly rows: PlacedRow[] = [];
  readonly #rows: readonly XmlElement[];
  readonly #blocks: readonly TagBlock[];
  readonly #neededRanges: readonly { first: number; last: number }[];
  readonly #drawer: LayoutNodeDrawer;

  constructor(
    sheetData: XmlElement,
    blocks: readonly TagBlock[],
    neededRanges: readonly { first: number; last: number }[],
    drawer: LayoutNodeDrawer,
  ) {
    this.#rows = sheetData.children.filter((child) => typeof child !== "string");
    this.#blocks = blocks;
    this.#neededRanges = neededRanges;
    this.#drawer = drawer;
  }

  /** Lays out a part of the sheet. Returns the offset of the rows after it. */
  layOut(range: RowRange, initialOffset: number, scope: Scope, map: RowMap): number {
    let offset = initialOffset;
    let from = range.firstRow;
    const blocks = this.#blocks.filter(
      (block) => block.outer === range.outer && block.start >= range.start && block.end <= range.end,
    );
    let nextBlock = 0;
    for (let index = range.start; index < range.end; ) {
      const block = blocks[nextBlock];
      if (block && block.first <= index) {
        nextBlock++;
        const [first, last] = [rowNumberOf(this.#rows[block.first]!), rowNumberOf(this.#rows[block.last]!)];
        map.add({ first: from, last: first - 1, offset });
        const firstPlacedRow = first + offset;
        const rowIndex = this.rows.length;
        let nextPlacedRow = this.#placeBlock(block, first, last, firstPlacedRow, scope, map);
        if (
          nextPlacedRow === firstPlacedRow &&
          this.#neededRanges.some((needed) => first <= needed.first && needed.last <= last)
        ) {
          const source = emptyRow(this.#rows[block.first]!);
          this.rows.push({ source, sourceNumber: first, number: nextPlacedRow++, scope, rows: map });
        }
        const copiesByRow = new Map<number, [number, number]>();
        for (const { sourceNumber, number } of this.rows.slice(rowIndex))
          copiesByRow.set(sourceNumber, [copiesByRow.get(sourceNumber)?.[0] ?? number, number]);
        map.add({ first, last, firstPlacedRow, lastPlacedRow: nextPlacedRow - 1, copiesByRow });
        offset = nextPlacedRow - (last + 1);
        from = last + 1;
        index = block.last + 1;
        continue;
      }
      const row = this.#rows[index]!;
      const sourceNumber = rowNumberOf(row);
      this.rows.push({ source: row, sourceNumber, number: sourceNumber + offset, scope, rows: map });
      index++;
    }
    map.add({ first: from, last: range.lastRow, offset });
    return offset;
  }

  /** Returns the row after the block. */
  #placeBlock(
    block: TagBlock,
    firstRow: number,
    lastRow: number,
    firstPlacedRow: number,
    scope: Scope,
    outerMap: RowMap,
  ): number {
    const from = block.start > block.first ? firstRow + 1 : firstRow;
    const to = block.end <= block.last ? lastRow - 1 : lastRow;
    let nextRow = firstPlacedRow;
    const layOutCopy = (range: Omit<RowRange, "outer">, innerScope: Scope) => {
      const height = range.lastRow - range.firstRow + 1;
      const offset = nextRow - range.firstRow;
      const map = new RowMap(outerMap);
      nextRow += height + this.layOut({ ...range, outer: block }, offset, innerScope, map) - offset;
    };
    const { tag, node } = block.opening;
    const { main, otherwise } = partsOf(block);
    const elseRow = otherwise ? rowNumberOf(this.#rows[main.end]!) : to + 1;
    const placeMain = (innerScope: Scope) =>
      layOutCopy({ ...main, firstRow: from, lastRow: elseRow - 1 }, innerScope);
    let isMet: boolean;
    if (tag.kind === "each") {
      isMet = false;
      for (const innerScope of this.#drawer.iterationOf(node!)(scope)) {
        isMet = true;
        placeMain(innerScope);
      }
    } else {
      const outcome = evaluateCondition(node!, scope, this.#drawer);
      this.#drawer.usage.recordCondition(node!.id, outcome !== null);
      if (outcome === null) return nextRow;
      isMet = outcome !== (tag.kind === "if" && tag.isNegated);
      if (isMet) placeMain(scope);
    }
    if (!isMet && otherwise) layOutCopy({ ...otherwise, firstRow: elseRow + 1, lastRow: to }, scope);
    return nextRow;
  }
}

/** A row without values, which keeps its formats. */
const emptyRow = (row: XmlElement): XmlElement => ({
  ...row,
  children: childElements(row).map(({ name, attributes }) => ({
    ...{ name, children: [] },
    attributes: new Map([...attributes].filter(([attribute]) => attribute !== "t")),
  })),
});
