import { truncate } from "#domain/core/text/trim.ts";
import { escapeXml, removeIllegalCharacters } from "#worker/export/documents/xml.ts";
import { escapeCodes } from "#worker/export/excelLimits.ts";
import { type OfficeFile, readRelationships } from "./officeFile.ts";
import { attributeOf, childElements, findChild, type XmlElement } from "./officeXml.ts";
import { parseCell } from "./sheetReferences.ts";
import type { SheetTemplate } from "./sheetTemplate.ts";

/** A table on a sheet. Excel repairs a workbook whose table has no row of data, or a column whose name is not its heading. */
export interface SheetTable {
  root: XmlElement;
  /** The column of its first cell, from 1. */
  column: number;
  /** The row of headings; null without one. */
  headerRow: number | null;
  firstDataRow: number;
  lastDataRow: number;
}

/** The tables of a sheet, with their rows in the file. */
export function readTables(file: OfficeFile, { part }: Pick<SheetTemplate, "part">): SheetTable[] {
  return [...readRelationships(file, part).values()].flatMap(({ type, target }): SheetTable[] => {
    const root = type === "table" ? file.trees.get(target) : undefined;
    const [start = "", end = start] = (root && attributeOf(root, "ref")?.split(":")) ?? [];
    const [first, last] = [parseCell(start), parseCell(end)];
    if (!root || !first || !last) return [];
    const headerCount = Number(attributeOf(root, "headerRowCount") ?? 1);
    const totalsCount = Number(attributeOf(root, "totalsRowCount") ?? 0);
    return [
      {
        ...{ root, column: first.column, headerRow: headerCount > 0 ? first.row : null },
        ...{ firstDataRow: first.row + headerCount, lastDataRow: last.row - totalsCount },
      },
    ];
  });
}

/**
 * Names the columns after their filled headings. Excel requires names that are not empty and differ in more than case. Returns the texts
 * of the headings by cell.
 * @param row the row of headings
 * @param fillCell returns null for cells without tags
 */
export function nameColumns(
  { root, column: firstColumn }: SheetTable,
  row: XmlElement,
  fillCell: (cell: XmlElement) => string | null,
): Map<XmlElement, string> {
  const headings = new Map<XmlElement, string>();
  const columns = childElements(findChild(root, "tableColumns") ?? root);
  const cells = childElements(row);
  const findCell = (index: number) =>
    cells.find((cell) => parseCell(attributeOf(cell, "r") ?? "")?.column === firstColumn + index);
  const texts = columns.map((_, index) => {
    const cell = findCell(index);
    return cell ? fillCell(cell) : null;
  });
  const takenNames = new Set(
    columns.flatMap((column, index) =>
      texts[index] === null ? [(attributeOf(column, "name") ?? "").toLowerCase()] : [],
    ),
  );
  for (const [index, column] of columns.entries()) {
    const [cell, text] = [findCell(index), texts[index]];
    if (!cell || text === null || text === undefined) continue;
    const line = removeIllegalCharacters(text).replace(/\s+/g, " ").trim();
    const base = truncate(line, maxNameLength) || `Column${index + 1}`;
    let name = base;
    for (let number = 2; takenNames.has(name.toLowerCase()); number++) name = `${base}${number}`;
    takenNames.add(name.toLowerCase());
    headings.set(cell, name);
    column.attributes.set("name", escapeXml(escapeCodes(name)));
  }
  return headings;
}

/** Excel's limit is 255. */
const maxNameLength = 240;
