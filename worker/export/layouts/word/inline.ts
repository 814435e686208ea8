import { toSingleLine } from "#worker/export/documents/xml.ts";
import type { DrawnItem, DrawnTable, DrawnText } from "../renderTree.ts";
import { estimateItemsHeight } from "./measure.ts";
import type { WordBookmarks } from "./wordBookmarks.ts";
import type { PartPictures } from "./wordPictures.ts";
import { emptyLineXml, type ParagraphStyle, pictureParagraphXml, textParagraphXml } from "./wordText.ts";

/** Available space in millimetres, and the pictures of the part that is being drawn. */
export interface DrawingSpace {
  width: number;
  height: number;
  pictures: PartPictures;
  bookmarks: WordBookmarks;
  /** The id of the style of headings of a level, in a file with styles of its own; null without one. */
  headingStyleOf?: (level: number) => string | null;
}

/** An item that is one paragraph. */
export type InlineItem = Exclude<DrawnItem, DrawnTable>;

/** A text, picture or empty line as a paragraph; "" if it draws nothing. */
export function createInlineXml(item: InlineItem, space: DrawingSpace, style: ParagraphStyle): string {
  switch (item.kind) {
    case "text":
      return item.text === ""
        ? ""
        : textParagraphXml(item, style, {
            linkId: item.link ? space.pictures.linkIdOf(item.link) : null,
            bookmark: item.level === undefined ? "" : space.bookmarks.add(toSingleLine(item.text)),
            ...(space.headingStyleOf && { headingStyleOf: space.headingStyleOf }),
          });
    case "lineBreak":
      return emptyLineXml(style);
    case "photo":
      return pictureParagraphXml(space.pictures.photo(item, space), style);
    case "image": {
      const drawing = space.pictures.image(item, space);
      return drawing === "" ? "" : pictureParagraphXml(drawing, style);
    }
  }
}

/** The space for a picture that shares its page with texts: at least half. */
export function reserveSpaceFor(texts: readonly DrawnText[], space: DrawingSpace): DrawingSpace {
  if (texts.length === 0) return space;
  return { ...space, height: Math.max(space.height - estimateItemsHeight(texts, space), space.height / 2) };
}
