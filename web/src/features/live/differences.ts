/** The number of rows that were added, changed or removed between two lists. */
export function countRowDifferences<T extends { id: string }>(
  shown: readonly T[],
  current: readonly T[],
): number {
  const shownRows = new Map(shown.map((row) => [row.id, JSON.stringify(row)]));
  const currentIds = new Set(current.map(({ id }) => id));
  const changedCount = current.filter((row) => shownRows.get(row.id) !== JSON.stringify(row)).length;
  const removedCount = shown.filter(({ id }) => !currentIds.has(id)).length;
  // A new row on a full page pushes another one off it: that is one change.
  return Math.max(changedCount, removedCount);
}
