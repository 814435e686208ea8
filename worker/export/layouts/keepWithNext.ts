import { headingOf } from "./headings.ts";
import type { DrawnBlock, DrawnBookmark, DrawnText } from "./renderTree.ts";

/** A block of a flow, and the texts that stay with it; the same in Word and PDF. */
export interface FlowBlock {
  block: DrawnBlock;
  next: DrawnBlock | null;
  /** It stays on the same page as the next one. */
  keepNext: boolean;
  /** The level of a heading; null for other blocks. */
  level: number | null;
  /** For a photo or table, the texts that stay on its page, above and below. */
  companions: { above: readonly DrawnText[]; below: DrawnText | null };
}

/**
 * Every block that draws something, with its neighbours. A heading stays with what follows it. A photo stays with the text above it,
 * and with the one below unless that belongs to the next photo. A node that occurs again within the same run of blocks starts the next
 * iteration of an EACH.
 */
export function* addKeepRules(blocks: Iterable<DrawnBlock>): Generator<FlowBlock> {
  const seenNodes = new Set<string>();
  let textsAbove: DrawnText[] = [];
  let pendingMark: DrawnBookmark | null = null;
  let isBelowHeading = false;
  for (const [block, next, blockAfterNext] of addNextTwo(blocks)) {
    seenNodes.add(block.node);
    const startsGroup = (neighbour: DrawnBlock | null) => neighbour === null || seenNodes.has(neighbour.node);
    if (block.kind === "mark") {
      pendingMark = block;
      seenNodes.clear();
      if (!isBelowHeading) textsAbove = [];
      yield { block, next, keepNext: false, level: null, companions: { above: [], below: null } };
      continue;
    }
    const level = block.kind === "text" ? levelOf(block, pendingMark) : null;
    if (block.kind === "table" || (block.kind === "text" && block.text.trim() !== "")) pendingMark = null;
    isBelowHeading =
      level !== null ||
      (block.kind === "text" && block.keepsNext === true) ||
      (isBelowHeading && block.kind === "lineBreak");
    const keepNext: boolean =
      (isBelowHeading && next !== null && next.kind !== "pageBreak") ||
      (!startsGroup(next) &&
        ((block.kind === "text" && next?.kind === "photo") ||
          (block.kind === "photo" &&
            next?.kind === "text" &&
            (blockAfterNext?.kind !== "photo" || startsGroup(blockAfterNext)))));
    const below = block.kind === "photo" && keepNext && next?.kind === "text" ? next : null;
    yield { block, next, keepNext, level, companions: { above: textsAbove, below } };
    if (!keepNext) seenNodes.clear();
    textsAbove = keepNext && block.kind === "text" ? [...textsAbove, block] : keepNext ? textsAbove : [];
  }
}

/** The level of a heading: its own, or the level of the group or task that begins with it. */
const levelOf = (text: DrawnText, mark: DrawnBookmark | null): number | null =>
  headingOf(text)?.level ?? (mark && text.text.includes(mark.title) ? mark.level : null);

/** Every block that draws something and the two that follow it. */
function* addNextTwo(
  blocks: Iterable<DrawnBlock>,
): Generator<[block: DrawnBlock, next: DrawnBlock | null, blockAfterNext: DrawnBlock | null]> {
  let [block, next]: (DrawnBlock | null)[] = [null, null];
  for (const blockAfterNext of blocks) {
    if (blockAfterNext.kind === "text" && blockAfterNext.text === "") continue;
    if (block) yield [block, next ?? null, blockAfterNext];
    [block, next] = [next ?? null, blockAfterNext];
  }
  if (block) yield [block, next ?? null, null];
  if (next) yield [next, null, null];
}
