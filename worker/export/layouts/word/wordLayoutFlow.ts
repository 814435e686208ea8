import { addKeepRules } from "../keepWithNext.ts";
import { flowPage } from "../pageMetrics.ts";
import type { DrawnBlock, DrawnBookmark } from "../renderTree.ts";
import { createInlineXml, type DrawingSpace, reserveSpaceFor } from "./inline.ts";
import { type ContentsEntry, contentsXml } from "./wordContents.ts";
import { tableXml } from "./wordTable.ts";
import { minSeparatorMm, separatorXml } from "./wordText.ts";

/** The XML of all blocks, one chunk each. @param entries all headings, for their CONTENTS */
export function* flowXml(
  blocks: Iterable<DrawnBlock>,
  space: DrawingSpace,
  entries: readonly ContentsEntry[] = [],
): Generator<string> {
  let hasDrawn = false;
  let needsBreak = false;
  let pendingBookmarks: DrawnBookmark[] = [];
  for (const { block, next, keepNext, companions } of addKeepRules(blocks)) {
    if (block.kind === "pageBreak") {
      // A break before anything is drawn, or after another break, would leave a page empty.
      needsBreak = hasDrawn;
      continue;
    }
    if (block.kind === "mark") {
      pendingBookmarks.push(block);
      continue;
    }
    const bookmarks = () => pendingBookmarks.map(({ title }) => space.bookmarks.add(title)).join("");
    const { above, below } = companions;
    const texts = below ? [...above, below] : above;
    if (block.kind === "table") {
      let isOpen = false;
      for (const xml of tableXml(block, reserveSpaceFor(texts, space))) {
        if (!isOpen)
          yield (needsBreak ? separatorXml(minSeparatorMm, { pageBreakBefore: true }) : "") + bookmarks();
        isOpen = true;
        yield xml;
      }
      if (!isOpen) continue;
      yield separatorXml(next === null || next.kind === "pageBreak" ? minSeparatorMm : flowPage.itemGap);
    } else if (block.kind === "contents") {
      yield bookmarks() + contentsXml(block, entries, { pageBreakBefore: needsBreak });
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
      yield (leadingBookmarks || bookmarks()) + xml;
    }
    hasDrawn = true;
    needsBreak = false;
    pendingBookmarks = [];
  }
  if (!hasDrawn) yield separatorXml(minSeparatorMm);
}
