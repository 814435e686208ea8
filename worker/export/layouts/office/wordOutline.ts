import type { LayoutNode } from "#domain/layout/node.ts";
import { relationsPartName } from "#worker/export/documents/officePackage.ts";
import { emuPerMillimetre } from "#worker/export/ooxml.ts";
import { unpack } from "#worker/export/zipReader.ts";
import { type OfficeFile, readRelationships } from "./officeFile.ts";
import {
  attributeOf,
  childElements,
  descendantsOf,
  findChild,
  isElement,
  textOf,
  type XmlElement,
  type XmlNode,
} from "./officeXml.ts";
import { partsOf, type TagBlock } from "./tagBlocks.ts";
import { tagElementName } from "./wordRuns.ts";
import { textParamsOf, WordStyles } from "./wordStyles.ts";
import type { WordStory, WordTemplate } from "./wordTemplate.ts";

/**
 * The nodes of a layout that has the texts, tables, pictures, loops and conditions of an uploaded Word file. The preview and the PDF are
 * drawn from them, so they show everything that the file is filled with, in a simpler design.
 */
export function createWordOutline(file: OfficeFile, template: WordTemplate): LayoutNode[] {
  const styles = stylesOf(file);
  const outlineOf = (story: WordStory) => new StoryOutline(file, story, template, styles).nodes();
  const storyOf = (kind: WordStory["kind"]) => template.stories.find((story) => story.kind === kind);
  const [header, footer] = [storyOf("HEADER"), storyOf("FOOTER")];
  return [
    ...(header ? [template.nodes.create("HEADER", {}, outlineOf(header))] : []),
    ...(footer ? [template.nodes.create("FOOTER", {}, outlineOf(footer))] : []),
    ...template.stories.filter(({ kind }) => kind === "BODY" || kind === "NOTE").flatMap(outlineOf),
  ];
}

/** The styles of a file. */
export const stylesOf = (file: OfficeFile): WordStyles =>
  new WordStyles(file.trees.get(findPart(file, "styles") ?? ""));

const findPart = (file: OfficeFile, type: string): string | undefined =>
  file.trees.has(relationsPartName(file.main))
    ? [...readRelationships(file, file.main).values()].find((relationship) => relationship.type === type)
        ?.target
    : undefined;

/** A range of a container's children, directly inside a block or outside any. */
interface OutlineRange {
  start: number;
  end: number;
  outer: TagBlock | null;
}

/** A text or picture of a paragraph, in reading order. */
type InlineNode = { text: string; run: XmlElement | undefined } | LayoutNode;

const isText = (node: InlineNode): node is { text: string; run: XmlElement | undefined } => "text" in node;

class StoryOutline {
  readonly #file: OfficeFile;
  readonly #story: WordStory;
  readonly #template: WordTemplate;
  readonly #styles: WordStyles;
  readonly #relationships: ReturnType<typeof readRelationships>;

  constructor(file: OfficeFile, story: WordStory, template: WordTemplate, styles: WordStyles) {
    this.#file = file;
    this.#story = story;
    this.#template = template;
    this.#styles = styles;
    this.#relationships = readRelationships(file, story.part);
  }

  nodes(): LayoutNode[] {
    const { root } = this.#story;
    const body = findChild(root, "w:body") ?? root;
    return this.#blocksOf(body);
  }

  #create: WordTemplate["nodes"]["create"] = (...args) => this.#template.nodes.create(...args);

  /** Converts the children of a container, and wraps blocks in the nodes of their loops and conditions. */
  #convertRange<T>(
    container: XmlElement,
    convert: (child: XmlElement) => readonly T[],
    wrap: (node: LayoutNode) => T,
    unwrap: (items: readonly T[]) => LayoutNode[],
    { start = 0, end = container.children.length, outer = null }: Partial<OutlineRange> = {},
  ): T[] {
    const items: T[] = [];
    const blocks = (this.#story.blocks.get(container) ?? []).filter(
      (block) => block.outer === outer && block.start >= start && block.end <= end,
    );
    let nextBlock = 0;
    for (let index = start; index <= end; ) {
      const block = blocks[nextBlock];
      if (block && block.start <= index) {
        nextBlock++;
        const nodesIn = (startIndex: number, endIndex: number) =>
          unwrap(
            this.#convertRange(container, convert, wrap, unwrap, {
              start: startIndex,
              end: endIndex,
              outer: block,
            }),
          );
        items.push(...this.#createBlock(block, nodesIn).map(wrap));
        index = Math.max(index, block.end);
        continue;
      }
      const child = container.children[index];
      if (index < end && child !== undefined && isElement(child)) items.push(...convert(child));
      index++;
    }
    return items;
  }

  #createBlock(block: TagBlock, createChildren: (start: number, end: number) => LayoutNode[]): LayoutNode[] {
    const { tag, node } = block.opening;
    const { main, otherwise } = partsOf(block);
    const mainNodes = createChildren(main.start, main.end);
    const elseNodes = otherwise ? createChildren(otherwise.start, otherwise.end) : [];
    const isNegated = tag.kind === "if" && tag.isNegated;
    const [first, second] = isNegated ? [elseNodes, mainNodes] : [mainNodes, elseNodes];
    return [{ ...node!, children: first }, ...(second.length > 0 ? [this.#create("ELSE", {}, second)] : [])];
  }

  #blocksOf = (container: XmlElement): LayoutNode[] =>
    this.#convertRange<LayoutNode>(
      container,
      (child) => this.#blockNodes(child),
      (node) => node,
      (nodes) => [...nodes],
    );

  #blockNodes(element: XmlElement): LayoutNode[] {
    switch (element.name) {
      case "w:p":
        return this.#paragraphNodes(element);
      case "w:tbl":
        return [this.#tableNode(element)];
      case "w:sdt":
      case "w:sdtContent":
      case "w:footnote":
      case "w:endnote":
        return this.#blocksOf(element);
      default:
        return [];
    }
  }

  #tableNode(table: XmlElement): LayoutNode {
    const grid = findChild(table, "w:tblGrid");
    const widths = grid ? childElements(grid).map((column) => Number(attributeOf(column, "w:w")) || 0) : [];
    const total = widths.reduce((sum, width) => sum + width, 0);
    const rows = this.#convertRange<LayoutNode>(
      table,
      (child) => this.#rowNodes(child, widths, total),
      (node) => node,
      (nodes) => [...nodes],
    );
    return this.#create("TABLE", {}, rows);
  }

  #rowNodes(element: XmlElement, widths: readonly number[], total: number): LayoutNode[] {
    if (element.name === "w:sdt" || element.name === "w:sdtContent")
      return childElements(element).flatMap((child) => this.#rowNodes(child, widths, total));
    if (element.name !== "w:tr" || isTagRow(element)) return [];
    let column = 0;
    const cells = listCells(element).map((cell) => {
      const properties = findChild(cell, "w:tcPr");
      const spanElement = properties && findChild(properties, "w:gridSpan");
      const span = Math.min(Math.max(Number(spanElement && attributeOf(spanElement, "w:val")) || 1, 1), 63);
      const width = widths.slice(column, column + span).reduce((sum, part) => sum + part, 0);
      column += span;
      return this.#create(
        "COLUMN",
        {
          ...(total > 0 && width > 0 && { WIDTH: String(Math.max((width / total) * 100, 1)) }),
          ...(span > 1 && { COLSPAN: String(span) }),
        },
        this.#blocksOf(cell),
      );
    });
    return cells.length > 0 ? [this.#create("ROW", {}, cells)] : [];
  }

  #paragraphNodes(paragraph: XmlElement): LayoutNode[] {
    const inline = this.#inlineNodes(paragraph);
    const properties = findChild(paragraph, "w:pPr");
    const pageBreakBefore = properties && findChild(properties, "w:pageBreakBefore");
    const nodes = this.#lineNodes(paragraph, inline);
    const hasTag = [...descendantsOf(paragraph)].some(({ name }) => name === tagElementName);
    if (nodes.length === 0 && !hasTag) nodes.push(this.#create("LINE_BREAK", {}));
    return [...(pageBreakBefore ? [this.#create("PAGE_BREAK", {})] : []), ...nodes];
  }

  /** Joins adjacent texts to one TEXT. */
  #lineNodes(paragraph: XmlElement, inline: readonly InlineNode[]): LayoutNode[] {
    const nodes: LayoutNode[] = [];
    let line: { text: string; run: XmlElement | undefined }[] = [];
    const flush = () => {
      const text = line.map((part) => part.text).join("");
      const styledPart = line.find((part) => part.text.trim() !== "");
      if (styledPart)
        nodes.push(this.#create("TEXT", textParamsOf(text, this.#styles.styleOf(paragraph, styledPart.run))));
      line = [];
    };
    for (const node of inline) {
      if (isText(node)) {
        line.push(node);
        continue;
      }
      flush();
      nodes.push(node);
    }
    flush();
    return nodes;
  }

  #inlineNodes(container: XmlElement): InlineNode[] {
    const fields: Field[] = [];
    const paragraph = container;
    const convert = (child: XmlElement): InlineNode[] => {
      if (child.name === "w:r") return this.#runNodes(child, fields);
      const text = child.name === "w:fldSimple" && fieldPlaceholder(attributeOf(child, "w:instr") ?? "");
      if (text) return [{ text, run: findChild(child, "w:r") }];
      if (/^w:(?:pPr|del|moveFrom|sdtPr)$/.test(child.name)) return [];
      return this.#convertRange<InlineNode>(child, convert, (node) => node, toNodes);
    };
    const toNodes = (items: readonly InlineNode[]) => this.#lineNodes(paragraph, items);
    return this.#convertRange<InlineNode>(container, convert, (node) => node, toNodes);
  }

  /** @param fields that contain the run, innermost last */
  #runNodes(run: XmlElement, fields: Field[]): InlineNode[] {
    const filledRun = this.#story.runs.get(run);
    if (filledRun) return [{ text: filledRun.text, run }];
    return childElements(run).flatMap((child): InlineNode[] => {
      const field = fields.at(-1);
      if (child.name === "w:fldChar") {
        const type = attributeOf(child, "w:fldCharType");
        if (type === "begin") fields.push({ instruction: "", isResult: false });
        if (type === "separate" && field) field.isResult = true;
        const text = type === "end" && fieldPlaceholder(fields.pop()?.instruction ?? "");
        return text && fields.every(showsResult) ? [{ text, run }] : [];
      }
      if (child.name === "w:instrText" && field) field.instruction += textOf(child);
      if (!fields.every(showsResult)) return [];
      switch (child.name) {
        case "w:t":
          return [{ text: textOf(child), run }];
        case "w:tab":
          return [{ text: "\t", run }];
        case "w:br":
          return attributeOf(child, "w:type") === "page"
            ? [this.#create("PAGE_BREAK", {})]
            : [{ text: "\n", run }];
        case "w:drawing":
          return this.#drawingNodes(child);
        case "mc:AlternateContent": {
          const choice = findChild(child, "mc:Choice");
          return choice ? childElements(choice).flatMap((drawing) => this.#drawingNodes(drawing)) : [];
        }
        default:
          return [];
      }
    });
  }

  #drawingNodes(drawing: XmlElement): LayoutNode[] {
    const picture = this.#story.pictures.get(drawing);
    if (picture) {
      const { node, task } = picture;
      return [task === null ? node : this.#create("TASK", { TASK_IDENTIFIER: task }, [node])];
    }
    const elements = [...descendantsOf(drawing)];
    const boxes = elements
      .filter(({ name }) => name === "w:txbxContent")
      .flatMap((box) => this.#blocksOf(box));
    const extent = elements.find(({ name }) => name === "wp:extent");
    const images = elements.flatMap((element) => {
      const data = element.name === "a:blip" ? this.#imageData(attributeOf(element, "r:embed")) : null;
      if (!data) return [];
      const sizes = { WIDTH: "cx", HEIGHT: "cy" } as const;
      const size = Object.entries(sizes).flatMap(([param, attribute]): [string, string][] => {
        const length = Number((extent && attributeOf(extent, attribute)) ?? "") / emuPerMillimetre;
        return length > 0 ? [[param, String(Math.min(Math.max(length, 1), 2000))]] : [];
      });
      return [this.#create("IMAGE", { ...data, ...Object.fromEntries(size) })];
    });
    return [...images, ...boxes];
  }

  #imageData(id: string | undefined): LayoutNode["params"] | null {
    const part = this.#file.parts.get(this.#relationships.get(id ?? "")?.target ?? "");
    const type = /\.png$/i.test(part?.name ?? "")
      ? "image/png"
      : /\.jpe?g$/i.test(part?.name ?? "")
        ? "image/jpeg"
        : null;
    if (!part || !type || !("entry" in part)) return null;
    return { DATA: Buffer.from(unpack(part.entry)).toString("base64"), TYPE: type };
  }
}

/** A field of a paragraph. Word stores the result that it had last. */
interface Field {
  instruction: string;
  /** Whether its instruction has ended. */
  isResult: boolean;
}

/** The placeholder of a field that shows a page number; "" for other fields, whose stored result is shown. */
const fieldPlaceholder = (instruction: string): string =>
  /^\s*PAGE\b/i.test(instruction) ? "{PAGE}" : /^\s*NUMPAGES\b/i.test(instruction) ? "{PAGES}" : "";

const showsResult = ({ instruction, isResult }: Field): boolean =>
  isResult && fieldPlaceholder(instruction) === "";

const listCells = (row: XmlElement): XmlElement[] =>
  childElements(row).flatMap((child) =>
    child.name === "w:tc" ? [child] : /^w:sdt(?:Content)?$/.test(child.name) ? listCells(child) : [],
  );

const hasTagIn = (node: XmlNode): boolean =>
  isElement(node) && (node.name === tagElementName || node.children.some(hasTagIn));

/** Whether a row has tags and no text. */
const isTagRow = (row: XmlElement): boolean =>
  hasTagIn(row) && [...descendantsOf(row)].every(({ name }) => name !== "w:drawing" && name !== "w:t");
