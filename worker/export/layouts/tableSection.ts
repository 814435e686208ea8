import { SheetNames } from "../excelLimits.ts";
import type {
  DrawnBlock,
  DrawnCell,
  DrawnContents,
  DrawnItem,
  DrawnPage,
  DrawnRow,
  DrawnSheet,
  DrawnTable,
  RenderTree,
} from "./renderTree.ts";
import { createLazyIterable } from "./resolve/iterables.ts";
import { createHeading, createPlainText } from "./resolve/plainItems.ts";
import { tablePadding } from "./resolve/resolveTables.ts";

/** A section with a table at the end of a layout's document. */
export interface TableSection {
  /** The node that the renderers and the preview's parts refer to. */
  node: string;
  heading: string;
  columns: readonly TableSectionColumn[];
  rows: readonly (readonly string[])[];
  /** A text above the table, or below it in a sheet; "" for none. */
  note: string;
}

interface TableSectionColumn {
  title: string;
  /** Percent. */
  width: number;
}

/** Adds a section, as pages, a sheet or blocks. */
export function addTableSection(tree: RenderTree, section: TableSection): RenderTree {
  switch (tree.type) {
    case "POWERPOINT":
      return { ...tree, pages: createLazyIterable(() => concat(tree.pages, () => createPages(section, 10))) };
    case "PDF":
      return { ...tree, pages: createLazyIterable(() => concat(tree.pages, () => createPages(section, 30))) };
    case "EXCEL":
      return { ...tree, sheets: createLazyIterable(() => appendSheet(tree.sheets, section)) };
    case "WORD":
    case "WORD_TO_PDF":
      return {
        ...tree,
        blocks: createLazyIterable(() => concat(tree.blocks, () => createBlocks(tree.blocks, section))),
      };
  }
}

function* concat<T>(first: Iterable<T>, createMore: () => Iterable<T>): Generator<T> {
  yield* first;
  yield* createMore();
}

const createCell = (
  { node, columns }: TableSection,
  text: string,
  column: number,
  bold: boolean,
  padding: DrawnCell["padding"],
): DrawnCell => ({
  node: `${node}.${column}`,
  width: columns[column]?.width ?? 0,
  colspan: 1,
  padding,
  border: null,
  background: null,
  items: text === "" ? [] : [createPlainText(`${node}.${column}${bold ? ".name" : ""}`, text, bold)],
});

const createRow = (
  section: TableSection,
  texts: readonly string[],
  bold: boolean,
  padding = tablePadding,
): DrawnRow => ({
  kind: "row",
  node: `${section.node}.${bold ? "names" : "row"}`,
  cells: texts.map((text, column) => createCell(section, text, column, bold, padding)),
});

const createHeaderRow = (section: TableSection, padding = tablePadding): DrawnRow =>
  createRow(
    section,
    section.columns.map(({ title }) => title),
    true,
    padding,
  );

/** A row of one cell. */
const createSpanningRow = (section: TableSection, text: string, padding: DrawnCell["padding"]): DrawnRow => ({
  kind: "row",
  node: `${section.node}.unnamed`,
  cells: [{ ...createCell(section, text, 0, false, padding), width: 100, colspan: section.columns.length }],
});

const createTable = (section: TableSection, rows: TableSection["rows"]): DrawnTable => ({
  kind: "table",
  node: `${section.node}.table`,
  borders: true,
  headerBackground: "#EEEEEE",
  rowBackground: null,
  widths: section.columns.map(({ width }) => width),
  header: createHeaderRow(section),
  rows: rows.map((texts) => createRow(section, texts, false)),
});

function* createPages(section: TableSection, rowsPerPage: number): Generator<DrawnPage> {
  const { node, heading, rows, note } = section;
  for (let first = 0; first === 0 || first < rows.length; first += rowsPerPage) {
    const page = rows.slice(first, first + rowsPerPage);
    const items: DrawnItem[] = [
      {
        ...createPlainText(`${node}.heading`, heading, true, 24),
        position: "TOP_LEFT",
        ...(first === 0 && { level: 1 }),
      },
    ];
    if (first === 0 && note !== "")
      items.push({ ...createPlainText(`${node}.unnamed`, note), position: "TOP_LEFT" });
    if (page.length > 0) items.push(createTable(section, page));
    yield {
      kind: "page",
      node,
      background: "#FFFFFF",
      title: heading,
      columns: [
        {
          node: `${node}.column`,
          width: 100,
          colspan: 1,
          padding: { top: 10, bottom: 10, left: 10, right: 10 },
          border: null,
          background: null,
          items,
        },
      ],
    };
  }
}

function* createBlocks(existingBlocks: Iterable<DrawnBlock>, section: TableSection): Generator<DrawnBlock> {
  const { node, heading, rows, note } = section;
  // A break before any content would leave the first page empty.
  for (const _ of existingBlocks) {
    yield { kind: "pageBreak", node };
    break;
  }
  yield createHeading(`${node}.heading`, heading, 1);
  if (note !== "") yield { ...createPlainText(`${node}.unnamed`, note), keepsNext: rows.length > 0 };
  if (rows.length > 0) yield createTable(section, rows);
}

function* appendSheet(
  sheets: Iterable<DrawnSheet | DrawnContents>,
  section: TableSection,
): Generator<DrawnSheet | DrawnContents> {
  const names = new SheetNames();
  for (const sheet of sheets) {
    names.claim(sheet.kind === "contents" ? sheet.title : sheet.name, section.heading);
    yield sheet;
  }
  const { node, heading, columns, rows, note } = section;
  const padding = { top: 0, bottom: 0, left: 0, right: 0 };
  yield {
    kind: "sheet",
    node,
    name: names.claim(heading, heading),
    widths: columns.map(({ width }) => width),
    rows: [
      createHeaderRow(section, padding),
      ...rows.map((texts) => createRow(section, texts, false, padding)),
      ...(note === "" ? [] : [createSpanningRow(section, note, padding)]),
    ],
  };
}
