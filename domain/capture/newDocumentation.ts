import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { takesFiles } from "#domain/task/types.ts";

/** A task of a draft: the saved fields, and fields that only the form needs. */
export interface DraftTask {
  id: string;
  parentId: string | null;
  /** Null if someone else added the task. */
  templateTaskId: string | null;
  name: string;
  key: string | null;
  description: string | null;
  type: TemplateForDevice["tasks"][number]["type"];
  /** Choices, or the extensions of a FILE task, separated by `;`. */
  options: string | null;
  answer: string | null;
  required: TemplateForDevice["tasks"][number]["required"];
  position: number;
  level: number;
  size: "normal" | "large" | "larger" | "largest";
  params: Record<string, string>;
  preconditions: {
    type: TemplateForDevice["tasks"][number]["preconditions"][number]["type"];
    params: Record<string, string>;
  }[];
  suggestionList: string | null;
  /** Its options are listed in the form; otherwise they open in a menu. */
  showOptionsInTaskList: boolean;
  referencePhotos: string[];
  /** When it was created: the time of its CREATED event (2§4). */
  dateCreated: string;
}

/**
 * Creates the tasks of a new documentation from a template (2§4), with new ids also in parents and preconditions. A precondition on
 * a missing task is dropped: it would hide its task forever.
 */
export function createTasksFromTemplate(
  template: Pick<TemplateForDevice, "tasks">,
  { newId, createdAt }: { newId: (templateTaskId: string) => string; createdAt: string },
): DraftTask[] {
  const ids = new Map(template.tasks.map(({ id }) => [id, newId(id)]));
  return template.tasks.map(({ id, parentId, fileExtensions, ...task }) => ({
    ...task,
    id: ids.get(id)!,
    parentId: (parentId && ids.get(parentId)) || null,
    templateTaskId: id,
    options: takesFiles(task.type) ? (fileExtensions ?? task.options) : task.options,
    answer: null,
    size: task.size,
    preconditions: task.preconditions.flatMap(({ type, params }) => {
      if (params.task === undefined) return [{ type, params }];
      const targetId = ids.get(params.task);
      return targetId ? [{ type, params: { ...params, task: targetId } }] : [];
    }),
    dateCreated: createdAt,
  }));
}
