/** Trees of things that have an id and hold others of their kind, whatever the field is called that holds them. */
export interface Trees<T extends { id: string }> {
  childrenOf(node: T): readonly T[];
  withChildren(node: T, children: T[]): T;
}

/** A node where it stands: `path` counts through the siblings of each level, outermost first. */
export interface Standing<T> {
  node: T;
  parent: T | null;
  level: number;
  path: readonly number[];
}

export function treeRules<T extends { id: string }>({ childrenOf, withChildren }: Trees<T>) {
  /** Every node followed by what it holds. */
  const standing = (nodes: readonly T[]): Standing<T>[] => {
    const found: Standing<T>[] = [];
    const walk = (siblings: readonly T[], parent: T | null, path: readonly number[]) => {
      siblings.forEach((node, index) => {
        const at = [...path, index];
        found.push({ node, parent, level: path.length, path: at });
        walk(childrenOf(node), node, at);
      });
    };
    walk(nodes, null, []);
    return found;
  };

  /** Puts other nodes, or none, in the place of one. The rest of the tree stays the very same objects. */
  const replaced = (nodes: readonly T[], id: string, make: (node: T) => readonly T[]): T[] => {
    const index = nodes.findIndex((node) => node.id === id);
    if (index >= 0) return nodes.toSpliced(index, 1, ...make(nodes[index] as T));
    return nodes.map((node) => {
      const children = childrenOf(node);
      if (children.length === 0) return node;
      const next = replaced(children, id, make);
      return next.every((child, at) => child === children[at]) && next.length === children.length
        ? node
        : withChildren(node, next);
    });
  };

  /** Puts a node at a place among what a parent holds; null is the outermost level. */
  const inserted = (nodes: readonly T[], node: T, parent: string | null, index: number): T[] =>
    parent === null
      ? nodes.toSpliced(index, 0, node)
      : replaced(nodes, parent, (holder) => [
          withChildren(holder, childrenOf(holder).toSpliced(index, 0, node)),
        ]);

  const find = (nodes: readonly T[], id: string): Standing<T> | undefined =>
    standing(nodes).find(({ node }) => node.id === id);

  /** Every node made anew, children before what holds them. */
  const mapped = (nodes: readonly T[], make: (node: T) => T): T[] =>
    nodes.map((node) => make(withChildren(node, mapped(childrenOf(node), make))));

  /** The same where nothing changes: what stays as it was stays the very same objects. */
  const changed = (nodes: readonly T[], make: (node: T) => T): readonly T[] => {
    const next = nodes.map((node) => {
      const held = changed(childrenOf(node), make);
      return make(held === childrenOf(node) ? node : withChildren(node, [...held]));
    });
    return next.every((node, index) => node === nodes[index]) ? nodes : next;
  };

  /** How many levels a node takes: 1 when it holds nothing. */
  const height = (node: T): number => 1 + Math.max(0, ...childrenOf(node).map(height));

  return { childrenOf, standing, replaced, inserted, find, mapped, changed, height };
}
