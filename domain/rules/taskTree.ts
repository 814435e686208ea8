/** What a task needs to have a place in the tree of its documentation or template. */
export interface Placed {
  id: string;
  parentId: string | null;
}

/**
 * Every group followed by what it holds; siblings stay in the order given. A task whose parent is not among them, or whose
 * ancestors go round in a circle, stands at the top or at the end: none is ever left out.
 */
export function inReadingOrder<T extends Placed>(tasks: readonly T[]): T[] {
  const known = new Set(tasks.map((task) => task.id));
  const children = Map.groupBy(tasks, (task) =>
    task.parentId && known.has(task.parentId) ? task.parentId : null,
  );
  const below = (parentId: string | null): T[] =>
    (children.get(parentId) ?? []).flatMap((task) => [task, ...below(task.id)]);
  const reached = below(null);
  const seen = new Set(reached);
  return [...reached, ...tasks.filter((task) => !seen.has(task))];
}

/** The position of a task that is its own ancestor, or -1. */
export function circularTask(tasks: readonly Placed[]): number {
  const parents = new Map(tasks.map(({ id, parentId }) => [id, parentId]));
  return tasks.findIndex(({ id }) => {
    const passed = new Set<string>();
    for (let at = parents.get(id); at; at = parents.get(at)) {
      if (at === id) return true;
      if (passed.has(at)) return false;
      passed.add(at);
    }
    return false;
  });
}
