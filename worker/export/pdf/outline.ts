import type { ObjectWriter } from "./pdfObjects.ts";
import { formatNumber, formatReference, formatTextString } from "./pdfSyntax.ts";

export interface Bookmark {
  /** From 1. */
  level: number;
  title: string;
  /** The object of its page. */
  page: number;
  /** The number of its page, from 1. */
  pageNumber: number;
  /** Points from the bottom of the page. */
  y: number;
}

interface OutlineEntry extends Bookmark {
  id: number;
  children: OutlineEntry[];
}

/** Writes the bookmarks as a tree with its outermost level open; null if there are none. */
export function writeOutline(writer: ObjectWriter, bookmarks: readonly Bookmark[]): number | null {
  if (bookmarks.length === 0) return null;
  const root = writer.reserve();
  const topLevel: OutlineEntry[] = [];
  const ancestors: OutlineEntry[] = [];
  for (const bookmark of bookmarks) {
    const entry: OutlineEntry = { ...bookmark, id: writer.reserve(), children: [] };
    while (ancestors.length > 0 && ancestors.at(-1)!.level >= bookmark.level) ancestors.pop();
    (ancestors.at(-1)?.children ?? topLevel).push(entry);
    ancestors.push(entry);
  }
  const writeAll = (entries: readonly OutlineEntry[], parent: number): void => {
    entries.forEach((entry, index) => {
      const { children } = entry;
      const links = [
        index > 0 && `/Prev ${formatReference(entries[index - 1]!.id)}`,
        index + 1 < entries.length && `/Next ${formatReference(entries[index + 1]!.id)}`,
        // A negative count marks it as closed.
        children.length > 0 &&
          `/First ${formatReference(children[0]!.id)}/Last ${formatReference(children.at(-1)!.id)}/Count ${-children.length}`,
      ].filter((link) => link !== false);
      writer.writeObject(
        `<</Title${formatTextString(entry.title)}/Parent ${formatReference(parent)}/Dest[${formatReference(entry.page)}/XYZ 0 ${formatNumber(entry.y)} 0]${links.join("")}>>`,
        entry.id,
      );
      writeAll(children, entry.id);
    });
  };
  writeAll(topLevel, root);
  writer.writeObject(
    `<</Type/Outlines/First ${formatReference(topLevel[0]!.id)}/Last ${formatReference(topLevel.at(-1)!.id)}/Count ${topLevel.length}>>`,
    root,
  );
  return root;
}
