import { addKeepRules } from "../keepWithNext.ts";
import { flowPage } from "../pageMetrics.ts";
import type { DrawnBlock, DrawnBookmark } from "../renderTree.ts";
import { createInlineXml, type DrawingSpace, reserveSpaceFor } from "./inline.ts";
import { type ContentsEntry, contentsXml } from "./wordContents.ts";
import { tableXml } from "./wordTable.ts";
import { minSeparatorMm, separatorXml } from "./wordText.ts";

/** Pages of one orientation. */
export interface FlowSection {
  /** Its `w:sectPr`; "" in a file whose page setup stays as it is. */
  properties: string;
  space: DrawingSpace;
}

/**
 * The XML of all blocks, one chunk each, and the properties of the last section.
 * @param entries all headings, for their CONTENTS
 */
export function* flowXml(
  blocks: Iterable<DrawnBlock>,
  { portrait, landscape }: { portrait: FlowSection; landscape: FlowSection },
  entries: readonly ContentsEntry[] = [],
): Generator<string> {
  let hasDrawn = false;
  let needsBreak = false;
  let isBelowTable = false;
  let pendingBookmarks: DrawnBookmark[] = [];
  let section = portrait;
  /** The paragraph between a table and the next block. A block that begins a page needs none, which might be alone on a page. */
  const separate = (kind: DrawnBlock["kind"]): string => {
    if (needsBreak) return kind === "table" ? separatorXml(minSeparatorMm, { pageBreakBefore: true }) : "";
    return isBelowTable ? separatorXml(flowPage.itemGap) : "";
  };
  for (const { block, keepNext, companions } of addKeepRules(blocks)) {
    if (block.kind === "pageBreak") {
      // A break before anything is drawn, or after another break, would leave a page empty.
      needsBreak = hasDrawn;
      const nextSection = block.isLandscape ? landscape : portrait;
      if (hasDrawn && nextSection !== section) {
        yield separatorXml(minSeparatorMm, { sectionProperties: section.properties });
        needsBreak = false;
        isBelowTable = false;
      }
      section = nextSection;
      continue;
    }
    if (block.kind === "mark") {
      pendingBookmarks.push(block);
      continue;
    }
    const { space } = section;
    const bookmarks = () => pendingBookmarks.map(({ title }) => space.bookmarks.add(title)).join("");
    const { above, below } = companions;
    const texts = below ? [...above, below] : above;
    if (block.kind === "table") {
      let isOpen = false;
      for (const xml of tableXml(block, reserveSpaceFor(texts, space))) {
        if (!isOpen) yield separate(block.kind) + bookmarks();
        isOpen = true;
        yield xml;
      }
      if (!isOpen) continue;
    } else if (block.kind === "contents") {
      const options = { pageBreakBefore: needsBreak, width: space.width };
      yield separate(block.kind) + bookmarks() + contentsXml(block, entries, options);
    } else {
      const level = block.kind === "text" ? pendingBookmarks.at(-1)?.level : undefined;
      const paragraphOptions = {
        keepNext,
        pageBreakBefore: needsBreak,
        ...(level !== undefined && { level }),
      };
      // The bookmarks before a heading come before its own.
      const leadingBookmarks = block.kind === "text" ? bookmarks() : "";
      const xml = createInlineXml(block, reserveSpaceFor(texts, space), paragraphOptions);
      if (xml === "") continue;
      yield separate(block.kind) + (leadingBookmarks || bookmarks()) + xml;
    }
    hasDrawn = true;
    needsBreak = false;
    isBelowTable = block.kind === "table";
    pendingBookmarks = [];
  }
  if (!hasDrawn || isBelowTable) yield separatorXml(minSeparatorMm);
  yield section.properties;
}
