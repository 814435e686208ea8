import type { LayoutNode } from "#domain/layout/node.ts";
import { isWideTable } from "../columnLayout.ts";
import type { DrawnBlock, DrawnBreak } from "../renderTree.ts";
import { Bookmarks } from "./bookmarks.ts";
import { mayBeWide } from "./comparisonTable.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { haveHeadings } from "./levels.ts";
import type { Scope } from "./resolveScope.ts";

/** The blocks of Word and Word-to-PDF. */
export function resolveBlocks(
  draw: NodeDrawer,
  nodes: readonly LayoutNode[],
  scope: Scope,
): Generator<DrawnBlock> {
  const blocks = dropEmptyPages(
    draw.blocks(nodes, scope, {
      container: "flow",
      ...(!haveHeadings(nodes) && { bookmarks: new Bookmarks() }),
    }),
  );
  const wideNodeIds = new Set(listWideNodes(draw, nodes).map(({ id }) => id));
  return wideNodeIds.size > 0 ? orientPages(blocks, wideNodeIds) : blocks;
}

/** The nodes whose tables may need landscape pages. */
export const listWideNodes = (draw: NodeDrawer, nodes: readonly LayoutNode[]): LayoutNode[] =>
  nodes.flatMap((node) => [
    ...(mayBeWide(node, draw.context.documentations.length) ? [node] : []),
    ...listWideNodes(draw, node.children),
  ]);

/** Makes all pages between two page breaks landscape if a wide table is among them. */
function* orientPages(blocks: Iterable<DrawnBlock>, wideNodeIds: ReadonlySet<string>): Generator<DrawnBlock> {
  let pageBreak: DrawnBreak | null = null;
  let pageBlocks: DrawnBlock[] = [];
  const orient = function* (): Generator<DrawnBlock> {
    const wideBlock = pageBlocks.find((block) => isWideTable(block) && wideNodeIds.has(block.node));
    if (wideBlock) yield { kind: "pageBreak", node: wideBlock.node, ...pageBreak, isLandscape: true };
    else if (pageBreak) yield pageBreak;
    yield* pageBlocks;
  };
  for (const block of blocks)
    if (block.kind === "pageBreak") {
      yield* orient();
      pageBreak = block;
      pageBlocks = [];
    } else pageBlocks.push(block);
  yield* orient();
}

/** Drops page breaks that would leave a page empty: the last one, repeated ones, and the first one unless it makes pages landscape. */
export function* dropEmptyPages(blocks: Iterable<DrawnBlock>): Generator<DrawnBlock> {
  let hasStarted = false;
  /** A page break and bookmarks, held back until something is drawn. */
  let pendingBlocks: DrawnBlock[] = [];
  for (const block of blocks) {
    if (block.kind === "pageBreak") {
      const marks = pendingBlocks.filter(({ kind }) => kind === "mark");
      pendingBlocks = hasStarted || block.isLandscape ? [block, ...marks] : marks;
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
