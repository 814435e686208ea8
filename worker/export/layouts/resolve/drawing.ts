import type { LayoutNode } from "../../../../domain/layout/node";
import type { Position } from "../../../../domain/layout/words";
import type { DrawnBlock, DrawnItem, DrawnPhoto } from "../drawn";
import type { HeldPhoto } from "./held";
import type { Marks } from "./marks";
import type { Filling } from "./placeholders";
import type { Scope, World } from "./scope";
import type { Visit } from "./visits";

/** Where items are drawn: in a page's column, a cell, a flow, or a header or footer. */
export interface Around {
  in: "page" | "cell" | "flow" | "header";
  /** Photos before and after share a column, each in its half. */
  halves?: boolean;
  /** Only in a flow: the groups and tasks marked so far. */
  marks?: Marks;
}

/** Draws the nodes that pages, cells and flows have in common (draw.ts). */
export interface Drawing {
  readonly world: World;
  readonly filling: Filling;
  /** The visit of an EACH. */
  visit(each: LayoutNode): Visit;
  /** Draws nodes as blocks of a flow. */
  blocks(nodes: readonly LayoutNode[], scope: Scope, around: Around): Iterable<DrawnBlock>;
  /** Draws nodes as items of a cell or column. */
  items(nodes: readonly LayoutNode[], scope: Scope, around: Around): DrawnItem[];
  /** The NAME of a node with its placeholders filled in, on one line. */
  nameOf(node: LayoutNode, scope: Scope): string;
  photo(
    node: LayoutNode,
    held: HeldPhoto,
    placed?: { position?: Position | null; half?: DrawnPhoto["half"] },
  ): DrawnPhoto;
}
