/**
 * Strongly connected components of a directed graph, as a group number per node: an edge is part of a cycle exactly if both of its
 * ends are in the same group (Tarjan). Linear in nodes and edges.
 */
export function findStronglyConnectedComponents(
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const lowLinks = new Map<string, number>();
  const groups = new Map<string, number>();
  const stack: string[] = [];
  let groupCount = 0;
  for (const start of edges.keys()) {
    if (order.has(start)) continue;
    const frames: { node: string; next: number }[] = [];
    const enter = (node: string) => {
      order.set(node, order.size);
      lowLinks.set(node, order.get(node)!);
      stack.push(node);
      frames.push({ node, next: 0 });
    };
    enter(start);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { node } = frame;
      const target = edges.get(node)?.[frame.next];
      if (target !== undefined) {
        frame.next += 1;
        if (!order.has(target)) enter(target);
        else if (!groups.has(target)) lowLinks.set(node, Math.min(lowLinks.get(node)!, order.get(target)!));
        continue;
      }
      frames.pop();
      const caller = frames.at(-1);
      if (caller) lowLinks.set(caller.node, Math.min(lowLinks.get(caller.node)!, lowLinks.get(node)!));
      if (lowLinks.get(node) !== order.get(node)) continue;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        groups.set(member, groupCount);
        if (member === node) break;
      }
      groupCount += 1;
    }
  }
  return groups;
}
