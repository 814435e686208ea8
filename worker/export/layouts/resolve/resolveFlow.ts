import type { LayoutNode } from "#domain/layout/node.ts";
import type { DrawnBlock } from "../renderTree.ts";
import { Bookmarks } from "./bookmarks.ts";
import type { Drawing } from "./drawContext.ts";
import type { Scope } from "./resolveScope.ts";

/** The blocks of Word and Word-to-PDF. */
export const flow = (draw: Drawing, nodes: readonly LayoutNode[], scope: Scope): Generator<DrawnBlock> =>
  withoutEmptyPages(draw.blocks(nodes, scope, { in: "flow", bookmarks: new Bookmarks() }));

/** Drops page breaks that would leave a page empty: the first, the last and repeated ones. */
export function* withoutEmptyPages(blocks: Iterable<DrawnBlock>): Generator<DrawnBlock> {
  let hasStarted = false;
  /** A break and marks, held back until something is drawn. */
  let waiting: DrawnBlock[] = [];
  for (const block of blocks) {
    if (block.kind === "pageBreak") {
      if (hasStarted && waiting[0]?.kind !== "pageBreak") waiting = [block, ...waiting];
    } else if (block.kind === "mark") waiting.push(block);
    else {
      yield* waiting;
      waiting = [];
      hasStarted = true;
      yield block;
    }
  }
  yield* waiting.filter(({ kind }) => kind === "mark");
}
