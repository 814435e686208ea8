import type { LayoutNode } from "#domain/layout/node.ts";
import { expandSketches, type NodeSketch } from "#domain/layout/nodeSketch.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import { uuidOf } from "./uuid.ts";

/** Expands sketches to nodes. The same name and position give the same ids. */
export const nodesOf = (name: string, type: LayoutType, sketches: readonly NodeSketch[]): LayoutNode[] =>
  expandSketches(type, sketches, (parent, position) => uuidOf("layoutNode", name, parent ?? "", position));
