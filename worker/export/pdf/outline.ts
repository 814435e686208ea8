import type { ObjectWriter } from "./pdfObjects.ts";
import { number, reference, textString } from "./syntax.ts";

export interface Bookmark {
  /** From 1. */
  level: number;
  title: string;
  /** The object of its page. */
  page: number;
  /** Points from the bottom of the page. */
  y: number;
}

interface Entry extends Bookmark {
  id: number;
  children: Entry[];
}

/** Writes the bookmarks as a tree with its outermost level open; null if there are none. */
export function writeOutline(writer: ObjectWriter, bookmarks: readonly Bookmark[]): number | null {
  if (bookmarks.length === 0) return null;
  const root = writer.reserve();
  const top: Entry[] = [];
  const ancestors: Entry[] = [];
  for (const bookmark of bookmarks) {
    const entry: Entry = { ...bookmark, id: writer.reserve(), children: [] };
    while (ancestors.length > 0 && ancestors.at(-1)!.level >= bookmark.level) ancestors.pop();
    (ancestors.at(-1)?.children ?? top).push(entry);
    ancestors.push(entry);
  }
  const writeAll = (entries: readonly Entry[], parent: number): void => {
    entries.forEach((entry, index) => {
      const { children } = entry;
      const links = [
        index > 0 && `/Prev ${reference(entries[index - 1]!.id)}`,
        index + 1 < entries.length && `/Next ${reference(entries[index + 1]!.id)}`,
        // A negative count marks it as closed.
        children.length > 0 &&
          `/First ${reference(children[0]!.id)}/Last ${reference(children.at(-1)!.id)}/Count ${-children.length}`,
      ].filter((link) => link !== false);
      writer.object(
        `<</Title${textString(entry.title)}/Parent ${reference(parent)}/Dest[${reference(entry.page)}/XYZ 0 ${number(entry.y)} 0]${links.join("")}>>`,
        entry.id,
      );
      writeAll(children, entry.id);
    });
  };
  writeAll(top, root);
  writer.object(
    `<</Type/Outlines/First ${reference(top[0]!.id)}/Last ${reference(top.at(-1)!.id)}/Count ${top.length}>>`,
    root,
  );
  return root;
}
