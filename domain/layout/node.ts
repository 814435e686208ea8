import { z } from "zod";
import { name, optionalName, text, uuid } from "#domain/core/fields.ts";
import { createTreeOperations } from "#domain/core/tree/tree.ts";
import { type LayoutNodeType, type LayoutParam, layoutNodeTypes, maxLevels, maxNodes } from "./types.ts";

/**
 * A node of a report layout (3§3). Params are strings: numbers with a decimal point, flags "true" or "false", colours "#RRGGBB",
 * multiple values joined by ";".
 */
export interface LayoutNode {
  id: string;
  type: LayoutNodeType;
  name: string | null;
  description: string | null;
  /** Counts siblings from 0; follows from nesting. */
  position: number;
  /** The id of the parent node; follows from nesting. */
  parent: string | null;
  params: Readonly<Partial<Record<LayoutParam, string>>>;
  children: readonly LayoutNode[];
}

/** A node from a client. Clients create the ids and can omit fields that follow from nesting. */
export interface LayoutNodeInput
  extends Pick<LayoutNode, "id" | "type">,
    Partial<Omit<LayoutNode, "id" | "type" | "children">> {
  children?: readonly LayoutNodeInput[] | undefined;
}

export const layoutTree = createTreeOperations<LayoutNode>({
  childrenOf: (node) => node.children,
  withChildren: (node, children) => ({ ...node, children }),
});

/** The maximum length of a param, in characters: an image of `maxLayoutImageBytes` in base64. */
const maxParamLength = 1_400_000;

/** The maximum length of an optional text, in characters; an empty text means not set. */
const maxTextLength = 20_000;
const optionalText = () =>
  text(maxTextLength)
    .nullable()
    .default(null)
    .transform((value) => value?.trim() || null);

/**
 * Only limits the size of the fields. `validateLayout` checks types, texts and params, because unlike a schema it can report errors
 * by node id.
 */
const nodeFields = {
  id: uuid(),
  type: z
    .custom<LayoutNodeType>((value) => typeof value === "string" && value.length <= 100)
    .meta({ type: "string", enum: [...layoutNodeTypes], examples: ["TEXT"] }),
  name: optionalName(maxTextLength),
  description: optionalText(),
  position: z.int().default(0).meta({ description: "Counts siblings; follows from their order" }),
  parent: uuid().nullable().default(null).meta({ description: "Follows from nesting" }),
  params: z.record(name(100), text(maxParamLength)).default({}),
};

/**
 * Expanded level by level instead of recursively, so that the depth is bounded and the API description shows the tree. It allows
 * one level more than a layout may have, so that the error can name the node that is too deep.
 */
const createNodeSchema = (level: number): z.ZodType<LayoutNode, LayoutNodeInput> =>
  z.strictObject({
    ...nodeFields,
    children: z
      .array(level > maxLevels ? z.never() : createNodeSchema(level + 1))
      .max(level > maxLevels ? 0 : maxNodes)
      .meta({ examples: [[]] })
      .default([]),
  });

export const layoutNodes: z.ZodType<LayoutNode[], readonly LayoutNodeInput[]> = z
  .array(createNodeSchema(1))
  .max(maxNodes)
  .meta({ examples: [[]] });
