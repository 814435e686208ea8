import type { DrawnItem, DrawnTable, DrawnText } from "../renderTree.ts";
import { itemsHeight } from "./measure.ts";
import type { Pictures } from "./wordPictures.ts";
import { emptyLine, type ParagraphLook, pictureParagraph, textParagraph } from "./wordText.ts";

/** Available space in millimetres, and the pictures of the part that is being drawn. */
export interface DrawingSpace {
  width: number;
  height: number;
  pictures: Pictures;
}

/** An item that is one paragraph. */
export type Inline = Exclude<DrawnItem, DrawnTable>;

/** A text, picture or empty line as a paragraph; "" if it draws nothing. */
export function inlineXml(item: Inline, space: DrawingSpace, style: ParagraphLook): string {
  switch (item.kind) {
    case "text":
      return item.text === "" ? "" : textParagraph(item, style);
    case "lineBreak":
      return emptyLine(style);
    case "photo":
      return pictureParagraph(space.pictures.photo(item, space), style);
    case "image": {
      const drawing = space.pictures.image(item, space);
      return drawing === "" ? "" : pictureParagraph(drawing, style);
    }
  }
}

/** The space for a picture that shares its page with texts: at least half. */
export function withRoomFor(texts: readonly DrawnText[], space: DrawingSpace): DrawingSpace {
  if (texts.length === 0) return space;
  return { ...space, height: Math.max(space.height - itemsHeight(texts, space), space.height / 2) };
}
