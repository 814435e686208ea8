import type { LayoutNode } from "#domain/layout/node.ts";
import { headingLevels } from "#domain/layout/types.ts";
import { type DrawnContents, pageCountMark, pageNumberMark } from "../renderTree.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { readOption } from "./nodeParams.ts";
import type { Scope } from "./resolveScope.ts";

/** The level of a heading, from 1; null for none. */
export const readLevel = ({ params }: LayoutNode): number | null =>
  Number(readOption(params, "LEVEL", headingLevels)) || null;

/** Whether any of the nodes is a heading. */
export const haveHeadings = (nodes: readonly LayoutNode[]): boolean =>
  nodes.some(
    (node) =>
      ((node.type === "TEXT" || node.type === "TASK") && readLevel(node)) || haveHeadings(node.children),
  );

/** An empty text is no heading, and a page number is not known before the contents are drawn. */
export const canBeHeading = (text: string): boolean =>
  text.trim() !== "" && !text.includes(pageNumberMark) && !text.includes(pageCountMark);

export const createContents = (draw: NodeDrawer, node: LayoutNode, scope: Scope): DrawnContents => ({
  kind: "contents",
  node: node.id,
  title: draw.nameOf(node, scope) || draw.context.texts.contents,
  maxLevel: readLevel(node) ?? headingLevels.length,
});
