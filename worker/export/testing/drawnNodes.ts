import type { PlannedPhoto } from "../exportPlanTypes.ts";
import type { DocumentMetadata } from "../layouts/documentMetadata.ts";
import type {
  DrawnCell,
  DrawnGrid,
  DrawnImage,
  DrawnItem,
  DrawnPage,
  DrawnPhoto,
  DrawnRow,
  DrawnTable,
  DrawnText,
} from "../layouts/renderTree.ts";

/** Factories for the nodes of render trees, as the resolver makes them. */

export const drawnText = (text: string, overrides: Partial<DrawnText> = {}): DrawnText => ({
  kind: "text",
  node: "text",
  text,
  size: 11,
  color: "#000000",
  bold: false,
  italic: false,
  alignment: "LEFT",
  font: "HELVETICA",
  position: null,
  ...overrides,
});

export const drawnPhoto = (photo: PlannedPhoto, overrides: Partial<DrawnPhoto> = {}): DrawnPhoto => ({
  kind: "photo",
  node: "photo",
  photo,
  variant: "rendition",
  box: { width: null, height: null },
  position: "CENTER",
  altText: `Photo: ${photo.name}`,
  half: null,
  ...overrides,
});

/** A PNG of one red pixel, in base64. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export const drawnImage = (overrides: Partial<DrawnImage> = {}): DrawnImage => ({
  kind: "image",
  node: "image",
  data: png,
  type: "image/png",
  box: { width: 20, height: null },
  position: "TOP_RIGHT",
  ...overrides,
});

export const drawnCell = (items: readonly DrawnItem[], overrides: Partial<DrawnCell> = {}): DrawnCell => ({
  node: "cell",
  width: 100,
  colspan: 1,
  padding: { top: 0, bottom: 0, left: 0, right: 0 },
  border: null,
  background: null,
  items,
  ...overrides,
});

/** A row of equally wide cells. A string becomes a cell with that text. */
export const drawnRow = (cells: readonly (string | DrawnCell)[], node = "row"): DrawnRow => ({
  kind: "row",
  node,
  cells: cells.map((cell) =>
    typeof cell === "string" ? drawnCell([drawnText(cell)], { width: 100 / cells.length }) : cell,
  ),
});

export const drawnTable = (overrides: Partial<DrawnTable> = {}): DrawnTable => ({
  kind: "table",
  node: "table",
  borders: true,
  headerBackground: "#17324D",
  rowBackground: "#F3F5F7",
  widths: [50, 50],
  header: drawnRow(["Task", "Answer"], "header"),
  rows: [],
  ...overrides,
});

export const drawnPage = (items: readonly DrawnItem[], overrides: Partial<DrawnPage> = {}): DrawnPage => ({
  kind: "page",
  node: "slide",
  background: "#FFFFFF",
  columns: [drawnCell(items)],
  title: "Page",
  ...overrides,
});

export const drawnGrid = (
  photos: readonly PlannedPhoto[],
  columns: number,
  rows: number,
  overrides: Partial<DrawnGrid> = {},
): DrawnGrid => ({
  kind: "grid",
  node: "grid",
  background: "#FFFFFF",
  title: "Grid",
  border: null,
  captionSize: null,
  columns,
  rows,
  cells: photos.map((photo) => ({
    photo: drawnPhoto(photo),
    name: photo.name,
    comment: photo.comment ?? "",
  })),
  ...overrides,
});

export const makeExtras = (overrides: Partial<DocumentMetadata> = {}): DocumentMetadata => ({
  manifest: '{"format":"siteproof-manifest","photos":["<&>"]}',
  modified: (46 << 25) | (5 << 21) | (5 << 16),
  title: "Odenplan & co",
  subject: "Trenching",
  keywords: "fibre",
  customerName: "Norrfiber",
  creator: "anna",
  created: "2026-05-04T08:12:00Z",
  asOf: "2026-05-05T07:00:00Z",
  ...overrides,
});
