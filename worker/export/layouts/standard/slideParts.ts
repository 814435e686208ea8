import type { DocumentModel } from "#worker/export/documents/documentModel.ts";
import { truncate } from "#worker/export/documents/xml.ts";
import {
  type DrawnCell,
  type DrawnItem,
  type DrawnPage,
  type DrawnText,
  pageNumberMark,
} from "../renderTree.ts";
import { colors, createTable, createText, type TableColumn, type TableRow } from "./standardItems.ts";

export const column = (
  node: string,
  width: number,
  items: readonly DrawnItem[],
  style: Partial<DrawnCell> = {},
): DrawnCell => ({
  ...{ node, width, colspan: 1, border: null, background: null, items },
  padding: { top: 0, bottom: 0, left: 0, right: 0 },
  ...style,
});

export const page = (node: string, title: string, columns: readonly DrawnCell[]): DrawnPage => ({
  ...{ kind: "page", node, title, columns, background: colors.white },
});

/** A text at the top of its column, below those before it. */
export const topText = (
  node: string,
  text: string,
  size: number,
  style: Partial<DrawnText> = {},
): DrawnText => createText(node, text, size, { position: "TOP_LEFT", ...style });

/** On one line; the name is in full on the first slide. */
export const createFooter = ({ title, part }: DocumentModel): DrawnText =>
  createText("footer", [truncate(title, 36), part?.label, pageNumberMark].filter(Boolean).join("  ·  "), 9, {
    position: "BOTTOM_LEFT",
    color: colors.muted,
  });

const emptyItems: readonly DrawnItem[] = [];
/** The dark edge of slides without photos. */
export const edge = column("edge", 2.4, emptyItems, { background: colors.navy });
export const listPadding = { top: 11, bottom: 8, left: 16, right: 12 } as const;

/** A slide with a table, which continues on further slides. */
export const createListSlide = (
  model: DocumentModel,
  node: string,
  title: string,
  lead: DrawnText,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): DrawnPage =>
  page(node, title, [
    edge,
    column(
      `${node}.column`,
      97.6,
      [
        topText(`${node}.title`, title, title.length > 60 ? 16 : 26, { bold: true, isTitle: true }),
        lead,
        createTable(`${node}.table`, columns, rows, { size: 12, continued: model.texts.continued }),
        createFooter(model),
      ],
      { padding: listPadding },
    ),
  ]);
