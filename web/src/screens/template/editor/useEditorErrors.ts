import { useDeferredValue, useMemo } from "react";
import type { Grants } from "#domain/access/authorities.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import { splitTaskPath, validateTemplate } from "#domain/template/templateValidation.ts";

export type TaskErrors = Readonly<Record<string, FieldError>>;
export const noErrors: TaskErrors = {};

export const editorParts = ["basics", "graphics", "tasks", "exports", "replacementTexts", "backups"] as const;
export type EditorPart = (typeof editorParts)[number];

/** The tab that contains the field of an error. */
export function partOfPath(path: string): EditorPart {
  const field = path.split(".")[0];
  if (field === "tasks") return "tasks";
  if (field === "templateGraphics") return "graphics";
  if (field === "templateExportConfigurations") return "exports";
  if (field === "replacementTexts") return "replacementTexts";
  return "basics";
}

/**
 * The errors that prevent saving. Shown after the first attempt to save and updated from then on; deferred, so that five hundred
 * tasks do not slow down typing.
 */
export function useEditorErrors(
  content: TemplateContent,
  storedContent: TemplateContent | null,
  { isVisible, refused: serverErrors }: { isVisible: boolean; refused: FieldErrors },
  grants: Grants,
) {
  const deferredContent = useDeferredValue(content);
  const errors = useMemo<FieldErrors>(
    () =>
      isVisible ? { ...serverErrors, ...validateTemplate(deferredContent, grants, storedContent) } : noErrors,
    [isVisible, serverErrors, deferredContent, grants, storedContent],
  );
  const tasks = useMemo(() => groupErrorsByTask(deferredContent, errors), [deferredContent, errors]);
  const counts = useMemo(() => {
    const countsByPart: Partial<Record<EditorPart, number>> = {};
    for (const path of Object.keys(errors))
      countsByPart[partOfPath(path)] = (countsByPart[partOfPath(path)] ?? 0) + 1;
    return countsByPart;
  }, [errors]);
  return { errors, tasks, counts };
}

/** Groups errors by task id: `tasks.3.tasks.0.name` becomes `name` of the task at that path. */
export function groupErrorsByTask(
  content: TemplateContent,
  errors: FieldErrors,
): ReadonlyMap<string, TaskErrors> {
  const errorsById = new Map<string, Record<string, FieldError>>();
  const paths = Object.entries(errors).filter(([path]) => path.startsWith("tasks."));
  if (paths.length === 0) return errorsById;
  const idsByPath = new Map(
    taskTree.flatten(content.tasks).map(({ node, path }) => [path.join("."), node.id]),
  );
  for (const [path, error] of paths) {
    const { path: taskPath, field } = splitTaskPath(path);
    const id = idsByPath.get(taskPath);
    if (id) errorsById.set(id, { ...errorsById.get(id), [field || "tasks"]: error });
  }
  return errorsById;
}
