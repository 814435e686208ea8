import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import { applicableDraftTasks, visibleTasks } from "#domain/capture/draft.ts";
import type { DraftError } from "#domain/capture/draftValidation.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";

/** A visible task with everything that its field displays. */
export interface CaptureNode {
  task: DraftTask;
  media: readonly DraftMedia[];
  what: DraftError["what"] | null;
  /** Whether it is shown only because of its content: its preconditions do not hold. */
  skipped: boolean;
  children: readonly CaptureNode[];
}

/** The element id of a task or a header field, for links to it. */
export const fieldId = (name: string): string => `task-${name}`;

const noMedia: readonly DraftMedia[] = [];

/**
 * The visible tasks as a tree in reading order; a task whose group is hidden moves to the top level. Unchanged nodes are reused
 * from `previousTree`, so that of 500 tasks only the edited one and its groups re-render.
 */
export function taskNodes(
  draft: Pick<Draft, "tasks" | "media" | "platform">,
  missing: ReadonlyMap<string, DraftError["what"]>,
  previousTree: readonly CaptureNode[] = [],
): readonly CaptureNode[] {
  const media = Map.groupBy(draft.media, ({ taskId }) => taskId);
  const applicable = applicableDraftTasks(draft);
  const tasks = visibleTasks(draft, applicable);
  const visibleIds = new Set(tasks.map(({ id }) => id));
  const childrenOf = Map.groupBy(tasks, ({ parentId }) =>
    parentId && visibleIds.has(parentId) ? parentId : "",
  );
  const previousNodes = new Map<string, CaptureNode>();
  for (const node of previousTree) indexNodes(node, previousNodes);
  const build = (task: DraftTask): CaptureNode => {
    const previous = previousNodes.get(task.id);
    const node = {
      task,
      media: reuseIfEqual(media.get(task.id) ?? noMedia, previous?.media),
      what: missing.get(task.id) ?? null,
      skipped: !applicable.has(task.id),
      children: reuseIfEqual((childrenOf.get(task.id) ?? []).map(build), previous?.children),
    };
    const isUnchanged =
      previous &&
      previous.task === node.task &&
      previous.media === node.media &&
      previous.what === node.what &&
      previous.skipped === node.skipped &&
      previous.children === node.children;
    return isUnchanged ? previous : node;
  };
  return reuseIfEqual((childrenOf.get("") ?? []).map(build), previousTree);
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
