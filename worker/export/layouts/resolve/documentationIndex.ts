import { isStructure, takesFiles } from "#domain/task/types.ts";
import { removeIllegalCharacters } from "#worker/export/documents/xml.ts";
import type { PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import type { ReportDocumentation, ReportTask } from "../report.ts";

/** A documentation of a report, indexed once for fast look-ups. */

/** A photo with its documentation and task. */
export interface IndexedPhoto {
  photo: PlannedPhoto;
  documentation: DocumentationIndex;
  /** Null if it belongs to no task. */
  task: IndexedTask | null;
  /** Number in the whole report, from 1: by documentation, then by task, then by time. */
  number: number;
}

export interface IndexedTask {
  task: ReportTask;
  documentation: DocumentationIndex;
  /** The group around it. */
  group: IndexedTask | null;
  /** Number of groups around it. */
  depth: number;
  /** In reading order, including tasks that do not apply. */
  children: IndexedTask[];
  /** Its own, oldest first. */
  photos: IndexedPhoto[];
  /** What was captured for it; for a group, for any applying task below it. */
  content: { answer: boolean; photos: boolean; files: boolean };
}

export const isGroup = ({ task }: IndexedTask): boolean => task.type === "GROUP";

/** Maximum levels of groups; deeper ones count as outermost. Templates have six (3§5). */
const maxGroupDepth = 20;

/** False for disabled tasks, tasks whose preconditions are not met, and headings and static texts without words. */
export const isApplicable = (entry: IndexedTask): boolean =>
  !entry.task.skipped && (isGroup(entry) || !isStructure(entry.task.type) || hasText(entry.task));

const hasText = ({ name, description, answer }: ReportTask): boolean =>
  [name, description, answer].some((text) => removeIllegalCharacters(text ?? "").trim() !== "");

/** Whether anything was captured for a task, or below a group. */
export const hasContent = ({ content }: IndexedTask): boolean =>
  content.answer || content.photos || content.files;

/** The groups around a task, innermost first. */
export function* ancestorsOf(entry: IndexedTask): Generator<IndexedTask> {
  for (let group = entry.group; group; group = group.group) yield group;
}

/** The tasks below a group in reading order. @param canEnter whether to descend into a nested group */
export function* descendants(
  group: IndexedTask,
  canEnter: (descendant: IndexedTask) => boolean = () => true,
): Generator<IndexedTask> {
  const stack = group.children.toReversed();
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    yield entry;
    if (isGroup(entry) && canEnter(entry)) for (const child of entry.children.toReversed()) stack.push(child);
  }
}

/** Finds tasks by key, then by name. */
export class TaskLookup {
  readonly #byKey = new Map<string, IndexedTask[]>();
  readonly #byName = new Map<string, IndexedTask[]>();

  constructor(tasks: Iterable<IndexedTask>) {
    for (const indexedTask of tasks) {
      if (!isApplicable(indexedTask)) continue;
      const { key, name } = indexedTask.task;
      if (key?.trim()) addToList(this.#byKey, key.trim(), indexedTask);
      addToList(this.#byName, name.trim(), indexedTask);
    }
  }

  /** The first task with the identifier; with `mustBeUnique`, none if several have it. */
  find(identifier: string, mustBeUnique: boolean): IndexedTask | undefined {
    const name = identifier.trim();
    const matches = this.#byKey.get(name) ?? this.#byName.get(name) ?? [];
    return mustBeUnique && matches.length > 1 ? undefined : matches[0];
  }
}

function addToList(lists: Map<string, IndexedTask[]>, name: string, indexedTask: IndexedTask): void {
  const list = lists.get(name);
  if (list) list.push(indexedTask);
  else lists.set(name, [indexedTask]);
}

export class DocumentationIndex {
  readonly reported: ReportDocumentation;
  /** In reading order. */
  readonly tasks: IndexedTask[] = [];
  /** In reading order, photos without a task last. */
  readonly photos: IndexedPhoto[];
  readonly #lookups = new Map<IndexedTask | null, TaskLookup>();

  /** @param firstNumber number of its first photo */
  constructor(reportDocumentation: ReportDocumentation, firstNumber: number) {
    this.reported = reportDocumentation;
    const byId = new Map<string, IndexedTask>();
    for (const task of reportDocumentation.tasks) {
      // A group precedes its children. One that does not is part of a cycle.
      const parent = byId.get(task.parentId ?? "") ?? null;
      const group = parent && parent.depth < maxGroupDepth ? parent : null;
      const files = takesFiles(task.type) && task.files > 0;
      const hasAnswer = !isStructure(task.type) && (task.answer ?? "").trim() !== "";
      const indexedTask: IndexedTask = {
        task,
        documentation: this,
        group,
        depth: group ? group.depth + 1 : 0,
        children: [],
        photos: [],
        content: { answer: hasAnswer, photos: false, files },
      };
      byId.set(task.id, indexedTask);
      group?.children.push(indexedTask);
      this.tasks.push(indexedTask);
    }
    const photosWithoutTask: IndexedPhoto[] = [];
    for (const photo of reportDocumentation.photos) {
      const task = byId.get(photo.taskId ?? "") ?? null;
      (task?.photos ?? photosWithoutTask).push({ photo, documentation: this, task, number: 0 });
    }
    for (const indexed of this.tasks.toReversed()) {
      indexed.content.photos ||= indexed.photos.length > 0;
      if (!indexed.group || !isApplicable(indexed)) continue;
      const { content } = indexed.group;
      content.answer ||= indexed.content.answer;
      content.photos ||= indexed.content.photos;
      content.files ||= indexed.content.files;
    }
    this.photos = [...this.tasks.flatMap(({ photos }) => photos), ...photosWithoutTask];
    this.photos.forEach((photo, index) => {
      photo.number = firstNumber + index;
    });
  }

  /** Finds an applying task by key, then by name: directly in a group, or anywhere if that is null. */
  findByName(
    identifier: string,
    group: IndexedTask | null,
    { mustBeUnique = false } = {},
  ): IndexedTask | undefined {
    const names = this.#lookups.get(group) ?? new TaskLookup(group?.children ?? this.tasks);
    this.#lookups.set(group, names);
    return names.find(identifier, mustBeUnique);
  }
}
