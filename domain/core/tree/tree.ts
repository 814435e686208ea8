/** How to read and build trees of nodes with ids, whichever field contains the children. */
export interface TreeShape<T extends { id: string }> {
  childrenOf(node: T): readonly T[];
  withChildren(node: T, children: T[]): T;
}

/** A node and its position: `index` among its siblings, and `path` with the index at each level, outermost first. */
export interface FlatNode<T> {
  node: T;
  parent: T | null;
  level: number;
  index: number;
  path: readonly number[];
}

export function createTreeOperations<T extends { id: string }>({ childrenOf, withChildren }: TreeShape<T>) {
  /** All nodes in depth-first order. */
  const flatten = (nodes: readonly T[]): FlatNode<T>[] => {
    const flatNodes: FlatNode<T>[] = [];
    const walk = (siblings: readonly T[], parent: T | null, path: readonly number[]) => {
      siblings.forEach((node, index) => {
        const nodePath = [...path, index];
        flatNodes.push({ node, parent, level: path.length, index, path: nodePath });
        walk(childrenOf(node), node, nodePath);
      });
    };
    walk(nodes, null, []);
    return flatNodes;
  };

  /** Replaces a node with zero or more others. Unaffected nodes keep their identity. */
  const replace = (nodes: readonly T[], id: string, make: (node: T) => readonly T[]): T[] => {
    const index = nodes.findIndex((node) => node.id === id);
    const target = nodes[index];
    if (target) return nodes.toSpliced(index, 1, ...make(target));
    return nodes.map((node) => {
      const children = childrenOf(node);
      const newChildren = replace(children, id, make);
      return newChildren.every((child, position) => child === children[position]) &&
        newChildren.length === children.length
        ? node
        : withChildren(node, newChildren);
    });
  };

  /** Inserts a node among the children of a parent; null means the top level. */
  const insert = (nodes: readonly T[], node: T, parent: string | null, index: number): T[] =>
    parent === null
      ? nodes.toSpliced(index, 0, node)
      : replace(nodes, parent, (parentNode) => [
          withChildren(parentNode, childrenOf(parentNode).toSpliced(index, 0, node)),
        ]);

  const find = (nodes: readonly T[], id: string): FlatNode<T> | undefined =>
    flatten(nodes).find(({ node }) => node.id === id);

  /** Maps every node, children before parents. */
  const mapNodes = (nodes: readonly T[], make: (node: T) => T): T[] =>
    nodes.map((node) => make(withChildren(node, mapNodes(childrenOf(node), make))));

  /** Like `mapNodes`, but unchanged nodes keep their identity. */
  const mapChangedNodes = (nodes: readonly T[], make: (node: T) => T): readonly T[] => {
    const newNodes = nodes.map((node) => {
      const children = mapChangedNodes(childrenOf(node), make);
      return make(children === childrenOf(node) ? node : withChildren(node, [...children]));
    });
    return newNodes.every((node, index) => node === nodes[index]) ? nodes : newNodes;
  };

  /** The number of levels a node spans: 1 without children. */
  const height = (node: T): number => 1 + Math.max(0, ...childrenOf(node).map(height));

  return {
    childrenOf,
    flatten,
    replace,
    insert,
    find,
    mapNodes,
    mapChangedNodes,
    height,
  };
}
