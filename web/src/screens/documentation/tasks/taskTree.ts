import type { CompletionGap } from "#domain/core/documentationTypes.ts";
import { taskGapOf } from "#domain/documentation/completionGaps.ts";
import type { DocumentationTask, FileRow, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { findApplicableTasks } from "#domain/task/applicability.ts";
import { passesTaskFilter, type TaskFilter } from "#domain/task/filters.ts";
import type { PreconditionFacts } from "#domain/task/preconditions.ts";
import { isStructure, takesFiles } from "#domain/task/types.ts";
import { getHeadingLevel } from "#features/taskTextSizes.ts";

/** A task with its subtasks, photos and files. */
export interface TaskNode {
  task: DocumentationTask;
  children: TaskNode[];
  /** The progress of all tasks in it. */
  progress: Progress;
  photos: PhotoRow[];
  /** Null if they are not known: the session cannot read files, or they were not loaded. */
  files: FileRow[] | null;
  /** Whether its preconditions, or those of a group it is in, are not met. */
  isSkipped: boolean;
  /** Whether it or a task below it was answered. Captured answers are never hidden, whatever the preconditions are now. */
  isAnswered: boolean;
}

interface Progress {
  answeredCount: number;
  total: number;
}

interface TaskTreeInput {
  tasks: readonly DocumentationTask[];
  photos: readonly PhotoRow[];
  files: readonly FileRow[] | null;
  platform: PreconditionFacts["platform"];
}

export function buildTaskTree({ tasks, photos, files, platform }: TaskTreeInput): TaskNode[] {
  const photosByTask = Map.groupBy(photos, ({ documentationTaskId }) => documentationTaskId);
  const filesByTask = files && Map.groupBy(files, ({ documentationTaskId }) => documentationTaskId);
  const taskIds = new Set(tasks.map(({ id }) => id));
  const childrenByParent = Map.groupBy(tasks, ({ parentId }) =>
    taskIds.has(parentId ?? "") ? parentId : null,
  );
  const applicable = findApplicableTasks(tasks, {
    countPhotos: (id) => photosByTask.get(id)?.length ?? 0,
    platform,
  });
  // Each task is added once: two tasks that contain each other would loop forever.
  const visitedIds = new Set<string>();
  const buildNodes = (parentId: string | null): TaskNode[] =>
    (childrenByParent.get(parentId) ?? []).flatMap((task) => {
      if (visitedIds.has(task.id)) return [];
      visitedIds.add(task.id);
      const isSkipped = !applicable.has(task.id);
      const children = buildNodes(task.id);
      const media = {
        photos: photosByTask.get(task.id) ?? [],
        files: filesByTask && (filesByTask.get(task.id) ?? []),
      };
      const hasAnswer =
        media.photos.length > 0 ||
        (media.files ?? []).length > 0 ||
        (!isStructure(task.type) && Boolean(task.answer?.trim())) ||
        children.some((child) => child.isAnswered);
      return [{ task, children, progress: progressOf(children), ...media, isSkipped, isAnswered: hasAnswer }];
    });
  return buildNodes(null);
}

const flatten = (nodes: readonly TaskNode[]): TaskNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** The number of applicable tasks, and of answered ones. File tasks are omitted if the files are not known. */
export function progressOf(nodes: readonly TaskNode[]): Progress {
  const answerable = flatten(nodes).filter(
    ({ task, isSkipped, files }) =>
      !isStructure(task.type) && !isSkipped && (files !== null || !takesFiles(task.type)),
  );
  return {
    answeredCount: answerable.filter(({ isAnswered }) => isAnswered).length,
    total: answerable.length,
  };
}

/** A required task, and what it lacks now or lacked when the documentation was completed. */
export interface MissingTask {
  id: string;
  gap: CompletionGap;
  isMissing: boolean;
}

/**
 * The missing content of required tasks that apply, in reading order, with the content that was missing when the documentation was
 * completed (`gaps`), even if it has arrived since. File tasks are omitted if the files are not known, unless they are among the gaps.
 */
export const findMissingTasks = (
  nodes: readonly TaskNode[],
  gaps: readonly CompletionGap[] = [],
): MissingTask[] =>
  flatten(nodes).flatMap(({ task, isSkipped, photos, files }) => {
    const isUnknown = files === null && takesFiles(task.type);
    const hasMedia = photos.length + (files?.length ?? 0) > 0;
    const gap = isSkipped || isUnknown ? null : taskGapOf({ ...task, hasMedia });
    if (gap) return [{ id: task.id, gap, isMissing: true }];
    const formerGap = gaps.find((former) => former.task === task.name);
    return formerGap ? [{ id: task.id, gap: formerGap, isMissing: isUnknown && !isSkipped }] : [];
  });

export const groupIds = (nodes: readonly TaskNode[]): string[] =>
  flatten(nodes)
    .filter(({ task }) => task.type === "GROUP")
    .map(({ task }) => task.id);

export const hasHiddenTasks = (nodes: readonly TaskNode[]): boolean =>
  flatten(nodes).some(({ isSkipped, isAnswered }) => isSkipped && !isAnswered);

/** The number of tasks shown while those that do not apply are hidden. */
export const countVisibleTasks = (nodes: readonly TaskNode[]): number =>
  flatten(nodes).filter(
    ({ task, isSkipped, isAnswered }) => !isStructure(task.type) && (!isSkipped || isAnswered),
  ).length;

/**
 * The tree of tasks that pass all filters. A group is kept if a task in it passes, and with all of its tasks if it passes itself. A
 * heading is kept if tasks below it are.
 */
export function filterTree(nodes: readonly TaskNode[], filters: readonly TaskFilter[]): TaskNode[] {
  const visible: TaskNode[] = [];
  // The smallest heading level between here and the next task that is kept; 0 if there is none, so that no heading is kept.
  let minLevelBelow = 0;
  for (const node of nodes.toReversed()) {
    const filteredNode = filterNode(node, filters);
    const heading = node.task.type === "HEADER" ? getHeadingLevel(node.task.options) : null;
    if (filteredNode || (heading !== null && minLevelBelow > heading)) visible.push(filteredNode ?? node);
    if (heading !== null) minLevelBelow = Math.min(minLevelBelow, heading);
    else if (filteredNode) minLevelBelow = Number.POSITIVE_INFINITY;
  }
  return visible.reverse();
}

function filterNode(node: TaskNode, filters: readonly TaskFilter[]): TaskNode | null {
  const { task, photos, files } = node;
  const taskFacts = { ...task, hasMedia: photos.length + (files?.length ?? 0) > 0 };
  if (filters.every((filter) => passesTaskFilter(taskFacts, filter))) return node;
  const children = filterTree(node.children, filters);
  return children.length > 0 ? { ...node, children } : null;
}
