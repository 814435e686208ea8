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

/** Pieces of drawn layouts, as the resolver makes them. */

export const drawnText = (text: string, given: Partial<DrawnText> = {}): DrawnText => ({
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
  ...given,
});

export const drawnPhoto = (photo: PlannedPhoto, given: Partial<DrawnPhoto> = {}): DrawnPhoto => ({
  kind: "photo",
  node: "photo",
  photo,
  variant: "rendition",
  box: { width: null, height: null },
  position: "CENTER",
  altText: `Photo: ${photo.name}`,
  half: null,
  ...given,
});

/** A red pixel. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export const drawnImage = (given: Partial<DrawnImage> = {}): DrawnImage => ({
  kind: "image",
  node: "image",
  data: png,
  type: "image/png",
  box: { width: 20, height: null },
  position: "TOP_RIGHT",
  ...given,
});

export const drawnCell = (items: readonly DrawnItem[], given: Partial<DrawnCell> = {}): DrawnCell => ({
  node: "cell",
  width: 100,
  colspan: 1,
  padding: { top: 0, bottom: 0, left: 0, right: 0 },
  border: null,
  background: null,
  items,
  ...given,
});

/** A row of cells that are equally wide; texts become cells with that text. */
export const drawnRow = (cells: readonly (string | DrawnCell)[], node = "row"): DrawnRow => ({
  kind: "row",
  node,
  cells: cells.map((cell) =>
    typeof cell === "string" ? drawnCell([drawnText(cell)], { width: 100 / cells.length }) : cell,
  ),
});

export const drawnTable = (given: Partial<DrawnTable> = {}): DrawnTable => ({
  kind: "table",
  node: "table",
  borders: true,
  headerBackground: "#17324D",
  rowBackground: "#F3F5F7",
  widths: [50, 50],
  header: drawnRow(["Task", "Answer"], "header"),
  rows: [],
  ...given,
});

export const drawnPage = (items: readonly DrawnItem[], given: Partial<DrawnPage> = {}): DrawnPage => ({
  kind: "page",
  node: "slide",
  background: "#FFFFFF",
  columns: [drawnCell(items)],
  title: "Page",
  ...given,
});

export const drawnGrid = (
  photos: readonly PlannedPhoto[],
  columns: number,
  rows: number,
  given: Partial<DrawnGrid> = {},
): DrawnGrid => ({
  kind: "grid",
  node: "grid",
  background: "#FFFFFF",
  title: "Grid",
  columns,
  rows,
  cells: photos.map((photo) => ({
    photo: drawnPhoto(photo),
    name: photo.name,
    comment: photo.comment ?? "",
  })),
  ...given,
});

export const makeExtras = (given: Partial<DocumentMetadata> = {}): DocumentMetadata => ({
  manifest: '{"format":"siteproof-manifest","photos":["<&>"]}',
  modified: (46 << 25) | (5 << 21) | (5 << 16),
  title: "Odenplan & co",
  customerName: "Norrfiber",
  creator: "anna",
  created: "2026-05-04T08:12:00Z",
  asOf: "2026-05-05T07:00:00Z",
  ...given,
});
