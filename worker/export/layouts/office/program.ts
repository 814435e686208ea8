import type { TagError, tagKinds, tagParts } from "#domain/layout/fileTags.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutNodeType } from "#domain/layout/types.ts";
import type { TextTokens } from "../resolve/placeholders.ts";
import type { XmlElement } from "./officeXml.ts";

/** A step of filling in an uploaded file, whose XML is cut wherever something is filled in, repeated or left out. */
export type Instruction =
  /** XML that is copied unchanged. */
  | string
  /** Runs with the same properties (w:rPr) for a text with placeholders. */
  | { kind: "text"; node: LayoutNode; tokens: TextTokens; properties: string }
  | { kind: "each"; node: LayoutNode; body: Instruction[]; otherwise: Instruction[] }
  | { kind: "if"; node: LayoutNode; isNegated: boolean; body: Instruction[]; otherwise: Instruction[] }
  | { kind: "picture"; picture: PlacedPicture }
  /** The number of a drawing, unique in the file. */
  | { kind: "drawingNumber" }
  /** A container that must end with a paragraph, like a cell, or that is left out if it has no rows, like a table. */
  | {
      kind: "container";
      rule: "endsWithParagraph" | "hasRows";
      start: string;
      body: Instruction[];
      end: string;
    }
  /** The list of what is missing. */
  | { kind: "appendix" };

/** A picture that a photo replaces. */
export interface PlacedPicture {
  node: LayoutNode;
  /** The task whose photos are shown, by key or name; null for those in scope. */
  task: string | null;
  drawing: XmlElement;
  /** Whether it floats beside the text instead of standing in a line. */
  isFloating: boolean;
  /** In English metric units. */
  box: { width: number; height: number };
}

/** The location of a tag in a file. */
export interface TagLocation {
  part: (typeof tagParts)[number];
  /** The name of a sheet; null in Word. */
  sheet: string | null;
  /** Counts from 1 in its part; null in Excel. */
  paragraph: number | null;
  /** Such as "B3"; null in Word. */
  cell: string | null;
  /** The beginning of the text around it. */
  context: string;
}

export interface FoundTag {
  /** As written, with its braces; of a picture its alternative text. */
  text: string;
  kind: (typeof tagKinds)[number];
  location: TagLocation;
  error: TagError | null;
}

/** Maximum characters of a tag's context. */
const maxContextLength = 60;

export const shortenContext = (text: string): string => {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > maxContextLength
    ? `${line.slice(0, maxContextLength - 1).trimEnd()}…`.toWellFormed()
    : line;
};

/** Creates the layout nodes that correspond to the loops, conditions, texts and pictures of a file. */
export class TagNodes {
  #count = 0;

  create(
    type: LayoutNodeType,
    params: LayoutNode["params"],
    children: readonly LayoutNode[] = [],
  ): LayoutNode {
    this.#count++;
    return {
      id: `tag-${this.#count}`,
      type,
      params,
      children,
      name: null,
      description: null,
      position: 0,
      parent: null,
    };
  }
}

/** Alternative texts that a photo replaces: `photo`, or `photo:key` for the photos of a task. Null for others. */
export function parsePhotoName(alternativeText: string): { task: string | null } | null {
  const match = /^\{?\s*photo\s*(?::([^{}]*))?\}?$/i.exec(alternativeText.trim());
  return match && { task: match[1]?.trim() || null };
}

/** Collects instructions, joining adjacent XML. */
export class ProgramWriter {
  readonly instructions: Instruction[] = [];

  push(instruction: Instruction): void {
    const last = this.instructions.at(-1);
    if (typeof instruction === "string" && typeof last === "string")
      this.instructions[this.instructions.length - 1] = last + instruction;
    else if (instruction !== "") this.instructions.push(instruction);
  }
}
