/** The number of rows that were added, changed or removed between two lists. */
export function countRowDifferences<T extends { id: string }>(
  displayed: readonly T[],
  current: readonly T[],
): number {
  const displayedJson = new Map(displayed.map((row) => [row.id, JSON.stringify(row)]));
  const currentIds = new Set(current.map(({ id }) => id));
  const changedCount = current.filter((row) => displayedJson.get(row.id) !== JSON.stringify(row)).length;
  const removedCount = displayed.filter(({ id }) => !currentIds.has(id)).length;
  // A new row on a full page pushes another one off it: that is one change.
  return Math.max(changedCount, removedCount);
}
