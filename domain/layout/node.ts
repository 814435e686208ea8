import { z } from "zod";
import { uuid } from "#domain/core/fields.ts";
import { createTree } from "#domain/core/tree/tree.ts";
import { type LayoutNodeType, type LayoutParam, layoutNodeTypes, maxLevels, maxNodes } from "./types.ts";

/**
 * A node of a report layout (3§3). Params are texts: numbers with a point, flags "true" or "false", colours "#RRGGBB", several values
 * joined by ";".
 */
export interface LayoutNode {
  id: string;
  type: LayoutNodeType;
  name: string | null;
  description: string | null;
  /** Counts siblings from 0; follows from nesting. */
  position: number;
  /** The id of the node around it; follows from nesting. */
  parent: string | null;
  params: Readonly<Partial<Record<LayoutParam, string>>>;
  children: readonly LayoutNode[];
}

/** A node as a client sends it. Clients create the ids and may leave out what follows from nesting. */
export interface LayoutNodeInput
  extends Pick<LayoutNode, "id" | "type">,
    Partial<Omit<LayoutNode, "id" | "type" | "children">> {
  children?: readonly LayoutNodeInput[] | undefined;
}

export const layoutTree = createTree<LayoutNode>({
  childrenOf: (node) => node.children,
  withChildren: (node, children) => ({ ...node, children }),
});

/** Characters of the longest param: a picture of `mostImageBytes` in base64. */
const maxParamLength = 1_400_000;

/** An optional text; empty means not set. */
const words = () =>
  z
    .string()
    .max(20_000)
    .nullable()
    .default(null)
    .transform((value) => value?.trim() || null);

/**
 * Only bounds the fields. `layoutFaults` judges type, texts and params, because it can name a fault by its node's id and a schema cannot.
 */
const nodeFields = {
  id: uuid(),
  type: z
    .custom<LayoutNodeType>((value) => typeof value === "string" && value.length <= 100)
    .meta({ type: "string", enum: [...layoutNodeTypes], examples: ["TEXT"] }),
  name: words(),
  description: words(),
  position: z.int().default(0).meta({ description: "Counts siblings; follows from their order" }),
  parent: uuid().nullable().default(null).meta({ description: "Follows from nesting" }),
  params: z.record(z.string().min(1).max(100), z.string().max(maxParamLength)).default({}),
};

/**
 * Written out level by level rather than recursively, so that depth is bounded and the API description shows the tree. It has one level
 * more than a layout may have, so that the fault can name the node that is too deep.
 */
const nodesAt = (level: number): z.ZodType<LayoutNode[], readonly LayoutNodeInput[]> =>
  z
    .array(level > maxLevels + 1 ? z.never() : nodeAt(level))
    .max(level > maxLevels + 1 ? 0 : maxNodes)
    .meta({ examples: [[]] });

const nodeAt = (level: number): z.ZodType<LayoutNode, LayoutNodeInput> =>
  z.strictObject({ ...nodeFields, children: nodesAt(level + 1).default([]) });

export const layoutNodes = nodesAt(1);
