/** What a task needs to have a place in the tree of its documentation or template. */
export interface TreeItem {
  id: string;
  parentId: string | null;
}

/**
 * Every group followed by what it holds; siblings stay in the order given. No task is left out: one whose parent is not among them
 * stands at the top, one that is its own ancestor at the end.
 */
export function inReadingOrder<T extends TreeItem>(tasks: readonly T[]): T[] {
  const known = new Set(tasks.map((task) => task.id));
  const children = Map.groupBy(tasks, (task) =>
    task.parentId && known.has(task.parentId) ? task.parentId : null,
  );
  const reached = new Set<T>();
  const left = (children.get(null) ?? []).toReversed();
  for (let task = left.pop(); task; task = left.pop()) {
    if (reached.has(task)) continue;
    reached.add(task);
    for (const child of (children.get(task.id) ?? []).toReversed()) left.push(child);
  }
  return [...reached, ...tasks.filter((task) => !reached.has(task))];
}

/** The position of the first task that is its own ancestor, or -1. */
export function findCycle(tasks: readonly TreeItem[]): number {
  const parents = new Map(tasks.map(({ id, parentId }) => [id, parentId]));
  const seen = new Set<string>();
  const circular = new Set<string>();
  for (const { id } of tasks) {
    const way: string[] = [];
    let at: string | null | undefined = id;
    for (; at && !seen.has(at); at = parents.get(at)) {
      seen.add(at);
      way.push(at);
    }
    // A way that ends on itself is a circle from there on; one that ends on an earlier way has been looked at.
    const start = at ? way.indexOf(at) : -1;
    if (start >= 0) for (const one of way.slice(start)) circular.add(one);
  }
  return tasks.findIndex(({ id }) => circular.has(id));
}
