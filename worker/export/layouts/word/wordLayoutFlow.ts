import { trimEndChars, truncate } from "#domain/core/text/trim.ts";
import { addKeepRules } from "../keepWithNext.ts";
import { flowPage } from "../pageMetrics.ts";
import type { DrawnBlock, DrawnBookmark } from "../renderTree.ts";
import { createInlineXml, type DrawingSpace, reserveSpaceFor } from "./inline.ts";
import { tableXml } from "./wordTable.ts";
import { minSeparatorMm, separatorXml } from "./wordText.ts";

/** The XML of all blocks, one chunk each. */
export function* flowXml(blocks: Iterable<DrawnBlock>, space: DrawingSpace): Generator<string> {
  let hasDrawn = false;
  let needsBreak = false;
  let pendingBookmarks: DrawnBookmark[] = [];
  let bookmarkCount = 0;
  for (const { block, next, keepNext, captions } of addKeepRules(blocks)) {
    if (block.kind === "pageBreak") {
      // A break before anything is drawn, or after another break, would leave a page empty.
      needsBreak = hasDrawn;
      continue;
    }
    if (block.kind === "mark") {
      pendingBookmarks.push(block);
      continue;
    }
    const bookmarks = () => pendingBookmarks.map((mark) => bookmarkXml(mark, ++bookmarkCount)).join("");
    if (block.kind === "table") {
      let isOpen = false;
      for (const xml of tableXml(block, space)) {
        if (!isOpen)
          yield (needsBreak ? separatorXml(minSeparatorMm, { pageBreakBefore: true }) : "") + bookmarks();
        isOpen = true;
        yield xml;
      }
      if (!isOpen) continue;
      yield separatorXml(next === null || next.kind === "pageBreak" ? minSeparatorMm : flowPage.itemGap);
    } else {
      const level = block.kind === "text" ? pendingBookmarks.at(-1)?.level : undefined;
      const paragraphOptions = {
        keepNext,
        pageBreakBefore: needsBreak,
        ...(level !== undefined && { level }),
      };
      const xml = createInlineXml(block, reserveSpaceFor(captions, space), paragraphOptions);
      if (xml === "") continue;
      yield bookmarks() + xml;
    }
    hasDrawn = true;
    needsBreak = false;
    pendingBookmarks = [];
  }
  if (!hasDrawn) yield separatorXml(minSeparatorMm);
}

/** A bookmark with a unique name: at most 40 letters, digits and underscores, beginning with a letter. */
function bookmarkXml({ title }: DrawnBookmark, number: number): string {
  const anchor = truncate(title.replace(/[^\p{L}\p{Nd}]+/gu, "_"), 30);
  const name = trimEndChars(`B${number}_${anchor}`, "_");
  return `<w:bookmarkStart w:id="${number}" w:name="${name}"/><w:bookmarkEnd w:id="${number}"/>`;
}
