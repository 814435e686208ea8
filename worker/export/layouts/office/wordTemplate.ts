import { type FileTag, parseFileTag } from "#domain/layout/fileTags.ts";
import { parseTextTokens } from "../resolve/placeholders.ts";
import { type OfficeFile, readRelationships } from "./officeFile.ts";
import {
  attributeOf,
  childElements,
  descendantsOf,
  findChild,
  startTag,
  textOf,
  writeXml,
  type XmlElement,
  type XmlNode,
} from "./officeXml.ts";
import {
  type FoundTag,
  type Instruction,
  type PlacedPicture,
  ProgramWriter,
  parsePhotoName,
  shortenContext,
  type TagLocation,
  TagNodes,
} from "./program.ts";
import {
  type BlockRules,
  collectPaths,
  findBlocks,
  type Marker,
  partsOf,
  type TagBlock,
} from "./tagBlocks.ts";
import { isInlineContainer, listTextSlots, splitRuns, tagElementName } from "./wordRuns.ts";

/** A run that consists of a text with placeholders. */
export interface FilledRun {
  text: string;
  properties: string;
}

/** A part of a Word file in which tags are filled in. */
export interface WordStory {
  part: string;
  kind: TagLocation["part"];
  root: XmlElement;
  /** By container. */
  blocks: ReadonlyMap<XmlElement, readonly TagBlock[]>;
  runs: ReadonlyMap<XmlElement, FilledRun>;
  pictures: ReadonlyMap<XmlElement, PlacedPicture>;
}

export interface WordTemplate {
  stories: readonly WordStory[];
  tags: readonly FoundTag[];
  nodes: TagNodes;
}

const storyKinds: Readonly<Record<string, TagLocation["part"]>> = {
  header: "HEADER",
  footer: "FOOTER",
  footnotes: "NOTE",
  endnotes: "NOTE",
};

/** Finds the tags of a Word file and their errors. Changes the trees of the file. */
export function readWordTemplate(file: OfficeFile, hasCode: (code: string) => boolean): WordTemplate {
  const nodes = new TagNodes();
  const tags: FoundTag[] = [];
  const parts: [name: string, kind: TagLocation["part"]][] = [[file.main, "BODY"]];
  for (const { type, target } of readRelationships(file, file.main).values()) {
    const kind = storyKinds[type];
    if (kind && file.trees.has(target) && parts.every(([name]) => name !== target))
      parts.push([target, kind]);
  }
  return {
    stories: parts.map(([part, kind]) =>
      readStory({ part, kind, root: file.trees.get(part)! }, { nodes, tags, hasCode }),
    ),
    tags,
    nodes,
  };
}

interface ReadContext {
  nodes: TagNodes;
  tags: FoundTag[];
  hasCode: (code: string) => boolean;
}

function readStory(
  story: Pick<WordStory, "part" | "kind" | "root">,
  { nodes, tags, hasCode }: ReadContext,
): WordStory {
  const runs = new Map<XmlElement, FilledRun>();
  const pictures = new Map<XmlElement, PlacedPicture>();
  const tagElements = new Map<XmlElement, Pick<Marker, "tag" | "foundTag">>();
  const photoTags = new Map<XmlElement, FoundTag>();
  let paragraphCount = 0;
  for (const paragraph of [...descendantsOf(story.root)].filter(({ name }) => name === "w:p")) {
    paragraphCount++;
    const slots = listTextSlots(paragraph);
    const text = slots.map((slot) => slot.text).join("");
    const location: TagLocation = {
      part: story.kind,
      sheet: null,
      paragraph: paragraphCount,
      cell: null,
      context: shortenContext(text),
    };
    const addTag = (parsedTag: Pick<FoundTag, "text" | "kind" | "error">): FoundTag => {
      const tag = { ...parsedTag, location };
      tags.push(tag);
      return tag;
    };
    for (const drawing of listDrawings(paragraph)) {
      const namedPicture = readPicture(drawing, nodes);
      if (!namedPicture) continue;
      pictures.set(drawing, namedPicture.picture);
      photoTags.set(drawing, addTag({ text: namedPicture.name, kind: "photo", error: null }));
    }
    if (!/[{}]/.test(text)) continue;
    const placedTags = [...text.matchAll(/\{([^{}]*)\}/g)].map((match) => {
      const tag = parseFileTag(match[1] ?? "", "WORD", hasCode);
      return { start: match.index, end: match.index + match[0].length, text: match[0], tag };
    });
    // A loop or condition whose brace is never closed would be drawn as text.
    for (const [open] of text.matchAll(/\{\s*[#/](?:each|if)?[^{}]{0,40}(?=\{|$)/gi))
      addTag({ text: open, kind: "error", error: "unclosed" });
    for (const runPart of splitRuns(slots, placedTags)) {
      const { tag } = runPart;
      if (tag === null) runs.set(runPart.run, { text: runPart.text, properties: runPart.properties });
      else {
        const error = tag.kind === "error" ? tag.error : null;
        const foundTag = addTag({ text: runPart.text, kind: tag.kind, error });
        if (isStructural(tag)) tagElements.set(runPart.run, { tag, foundTag });
      }
    }
  }
  const markers = collectPaths(story.root, (element) => tagElements.has(element)).map((path): Marker => {
    const { tag, foundTag } = tagElements.get(path.at(-1)!)!;
    const node =
      tag.kind === "each"
        ? nodes.create("EACH", tag.params)
        : tag.kind === "if"
          ? nodes.create("IF", tag.params)
          : null;
    return { tag, foundTag, node, path };
  });
  const blocks = findBlocks(markers, wordRules);
  for (const path of collectPaths(story.root, (element) => pictures.has(element))) {
    const drawing = path.at(-1)!;
    if (pictures.get(drawing)?.task === null && !isRepeated(path, blocks))
      photoTags.get(drawing)!.error = "photoOutsideLoop";
  }
  return {
    ...story,
    blocks,
    runs,
    pictures,
  };
}

/** Whether an element is inside a loop. */
const isRepeated = (
  path: readonly XmlElement[],
  blocks: ReadonlyMap<XmlElement, readonly TagBlock[]>,
): boolean =>
  path.some((container, level) => {
    const child = path[level + 1];
    const index = child ? container.children.indexOf(child) : -1;
    return blocks.get(container)?.some((block) => {
      const { start, end } = partsOf(block).main;
      return block.opening.tag.kind === "each" && start <= index && index < end;
    });
  });

const isStructural = (tag: FileTag): tag is Marker["tag"] => tag.kind !== "text" && tag.kind !== "error";

/** The drawings of a paragraph itself, not those of paragraphs in its text boxes. */
function* listDrawings(element: XmlElement): Generator<XmlElement> {
  for (const child of childElements(element)) {
    if (child.name === "w:drawing") yield child;
    if (child.name !== "w:p") yield* listDrawings(child);
  }
}

/** The picture of a drawing that a photo replaces. */
function readPicture(drawing: XmlElement, nodes: TagNodes): { picture: PlacedPicture; name: string } | null {
  const frame = findChild(drawing, "wp:inline") ?? findChild(drawing, "wp:anchor");
  const properties = frame && findChild(frame, "wp:docPr");
  if (!frame || !properties) return null;
  const names = ["descr", "title"].map((attribute) => attributeOf(properties, attribute) ?? "");
  const name = names.find((text) => parsePhotoName(text));
  const graphic = findChild(findChild(frame, "a:graphic") ?? frame, "a:graphicData");
  if (name === undefined || !graphic || !findChild(graphic, "pic:pic")) return null;
  const extent = findChild(frame, "wp:extent");
  const [width = 0, height = 0] = ["cx", "cy"].map((attribute) =>
    Math.min(Number((extent && attributeOf(extent, attribute)) ?? ""), maxExtent),
  );
  if (!(width > 0 && height > 0)) return null;
  const node = nodes.create("PHOTO", {
    WIDTH: String(Math.max(width / emuPerMillimetre, 1)),
    HEIGHT: String(Math.max(height / emuPerMillimetre, 1)),
  });
  return {
    name,
    picture: {
      node,
      task: parsePhotoName(name)?.task ?? null,
      drawing,
      isFloating: frame.name === "wp:anchor",
      box: { width, height },
    },
  };
}
const emuPerMillimetre = 36_000;
/** Two metres. */
const maxExtent = 2000 * emuPerMillimetre;

const blockContainers = new Set([
  "w:body",
  "w:tc",
  "w:hdr",
  "w:ftr",
  "w:txbxContent",
  "w:footnote",
  "w:endnote",
]);

const wordRules: BlockRules = {
  childKindOf(container) {
    if (blockContainers.has(container.name)) return "blocks";
    if (container.name === "w:tbl") return "rows";
    if (container.name === "w:tr") return "cells";
    if (isInlineContainer(container.name)) return "inline";
    if (container.name !== "w:sdtContent") return null;
    const [first] = childElements(container);
    if (first?.name === "w:tr") return "rows";
    return first?.name === "w:p" || first?.name === "w:tbl" ? "blocks" : "inline";
  },
  hasOnlyTags,
};

const ignoredInParagraph = new Set([
  "w:proofErr",
  "w:bookmarkStart",
  "w:bookmarkEnd",
  "w:lastRenderedPageBreak",
  "w:rPr",
]);

function hasOnlyTags(element: XmlElement): boolean {
  switch (element.name) {
    case "w:tr":
    case "w:tc":
    case "w:r":
    case "w:hyperlink":
    case "w:ins":
    case "w:smartTag":
      return childElements(element).every(hasOnlyTags);
    case "w:p":
      return (
        !childElements(element).some((child) => child.name === "w:pPr" && findChild(child, "w:sectPr")) &&
        childElements(element).every((child) => child.name === "w:pPr" || hasOnlyTags(child))
      );
    case "w:t":
      return textOf(element).trim() === "";
    case tagElementName:
    case "w:trPr":
    case "w:tblPrEx":
    case "w:tcPr":
      return true;
    default:
      return ignoredInParagraph.has(element.name);
  }
}

/** The instructions that fill in a part of the file. */
export function compileStory(story: WordStory, nodes: TagNodes): Instruction[] {
  const writer = new ProgramWriter();
  new StoryCompiler(story, nodes).compile(story.root, writer, false);
  return writer.instructions;
}

/** Elements whose ids must be unique in a document: left out where they would be repeated. */
const uniqueElements = new Set([
  "w:bookmarkStart",
  "w:bookmarkEnd",
  "w:commentRangeStart",
  "w:commentRangeEnd",
  "w:commentReference",
]);
const endsWithParagraph = new Set(["w:tc", "w:hdr", "w:ftr", "w:txbxContent", "w:footnote", "w:endnote"]);

/** Whether XML ends with a paragraph. */
export const isParagraphLast = (xml: string): boolean =>
  /<\/w:p>$|<w:p(?: [^<>]*)?\/>$/.test(xml.slice(-400));

class StoryCompiler {
  readonly #story: WordStory;
  readonly #nodes: TagNodes;

  constructor(story: WordStory, nodes: TagNodes) {
    this.#story = story;
    this.#nodes = nodes;
  }

  compile(node: XmlNode, writer: ProgramWriter, isRepeated: boolean): void {
    if (typeof node === "string") {
      writer.push(node);
      return;
    }
    const { runs, pictures, blocks } = this.#story;
    if (node.name === tagElementName) return;
    if (isRepeated && uniqueElements.has(node.name)) return;
    const run = runs.get(node);
    if (run) {
      writer.push({
        kind: "text",
        node: this.#nodes.create("TEXT", { TEXT: run.text }),
        tokens: parseTextTokens(run.text),
        properties: run.properties,
      });
      return;
    }
    const picture = pictures.get(node);
    if (picture) {
      writer.push({ kind: "picture", picture });
      return;
    }
    if (node.name === "wp:docPr") {
      const attributes = [...node.attributes].filter(([name]) => name !== "id");
      writer.push('<wp:docPr id="');
      writer.push({ kind: "drawingNumber" });
      writer.push(`"${attributes.map(([name, value]) => ` ${name}="${value}"`).join("")}>`);
      for (const child of node.children) writer.push(writeXml(child));
      writer.push("</wp:docPr>");
      return;
    }
    const element = isRepeated ? withoutUniqueIds(node) : node;
    const hasBlocks = (blocks.get(node)?.length ?? 0) > 0;
    if (element.name === "w:tbl" && hasBlocks) {
      const head = new ProgramWriter();
      const body = new ProgramWriter();
      const firstRow = node.children.findIndex(
        (child) => typeof child !== "string" && !/^w:tbl(?:Pr|Grid)$/.test(child.name),
      );
      head.push(`${startTag(element)}>${node.children.slice(0, firstRow).map(writeXml).join("")}`);
      this.#compileRange(node, firstRow, node.children.length, null, body, isRepeated);
      const start = head.instructions.join("");
      writer.push({ kind: "container", rule: "hasRows", start, body: body.instructions, end: "</w:tbl>" });
      return;
    }
    const body = new ProgramWriter();
    this.#compileRange(node, 0, node.children.length, null, body, isRepeated);
    const [content, ...otherInstructions] = body.instructions;
    if (otherInstructions.length === 0 && (content === undefined || typeof content === "string")) {
      const needsParagraph = hasBlocks && endsWithParagraph.has(node.name) && !isParagraphLast(content ?? "");
      writer.push(
        content === undefined && !needsParagraph
          ? `${startTag(element)}/>`
          : `${startTag(element)}>${content ?? ""}${needsParagraph ? "<w:p/>" : ""}</${element.name}>`,
      );
      return;
    }
    if (endsWithParagraph.has(node.name)) {
      writer.push({
        kind: "container",
        rule: "endsWithParagraph",
        start: `${startTag(element)}>`,
        body: body.instructions,
        end: `</${element.name}>`,
      });
      return;
    }
    writer.push(`${startTag(element)}>`);
    for (const instruction of body.instructions) writer.push(instruction);
    writer.push(`</${element.name}>`);
  }

  /** The children of a container in a range, with the blocks that are directly in `outer`. */
  #compileRange(
    container: XmlElement,
    start: number,
    end: number,
    outer: TagBlock | null,
    writer: ProgramWriter,
    isRepeated: boolean,
  ): void {
    const blocks = (this.#story.blocks.get(container) ?? []).filter(
      (block) => block.outer === outer && block.start >= start && block.end <= end,
    );
    let nextBlock = 0;
    for (let index = start; index <= end; ) {
      const block = blocks[nextBlock];
      if (block && block.start <= index) {
        nextBlock++;
        this.#compileBlock(block, writer, isRepeated);
        index = Math.max(index, block.end);
        continue;
      }
      const child = container.children[index];
      if (index < end && child !== undefined && !this.#isDropped(container, child)) {
        if (typeof child !== "string" && child.name === "w:sectPr" && container.name === "w:body")
          writer.push({ kind: "appendix" });
        this.compile(child, writer, isRepeated);
      }
      index++;
    }
  }

  #compileBlock(block: TagBlock, writer: ProgramWriter, isRepeated: boolean): void {
    const { tag, node } = block.opening;
    const parts = partsOf(block);
    const compilePart = (part: typeof parts.otherwise, isPartRepeated: boolean) => {
      const body = new ProgramWriter();
      if (part) this.#compileRange(block.container, part.start, part.end, block, body, isPartRepeated);
      return body.instructions;
    };
    const otherwise = compilePart(parts.otherwise, isRepeated);
    if (tag.kind === "each")
      writer.push({ kind: "each", node: node!, body: compilePart(parts.main, true), otherwise });
    else
      writer.push({
        kind: "if",
        node: node!,
        isNegated: tag.kind === "if" && tag.isNegated,
        body: compilePart(parts.main, isRepeated),
        otherwise,
      });
  }

  /** Paragraphs and rows of tags alone draw nothing. */
  #isDropped(container: XmlElement, child: XmlNode): boolean {
    if (typeof child === "string" || !(child.name === "w:p" || child.name === "w:tr")) return false;
    const kind = wordRules.childKindOf(container);
    return (kind === "blocks" || kind === "rows") && hasMarker(child) && hasOnlyTags(child);
  }
}

const hasMarker = (element: XmlElement): boolean =>
  childElements(element).some((child) => child.name === tagElementName || hasMarker(child));

/** Without ids that must be unique in the document. */
function withoutUniqueIds(element: XmlElement): XmlElement {
  const attributes = new Map(
    [...element.attributes].filter(([name]) => !/^w14:(?:paraId|textId)$/.test(name)),
  );
  const children =
    element.name === "w:sdtPr"
      ? element.children.filter((child) => typeof child === "string" || child.name !== "w:id")
      : element.children;
  return { ...element, attributes, children };
}
