import type { createTree } from "#domain/core/tree/tree.ts";
import { isContainerNode, nodeTree } from "#domain/template/exportRules.ts";
import { taskTree } from "#domain/template/taskRules.ts";

export type Move = "up" | "down" | "in" | "out";
export type Side = "before" | "after" | "into";

/** Among what `parent` holds once what is moved has been taken out. */
export interface TreePosition {
  parent: string | null;
  index: number;
}

/** With Alt held down, where the focus is in a row. */
export const moveKeys: Readonly<Record<string, Move>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/** Where rows of a tree go; null where there is no such place. `holds`: whether others can stand in it. */
function createMoves<T extends { id: string }>(
  tree: ReturnType<typeof createTree<T>>,
  holds: (node: T) => boolean,
) {
  /** By a key or button. */
  function moveBy(nodes: readonly T[], id: string, move: Move): TreePosition | null {
    const found = tree.find(nodes, id);
    if (!found) return null;
    const { parent, path } = found;
    const siblings = parent ? tree.childrenOf(parent) : nodes;
    const index = path.at(-1) as number;
    const at = (place: number): TreePosition => ({ parent: parent?.id ?? null, index: place });
    if (move === "up") return index > 0 ? at(index - 1) : null;
    if (move === "down") return index < siblings.length - 1 ? at(index + 1) : null;
    if (move === "in") {
      const above = siblings[index - 1];
      return above && holds(above) ? { parent: above.id, index: tree.childrenOf(above).length } : null;
    }
    if (!parent) return null;
    const holder = tree.find(nodes, parent.id);
    return { parent: holder?.parent?.id ?? null, index: (holder?.path.at(-1) as number) + 1 };
  }

  /** Dropped at another one. */
  function movedBeside(nodes: readonly T[], id: string, target: string, side: Side): TreePosition | null {
    const dragged = tree.find(nodes, id);
    const at = tree.find(nodes, target);
    if (!dragged || !at || id === target) return null;
    if (tree.flatten([dragged.node]).some(({ node }) => node.id === target)) return null;
    const left = (siblings: readonly T[]) => siblings.filter((node) => node.id !== id);
    if (side === "into") return { parent: target, index: left(tree.childrenOf(at.node)).length };
    const index = left(at.parent ? tree.childrenOf(at.parent) : nodes).findIndex(
      (node) => node.id === target,
    );
    return { parent: at.parent?.id ?? null, index: side === "before" ? index : index + 1 };
  }

  return { moveBy, movedBeside };
}

export const taskMoves = createMoves(taskTree, ({ type }) => type === "GROUP");
export const nodeMoves = createMoves(nodeTree, ({ type }) => isContainerNode(type));
