import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import { findApplicableDraftTasks, findVisibleTasks } from "#domain/capture/draft.ts";
import type { DraftError } from "#domain/capture/draftValidation.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";

/** A visible task with everything that its field displays. */
export interface CaptureNode {
  task: DraftTask;
  media: readonly DraftMedia[];
  errorReason: DraftError["reason"] | null;
  /** Whether the task is shown only because of its content, although its preconditions do not hold. */
  isSkipped: boolean;
  children: readonly CaptureNode[];
}

/** The element id of a task or a header field, for links to it. */
export const fieldId = (name: string): string => `task-${name}`;

const noMedia: readonly DraftMedia[] = [];

/**
 * The visible tasks as a tree in reading order; a task whose group is hidden moves to the top level. Unchanged nodes are reused
 * from `previousTree`, so that of 500 tasks only the edited one and its groups re-render.
 */
export function buildTaskNodes(
  draft: Pick<Draft, "tasks" | "media" | "platform">,
  draftErrors: ReadonlyMap<string, DraftError["reason"]>,
  previousTree: readonly CaptureNode[] = [],
): readonly CaptureNode[] {
  const mediaByTask = Map.groupBy(draft.media, ({ taskId }) => taskId);
  const applicableIds = findApplicableDraftTasks(draft);
  const tasks = findVisibleTasks(draft, applicableIds);
  const visibleIds = new Set(tasks.map(({ id }) => id));
  const childrenByParent = Map.groupBy(tasks, ({ parentId }) =>
    parentId && visibleIds.has(parentId) ? parentId : "",
  );
  const previousNodes = new Map<string, CaptureNode>();
  for (const node of previousTree) indexNodes(node, previousNodes);
  const build = (task: DraftTask): CaptureNode => {
    const previous = previousNodes.get(task.id);
    const node = {
      task,
      media: reuseIfEqual(mediaByTask.get(task.id) ?? noMedia, previous?.media),
      errorReason: draftErrors.get(task.id) ?? null,
      isSkipped: !applicableIds.has(task.id),
      children: reuseIfEqual((childrenByParent.get(task.id) ?? []).map(build), previous?.children),
    };
    const isUnchanged =
      previous &&
      previous.task === node.task &&
      previous.media === node.media &&
      previous.errorReason === node.errorReason &&
      previous.isSkipped === node.isSkipped &&
      previous.children === node.children;
    return isUnchanged ? previous : node;
  };
  return reuseIfEqual((childrenByParent.get("") ?? []).map(build), previousTree);
}

function indexNodes(node: CaptureNode, nodes: Map<string, CaptureNode>): void {
  nodes.set(node.task.id, node);
  for (const child of node.children) indexNodes(child, nodes);
}

const reuseIfEqual = <T>(nextItems: readonly T[], previousItems: readonly T[] | undefined): readonly T[] =>
  previousItems?.length === nextItems.length &&
  nextItems.every((item, index) => item === previousItems[index])
    ? previousItems
    : nextItems;
