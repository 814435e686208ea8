import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { awaitsFile } from "#domain/documentation/completion.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import { type ExportDraft, validateExportDraft } from "./exportDraft.ts";

/** What is looked at before something is exported to destinations (2§5), with the messages of 2§8. The dialog and the service use it. */

/** Why something is not exported, and what stands in the way. */
export interface ExportError<Code extends ProblemCode = ProblemCode> {
  code: Code;
  names: string[];
}

/** A task as far as it can keep its documentation from being exported. */
export interface CheckedTask {
  name: string;
  type: string;
  required: string;
  enabled: boolean;
  /** Its preconditions, or those of a group around it, do not hold: nobody can complete it. */
  skipped: boolean;
  answer: string | null;
  /** Photos taken, whether they have arrived or not. */
  photos: number;
  /** Files that have arrived. */
  files: number;
}

type Obstacle = ExportError<"exportRefused" | "unhandledFileTasks" | "requiredTasksNotCompleted">;

/** What keeps a documentation from being exported, whatever is chosen of it. */
export function exportBlockers(status: DocumentationStatus, tasks: readonly CheckedTask[]): Obstacle[] {
  const unhandled = tasks.filter((task) => awaitsFile(task) && task.files === 0);
  const open = tasks.filter((task) => isRequired(task) && !isCompleted(task));
  const obstacle = (code: Obstacle["code"], names: readonly { name: string }[]): Obstacle[] =>
    names.length > 0 ? [{ code, names: names.map(({ name }) => name) }] : [];
  return [
    ...obstacle("unhandledFileTasks", unhandled),
    ...obstacle("requiredTasksNotCompleted", open),
    ...(isExportBlocked(status) ? [{ code: "exportRefused" as const, names: [] }] : []),
  ];
}

const isRequired = ({ required, enabled, skipped }: CheckedTask): boolean =>
  required === "YES" && enabled && !skipped;

const isCompleted = ({ answer, photos, files }: CheckedTask): boolean =>
  Boolean(answer?.trim()) || photos > 0 || files > 0;

/** The first thing that is wrong with a choice, or null. */
export function selectionError(draft: ExportDraft): ExportError | null {
  const { destinations, params, photos, files } = validateExportDraft(draft);
  if (destinations) return { code: destinations, names: [] };
  if (params.length > 0) return { code: "userParamMissing", names: params };
  const code = photos ?? files;
  return code && { code, names: [] };
}
