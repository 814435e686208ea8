interface ChildRow {
  id: string;
  parent: string | null;
}

/** Nests children in their parents, in the order of the rows. A row whose parent is unknown becomes a root. */
export function buildTree<T extends ChildRow>(rows: readonly T[], childrenOf: (row: T) => T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const roots: T[] = [];
  for (const row of rows) {
    const parent = row.parent === null ? undefined : byId.get(row.parent);
    (parent ? childrenOf(parent) : roots).push(row);
  }
  return roots;
}
