import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { takesFiles } from "#domain/task/types.ts";

/** A task of a documentation that is captured in the portal: the fields that are saved, and those only the form needs. */
export interface DraftTask {
  id: string;
  parentId: string | null;
  /** Null for one that somebody else added. */
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
  /** Its options stand in the form; else they open in a menu. */
  showOptionsInTaskList: boolean;
  referencePhotos: string[];
  /** When it was made: the CREATED event of a task (2§4). */
  dateCreated: string;
}

/**
 * The tasks of a new documentation (2§4): those of the template with new ids, in parents and preconditions too. A precondition on a
 * task that does not exist is dropped: it would hide its task for ever.
 */
export function tasksFromTemplate(
  template: Pick<TemplateForDevice, "tasks">,
  { newId, at }: { newId: (templateTaskId: string) => string; at: string },
): DraftTask[] {
  const ids = new Map(template.tasks.map(({ id }) => [id, newId(id)]));
  return template.tasks.map(({ id, parentId, fileExtensions, ...task }) => ({
    ...task,
    id: ids.get(id)!,
    parentId: (parentId && ids.get(parentId)) || null,
    templateTaskId: id,
    options: takesFiles(task.type) ? (fileExtensions ?? task.options) : task.options,
    answer: null,
    size: task.size as DraftTask["size"],
    preconditions: task.preconditions.flatMap(({ type, params }) => {
      if (params.task === undefined) return [{ type, params }];
      const target = ids.get(params.task);
      return target ? [{ type, params: { ...params, task: target } }] : [];
    }),
    dateCreated: at,
  }));
}
