import type { Draft, DraftMedia } from "../../../../../domain/capture/draft";
import { shownTasks } from "../../../../../domain/capture/draft";
import type { Missing } from "../../../../../domain/capture/missing";
import type { DraftTask } from "../../../../../domain/capture/newDocumentation";

/** A shown task with all that its field shows. */
export interface CaptureNode {
  task: DraftTask;
  media: readonly DraftMedia[];
  what: Missing["what"] | null;
  children: readonly CaptureNode[];
}

/** The element of a task, for what leads to it. */
export const fieldId = (taskId: string): string => `task-${taskId}`;

const none: readonly DraftMedia[] = [];

/**
 * The shown tasks as a tree, in reading order; a task whose group is not shown stands at the top. What is as it was is the very
 * node of `before`: of five hundred tasks only the one that is typed in, and the groups around it, are drawn anew.
 */
export function taskNodes(
  draft: Pick<Draft, "tasks" | "media">,
  missing: ReadonlyMap<string | null, Missing["what"]>,
  before: readonly CaptureNode[] = [],
): readonly CaptureNode[] {
  const media = Map.groupBy(draft.media, ({ taskId }) => taskId);
  const tasks = shownTasks(draft);
  const shown = new Set(tasks.map(({ id }) => id));
  const childrenOf = Map.groupBy(tasks, ({ parentId }) => (parentId && shown.has(parentId) ? parentId : ""));
  const old = new Map<string, CaptureNode>();
  for (const node of before) remember(node, old);
  const build = (task: DraftTask): CaptureNode => {
    const known = old.get(task.id);
    const node = {
      task,
      media: asBefore(media.get(task.id) ?? none, known?.media),
      what: missing.get(task.id) ?? null,
      children: asBefore((childrenOf.get(task.id) ?? []).map(build), known?.children),
    };
    const same =
      known &&
      known.task === node.task &&
      known.media === node.media &&
      known.what === node.what &&
      known.children === node.children;
    return same ? known : node;
  };
  return asBefore((childrenOf.get("") ?? []).map(build), before);
}

function remember(node: CaptureNode, into: Map<string, CaptureNode>): void {
  into.set(node.task.id, node);
  for (const child of node.children) remember(child, into);
}

const asBefore = <T>(now: readonly T[], before: readonly T[] | undefined): readonly T[] =>
  before?.length === now.length && now.every((item, index) => item === before[index]) ? before : now;
