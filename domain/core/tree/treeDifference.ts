/**
 * A difference between two versions of an object with trees, for display: a field of the object, or of a node named by its path,
 * `tasks › Tower › Corrosion › required`. An addition has no `before`, a removal no `after`.
 */
export interface Difference {
  path: string;
  before?: unknown;
  after?: unknown;
}

export const pathSeparator = " › ";
/** Fields derived from others; `findMoves` reports order and nesting. */
const derivedFields = new Set(["position", "level", "parent", "suggestionListName"]);

/** A node of a tree: its path of names, its type or name, its fields and its parent. */
export interface Entry {
  path: string;
  summary: string;
  fields: Record<string, unknown>;
  /** The id of its parent, and the path of names of its parent. */
  parentId: string;
  parent: string;
}
export type Entries = Map<string, Entry>;

export function diffEntries(oldEntries: Entries, newEntries: Entries): Difference[] {
  const differences: Difference[] = [];
  for (const [id, oldEntry] of oldEntries)
    if (!newEntries.has(id)) differences.push({ path: oldEntry.path, before: oldEntry.summary });
  for (const [id, currentEntry] of newEntries) {
    const previousEntry = oldEntries.get(id);
    if (!previousEntry) {
      differences.push({ path: currentEntry.path, after: currentEntry.summary });
      continue;
    }
    for (const field of Object.keys({ ...previousEntry.fields, ...currentEntry.fields }))
      if (!derivedFields.has(field) && !isDeepEqual(previousEntry.fields[field], currentEntry.fields[field]))
        differences.push({
          path: `${currentEntry.path}${pathSeparator}${field}`,
          before: previousEntry.fields[field] ?? null,
          after: currentEntry.fields[field] ?? null,
        });
  }
  return [...differences, ...findMoves(oldEntries, newEntries)];
}

/**
 * Nodes with another parent, and parents whose common children changed order. A node that only shifted because of a new sibling has
 * not moved.
 */
function findMoves(oldEntries: Entries, newEntries: Entries): Difference[] {
  const differences: Difference[] = [];
  const listCommonChildren = (entries: Entries, otherEntries: Entries) =>
    Map.groupBy(
      [...entries].filter(([id, { parentId }]) => otherEntries.get(id)?.parentId === parentId),
      ([, { parentId }]) => parentId,
    );
  const childrenBefore = listCommonChildren(oldEntries, newEntries);
  for (const [parentId, entries] of listCommonChildren(newEntries, oldEntries)) {
    const previousSiblings = childrenBefore.get(parentId) ?? [];
    if (previousSiblings.map(([id]) => id).join() === entries.map(([id]) => id).join()) continue;
    const [namesBefore, namesAfter] = [previousSiblings, entries].map((siblings) =>
      siblings.map(([, { path }]) => lastSegment(path)),
    );
    differences.push({
      path: `${entries[0]?.[1].parent}${pathSeparator}order`,
      before: namesBefore,
      after: namesAfter,
    });
  }
  for (const [id, { path, parent, parentId }] of newEntries) {
    const previousEntry = oldEntries.get(id);
    if (previousEntry && previousEntry.parentId !== parentId)
      differences.push({
        path: `${path}${pathSeparator}parent`,
        before: previousEntry.parent,
        after: parent,
      });
  }
  return differences;
}

const lastSegment = (path: string) => path.split(pathSeparator).at(-1) ?? path;

export const isDeepEqual = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
