import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { awaitsFile } from "#domain/documentation/completion.ts";
import { isCompleted } from "#domain/documentation/sentBackTasks.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import { type ExportDraft, validateExportDraft } from "./exportDraft.ts";

/** Checks before an export to destinations (2§5), with the messages of 2§8. The dialog and the service share them. */

/** The reason why an export is refused, and the names of the blocking items. */
export interface ExportError<Code extends ProblemCode = ProblemCode> {
  code: Code;
  names: string[];
}

/** The facts about a task that can block the export of its documentation. */
export interface CheckedTask {
  name: string;
  type: string;
  required: string;
  /** Whether it applies: others cannot be completed. */
  isApplicable: boolean;
  answer: string | null;
  /** Photos taken, uploaded or not. */
  photoCount: number;
  /** Files that have arrived. */
  fileCount: number;
}

type ExportBlocker = ExportError<"exportRefused" | "unhandledFileTasks" | "requiredTasksNotCompleted">;

/** Reasons why a documentation cannot be exported, whatever is selected. */
export function findExportBlockers(
  status: DocumentationStatus,
  tasks: readonly CheckedTask[],
): ExportBlocker[] {
  const applicableTasks = tasks.filter(({ isApplicable }) => isApplicable);
  const unhandledTasks = applicableTasks.filter((task) => awaitsFile(task) && task.fileCount === 0);
  const incompleteTasks = applicableTasks.filter((task) => task.required === "YES" && !isCompleted(task));
  const makeBlockers = (code: ExportBlocker["code"], names: readonly { name: string }[]): ExportBlocker[] =>
    names.length > 0 ? [{ code, names: names.map(({ name }) => name) }] : [];
  return [
    ...makeBlockers("unhandledFileTasks", unhandledTasks),
    ...makeBlockers("requiredTasksNotCompleted", incompleteTasks),
    ...(isExportBlocked(status) ? [{ code: "exportRefused" as const, names: [] }] : []),
  ];
}

/** The first error of a selection, or null. */
export function findSelectionError(draft: ExportDraft): ExportError | null {
  const { destinations, params, photos, files } = validateExportDraft(draft);
  if (destinations) return { code: destinations, names: [] };
  if (params.length > 0) return { code: "userParamMissing", names: params };
  const code = photos ?? files;
  return code && { code, names: [] };
}
