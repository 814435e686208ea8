import { trimChars, truncate } from "#domain/core/text/trim.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { DrawnRow, DrawnSheet } from "../renderTree.ts";
import type { Drawing } from "./drawContext.ts";
import { isEmpty, lazy } from "./iterables.ts";
import type { Scope } from "./resolveScope.ts";
import { gridOf, noPadding, rows, rowsIn } from "./resolveTables.ts";

/** Worksheets. */

/** Makes names valid in Excel. */
export class SheetNames {
  readonly #taken = new Set<string>();
  /** The number to try next for a wanted name. */
  readonly #next = new Map<string, number>();

  /** A unique name (ignoring case) of at most 31 characters, none of them forbidden. */
  claim(requestedName: string, missing: string): string {
    const plain = trimChars(requestedName.replace(/[\\/?*:[\]]/g, "_"), "'") || missing;
    const requested = truncate(plain, maxSheetNameLength).toLowerCase();
    for (let copy = this.#next.get(requested) ?? 1; ; copy++) {
      const ending = copy === 1 ? "" : ` (${copy})`;
      const name = `${trimChars(truncate(plain, maxSheetNameLength - ending.length), "'")}${ending}`;
      const identity = name.toLowerCase();
      // Excel reserves this name.
      if (identity === "history" || this.#taken.has(identity)) continue;
      this.#taken.add(identity);
      this.#next.set(requested, copy + 1);
      return name;
    }
  }
}

/** Characters as Excel counts them: UTF-16 units. */
const maxSheetNameLength = 31;

export function* sheets(
  draw: Drawing,
  nodes: readonly LayoutNode[],
  scope: Scope,
  names: SheetNames,
): Generator<DrawnSheet> {
  for (const node of nodes) {
    if (node.type === "EACH")
      for (const inner of draw.visit(node)(scope)) yield* sheets(draw, node.children, inner, names);
    if (node.type !== "SHEET") continue;
    const widths = gridOf(node);
    const rowContext = rowsIn(widths, noPadding, { cell: { in: "cell" }, fill: false });
    const all = lazy(() => rowsAlone(rows(draw, node.children, scope, rowContext)));
    if (node.children.length > 0 && isEmpty(all)) continue;
    const name = names.claim(draw.nameOf(node, scope), draw.context.texts.documentation);
    yield { kind: "sheet", node: node.id, name, widths, rows: all };
  }
}

function* rowsAlone(all: ReturnType<typeof rows>): Generator<DrawnRow> {
  for (const row of all) if (row.kind === "row") yield row;
}
