import type { DrawnBlock, DrawnText } from "./renderTree.ts";

/** A block that flows, and the ones that stay with it; the same in Word and PDF. */
export interface FlowBlock {
  block: DrawnBlock;
  next: DrawnBlock | null;
  /** It stays on the same page as the next one. */
  keepNext: boolean;
  /** For a photo, the texts that stay on its page. */
  captions: DrawnText[];
}

/**
 * Every block that draws something, with its neighbours. A photo stays with the text above it, and with the one below unless that
 * belongs to the next photo. A node that occurs again within the same run of blocks starts the next iteration of an EACH.
 */
export function* addKeepRules(blocks: Iterable<DrawnBlock>): Generator<FlowBlock> {
  const seenNodes = new Set<string>();
  let textAbove: DrawnText | null = null;
  for (const [block, next, blockAfterNext] of addNextTwo(blocks)) {
    seenNodes.add(block.node);
    const startsGroup = (neighbour: DrawnBlock | null) => neighbour === null || seenNodes.has(neighbour.node);
    const keepNext =
      !startsGroup(next) &&
      ((block.kind === "text" && next?.kind === "photo") ||
        (block.kind === "photo" &&
          next?.kind === "text" &&
          (blockAfterNext?.kind !== "photo" || startsGroup(blockAfterNext))));
    yield addNeighbours(block, next, keepNext, textAbove);
    if (!keepNext) seenNodes.clear();
    textAbove = keepNext && block.kind === "text" ? block : null;
  }
}

/** Every block that draws something and the two that follow it. */
function* addNextTwo(
  blocks: Iterable<DrawnBlock>,
): Generator<[block: DrawnBlock, next: DrawnBlock | null, blockAfterNext: DrawnBlock | null]> {
  let [block, next]: (DrawnBlock | null)[] = [null, null];
  for (const after of blocks) {
    if (after.kind === "text" && after.text === "") continue;
    if (block) yield [block, next ?? null, after];
    [block, next] = [next ?? null, after];
  }
  if (block) yield [block, next ?? null, null];
  if (next) yield [next, null, null];
}

function addNeighbours(
  block: DrawnBlock,
  next: DrawnBlock | null,
  keepNext: boolean,
  textAbove: DrawnText | null,
): FlowBlock {
  const caption = keepNext && next?.kind === "text" ? next : null;
  const captions = block.kind === "photo" ? [textAbove, caption].filter((text) => text !== null) : [];
  return { block, next, keepNext, captions };
}
