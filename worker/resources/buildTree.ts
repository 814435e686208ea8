interface TreeRow {
  id: string;
  parent: string | null;
}

/** Nests children in their parents, in the order of the rows. A row whose parent is unknown becomes a root. */
export function buildTree<T extends TreeRow>(rows: readonly T[], getChildren: (row: T) => T[]): T[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const roots: T[] = [];
  for (const row of rows) {
    const parent = row.parent === null ? undefined : rowsById.get(row.parent);
    (parent ? getChildren(parent) : roots).push(row);
  }
  return roots;
}
