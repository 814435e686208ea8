import { initialTextSize } from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import {
  alignments,
  fonts,
  imageTypes,
  type LayoutType,
  type Position,
  positions,
  textStyles,
} from "#domain/layout/types.ts";
import { altTextOf } from "#worker/export/documents/model.ts";
import type { PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { oneLine, xmlSafe } from "#worker/export/documents/xml.ts";
import { photoTitle } from "#worker/export/embeddedPhoto.ts";
import type { DrawnBlock, DrawnImage, DrawnItem, DrawnPhoto, DrawnText } from "../renderTree.ts";
import { conditionHolds } from "./conditions.ts";
import { contactsTable } from "./contacts.ts";
import { groupsAround, type IndexedPhoto } from "./documentationIndex.ts";
import type { DrawContext, Drawing } from "./drawContext.ts";
import { iterationOf } from "./each.ts";
import { memoize } from "./iterables.ts";
import { taskName } from "./layoutReplacement.ts";
import { boxOf, color, flag, number, oneOf } from "./nodeParams.ts";
import { fillText, PlaceholderUsage, piecesOf, sideOf, valueTypeOf } from "./placeholders.ts";
import {
  insideTask,
  namedChild,
  namedTask,
  photosIn,
  type ResolveContext,
  type Scope,
} from "./resolveScope.ts";
import { isTableEmpty, tableOf } from "./resolveTables.ts";

/** Draws the nodes that pages, cells and flows have in common. */

/** Whether items have positions: only in the columns of slides and PDF pages. */
const hasPositions = (type: LayoutType, drawContext: DrawContext): boolean =>
  drawContext.in === "page" && (type === "POWERPOINT" || type === "PDF");

export class Draw implements Drawing {
  readonly context: ResolveContext;
  readonly usage = new PlaceholderUsage();
  /** Overrides the variant of all photos: previews show thumbnails. */
  readonly #variant: PhotoForm | null;

  constructor(context: ResolveContext, variant: PhotoForm | null) {
    this.context = context;
    this.#variant = variant;
  }

  readonly visit = memoize((node: LayoutNode) => iterationOf(node, this.context));
  readonly #pieces = memoize((node: LayoutNode) => piecesOf(node.params.TEXT ?? ""));
  readonly #named = memoize((node: LayoutNode) => piecesOf(node.params.NAME ?? ""));
  readonly #styles = memoize((node: LayoutNode) => this.#styleOf(node));
  readonly #images = memoize((node: LayoutNode) => this.#imageOf(node));

  *blocks(nodes: readonly LayoutNode[], scope: Scope, drawContext: DrawContext): Generator<DrawnBlock> {
    for (const node of nodes) yield* this.#node(node, scope, drawContext);
  }

  items(nodes: readonly LayoutNode[], scope: Scope, drawContext: DrawContext): DrawnItem[] {
    const items: DrawnItem[] = [];
    for (const block of this.blocks(nodes, scope, drawContext))
      if (block.kind !== "pageBreak" && block.kind !== "mark") items.push(block);
    return items;
  }

  nameOf(node: LayoutNode, scope: Scope): string {
    const { context, usage } = this;
    const position = { paged: false, position: null };
    return oneLine(fillText(this.#named(node), node.id, { scope, context, usage, position }) ?? "");
  }

  *#node(node: LayoutNode, scope: Scope, drawContext: DrawContext): Generator<DrawnBlock> {
    switch (node.type) {
      case "TEXT": {
        const text = this.#text(node, scope, drawContext);
        if (text) yield text;
        return;
      }
      case "PHOTO":
        yield* this.#photos(node, scope, drawContext);
        return;
      case "IMAGE": {
        const image = this.#images(node);
        if (image)
          yield hasPositions(this.context.layout.type, drawContext) ? image : { ...image, position: null };
        return;
      }
      case "TABLE": {
        const table = tableOf(this, node, scope, drawContext);
        if (!isTableEmpty(table)) yield table;
        return;
      }
      case "CONTACT_PERSONS_TABLE": {
        const table = scope.task && contactsTable(node, scope.task);
        if (table) yield table;
        return;
      }
      case "LINE_BREAK":
        yield { kind: "lineBreak", node: node.id };
        return;
      case "PAGE_BREAK":
        yield { kind: "pageBreak", node: node.id };
        return;
      case "EACH":
        for (const inner of this.visit(node)(scope)) yield* this.#marked(node, inner, drawContext);
        return;
      case "TASK":
      case "CHILD": {
        const { TASK_IDENTIFIER = "", NAME = "" } = node.params;
        const named = node.type === "TASK" ? namedTask(scope, TASK_IDENTIFIER) : namedChild(scope, NAME);
        if (named) yield* this.#marked(node, insideTask(scope, named), drawContext);
        return;
      }
      case "IF":
        if (conditionHolds(node, scope)) yield* this.blocks(node.children, scope, drawContext);
        return;
      case "INSERT":
        yield* this.blocks(node.children, scope, drawContext);
        return;
      default:
        // Pages, rows and cells are drawn by their parents. An older grammar may have allowed them elsewhere.
        return;
    }
  }

  /** Draws the children of a node, with the mark of the group or task before the first thing drawn. */
  *#marked(node: LayoutNode, scope: Scope, drawContext: DrawContext): Generator<DrawnBlock> {
    const entered =
      scope.subject.kind === "group"
        ? scope.subject.group
        : scope.subject.kind === "task"
          ? scope.subject.task
          : null;
    if (!entered || !drawContext.bookmarks) {
      yield* this.blocks(node.children, scope, drawContext);
      return;
    }
    let hasDrawn = false;
    for (const block of this.blocks(node.children, scope, drawContext)) {
      if (!hasDrawn && block.kind !== "pageBreak") {
        hasDrawn = true;
        yield* drawContext.bookmarks.enter(node.id, entered);
      }
      yield block;
    }
  }

  #text(node: LayoutNode, scope: Scope, drawContext: DrawContext): DrawnText | null {
    const { context, usage } = this;
    const style = this.#styles(node);
    const position = hasPositions(context.layout.type, drawContext) ? style.position : null;
    const placement = { paged: drawContext.in === "header", position };
    const text = fillText(this.#pieces(node), node.id, {
      scope,
      context,
      usage,
      position: placement,
    });
    if (text === null) return null;
    const size = style.size ?? Number(initialTextSize(context.layout.type));
    const alignment = style.alignment ?? (position ? (sideOf(position) ?? "CENTER") : "LEFT");
    const format = valueTypeOf(this.#pieces(node), scope);
    return { ...style, text, size, position, alignment, ...(format && { format }) };
  }

  #styleOf(node: LayoutNode) {
    const { params } = node;
    const style = oneOf(params, "STYLE", textStyles) ?? "NORMAL";
    return {
      kind: "text",
      node: node.id,
      size: number(params, "SIZE", 1, 400),
      color: color(params, "COLOR") ?? "#000000",
      bold: style === "BOLD" || style === "BOLD_ITALIC",
      italic: style === "ITALIC" || style === "BOLD_ITALIC",
      alignment: oneOf(params, "ALIGNMENT", alignments),
      font: oneOf(params, "FONT", fonts) ?? "HELVETICA",
      position: oneOf(params, "POSITION", positions) ?? "CENTER",
    } as const;
  }

  #imageOf(node: LayoutNode): DrawnImage | null {
    const { params } = node;
    const type = oneOf(params, "TYPE", imageTypes) ?? "image/png";
    if (!params.DATA) return null;
    const position = oneOf(params, "POSITION", positions) ?? "CENTER";
    return { kind: "image", node: node.id, data: params.DATA, type, box: boxOf(params), position };
  }

  /** Draws the photo in scope, the photo of the pair on its side, or, in a flow, all photos of a task or group. */
  *#photos(node: LayoutNode, scope: Scope, drawContext: DrawContext): Generator<DrawnPhoto> {
    if (drawContext.in === "header") return;
    const isPositioned = hasPositions(this.context.layout.type, drawContext);
    const position = isPositioned ? (oneOf(node.params, "POSITION", positions) ?? "CENTER") : null;
    if (scope.pair) {
      const { before, after } = scope.pair;
      const side = sideOf(position);
      // In the centre both are shown side by side.
      if (before && side !== "RIGHT")
        yield this.photo(node, before, {
          position,
          half: side === null || drawContext.halves ? "LEFT" : null,
        });
      if (after && side !== "LEFT")
        yield this.photo(node, after, {
          position,
          half: side === null || drawContext.halves ? "RIGHT" : null,
        });
      return;
    }
    if (scope.photo) yield this.photo(node, scope.photo, { position });
    else if (!isPositioned && scope.subject.kind !== "documentations")
      for (const photo of photosIn(scope)) yield this.photo(node, photo, { position });
  }

  photo(
    node: LayoutNode,
    { photo, task, number: index }: IndexedPhoto,
    { position = null, half = null }: { position?: Position | null; half?: DrawnPhoto["half"] } = {},
  ): DrawnPhoto {
    const { texts } = this.context;
    const title = photoTitle(photo) || `${texts.photo} ${index}`;
    const path = task ? [...groupsAround(task)].toReversed().concat(task).map(taskName).join(" › ") : "";
    return {
      kind: "photo",
      node: node.id,
      photo,
      variant: this.#variant ?? (flag(node.params, "COMPRESS", true) ? "rendition" : "original"),
      box: boxOf(node.params),
      position,
      altText: altTextOf(texts, {
        number: index,
        title,
        task: path,
        comment: xmlSafe(photo.comment ?? "").trim(),
      }),
      half,
    };
  }
}
