import { trimEndChars, truncate } from "#domain/core/text/trim.ts";
import { withKeepRules } from "../keepWithNext.ts";
import { flow } from "../pageMetrics.ts";
import type { DrawnBlock, DrawnBookmark } from "../renderTree.ts";
import { type DrawingSpace, inlineXml, withRoomFor } from "./inline.ts";
import { tableXml } from "./wordTable.ts";
import { minSeparatorMm, separator } from "./wordText.ts";

/** The XML of all blocks, one chunk each. */
export function* flowXml(blocks: Iterable<DrawnBlock>, space: DrawingSpace): Generator<string> {
  let isDrawn = false;
  let needsBreak = false;
  let marks: DrawnBookmark[] = [];
  let bookmarkCount = 0;
  for (const { block, next, keepNext, captions } of withKeepRules(blocks)) {
    if (block.kind === "pageBreak") {
      // A break before anything is drawn, or after another break, would leave a page empty.
      needsBreak = isDrawn;
      continue;
    }
    if (block.kind === "mark") {
      marks.push(block);
      continue;
    }
    const bookmarks = () => marks.map((mark) => bookmark(mark, ++bookmarkCount)).join("");
    if (block.kind === "table") {
      let isOpen = false;
      for (const xml of tableXml(block, space)) {
        if (!isOpen)
          yield (needsBreak ? separator(minSeparatorMm, { pageBreakBefore: true }) : "") + bookmarks();
        isOpen = true;
        yield xml;
      }
      if (!isOpen) continue;
      yield separator(next === null || next.kind === "pageBreak" ? minSeparatorMm : flow.itemGap);
    } else {
      const level = block.kind === "text" ? marks.at(-1)?.level : undefined;
      const paragraphOptions = {
        keepNext,
        pageBreakBefore: needsBreak,
        ...(level !== undefined && { level }),
      };
      const xml = inlineXml(block, withRoomFor(captions, space), paragraphOptions);
      if (xml === "") continue;
      yield bookmarks() + xml;
    }
    isDrawn = true;
    needsBreak = false;
    marks = [];
  }
  if (!isDrawn) yield separator(minSeparatorMm);
}

/** Makes a unique bookmark name: at most 40 letters, digits and underscores, beginning with a letter. */
function bookmark({ title }: DrawnBookmark, number: number): string {
  const anchor = truncate(title.replace(/[^\p{L}\p{Nd}]+/gu, "_"), 30);
  const name = trimEndChars(`B${number}_${anchor}`, "_");
  return `<w:bookmarkStart w:id="${number}" w:name="${name}"/><w:bookmarkEnd w:id="${number}"/>`;
}
