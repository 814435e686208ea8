import type { CapturedDocumentation, TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { uuidOf } from "../support/uuid.ts";

type Task = NonNullable<CapturedDocumentation["tasks"]>[number];

/**
 * The tasks of a documentation of a template (2§4). Every task gets its own id, and preconditions refer to those. Ids derive from
 * the documentation's id, so that a second run produces the same documentation.
 */
export function tasksOf(template: TemplateForDevice, documentationId: string): Task[] {
  const idOf = (templateTaskId: string) => uuidOf("ingest", "task", documentationId, templateTaskId);
  const taskIds = new Set(template.tasks.map(({ id }) => id));
  return template.tasks.map((task) => ({
    id: idOf(task.id),
    parentId: task.parentId && idOf(task.parentId),
    templateTaskId: task.id,
    name: task.name,
    key: task.key,
    description: task.description,
    type: task.type,
    // The options of a documentation's FILE task list the file types it takes (2§5).
    options: task.type === "FILE" ? (task.options ?? task.fileExtensions) : task.options,
    answer: null,
    required: task.required,
    enabled: true,
    position: task.position,
    level: task.level,
    size: task.size,
    params: task.params,
    preconditions: task.preconditions.map(({ type, params }) => ({
      type,
      params: params.task && taskIds.has(params.task) ? { ...params, task: idOf(params.task) } : params,
    })),
  }));
}

/** The same run against the same server gives the same id, so that it can resume. */
export const documentationIdOf = (url: string, licenseCode: string, template: string, name: string) =>
  uuidOf("ingest", "documentation", url.replace(/\/+$/, ""), licenseCode, template, name);

/** Photos are identified by content: a moved file is the same photo, an edited one is not. */
export const photoIdOf = (documentationId: string, sha256: string, fileName: string) =>
  uuidOf("ingest", "photo", documentationId, sha256, fileName);
