import { documentTexts } from "../documents/documentTexts.ts";
import { missingParts } from "../documents/model.ts";
import { SheetNames } from "../excelLimits.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
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

/**
 * Lists what is missing at the end of the document, as pages, a sheet or blocks; adds nothing if all is there. Files that the reader has
 * no access to are listed only if the layout draws files.
 */
export function addMissingSection(
  tree: RenderTree,
  plan: ExportPlan,
  { showsFiles = false }: { showsFiles?: boolean } = {},
): RenderTree {
  const texts = documentTexts[plan.language];
  const missingItems = missingParts(
    { ...plan, missing: plan.missing.filter(({ reason }) => showsFiles || reason !== "forbidden") },
    texts,
  );
  if (missingItems.missing.length === 0 && missingItems.neverReceivedText === "") return tree;
  const content: MissingContent = {
    heading: texts.missing,
    columns: [texts.kind, texts.name, texts.task, texts.reason],
    rows: missingItems.missing.map(({ kind, name, task, reason }) => [kind, name, task, reason]),
    neverReceivedText: missingItems.neverReceivedText,
  };
  switch (tree.type) {
    case "POWERPOINT":
      return { ...tree, pages: createLazyIterable(() => concat(tree.pages, () => createPages(content, 10))) };
    case "PDF":
      return { ...tree, pages: createLazyIterable(() => concat(tree.pages, () => createPages(content, 30))) };
    case "EXCEL":
      return { ...tree, sheets: createLazyIterable(() => appendSheet(tree.sheets, content)) };
    case "WORD":
    case "WORD_TO_PDF":
      return {
        ...tree,
        blocks: createLazyIterable(() => concat(tree.blocks, () => createBlocks(tree.blocks, content))),
      };
  }
}

interface MissingContent {
  heading: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  neverReceivedText: string;
}

const missingNodeId = "missing";
/** Of kind, name, task and reason, in percent. */
const columnWidths = [12, 34, 28, 26] as const;

function* concat<T>(first: Iterable<T>, createMore: () => Iterable<T>): Generator<T> {
  yield* first;
  yield* createMore();
}

const createCell = (
  text: string,
  column: number,
  bold: boolean,
  padding: DrawnCell["padding"],
): DrawnCell => ({
  node: `${missingNodeId}.${column}`,
  width: columnWidths[column] ?? 0,
  colspan: 1,
  padding,
  border: null,
  background: null,
  items: text === "" ? [] : [createPlainText(`${missingNodeId}.${column}${bold ? ".name" : ""}`, text, bold)],
});

const createRow = (texts: readonly string[], bold: boolean, padding = tablePadding): DrawnRow => ({
  kind: "row",
  node: `${missingNodeId}.${bold ? "names" : "row"}`,
  cells: texts.map((text, column) => createCell(text, column, bold, padding)),
});

/** A row of one cell. */
const createSpanningRow = (text: string, padding: DrawnCell["padding"]): DrawnRow => ({
  kind: "row",
  node: `${missingNodeId}.unnamed`,
  cells: [{ ...createCell(text, 0, false, padding), width: 100, colspan: columnWidths.length }],
});

const createTable = ({ columns }: MissingContent, rows: MissingContent["rows"]): DrawnTable => ({
  kind: "table",
  node: `${missingNodeId}.table`,
  borders: true,
  headerBackground: "#EEEEEE",
  rowBackground: null,
  widths: columnWidths,
  header: createRow(columns, true),
  rows: rows.map((texts) => createRow(texts, false)),
});

function* createPages(content: MissingContent, rowsPerPage: number): Generator<DrawnPage> {
  const { heading, rows, neverReceivedText } = content;
  for (let first = 0; first === 0 || first < rows.length; first += rowsPerPage) {
    const page = rows.slice(first, first + rowsPerPage);
    const items: DrawnItem[] = [
      {
        ...createPlainText(`${missingNodeId}.heading`, heading, true, 24),
        position: "TOP_LEFT",
        ...(first === 0 && { level: 1 }),
      },
    ];
    if (first === 0 && neverReceivedText !== "")
      items.push({ ...createPlainText(`${missingNodeId}.unnamed`, neverReceivedText), position: "TOP_LEFT" });
    if (page.length > 0) items.push(createTable(content, page));
    yield {
      kind: "page",
      node: missingNodeId,
      background: "#FFFFFF",
      title: heading,
      columns: [
        {
          node: `${missingNodeId}.column`,
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

function* createBlocks(existingBlocks: Iterable<DrawnBlock>, content: MissingContent): Generator<DrawnBlock> {
  const { heading, rows, neverReceivedText } = content;
  // A break before any content would leave the first page empty.
  for (const _ of existingBlocks) {
    yield { kind: "pageBreak", node: missingNodeId };
    break;
  }
  yield createHeading(`${missingNodeId}.heading`, heading, 1);
  if (neverReceivedText !== "") yield createPlainText(`${missingNodeId}.unnamed`, neverReceivedText);
  if (rows.length > 0) yield createTable(content, rows);
}

function* appendSheet(
  sheets: Iterable<DrawnSheet | DrawnContents>,
  content: MissingContent,
): Generator<DrawnSheet | DrawnContents> {
  const names = new SheetNames();
  for (const sheet of sheets) {
    names.claim(sheet.kind === "contents" ? sheet.title : sheet.name, content.heading);
    yield sheet;
  }
  const { heading, columns, rows, neverReceivedText } = content;
  const padding = { top: 0, bottom: 0, left: 0, right: 0 };
  yield {
    kind: "sheet",
    node: missingNodeId,
    name: names.claim(heading, heading),
    widths: columnWidths,
    rows: [
      createRow(columns, true, padding),
      ...rows.map((texts) => createRow(texts, false, padding)),
      ...(neverReceivedText === "" ? [] : [createSpanningRow(neverReceivedText, padding)]),
    ],
  };
}
