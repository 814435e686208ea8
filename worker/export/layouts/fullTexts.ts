import type { documentTexts } from "../documents/documentTexts.ts";
import type { DrawnCell, DrawnPage, DrawnRow } from "./renderTree.ts";
import { createPlainText } from "./resolve/plainItems.ts";
import { tablePadding } from "./resolve/resolveTables.ts";

/** The texts that did not fit their boxes, and the slide or page of each, from 1. */
export class CutTexts {
  readonly #pages = new Map<string, number>();

  add(text: string, page: number): void {
    if (!this.#pages.has(text)) this.#pages.set(text, page);
  }

  /** A page with all texts in full; null if there are none. */
  createPage(texts: (typeof documentTexts)["en"], pageLabel: string): DrawnPage | null {
    if (this.#pages.size === 0) return null;
    const rows = [...this.#pages].map(([text, page]) => createRow([String(page), text], false));
    return {
      kind: "page",
      node,
      background: "#FFFFFF",
      title: texts.textsInFull,
      columns: [
        {
          ...cellOf([], 100),
          padding: { top: 10, bottom: 10, left: 10, right: 10 },
          items: [
            {
              ...createPlainText(`${node}.heading`, texts.textsInFull, true, 24),
              ...{ position: "TOP_LEFT", level: 1 },
            },
            {
              kind: "table",
              node: `${node}.table`,
              borders: true,
              headerBackground: "#EEEEEE",
              rowBackground: null,
              widths,
              header: createRow([pageLabel, texts.textsInFull], true),
              rows,
            },
          ],
        },
      ],
    };
  }
}

const node = "fullTexts";
/** Percent. */
const widths = [12, 88] as const;

const cellOf = (items: DrawnCell["items"], width: number): DrawnCell => ({
  ...{ node: `${node}.cell`, width, colspan: 1, padding: tablePadding, border: null, background: null },
  items,
});

const createRow = (texts: readonly [string, string], bold: boolean): DrawnRow => ({
  kind: "row",
  node: `${node}.row`,
  cells: texts.map((text, index) => cellOf([createPlainText(`${node}.text`, text, bold)], widths[index]!)),
});
