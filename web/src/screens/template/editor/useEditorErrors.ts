import { useDeferredValue, useMemo } from "react";
import { useGrants } from "#api/session.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { TemplateContent } from "#domain/resources/template.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import { splitTaskPath, templateFaults } from "#domain/template/templateValidation.ts";

export type TaskFaults = Readonly<Record<string, FieldError>>;
export const noFaults: TaskFaults = {};

export const editorParts = ["basics", "graphics", "tasks", "exports", "replacementTexts", "backups"] as const;
export type EditorPart = (typeof editorParts)[number];

/** The tab a fault is mended in. */
export function sectionOfPath(path: string): EditorPart {
  const field = path.split(".")[0];
  if (field === "tasks") return "tasks";
  if (field === "templateGraphics") return "graphics";
  if (field === "templateExportConfigurations") return "exports";
  if (field === "replacementTexts") return "replacementTexts";
  return "basics";
}

/**
 * What stands against saving. Told once saving has been tried, and from then on as it is mended; behind the typing, which
 * five hundred tasks must not slow down.
 */
export function useEditorErrors(
  content: TemplateContent,
  stored: TemplateContent | null,
  { shown, refused }: { shown: boolean; refused: FieldErrors },
) {
  const grants = useGrants();
  const later = useDeferredValue(content);
  const errors = useMemo<FieldErrors>(
    () => (shown ? { ...refused, ...templateFaults(later, grants, stored) } : noFaults),
    [shown, refused, later, grants, stored],
  );
  const tasks = useMemo(() => faultsByTask(later, errors), [later, errors]);
  const counts = useMemo(() => {
    const found: Partial<Record<EditorPart, number>> = {};
    for (const path of Object.keys(errors))
      found[sectionOfPath(path)] = (found[sectionOfPath(path)] ?? 0) + 1;
    return found;
  }, [errors]);
  return { faults: errors, tasks, counts };
}

/** `tasks.3.tasks.0.name` as `name` of the task that stands there. */
export function faultsByTask(content: TemplateContent, errors: FieldErrors): ReadonlyMap<string, TaskFaults> {
  const found = new Map<string, Record<string, FieldError>>();
  const paths = Object.entries(errors).filter(([path]) => path.startsWith("tasks."));
  if (paths.length === 0) return found;
  const at = new Map(taskTree.flatten(content.tasks).map(({ node, path }) => [path.join("."), node.id]));
  for (const [path, error] of paths) {
    const { place, field } = splitTaskPath(path);
    const id = at.get(place);
    if (id) found.set(id, { ...found.get(id), [field || "tasks"]: error });
  }
  return found;
}
