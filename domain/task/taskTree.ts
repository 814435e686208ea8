/** The fields that place a task in the tree of its documentation or template. */
export interface TreeItem {
  id: string;
  parentId: string | null;
}

/**
 * Sorts tasks depth-first: every group is followed by its contents, and siblings keep their order. No task is lost: one with an
 * unknown parent goes to the top level, one that is its own ancestor to the end.
 */
export function sortInReadingOrder<T extends TreeItem>(tasks: readonly T[]): T[] {
  const taskIds = new Set(tasks.map((task) => task.id));
  const children = Map.groupBy(tasks, (task) =>
    task.parentId && taskIds.has(task.parentId) ? task.parentId : null,
  );
  const visitedTasks = new Set<T>();
  const stack = (children.get(null) ?? []).toReversed();
  for (let task = stack.pop(); task; task = stack.pop()) {
    if (visitedTasks.has(task)) continue;
    visitedTasks.add(task);
    for (const child of (children.get(task.id) ?? []).toReversed()) stack.push(child);
  }
  return [...visitedTasks, ...tasks.filter((task) => !visitedTasks.has(task))];
}

/** A task with the groups around it, outermost first: "Mast › Before". */
export const taskPath = (groups: readonly string[], name: string): string => [...groups, name].join(" › ");

/** The index of the first task that is its own ancestor, or -1. */
export function findCycle(tasks: readonly TreeItem[]): number {
  const parents = new Map(tasks.map(({ id, parentId }) => [id, parentId]));
  const visitedIds = new Set<string>();
  const cyclicIds = new Set<string>();
  for (const { id } of tasks) {
    const path: string[] = [];
    let current: string | null | undefined = id;
    for (; current && !visitedIds.has(current); current = parents.get(current)) {
      visitedIds.add(current);
      path.push(current);
    }
    // A path that returns to itself has a cycle; one that reaches a visited node needs no further check.
    const start = current ? path.indexOf(current) : -1;
    if (start >= 0) for (const member of path.slice(start)) cyclicIds.add(member);
  }
  return tasks.findIndex(({ id }) => cyclicIds.has(id));
}
