/** How to read and build trees of nodes with ids, whatever field holds the children. */
export interface TreeShape<T extends { id: string }> {
  childrenOf(node: T): readonly T[];
  withChildren(node: T, children: T[]): T;
}

/** A node and its place: `path` has the index among its siblings at each level, outermost first. */
export interface FlatNode<T> {
  node: T;
  parent: T | null;
  level: number;
  path: readonly number[];
}

export function createTree<T extends { id: string }>({ childrenOf, withChildren }: TreeShape<T>) {
  /** Every node, each followed by its descendants. */
  const flatten = (nodes: readonly T[]): FlatNode<T>[] => {
    const found: FlatNode<T>[] = [];
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

  /** Replaces a node by others, or by none. The rest of the tree keeps its objects. */
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

  /** Inserts a node among the children of a parent; null is the outermost level. */
  const inserted = (nodes: readonly T[], node: T, parent: string | null, index: number): T[] =>
    parent === null
      ? nodes.toSpliced(index, 0, node)
      : replaced(nodes, parent, (holder) => [
          withChildren(holder, childrenOf(holder).toSpliced(index, 0, node)),
        ]);

  const find = (nodes: readonly T[], id: string): FlatNode<T> | undefined =>
    flatten(nodes).find(({ node }) => node.id === id);

  /** Maps every node, children before parents. */
  const mapped = (nodes: readonly T[], make: (node: T) => T): T[] =>
    nodes.map((node) => make(withChildren(node, mapped(childrenOf(node), make))));

  /** The same, but nodes that do not change keep their objects. */
  const changed = (nodes: readonly T[], make: (node: T) => T): readonly T[] => {
    const next = nodes.map((node) => {
      const held = changed(childrenOf(node), make);
      return make(held === childrenOf(node) ? node : withChildren(node, [...held]));
    });
    return next.every((node, index) => node === nodes[index]) ? nodes : next;
  };

  /** The levels a node spans: 1 for one without children. */
  const height = (node: T): number => 1 + Math.max(0, ...childrenOf(node).map(height));

  return { childrenOf, flatten, replaced, inserted, find, mapped, changed, height };
}
