import { toSingleLine } from "../documents/xml.ts";
import type {
  AnyDrawnPage,
  DrawnBlock,
  DrawnGrid,
  DrawnItem,
  DrawnPage,
  DrawnRow,
  DrawnText,
  RenderTree,
  RenderTreeOf,
} from "./renderTree.ts";

/** An entry of a document's outline and contents. */
export interface Heading {
  /** From 1. */
  level: number;
  title: string;
}

/** The heading of a text; null for texts without a level. */
export const headingOf = ({ text, level }: DrawnText): Heading | null =>
  level === undefined ? null : { level, title: toSingleLine(text) };

/** The outline of a document, in the order in which it is drawn. Sheets are above the headings in their cells. */
export function* listHeadings(tree: RenderTree): Generator<Heading> {
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      yield* listHeadingsOfPages(tree);
      return;
    case "EXCEL":
      for (const sheet of tree.sheets) {
        if (sheet.kind === "contents") continue;
        yield { level: 1, title: sheet.name };
        for (const row of sheet.rows)
          for (const { level, title } of listRowHeadings(row)) yield { level: level + 1, title };
      }
      return;
    default:
      for (const block of tree.blocks)
        if (block.kind === "mark") {
          if (block.title.trim() !== "") yield { level: block.level, title: block.title };
        } else yield* listItemHeadings([block]);
  }
}

function* listHeadingsOfPages(tree: RenderTreeOf<"POWERPOINT" | "PDF">): Generator<Heading> {
  const outline = new PageOutline(tree);
  for (const page of tree.pages) yield* outline.next(page);
}

/** The outline of slides or pages, one after another. A page with the headings of the previous one continues it and adds none. */
export class PageOutline {
  readonly #tree: Pick<RenderTree, "hasHeadings">;
  #lastKey = "";

  constructor(tree: Pick<RenderTree, "hasHeadings">) {
    this.#tree = tree;
  }

  /** The headings that begin on the next page. */
  next(page: AnyDrawnPage): Heading[] {
    const headings = [...listPageHeadings(page, this.#tree)];
    const key = JSON.stringify(headings);
    if (key === this.#lastKey) return [];
    this.#lastKey = key;
    return headings;
  }
}

/** Whether the outline has the title of a slide or page: in layouts without headings, unless the page has its own. */
export const isTitleInOutline = (
  page: DrawnPage | DrawnGrid,
  { hasHeadings }: Pick<RenderTree, "hasHeadings">,
): boolean =>
  !hasHeadings &&
  page.title.trim() !== "" &&
  !(page.kind === "page" && page.columns.some(({ items }) => items.some(isHeading)));

const isHeading = (item: DrawnItem): boolean => item.kind === "text" && item.level !== undefined;

/** The headings of a slide or page, or its title. */
function* listPageHeadings(page: AnyDrawnPage, tree: Pick<RenderTree, "hasHeadings">): Generator<Heading> {
  if (page.kind === "contents") return;
  if (isTitleInOutline(page, tree)) yield { level: 1, title: page.title };
  else if (page.kind === "page")
    // The rows of tables are read only if one of them may be a heading.
    for (const { items } of page.columns)
      yield* listItemHeadings(tree.hasHeadings ? items : items.filter(isHeading));
}

function* listItemHeadings(items: Iterable<DrawnBlock | DrawnItem>): Generator<Heading> {
  for (const item of items) {
    const heading = item.kind === "text" ? headingOf(item) : null;
    if (heading) yield heading;
    if (item.kind !== "table") continue;
    if (item.header) yield* listRowHeadings(item.header);
    for (const row of item.rows) if (row.kind === "row") yield* listRowHeadings(row);
  }
}

function* listRowHeadings({ cells }: DrawnRow): Generator<Heading> {
  for (const { items } of cells) yield* listItemHeadings(items);
}
