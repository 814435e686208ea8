import { flattenConditions } from "#domain/layout/conditionalBranches.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { toSingleLine } from "#worker/export/documents/xml.ts";
import { photoTitle } from "#worker/export/embeddedPhoto.ts";
import { a4Size, slideSizeMm } from "../pageMetrics.ts";
import type { AnyDrawnPage, DrawnCell, DrawnPage, DrawnText } from "../renderTree.ts";
import { applicableNodes } from "./conditions.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { memoize } from "./iterables.ts";
import { taskName } from "./layoutReplacement.ts";
import { createContents } from "./levels.ts";
import { readColor, readOption } from "./nodeParams.ts";
import { chunkIntoRows, columnScopes, countPhotoColumns } from "./photoColumns.ts";
import { createGridPages } from "./photoGrid.ts";
import { sideOf } from "./placeholders.ts";
import { createPlainText } from "./plainItems.ts";
import { listPhotos, type ResolveContext, type Scope } from "./resolveScope.ts";
import { cellStyle, widthOf } from "./resolveTables.ts";
import { visitLabelFor } from "./visitLabels.ts";
import { distributeWidths } from "./widths.ts";

/** Slides and PDF pages. */

/** Default padding of the columns of slides and pages, in millimetres. */
const columnPadding = { top: 5, bottom: 5, left: 5, right: 5 };

export function* resolvePages(
  draw: NodeDrawer,
  nodes: readonly LayoutNode[],
  scope: Scope,
): Generator<AnyDrawnPage> {
  for (const node of applicableNodes(nodes, scope, draw)) {
    if (node.type === "SLIDE" || node.type === "PAGE")
      for (const pageScope of listPageScopes(draw, node, scope)) {
        const page = createPage(draw, node, pageScope);
        if (page) yield page;
      }
    else if (node.type === "PHOTO_GRID")
      yield* createGridPages(draw, node, { scope, title: pageTitle(draw.context, scope) });
    else if (node.type === "CONTENTS") yield createContents(draw, node, scope);
    else if (node.type === "EACH")
      for (const innerScope of draw.iterationOf(node)(scope))
        yield* resolvePages(draw, node.children, innerScope);
  }
}

const containsType = (node: LayoutNode, types: readonly LayoutNode["type"][]): boolean =>
  types.includes(node.type) || node.children.some((child) => containsType(child, types));
const hasPhoto = memoize((node: LayoutNode) => containsType(node, ["PHOTO"]));
const hasContent = memoize((node: LayoutNode) =>
  containsType(node, ["TEXT", "PHOTO", "PHOTO_GRID", "IMAGE", "MAP", "QR", "FILES", "COMPARISON", "TABLE"]),
);

/** Whether the conditions of a page include a PHOTO. */
const drawsPhoto = (draw: NodeDrawer, node: LayoutNode, scope: Scope): boolean =>
  [...applicableNodes(node.children, scope, draw)].some(
    (child) => child.type === "PHOTO" || drawsPhoto(draw, child, scope),
  );

/**
 * The scopes of a page with a PHOTO in a task or group: one for each photo or pair, so that each has a page, and one if there are no
 * photos.
 */
function* listPageScopes(draw: NodeDrawer, node: LayoutNode, scope: Scope): Generator<Scope> {
  const { subject } = scope;
  if (scope.photo || subject.kind === "documentations" || !hasPhoto(node) || !drawsPhoto(draw, node, scope)) {
    yield scope;
    return;
  }
  const size = Math.max(countPhotoColumns(node), 1);
  let hasPhotos = false;
  if (subject.kind === "group" && subject.pairs)
    for (const pair of subject.pairs) {
      hasPhotos = true;
      yield { ...scope, pair };
    }
  else
    for (const photos of chunkIntoRows(listPhotos(scope), size)) {
      hasPhotos = true;
      yield { ...scope, photo: photos[0]!, photoRow: size > 1 ? { list: photos, size } : null };
    }
  if (!hasPhotos) yield scope;
}

/** Null if all content of the page is missing. A page whose layout has no content is drawn blank. */
function createPage(draw: NodeDrawer, node: LayoutNode, scope: Scope): DrawnPage | null {
  const contents = createColumns(draw, node, scope);
  if (hasContent(node) && contents.every(({ items }) => items.length === 0)) return null;
  const visit = visitLabelFor(node, scope, draw.context);
  const columns = visit === null ? contents : withVisit(contents, createVisitText(draw, node, visit));
  return {
    kind: "page",
    node: node.id,
    background: readColor(node.params, "BACKGROUND_COLOR") ?? "#FFFFFF",
    columns,
    title: pageTitle(draw.context, scope),
  };
}

/** Adds the documentation and day of a page to its last column. */
const withVisit = (columns: readonly DrawnCell[], text: DrawnText): DrawnCell[] =>
  columns.map((column, index) =>
    index === columns.length - 1 ? { ...column, items: [...column.items, text] } : column,
  );

const createVisitText = ({ context }: NodeDrawer, { id }: LayoutNode, visit: string): DrawnText => ({
  ...createPlainText(id, visit, false, context.layout.type === "POWERPOINT" ? 12 : 8),
  position: "BOTTOM_RIGHT",
  alignment: "RIGHT",
});

/** The part of a page's columns that does not depend on the scope. */
const planColumns = memoize(({ type, children }: LayoutNode) => {
  const columns = children.filter((child) => child.type === "COLUMN");
  const widths = distributeWidths(columns.map(widthOf));
  const size = type === "SLIDE" ? slideSizeMm : a4Size;
  return columns.map((column, index) => {
    const style = cellStyle(column, columnPadding);
    const { top, bottom, left, right } = style.padding;
    const space = {
      width: Math.max((size.width * widths[index]!) / 100 - left - right, 1),
      height: Math.max(size.height - top - bottom, 1),
    };
    return {
      style: { ...style, width: widths[index]!, colspan: 1 },
      context: { container: "page", space, splitsPhotos: hasPicturesOnBothSides(column) } as const,
      children: column.children,
    };
  });
});

function createColumns(draw: NodeDrawer, node: LayoutNode, scope: Scope): DrawnCell[] {
  const scopeOf = columnScopes(node, scope);
  return planColumns(node).map(({ style, context, children }, index) => ({
    ...style,
    items: draw.items(children, scopeOf(index), context),
  }));
}

const hasPicturesOnBothSides = memoize((column: LayoutNode): boolean => {
  const sides = flattenConditions(column.children).flatMap(({ type, params }) =>
    type === "PHOTO"
      ? [
          sideOf(
            readOption(params, "POSITION", [
              "TOP_LEFT",
              "LEFT",
              "BOTTOM_LEFT",
              "TOP_RIGHT",
              "RIGHT",
              "BOTTOM_RIGHT",
            ]),
          ),
        ]
      : [],
  );
  return sides.includes("LEFT") && sides.includes("RIGHT");
});

/** Name of the photo, task, group or template that a page shows. */
function pageTitle(
  { report }: ResolveContext,
  { subject, group, task, template, documentations }: Scope,
): string {
  const pageName = () => {
    switch (subject.kind) {
      case "photo":
        return photoTitle(subject.photo.photo) || (task && taskName(task));
      case "task":
        return taskName(subject.task);
      case "group":
        return taskName(subject.group);
      case "matchedTask":
        return subject.matchedTask.tasks[0] && taskName(subject.matchedTask.tasks[0]);
      case "documentations":
        return (
          template ??
          (documentations.length === 1 ? documentationTitle(documentations[0]!.reported.documentation) : null)
        );
    }
  };
  return pageName() || (group && taskName(group)) || documentationTitle(report.plan.documentation);
}

export const documentationTitle = ({ alias, name }: { alias: string | null; name: string }): string =>
  toSingleLine(alias ?? "") || toSingleLine(name);
