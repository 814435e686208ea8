/**
 * One difference between two versions of something with trees, for people to read: a field, or a field of a node under the names of its
 * parents, `tasks › Tower › Corrosion › required`. An addition has no `before`, a removal no `after`.
 */
export interface Difference {
  path: string;
  before?: unknown;
  after?: unknown;
}

export const pathSeparator = " › ";
/** Fields that follow from others: `moves` reports order and nesting. */
const derivedFields = new Set(["position", "level", "parent", "suggestionListName"]);

/** A node of a tree: its path of names, its type or name, its fields and its parent. */
export interface Entry {
  path: string;
  summary: string;
  fields: Record<string, unknown>;
  /** The id of what holds it and the names it is under. */
  parentId: string;
  parent: string;
}
export type Entries = Map<string, Entry>;

export function diffEntries(before: Entries, after: Entries): Difference[] {
  const found: Difference[] = [];
  for (const [id, was] of before) if (!after.has(id)) found.push({ path: was.path, before: was.summary });
  for (const [id, becomes] of after) {
    const was = before.get(id);
    if (!was) {
      found.push({ path: becomes.path, after: becomes.summary });
      continue;
    }
    for (const field of Object.keys({ ...was.fields, ...becomes.fields }))
      if (!derivedFields.has(field) && !isDeepEqual(was.fields[field], becomes.fields[field]))
        found.push({
          path: `${becomes.path}${pathSeparator}${field}`,
          before: was.fields[field] ?? null,
          after: becomes.fields[field] ?? null,
        });
  }
  return [...found, ...moves(before, after)];
}

/** Nodes with another parent, and parents whose common children changed order; a node that was only shifted by a new one has not moved. */
function moves(before: Entries, after: Entries): Difference[] {
  const found: Difference[] = [];
  const stayed = (entries: Entries, others: Entries) =>
    Map.groupBy(
      [...entries].filter(([id, { parentId }]) => others.get(id)?.parentId === parentId),
      ([, { parentId }]) => parentId,
    );
  const earlier = stayed(before, after);
  for (const [parentId, entries] of stayed(after, before)) {
    const was = earlier.get(parentId) ?? [];
    if (was.map(([id]) => id).join() === entries.map(([id]) => id).join()) continue;
    const [shownWas, shownBecomes] = [was, entries].map((one) => one.map(([, { path }]) => lastOf(path)));
    found.push({
      path: `${entries[0]?.[1].parent}${pathSeparator}order`,
      before: shownWas,
      after: shownBecomes,
    });
  }
  for (const [id, { path, parent, parentId }] of after) {
    const was = before.get(id);
    if (was && was.parentId !== parentId)
      found.push({ path: `${path}${pathSeparator}parent`, before: was.parent, after: parent });
  }
  return found;
}

const lastOf = (path: string) => path.split(pathSeparator).at(-1) as string;

export const isDeepEqual = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
