import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import { visibleTasks } from "#domain/capture/draft.ts";
import type { DraftError } from "#domain/capture/draftValidation.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";

/** A shown task with everything its field displays. */
export interface CaptureNode {
  task: DraftTask;
  media: readonly DraftMedia[];
  what: DraftError["what"] | null;
  children: readonly CaptureNode[];
}

/** The id of the element of a task or of a field of the documentation, for links to it. */
export const fieldId = (at: string): string => `task-${at}`;

const none: readonly DraftMedia[] = [];

/**
 * The shown tasks as a tree in reading order; a task whose group is hidden moves to the top. Unchanged nodes are reused from
 * `before`: of five hundred tasks only the edited one and its groups are redrawn.
 */
export function taskNodes(
  draft: Pick<Draft, "tasks" | "media" | "platform">,
  missing: ReadonlyMap<string, DraftError["what"]>,
  before: readonly CaptureNode[] = [],
): readonly CaptureNode[] {
  const media = Map.groupBy(draft.media, ({ taskId }) => taskId);
  const tasks = visibleTasks(draft);
  const shown = new Set(tasks.map(({ id }) => id));
  const childrenOf = Map.groupBy(tasks, ({ parentId }) => (parentId && shown.has(parentId) ? parentId : ""));
  const old = new Map<string, CaptureNode>();
  for (const node of before) remember(node, old);
  const build = (task: DraftTask): CaptureNode => {
    const known = old.get(task.id);
    const node = {
      task,
      media: reuseIfEqual(media.get(task.id) ?? none, known?.media),
      what: missing.get(task.id) ?? null,
      children: reuseIfEqual((childrenOf.get(task.id) ?? []).map(build), known?.children),
    };
    const same =
      known &&
      known.task === node.task &&
      known.media === node.media &&
      known.what === node.what &&
      known.children === node.children;
    return same ? known : node;
  };
  return reuseIfEqual((childrenOf.get("") ?? []).map(build), before);
}

function remember(node: CaptureNode, into: Map<string, CaptureNode>): void {
  into.set(node.task.id, node);
  for (const child of node.children) remember(child, into);
}

const reuseIfEqual = <T>(now: readonly T[], before: readonly T[] | undefined): readonly T[] =>
  before?.length === now.length && now.every((item, index) => item === before[index]) ? before : now;
