import type { DrawnBlock, DrawnText } from "./renderTree.ts";

/** A block that flows, and the ones that stay with it; the same in Word and PDF. */
export interface KeptBlock {
  block: DrawnBlock;
  next: DrawnBlock | null;
  /** It stays on the same page as the next one. */
  keepNext: boolean;
  /** For a photo, the texts that stay on its page. */
  captions: DrawnText[];
}

/**
 * Every block that draws something, with its neighbours. A photo stays with the text above it, and with the one below unless that
 * belongs to the next photo. A node that comes again within the same run of blocks starts the next turn of an EACH.
 */
export function* withKeepRules(blocks: Iterable<DrawnBlock>): Generator<KeptBlock> {
  const seen = new Set<string>();
  let above: DrawnText | null = null;
  for (const [block, next, after] of withNextTwo(blocks)) {
    seen.add(block.node);
    const begins = (other: DrawnBlock | null) => other === null || seen.has(other.node);
    const keepNext =
      !begins(next) &&
      ((block.kind === "text" && next?.kind === "photo") ||
        (block.kind === "photo" && next?.kind === "text" && (after?.kind !== "photo" || begins(after))));
    yield withNeighbours(block, next, keepNext, above);
    if (!keepNext) seen.clear();
    above = keepNext && block.kind === "text" ? block : null;
  }
}

/** Every block that draws something and the two that follow it. */
function* withNextTwo(
  blocks: Iterable<DrawnBlock>,
): Generator<[block: DrawnBlock, next: DrawnBlock | null, after: DrawnBlock | null]> {
  let [block, next]: (DrawnBlock | null)[] = [null, null];
  for (const after of blocks) {
    if (after.kind === "text" && after.text === "") continue;
    if (block) yield [block, next ?? null, after];
    [block, next] = [next ?? null, after];
  }
  if (block) yield [block, next ?? null, null];
  if (next) yield [next, null, null];
}

function withNeighbours(
  block: DrawnBlock,
  next: DrawnBlock | null,
  keepNext: boolean,
  above: DrawnText | null,
): KeptBlock {
  const caption = keepNext && next?.kind === "text" ? next : null;
  const captions = block.kind === "photo" ? [above, caption].filter((text) => text !== null) : [];
  return { block, next, keepNext, captions };
}
