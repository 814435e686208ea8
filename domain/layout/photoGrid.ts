/** Grids of a PHOTO_GRID (3§4): how many photos a page has, and in how many columns and rows. */

export const photosPerPage = ["1", "2", "3", "4", "6", "9", "12"] as const;
export type PhotosPerPage = (typeof photosPerPage)[number];

/** Maximum columns, and maximum rows of a page. */
export const maxGridSide = 6;

export interface GridShape {
  columns: number;
  rows: number;
}

/** Shapes in landscape; in portrait, columns and rows are swapped. */
const landscapeShapes: Readonly<Record<PhotosPerPage, GridShape>> = {
  1: { columns: 1, rows: 1 },
  2: { columns: 2, rows: 1 },
  3: { columns: 3, rows: 1 },
  4: { columns: 2, rows: 2 },
  6: { columns: 3, rows: 2 },
  9: { columns: 3, rows: 3 },
  12: { columns: 4, rows: 3 },
};

/** The columns and rows of a number of photos on a page. */
export function gridShapeOf(count: PhotosPerPage, { portrait }: { portrait: boolean }): GridShape {
  const { columns, rows } = landscapeShapes[count];
  return portrait ? { columns: rows, rows: columns } : { columns, rows };
}
