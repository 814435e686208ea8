import { getInitialTextSize } from "#domain/layout/grammar.ts";
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
import { altTextOf } from "#worker/export/documents/documentModel.ts";
import { photoCommentText } from "#worker/export/documents/photoComments.ts";
import type { PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { toSingleLine } from "#worker/export/documents/xml.ts";
import { photoTitle } from "#worker/export/embeddedPhoto.ts";
import { LruCache } from "#worker/export/lruCache.ts";
import { createQrCode, type QrCode } from "#worker/export/qrCode.ts";
import type { DrawnBlock, DrawnImage, DrawnItem, DrawnPhoto, DrawnText } from "../renderTree.ts";
import { createComparisonTables } from "./comparisonTable.ts";
import { applicableNodes } from "./conditions.ts";
import { createContactsTable } from "./contacts.ts";
import { ancestorsOf, type IndexedPhoto } from "./documentationIndex.ts";
import type { DrawContext, NodeDrawer } from "./drawContext.ts";
import { createMap } from "./drawMap.ts";
import { iterationOf } from "./each.ts";
import { createFilesTable } from "./filesTable.ts";
import { memoize } from "./iterables.ts";
import { taskName } from "./layoutReplacement.ts";
import { canBeHeading, createContents, readLevel } from "./levels.ts";
import { readBox, readColor, readFlag, readNumber, readOption } from "./nodeParams.ts";
import { sharedPhotos } from "./photoColumns.ts";
import { createGridTable } from "./photoGrid.ts";
import {
  fillText,
  LayoutUsage,
  linkIn,
  parseTextTokens,
  sideOf,
  type TextTokens,
  valueFormat,
} from "./placeholders.ts";
import { createHeading, createPlainText } from "./plainItems.ts";
import { enterTask, findChildren, findTasks, type ResolveContext, type Scope } from "./resolveScope.ts";
import { isTableEmpty, resolveTable } from "./resolveTables.ts";
import { VisitHeadings } from "./visitLabels.ts";

/** Draws the nodes that pages, cells and flows have in common. */

/** Whether items have positions: only in the columns of slides and PDF pages. */
const hasPositions = (type: LayoutType, drawContext: DrawContext): boolean =>
  drawContext.container === "page" && (type === "POWERPOINT" || type === "PDF");

/** Millimetres. */
const defaultCodeSide = 25;
/** Maximum codes in the cache, which exists because a tree is iterated several times. */
const maxCachedCodes = 500;

export class LayoutNodeDrawer implements NodeDrawer {
  readonly context: ResolveContext;
  readonly usage = new LayoutUsage();
  /** Overrides the variant of all photos: previews show thumbnails. */
  readonly #variantOverride: PhotoForm | null;

  constructor(context: ResolveContext, variant: PhotoForm | null) {
    this.context = context;
    this.#variantOverride = variant;
  }

  readonly iterationOf = memoize((node: LayoutNode) => iterationOf(node, this.context));
  readonly #textTokens = memoize((node: LayoutNode) => parseTextTokens(node.params.TEXT ?? ""));
  readonly #nameTokens = memoize((node: LayoutNode) => parseTextTokens(node.params.NAME ?? ""));
  readonly #captionTokens = memoize((node: LayoutNode) => parseTextTokens(node.params.CAPTION ?? ""));
  readonly #styleByNode = memoize((node: LayoutNode) => this.#styleOf(node));
  readonly #codes = new LruCache<QrCode | null>(maxCachedCodes, () => 1);
  readonly #imageByNode = memoize((node: LayoutNode) => this.#imageOf(node));

  *blocks(nodes: readonly LayoutNode[], scope: Scope, drawContext: DrawContext): Generator<DrawnBlock> {
    for (const node of applicableNodes(nodes, scope, this)) yield* this.#drawNode(node, scope, drawContext);
  }

  items(nodes: readonly LayoutNode[], scope: Scope, drawContext: DrawContext): DrawnItem[] {
    const items: DrawnItem[] = [];
    for (const block of this.blocks(nodes, scope, drawContext))
      if (block.kind !== "pageBreak" && block.kind !== "mark" && block.kind !== "contents") items.push(block);
    return items;
  }

  nameOf = (node: LayoutNode, scope: Scope): string =>
    toSingleLine(this.#fillParam(this.#nameTokens(node), node, scope));

  captionOf(node: LayoutNode, scope: Scope): Pick<DrawnText, "text" | "link"> {
    const tokens = this.#captionTokens(node);
    return { text: this.#fillParam(tokens, node, scope), ...linkIn(tokens, scope, this.context) };
  }

  #fillParam(tokens: TextTokens, node: LayoutNode, scope: Scope): string {
    const { context, usage } = this;
    const position = { paged: false, position: null };
    return fillText(tokens, node.id, { scope, context, usage, position }) ?? "";
  }

  *#drawNode(node: LayoutNode, scope: Scope, drawContext: DrawContext): Generator<DrawnBlock> {
    switch (node.type) {
      case "TEXT": {
        const text = this.#drawText(node, scope, drawContext);
        if (text) yield text;
        return;
      }
      case "PHOTO":
        yield* this.#drawPhotos(node, scope, drawContext);
        return;
      case "PHOTO_GRID": {
        if (drawContext.container === "header") return;
        const table = createGridTable(this, node, scope, drawContext.space);
        if (!isTableEmpty(table)) yield table;
        return;
      }
      case "COMPARISON":
        if (drawContext.container !== "header") yield* createComparisonTables(this, node, scope);
        return;
      case "IMAGE": {
        const image = this.#imageByNode(node);
        if (image)
          yield hasPositions(this.context.layout.type, drawContext) ? image : { ...image, position: null };
        return;
      }
      case "MAP": {
        const map = createMap(this.context, node, scope);
        if (map?.kind === "text") {
          const position = hasPositions(this.context.layout.type, drawContext) ? "CENTER" : null;
          yield { ...map, position };
        } else if (map)
          yield hasPositions(this.context.layout.type, drawContext) ? map : { ...map, position: null };
        return;
      }
      case "QR":
        yield* this.#drawCode(node, scope, drawContext);
        return;
      case "FILES": {
        const table = createFilesTable(this, node, scope);
        if (!isTableEmpty(table)) yield table;
        return;
      }
      case "TABLE": {
        const table = resolveTable(this, node, scope, drawContext);
        if (!isTableEmpty(table)) yield table;
        return;
      }
      case "CONTACT_PERSONS_TABLE": {
        const table = scope.task && createContactsTable(node, scope.task);
        if (table) yield table;
        return;
      }
      case "CONTENTS":
        if (drawContext.container === "flow") yield createContents(this, node, scope);
        return;
      case "LINE_BREAK":
        yield { kind: "lineBreak", node: node.id };
        return;
      case "PAGE_BREAK":
        yield { kind: "pageBreak", node: node.id };
        return;
      case "EACH":
        yield* this.#drawScopes(node, scope, this.iterationOf(node)(scope), drawContext);
        return;
      case "TASK":
      case "CHILD": {
        const { TASK_IDENTIFIER = "", NAME = "" } = node.params;
        const tasks = node.type === "TASK" ? findTasks(scope, TASK_IDENTIFIER) : findChildren(scope, NAME);
        const taskScopes = tasks.map((task) => enterTask(scope, task));
        yield* this.#drawScopes(node, scope, taskScopes, drawContext);
        return;
      }
      case "INSERT":
        yield* this.blocks(node.children, scope, drawContext);
        return;
      default:
        // Pages, rows and cells are drawn by their parents. An older grammar may have allowed them elsewhere.
        return;
    }
  }

  /** Draws the children of a node in each scope, below headings if there are several documentations. */
  *#drawScopes(
    node: LayoutNode,
    scope: Scope,
    innerScopes: Iterable<Scope>,
    drawContext: DrawContext,
  ): Generator<DrawnBlock> {
    const headings = new VisitHeadings(node, scope, this.context);
    for (const innerScope of innerScopes)
      for (const block of this.#drawWithBookmark(node, innerScope, drawContext)) {
        const heading =
          block.kind === "pageBreak" || block.kind === "mark" ? null : headings.next(innerScope);
        if (heading) yield createPlainText(node.id, heading, true);
        yield block;
      }
  }

  /** Draws the children of a node, with the bookmark or heading of the group or task before the first drawn block. */
  *#drawWithBookmark(node: LayoutNode, scope: Scope, drawContext: DrawContext): Generator<DrawnBlock> {
    const enteredTask =
      scope.subject.kind === "group"
        ? scope.subject.group
        : scope.subject.kind === "task"
          ? scope.subject.task
          : null;
    const level = node.type === "TASK" && drawContext.container !== "header" ? readLevel(node) : null;
    if (!enteredTask || !(drawContext.bookmarks || level)) {
      yield* this.blocks(node.children, scope, drawContext);
      return;
    }
    let hasDrawn = false;
    for (const block of this.blocks(node.children, scope, drawContext)) {
      if (!hasDrawn && block.kind !== "pageBreak") {
        hasDrawn = true;
        if (drawContext.bookmarks) yield* drawContext.bookmarks.enter(node.id, enteredTask);
        const title = taskName(enteredTask);
        if (level && title) yield createHeading(node.id, title, level);
      }
      yield block;
    }
  }

  #drawText(node: LayoutNode, scope: Scope, drawContext: DrawContext): DrawnText | null {
    const { context, usage } = this;
    const style = this.#styleByNode(node);
    const position = hasPositions(context.layout.type, drawContext) ? style.position : null;
    const placement = {
      paged: drawContext.container !== "cell" && drawContext.container !== "flow",
      position,
    };
    const text = fillText(this.#textTokens(node), node.id, {
      scope,
      context,
      usage,
      position: placement,
    });
    if (text === null) return null;
    const size = style.size ?? Number(getInitialTextSize(context.layout.type));
    const alignment = style.alignment ?? (position ? (sideOf(position) ?? "CENTER") : "LEFT");
    const format = valueFormat(this.#textTokens(node), scope);
    const link = linkIn(this.#textTokens(node), scope, context);
    const level = drawContext.container === "header" || !canBeHeading(text) ? null : readLevel(node);
    return {
      ...{ ...style, text, size, position, alignment },
      ...(format && { format }),
      ...link,
      ...(level && { level }),
    };
  }

  #styleOf(node: LayoutNode) {
    const { params } = node;
    const style = readOption(params, "STYLE", textStyles) ?? "NORMAL";
    return {
      kind: "text",
      node: node.id,
      size: readNumber(params, "SIZE", 1, 400),
      color: readColor(params, "COLOR") ?? "#000000",
      bold: style === "BOLD" || style === "BOLD_ITALIC",
      italic: style === "ITALIC" || style === "BOLD_ITALIC",
      alignment: readOption(params, "ALIGNMENT", alignments),
      font: readOption(params, "FONT", fonts) ?? "HELVETICA",
      position: readOption(params, "POSITION", positions) ?? "CENTER",
    } as const;
  }

  #imageOf(node: LayoutNode): DrawnImage | null {
    const { params } = node;
    const type = readOption(params, "TYPE", imageTypes) ?? "image/png";
    if (!params.DATA) return null;
    const position = readOption(params, "POSITION", positions) ?? "CENTER";
    return { kind: "image", node: node.id, data: params.DATA, type, box: readBox(params), position };
  }

  /** A text that no code can hold is drawn as text, and an empty one not at all. */
  *#drawCode(node: LayoutNode, scope: Scope, drawContext: DrawContext): Generator<DrawnImage | DrawnText> {
    const { layout, texts } = this.context;
    const text = this.#fillParam(this.#textTokens(node), node, scope).trim();
    if (text === "") return;
    const isPositioned = hasPositions(layout.type, drawContext);
    const position = isPositioned ? (readOption(node.params, "POSITION", positions) ?? "BOTTOM_RIGHT") : null;
    const code = this.#codes.getOrCreate(text, () => createQrCode(text));
    if (!code) {
      yield { ...createPlainText(node.id, text), position };
      return;
    }
    const side = readNumber(node.params, "SIZE", 10, 200) ?? defaultCodeSide;
    const { data, modules } = code;
    yield {
      ...{ kind: "image", node: node.id, data, type: "image/png", position },
      box: { width: side, height: side },
      altText: `${texts.qrCode}: ${toSingleLine(text)}`,
      code: modules,
    };
  }

  /** Draws the photo in scope, the photo of the pair on its side, or, in a flow, all photos of a task or group. */
  *#drawPhotos(node: LayoutNode, scope: Scope, drawContext: DrawContext): Generator<DrawnPhoto> {
    if (drawContext.container === "header") return;
    const isPositioned = hasPositions(this.context.layout.type, drawContext);
    const position = isPositioned ? (readOption(node.params, "POSITION", positions) ?? "CENTER") : null;
    if (scope.pair) {
      const { beforePhoto, afterPhoto } = scope.pair;
      const side = sideOf(position);
      // In the centre both are shown side by side.
      if (beforePhoto && side !== "RIGHT")
        yield this.photo(node, beforePhoto, {
          position,
          half: side === null || drawContext.splitsPhotos ? "LEFT" : null,
        });
      if (afterPhoto && side !== "LEFT")
        yield this.photo(node, afterPhoto, {
          position,
          half: side === null || drawContext.splitsPhotos ? "RIGHT" : null,
        });
      return;
    }
    if (scope.photo) yield this.photo(node, scope.photo, { position });
    else if (!isPositioned && scope.subject.kind !== "documentations")
      for (const photo of sharedPhotos(scope)) yield this.photo(node, photo, { position });
  }

  photo(
    node: LayoutNode,
    indexedPhoto: IndexedPhoto,
    { position = null, half = null }: { position?: Position | null; half?: DrawnPhoto["half"] } = {},
  ): DrawnPhoto {
    const { texts, photoNumberOf } = this.context;
    const { photo, task } = indexedPhoto;
    const number = photoNumberOf(indexedPhoto) ?? indexedPhoto.number;
    const title = photoTitle(photo) || `${texts.photo} ${number}`;
    const path = task ? [...ancestorsOf(task)].toReversed().concat(task).map(taskName).join(" › ") : "";
    return {
      kind: "photo",
      node: node.id,
      photo,
      variant: this.#variantOverride ?? (readFlag(node.params, "COMPRESS", true) ? "rendition" : "original"),
      box: readBox(node.params),
      position,
      altText: altTextOf(texts, {
        number,
        title,
        task: path,
        comment: photoCommentText(photo, texts),
      }),
      half,
    };
  }
}
