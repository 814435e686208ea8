import type { DocumentationTask, FileRow, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { passesTaskFilter, type TaskFilter } from "#domain/task/filters.ts";
import { type PreconditionFacts, preconditionsHold } from "#domain/task/preconditions.ts";
import { isStructure } from "#domain/task/types.ts";
import { headingLevel } from "#features/taskTextSizes.ts";

/** A task with its subtasks, photos and files. */
export interface TaskNode {
  task: DocumentationTask;
  children: TaskNode[];
  /** What is answered of all that is in it. */
  progress: Progress;
  photos: PhotoRow[];
  files: FileRow[];
  /** Its preconditions, or those of a group around it, do not hold. */
  skipped: boolean;
  /** It, or something below it, was answered. Captured answers are never hidden, whatever the conditions say now. */
  answered: boolean;
}

interface Progress {
  answered: number;
  total: number;
}

interface TaskTreeInput {
  tasks: readonly DocumentationTask[];
  photos: readonly PhotoRow[];
  files: readonly FileRow[];
  platform: PreconditionFacts["platform"];
}

export function taskTree({ tasks, photos, files, platform }: TaskTreeInput): TaskNode[] {
  const photosOf = Map.groupBy(photos, ({ documentationTaskId }) => documentationTaskId);
  const filesOf = Map.groupBy(files, ({ documentationTaskId }) => documentationTaskId);
  const answers = new Map(tasks.map(({ id, answer }) => [id, answer]));
  const childrenOf = Map.groupBy(tasks, ({ parentId }) => (answers.has(parentId ?? "") ? parentId : null));
  const facts: PreconditionFacts = {
    answer: (id) => answers.get(id) ?? null,
    photos: (id) => photosOf.get(id)?.length ?? 0,
    platform,
  };
  // Two tasks that contain each other would loop forever; each task is placed once.
  const placed = new Set<string>();
  const nodesOf = (parentId: string | null, skippedAbove: boolean): TaskNode[] =>
    (childrenOf.get(parentId) ?? []).flatMap((task) => {
      if (placed.has(task.id)) return [];
      placed.add(task.id);
      const skipped = skippedAbove || !task.enabled || !preconditionsHold(task.preconditions, facts);
      const children = nodesOf(task.id, skipped);
      const own = { photos: photosOf.get(task.id) ?? [], files: filesOf.get(task.id) ?? [] };
      const answered =
        own.photos.length > 0 ||
        own.files.length > 0 ||
        (!isStructure(task.type) && Boolean(task.answer?.trim())) ||
        children.some((child) => child.answered);
      return [{ task, children, progress: progressOf(children), ...own, skipped, answered }];
    });
  return nodesOf(null, false);
}

const all = (nodes: readonly TaskNode[]): TaskNode[] =>
  nodes.flatMap((node) => [node, ...all(node.children)]);

/** How many of the applicable tasks are answered. */
export function progressOf(nodes: readonly TaskNode[]): Progress {
  const counted = all(nodes).filter(({ task, skipped }) => !isStructure(task.type) && !skipped);
  return { answered: counted.filter(({ answered }) => answered).length, total: counted.length };
}

export const groupIds = (nodes: readonly TaskNode[]): string[] =>
  all(nodes)
    .filter(({ task }) => task.type === "GROUP")
    .map(({ task }) => task.id);

export const hasHiddenTasks = (nodes: readonly TaskNode[]): boolean =>
  all(nodes).some(({ skipped, answered }) => skipped && !answered);

/** How many tasks are shown unless those that do not apply are asked for. */
export const visibleTaskCount = (nodes: readonly TaskNode[]): number =>
  all(nodes).filter(({ task, skipped, answered }) => !isStructure(task.type) && (!skipped || answered))
    .length;

/**
 * The tasks that pass all filters, in their places: a group stays where something in it passes and is whole where it passes itself,
 * a heading stays above what does.
 */
export function filteredTree(nodes: readonly TaskNode[], filters: readonly TaskFilter[]): TaskNode[] {
  const shown: TaskNode[] = [];
  // The largest heading between here and the next thing that stays; 0, larger than any, where nothing does.
  let between = 0;
  for (const node of nodes.toReversed()) {
    const kept = filterNode(node, filters);
    const heading = node.task.type === "HEADER" ? headingLevel(node.task.options) : null;
    if (kept || (heading !== null && between > heading)) shown.push(kept ?? node);
    if (heading !== null) between = Math.min(between, heading);
    else if (kept) between = Number.POSITIVE_INFINITY;
  }
  return shown.reverse();
}

function filterNode(node: TaskNode, filters: readonly TaskFilter[]): TaskNode | null {
  const { task, photos, files } = node;
  const given = { ...task, hasMedia: photos.length + files.length > 0 };
  if (filters.every((filter) => passesTaskFilter(given, filter))) return node;
  const children = filteredTree(node.children, filters);
  return children.length > 0 ? { ...node, children } : null;
}
