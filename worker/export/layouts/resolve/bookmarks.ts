import type { DrawnBookmark } from "../renderTree.ts";
import { groupsAround, type IndexedTask } from "./documentationIndex.ts";
import { taskName } from "./layoutReplacement.ts";

/** Marks where groups and tasks begin in a flow; a group that is not visited itself, at its first task. */
export class Bookmarks {
  /** The group or task marked last, below the groups around it; outermost first. */
  #open: readonly IndexedTask[] = [];

  *enter(node: string, held: IndexedTask): Generator<DrawnBookmark> {
    const path = [held, ...groupsAround(held)].reverse();
    const same = path.findIndex((one, level) => this.#open[level] !== one);
    this.#open = path;
    if (same < 0) return;
    for (const [level, one] of path.entries())
      if (level >= same) yield { kind: "mark", node, level: level + 1, title: taskName(one) };
  }
}
