import type { DrawnBookmark } from "../renderTree.ts";
import { ancestorsOf, type IndexedTask } from "./documentationIndex.ts";
import { taskName } from "./layoutReplacement.ts";

/** Marks where groups and tasks begin in a flow. A group that is not visited itself begins at its first task. */
export class Bookmarks {
  /** The group or task marked last, below the groups around it; outermost first. */
  #currentPath: readonly IndexedTask[] = [];

  *enter(node: string, task: IndexedTask): Generator<DrawnBookmark> {
    const path = [task, ...ancestorsOf(task)].reverse();
    const firstNewLevel = path.findIndex((entry, level) => this.#currentPath[level] !== entry);
    this.#currentPath = path;
    if (firstNewLevel < 0) return;
    for (const [level, entry] of path.entries())
      if (level >= firstNewLevel) yield { kind: "mark", node, level: level + 1, title: taskName(entry) };
  }
}
