import type { LayoutNode } from "#domain/layout/node.ts";
import type { DrawnBlock } from "../renderTree.ts";
import { Bookmarks } from "./bookmarks.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { haveHeadings } from "./levels.ts";
import type { Scope } from "./resolveScope.ts";

/** The blocks of Word and Word-to-PDF. */
export const resolveBlocks = (
  draw: NodeDrawer,
  nodes: readonly LayoutNode[],
  scope: Scope,
): Generator<DrawnBlock> =>
  dropEmptyPages(
    draw.blocks(nodes, scope, {
      container: "flow",
      ...(!haveHeadings(nodes) && { bookmarks: new Bookmarks() }),
    }),
  );

/** Drops page breaks that would leave a page empty: the first, the last and repeated ones. */
export function* dropEmptyPages(blocks: Iterable<DrawnBlock>): Generator<DrawnBlock> {
  let hasStarted = false;
  /** A page break and bookmarks, held back until something is drawn. */
  let pendingBlocks: DrawnBlock[] = [];
  for (const block of blocks) {
    if (block.kind === "pageBreak") {
      if (hasStarted && pendingBlocks[0]?.kind !== "pageBreak") pendingBlocks = [block, ...pendingBlocks];
    } else if (block.kind === "mark") pendingBlocks.push(block);
    else {
      yield* pendingBlocks;
      pendingBlocks = [];
      hasStarted = true;
      yield block;
    }
  }
  yield* pendingBlocks.filter(({ kind }) => kind === "mark");
}
