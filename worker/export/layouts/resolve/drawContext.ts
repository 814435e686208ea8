import type { LayoutNode } from "#domain/layout/node.ts";
import type { Position } from "#domain/layout/types.ts";
import type { DrawnBlock, DrawnItem, DrawnPhoto, DrawnText } from "../renderTree.ts";
import type { Bookmarks } from "./bookmarks.ts";
import type { IndexedPhoto } from "./documentationIndex.ts";
import type { ScopeIterator } from "./each.ts";
import type { LayoutUsage } from "./placeholders.ts";
import type { ResolveContext, Scope } from "./resolveScope.ts";

/** The context in which items are drawn: a page's column, a cell, a flow, or a header or footer. */
export interface DrawContext {
  container: "page" | "cell" | "flow" | "header";
  /** The inside of a page's column, in millimetres. */
  space?: { width: number; height: number };
  /** Photos before and after share a column, half each. */
  splitsPhotos?: boolean;
  /** Only in a flow: the groups and tasks marked so far. */
  bookmarks?: Bookmarks;
}

/** Draws the nodes that pages, cells and flows have in common (drawNode.ts). */
export interface NodeDrawer {
  readonly context: ResolveContext;
  readonly usage: LayoutUsage;
  /** The iteration of an EACH. */
  iterationOf(each: LayoutNode): ScopeIterator;
  /** Draws nodes as blocks of a flow. */
  blocks(nodes: readonly LayoutNode[], scope: Scope, context: DrawContext): Iterable<DrawnBlock>;
  /** Draws nodes as items of a cell or column. */
  items(nodes: readonly LayoutNode[], scope: Scope, context: DrawContext): DrawnItem[];
  /** The NAME of a node with its placeholders filled in, on one line. */
  nameOf(node: LayoutNode, scope: Scope): string;
  /** The CAPTION of a node with its placeholders filled in; "" if all of them are empty. */
  captionOf(node: LayoutNode, scope: Scope): Pick<DrawnText, "text" | "link">;
  photo(
    node: LayoutNode,
    indexedPhoto: IndexedPhoto,
    placement?: { position?: Position | null; half?: DrawnPhoto["half"] },
  ): DrawnPhoto;
}
