/**
 * Groups the nodes of a directed graph into those that can all reach one another, each by the number of its group: an edge lies on
 * a circle exactly where both of its ends are in one group (Tarjan). Each node and edge is looked at once.
 */
export function stronglyConnectedComponents(
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const groups = new Map<string, number>();
  const open: string[] = [];
  let found = 0;
  for (const start of edges.keys()) {
    if (order.has(start)) continue;
    const visiting: { node: string; next: number }[] = [];
    const enter = (node: string) => {
      order.set(node, order.size);
      lowest.set(node, order.get(node)!);
      open.push(node);
      visiting.push({ node, next: 0 });
    };
    enter(start);
    for (let at = visiting.at(-1); at; at = visiting.at(-1)) {
      const { node } = at;
      const to = edges.get(node)?.[at.next];
      if (to !== undefined) {
        at.next += 1;
        if (!order.has(to)) enter(to);
        else if (!groups.has(to)) lowest.set(node, Math.min(lowest.get(node)!, order.get(to)!));
        continue;
      }
      visiting.pop();
      const from = visiting.at(-1);
      if (from) lowest.set(from.node, Math.min(lowest.get(from.node)!, lowest.get(node)!));
      if (lowest.get(node) !== order.get(node)) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        groups.set(member, found);
        if (member === node) break;
      }
      found += 1;
    }
  }
  return groups;
}
