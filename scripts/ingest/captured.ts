import type { CapturedDocumentation, TemplateForDevice } from "../../domain/endpoints/capture";
import { uuidOf } from "../support/uuid.ts";

type Task = NonNullable<CapturedDocumentation["tasks"]>[number];

/**
 * A documentation made of a template (2§4): every task gets an id of its own, and what pointed at a task of the template
 * points at that one. The ids follow from the documentation's, so that the same documentation is made again.
 */
export function tasksOf(template: TemplateForDevice, documentationId: string): Task[] {
  const idOf = (templateTaskId: string) => uuidOf("ingest", "task", documentationId, templateTaskId);
  const known = new Set(template.tasks.map(({ id }) => id));
  return template.tasks.map((task) => ({
    id: idOf(task.id),
    parentId: task.parentId && idOf(task.parentId),
    templateTaskId: task.id,
    name: task.name,
    key: task.key,
    description: task.description,
    type: task.type,
    // What a documentation's FILE task takes stands in its options (2§5).
    options: task.type === "FILE" ? (task.options ?? task.fileExtensions) : task.options,
    answer: null,
    required: task.required,
    enabled: true,
    position: task.position,
    level: task.level,
    size: task.size as Task["size"],
    params: task.params,
    preconditions: task.preconditions.map(({ type, params }) => ({
      type,
      params: params.task && known.has(params.task) ? { ...params, task: idOf(params.task) } : params,
    })),
  }));
}

/** The same run against the same server names the same things, so that running it again takes up where it ended. */
export const documentationIdOf = (url: string, licenseCode: string, template: string, name: string) =>
  uuidOf("ingest", "documentation", url.replace(/\/+$/, ""), licenseCode, template, name);

/** By content: a file that was moved is the same photo, one that was edited is another. */
export const photoIdOf = (documentationId: string, sha256: string, fileName: string) =>
  uuidOf("ingest", "photo", documentationId, sha256, fileName);
