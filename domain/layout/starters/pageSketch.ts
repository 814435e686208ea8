import type { LayoutNode } from "../node.ts";
import { gridShapeOf, photosPerPage } from "../photoGrid.ts";
import type { LayoutType } from "../types.ts";

/** A rough drawing of a layout's first pages, made from its nodes. Lengths are in millimetres. */

export interface SketchBox {
  kind: "text" | "photo" | "fill";
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of texts and fills. */
  color: string;
}

export interface PageSketch {
  width: number;
  height: number;
  boxes: readonly SketchBox[];
}

/** How often an EACH is drawn. */
const repeatCount = 3;
/** Maximum boxes of a page, so that the picture of a long layout stays small. */
const maxBoxes = 200;
const mapColor = "#DCE9D5";
const contentsLine: LayoutNode = {
  ...{ id: "", name: null, description: null, position: 0, parent: null, type: "TEXT", children: [] },
  params: { TEXT: "Heading", SIZE: "10" },
};
const margin = 16;
const gap = 2;
const rowGap = 1.5;
const millimetresPerPoint = 25.4 / 72;

const pageSizes: Readonly<Record<LayoutType, { width: number; height: number }>> = {
  POWERPOINT: { width: 338, height: 190 },
  PDF: { width: 210, height: 297 },
  WORD: { width: 210, height: 297 },
  WORD_TO_PDF: { width: 210, height: 297 },
  EXCEL: { width: 297, height: 210 },
};

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The first pages of a layout. */
export function sketchPages(
  { type, nodes }: { type: LayoutType; nodes: readonly LayoutNode[] },
  maxPages: number,
): readonly PageSketch[] {
  const size = pageSizes[type];
  const pages: SketchBox[][] = [];
  const isPositioned = type === "POWERPOINT" || type === "PDF";
  const sheets = withoutLoops(nodes, new Set(["SLIDE", "PAGE", "SHEET", "PHOTO_GRID"]));
  if (isPositioned || type === "EXCEL")
    for (const node of sheets.slice(0, maxPages)) {
      const area = inset(
        { x: 0, y: 0, ...size },
        node.type === "PHOTO_GRID" || type === "EXCEL" ? margin / 2 : 0,
      );
      const boxes: SketchBox[] = [];
      if (type === "EXCEL") drawFlow(node.children, area, boxes);
      else if (node.type === "PHOTO_GRID") drawGrid(node, area, boxes);
      else drawColumns(node.children, area, boxes);
      pages.push(boxes);
    }
  else for (const part of splitPages(nodes).slice(0, maxPages)) pages.push(drawFlowPage(part, nodes, size));
  return pages.map((boxes) => ({ ...size, boxes: boxes.slice(0, maxBoxes) }));
}

/** The nodes of these types, outside the loops and conditions around them. */
const withoutLoops = (nodes: readonly LayoutNode[], types: ReadonlySet<string>): readonly LayoutNode[] =>
  nodes.flatMap((node) => (types.has(node.type) ? [node] : withoutLoops(node.children, types)));

/** The nodes of a Word layout between its page breaks. */
function splitPages(nodes: readonly LayoutNode[]): readonly (readonly LayoutNode[])[] {
  const pages: LayoutNode[][] = [[]];
  const body = nodes.flatMap((node) => (node.type === "IF" ? node.children : [node]));
  for (const node of body)
    if (node.type === "PAGE_BREAK") pages.push([]);
    else if (node.type !== "HEADER" && node.type !== "FOOTER") pages.at(-1)!.push(node);
  return pages;
}

function drawFlowPage(
  body: readonly LayoutNode[],
  nodes: readonly LayoutNode[],
  { width, height }: { width: number; height: number },
): SketchBox[] {
  const boxes: SketchBox[] = [];
  const childrenOf = (type: string) => nodes.find((node) => node.type === type)?.children ?? [];
  const textArea = { x: margin, width: width - 2 * margin, height: margin };
  drawFlow(childrenOf("HEADER"), { ...textArea, y: margin / 2 }, boxes);
  drawFlow(childrenOf("FOOTER"), { ...textArea, y: height - margin }, boxes);
  drawFlow(body, { ...textArea, y: 1.6 * margin, height: height - 3.2 * margin }, boxes);
  return boxes;
}

/** Draws nodes below each other until the area is full. Returns their height. */
function drawFlow(nodes: readonly LayoutNode[], area: Area, boxes: SketchBox[]): number {
  let y = area.y;
  for (const node of nodes) {
    const remainingArea = { ...area, y, height: area.y + area.height - y };
    if (remainingArea.height <= gap) break;
    y += drawItem(node, remainingArea, boxes);
  }
  return y - area.y;
}

function drawItem(node: LayoutNode, area: Area, boxes: SketchBox[]): number {
  switch (node.type) {
    case "TEXT":
      return drawText(node, area, boxes);
    case "LINE_BREAK":
      return 5;
    case "PHOTO": {
      const height = Math.min(Number(node.params.HEIGHT ?? area.width * 0.7), area.height);
      boxes.push(photoBox({ ...area, width: Math.min(area.width, height * 1.33), height }));
      return height + gap;
    }
    case "PHOTO_GRID":
      drawGrid(node, area, boxes);
      return area.height;
    case "COMPARISON":
      return drawComparison(node, area, boxes);
    case "ROW":
    case "TABLE_ROW":
      return drawRow(node.children, area, boxes);
    case "ELSE":
      return 0;
    case "MAP": {
      const height = Math.min(Number(node.params.HEIGHT ?? area.width * 0.6), area.height);
      boxes.push({ kind: "fill", ...area, height, color: mapColor });
      return height + gap;
    }
    case "CONTENTS":
      return drawFlow(
        Array.from({ length: repeatCount }, () => contentsLine),
        area,
        boxes,
      );
    case "EACH":
      return drawFlow(Array.from({ length: repeatCount }, () => node.children).flat(), area, boxes);
    case "TABLE":
      return drawTable(node, area, boxes);
    default:
      return drawFlow(node.children, area, boxes);
  }
}

function drawTable(node: LayoutNode, area: Area, boxes: SketchBox[]): number {
  const headerColor = node.params.HEADER_BACKGROUND_COLOR;
  const [firstRow] = node.children;
  if (headerColor && firstRow) {
    // The first pass measures the row, because its background is drawn below its text.
    const height = drawItem(firstRow, area, []);
    boxes.push({ kind: "fill", x: area.x, y: area.y, width: area.width, height, color: headerColor });
  }
  return drawFlow(node.children, area, boxes) + gap;
}

function drawRow(cells: readonly LayoutNode[], area: Area, boxes: SketchBox[]): number {
  let x = area.x;
  const heights = cells.map(({ params, children }) => {
    const span = params.COLSPAN ? 100 : 100 / cells.length;
    const width = (area.width * Number(params.WIDTH ?? span)) / 100;
    const cellArea = { ...area, x, width };
    x += width;
    const top = Number(params.PADDING_TOP ?? params.PADDING ?? rowGap);
    const contentArea = { ...cellArea, x: cellArea.x + rowGap, y: area.y + top, width: width - 2 * rowGap };
    const backgroundIndex = boxes.length;
    const height = drawFlow(children, contentArea, boxes) + top;
    if (params.BACKGROUND_COLOR)
      boxes.splice(backgroundIndex, 0, {
        kind: "fill",
        ...cellArea,
        height: Math.max(height, 5),
        color: params.BACKGROUND_COLOR,
      });
    return height;
  });
  return Math.max(rowGap, ...heights) + rowGap;
}

function drawText({ params }: LayoutNode, area: Area, boxes: SketchBox[]): number {
  const height = Number(params.SIZE ?? 11) * millimetresPerPoint * 0.6;
  const lines = (params.TEXT ?? "").split("\n");
  lines.forEach((line, index) => {
    // A placeholder's value has about as many characters as the placeholder.
    const width = Math.min(line.length * height * 0.75, area.width);
    const shift =
      { RIGHT: area.width - width, CENTER: (area.width - width) / 2 }[params.ALIGNMENT ?? ""] ?? 0;
    const y = area.y + index * height * 1.6;
    boxes.push({ kind: "text", x: area.x + shift, y, width, height, color: params.COLOR ?? "#000000" });
  });
  return lines.length * height * 1.6;
}

const photoBox = ({ x, y, width, height }: Area): SketchBox => ({
  kind: "photo",
  x,
  y,
  width,
  height,
  color: "",
});

/** Columns of a COMPARISON: the tasks and two documentations. */
const comparisonColumns = 3;
/** Lengths of words, as parts of a column. */
const wordLengths = [0.7, 0.5, 0.6] as const;

/** A header, two rows of answers and a row of photos. */
function drawComparison({ params }: LayoutNode, area: Area, boxes: SketchBox[]): number {
  const width = area.width / comparisonColumns;
  const lineHeight = 4 * gap;
  const makeWordBox = (column: number, y: number, color: string): SketchBox => ({
    kind: "text",
    x: area.x + column * width + rowGap,
    y,
    width: width * wordLengths[column % wordLengths.length]!,
    height: gap,
    color,
  });
  const headerColor = params.HEADER_BACKGROUND_COLOR;
  if (headerColor)
    boxes.push({
      kind: "fill",
      x: area.x,
      y: area.y,
      width: area.width,
      height: lineHeight,
      color: headerColor,
    });
  for (let line = 0; line < 4; line += 1)
    for (let column = 0; column < comparisonColumns; column += 1) {
      const y = area.y + line * lineHeight;
      if (line === 3 && column > 0)
        boxes.push(
          photoBox({
            x: area.x + column * width + rowGap,
            y,
            width: width - 2 * rowGap,
            height: width * 0.6,
          }),
        );
      else boxes.push(makeWordBox(column, y + gap, line === 0 && headerColor ? "#FFFFFF" : "#57606A"));
    }
  return 3 * lineHeight + width * 0.6 + gap;
}

/** A page of a PHOTO_GRID: photos with a line below each. */
function drawGrid({ params }: LayoutNode, area: Area, boxes: SketchBox[]): void {
  const perPage = photosPerPage.find((count) => count === params.PER_PAGE) ?? "6";
  const shape = gridShapeOf(perPage, { portrait: area.height > area.width });
  const columns = Number(params.COLUMNS ?? shape.columns);
  const rows = Math.ceil(Number(perPage) / columns);
  const [width, height] = [area.width / columns, area.height / rows];
  for (let index = 0; index < columns * rows; index += 1) {
    const x = area.x + (index % columns) * width;
    const y = area.y + Math.floor(index / columns) * height;
    boxes.push(photoBox({ x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 7 * gap }));
    boxes.push({
      kind: "text",
      x: x + gap,
      y: y + height - 4 * gap,
      width: width * 0.6,
      height: gap,
      color: "#57606A",
    });
  }
}

/** The columns of a slide or PDF page, side by side. */
function drawColumns(columns: readonly LayoutNode[], area: Area, boxes: SketchBox[]): void {
  const percentages = columns.map(({ params }) => Number(params.WIDTH ?? 100 / columns.length));
  let x = area.x;
  columns.forEach(({ params, children }, index) => {
    const width = (area.width * percentages[index]!) / 100;
    const column = { ...area, x, width };
    x += width;
    if (params.BACKGROUND_COLOR) boxes.push({ kind: "fill", ...column, color: params.BACKGROUND_COLOR });
    drawPositioned(children, inset(column, Number(params.PADDING ?? 5)), boxes);
  });
}

/** Draws the contents of a column at the nine positions of its box; items with the same position are stacked. */
function drawPositioned(nodes: readonly LayoutNode[], area: Area, boxes: SketchBox[]): void {
  const photos = nodes.filter(({ type }) => type === "PHOTO");
  const byPosition = Map.groupBy(nodes, ({ type, params }) =>
    type === "PHOTO" ? "photo" : (params.POSITION ?? "TABLE"),
  );
  const photoWidth = area.width / Math.max(photos.length, 1) - gap;
  photos.forEach((_, index) => {
    const x = area.x + index * (photoWidth + 2 * gap);
    boxes.push(photoBox({ x, y: area.y + area.height * 0.2, width: photoWidth, height: area.height * 0.6 }));
  });
  for (const [position, items] of byPosition) {
    if (position === "photo") continue;
    if (position === "TABLE") {
      drawFlow(items, { ...area, y: area.y + area.height * 0.25, height: area.height * 0.7 }, boxes);
      continue;
    }
    const height = drawFlow(items, area, []);
    const y = position.includes("TOP")
      ? area.y
      : position.includes("BOTTOM")
        ? area.y + area.height - height
        : area.y + (area.height - height) / 2;
    drawFlow(items, { ...area, y, height: height + gap }, boxes);
  }
}

const inset = ({ x, y, width, height }: Area, marginMm: number): Area => ({
  x: x + marginMm,
  y: y + marginMm,
  width: width - 2 * marginMm,
  height: height - 2 * marginMm,
});
