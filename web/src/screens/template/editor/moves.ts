import { taskTree } from "../../../../../domain/rules/templateTasks";
import type { TemplateTask } from "../../../../../domain/template/task";

export type Move = "up" | "down" | "in" | "out";

/** Among what `parent` holds once the task has been taken out. */
export interface Place {
  parent: string | null;
  index: number;
}

/** Where a key or button takes a task; null where there is no such place. */
export function moveBy(tasks: readonly TemplateTask[], id: string, move: Move): Place | null {
  const found = taskTree.find(tasks, id);
  if (!found) return null;
  const { parent, path } = found;
  const siblings = parent?.tasks ?? tasks;
  const index = path.at(-1) as number;
  const at = (place: number): Place => ({ parent: parent?.id ?? null, index: place });
  if (move === "up") return index > 0 ? at(index - 1) : null;
  if (move === "down") return index < siblings.length - 1 ? at(index + 1) : null;
  if (move === "in") {
    const above = siblings[index - 1];
    return above?.type === "GROUP" ? { parent: above.id, index: above.tasks.length } : null;
  }
  if (!parent) return null;
  const group = taskTree.find(tasks, parent.id);
  return { parent: group?.parent?.id ?? null, index: (group?.path.at(-1) as number) + 1 };
}

/** Where a task lands that is dropped at another one. */
export function movedBeside(
  tasks: readonly TemplateTask[],
  id: string,
  target: string,
  side: "before" | "after" | "into",
): Place | null {
  const dragged = taskTree.find(tasks, id);
  const at = taskTree.find(tasks, target);
  if (!dragged || !at || id === target) return null;
  if (taskTree.standing([dragged.node]).some(({ node }) => node.id === target)) return null;
  if (side === "into")
    return { parent: target, index: at.node.tasks.filter((task) => task.id !== id).length };
  const siblings = (at.parent?.tasks ?? tasks).filter((task) => task.id !== id);
  const index = siblings.findIndex((task) => task.id === target);
  return { parent: at.parent?.id ?? null, index: side === "before" ? index : index + 1 };
}
