import type { createTreeOperations } from "#domain/core/tree/tree.ts";
import { isContainerNode, nodeTree } from "#domain/template/exportRules.ts";
import { taskTree } from "#domain/template/taskRules.ts";

export type Move = "up" | "down" | "in" | "out";
export type Side = "before" | "after" | "into";

/** An index among the children of `parent`, counted without the moved node. */
export interface TreePosition {
  parent: string | null;
  index: number;
}

/** Moves by arrow key, with Alt held down in a focused row. */
export const moveKeys: Readonly<Record<string, Move>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/**
 * Computes the target positions of moved rows; null if a move is impossible. `canContain` tells whether a node can contain
 * others.
 */
function createMoves<T extends { id: string }>(
  tree: ReturnType<typeof createTreeOperations<T>>,
  canContain: (node: T) => boolean,
) {
  /** The target of a move by key or button. */
  function findMovePosition(nodes: readonly T[], id: string, move: Move): TreePosition | null {
    const flatNode = tree.find(nodes, id);
    if (!flatNode) return null;
    const { parent, index } = flatNode;
    const siblings = parent ? tree.childrenOf(parent) : nodes;
    const positionAt = (newIndex: number): TreePosition => ({ parent: parent?.id ?? null, index: newIndex });
    if (move === "up") return index > 0 ? positionAt(index - 1) : null;
    if (move === "down") return index < siblings.length - 1 ? positionAt(index + 1) : null;
    if (move === "in") {
      const previousSibling = siblings[index - 1];
      return previousSibling && canContain(previousSibling)
        ? { parent: previousSibling.id, index: tree.childrenOf(previousSibling).length }
        : null;
    }
    if (!parent) return null;
    const flatParent = tree.find(nodes, parent.id);
    return flatParent ? { parent: flatParent.parent?.id ?? null, index: flatParent.index + 1 } : null;
  }

  /** The target of a drop before, after or into another node. */
  function findDropPosition(
    nodes: readonly T[],
    id: string,
    target: string,
    side: Side,
  ): TreePosition | null {
    const draggedNode = tree.find(nodes, id);
    const targetNode = tree.find(nodes, target);
    if (!draggedNode || !targetNode || id === target) return null;
    if (tree.flatten([draggedNode.node]).some(({ node }) => node.id === target)) return null;
    const withoutDragged = (siblings: readonly T[]) => siblings.filter((node) => node.id !== id);
    if (side === "into")
      return { parent: target, index: withoutDragged(tree.childrenOf(targetNode.node)).length };
    const index = withoutDragged(targetNode.parent ? tree.childrenOf(targetNode.parent) : nodes).findIndex(
      (node) => node.id === target,
    );
    return { parent: targetNode.parent?.id ?? null, index: side === "before" ? index : index + 1 };
  }

  return { moveBy: findMovePosition, moveBeside: findDropPosition };
}

export const taskMoves = createMoves(taskTree, ({ type }) => type === "GROUP");
export const nodeMoves = createMoves(nodeTree, ({ type }) => isContainerNode(type));
