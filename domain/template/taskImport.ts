import type { Grants } from "#domain/access/authorities.ts";
import type { DecodedText } from "#domain/core/text/decodeText.ts";
import type { TableReading } from "#domain/core/text/table.ts";
import type { TemplateContent } from "./content.ts";
import type { TemplateTask } from "./task.ts";
import { taskTree } from "./taskRules.ts";
import {
  type CsvColumn,
  type CsvError,
  type CsvPlacement,
  type CsvSeparator,
  type CsvTask,
  columnOf,
  insertCsvTasks,
  readTaskCsv,
} from "./templateCsv.ts";
import { normalizeTemplate } from "./templateEdit.ts";
import { splitTaskPath, validateTemplate } from "./templateValidation.ts";
import { maxTasks } from "./types.ts";

export interface TaskImport {
  /** How the file was read. */
  reading: TableReading;
  /** Number of lines with a task. */
  lines: number;
  /** The template with the valid lines added. */
  template: TemplateContent;
  importedIds: ReadonlySet<string>;
  /** In line order. */
  errors: CsvError[];
}

/**
 * Appends the tasks of a CSV file to a template by the rules of the editor. Lines with errors are left out, and so are the lines
 * that depend on them, which get errors of their own.
 */
export function planTaskImport(
  template: TemplateContent,
  file: DecodedText,
  separator: CsvSeparator | undefined,
  grants: Grants,
): TaskImport {
  const { reading, lines, tasks, errors: allErrors } = readTaskCsv(file, separator);
  // Errors the template already had belong to no line.
  const existingPaths = new Set(Object.keys(validateTemplate(template, grants, template)));
  const capacity = maxTasks - taskTree.flatten(template.tasks).length;
  for (const { line, name } of tasks.slice(capacity))
    allErrors.push({ line, column: null, error: "tooLarge", value: name });
  let validTasks = tasks.slice(0, capacity);
  for (;;) {
    const placement = insertCsvTasks(template.tasks, validTasks);
    const candidate = normalizeTemplate({ ...template, tasks: placement.tasks });
    const errors = [
      ...placement.errors,
      ...findRuleErrors(candidate, template, placement, grants, existingPaths),
    ];
    if (errors.length === 0)
      return {
        reading,
        lines,
        template: candidate,
        importedIds: new Set(placement.lines.keys()),
        errors: allErrors.sort((a, b) => a.line - b.line),
      };
    // Drops all dependants of a faulty line together: one by one, a chain of them would be rebuilt for each.
    errors.push(...errorsOfDependants(validTasks, placement, new Set(errors.map(({ line }) => line))));
    for (const error of errors) allErrors.push(error);
    const faultyLines = new Set(errors.map(({ line }) => line));
    validTasks = validTasks.filter(({ line }) => !faultyLines.has(line));
  }
}

/**
 * Returns an error for each line whose group, or whose precondition's target, is on a faulty line or on a line that depends on one.
 */
function errorsOfDependants(
  lines: readonly CsvTask[],
  { tasks, lines: lineOf }: CsvPlacement,
  faultyLines: ReadonlySet<number>,
): CsvError[] {
  const taskByLine = new Map(lines.map((task) => [task.line, task]));
  const dependants = new Map<number, [number, CsvColumn][]>();
  const addDependency = (task: string, targetId: string | null | undefined, column: CsvColumn) => {
    const [line, targetLine] = [lineOf.get(task), targetId ? lineOf.get(targetId) : undefined];
    if (line === undefined || targetLine === undefined) return;
    const dependantsOfLine = dependants.get(targetLine);
    if (dependantsOfLine) dependantsOfLine.push([line, column]);
    else dependants.set(targetLine, [[line, column]]);
  };
  for (const { node, parent } of taskTree.flatten(tasks)) {
    addDependency(node.id, parent?.id, "parent");
    for (const { params } of node.preconditions) addDependency(node.id, params.task, "precondition task");
  }
  const errors: CsvError[] = [];
  const excludedLines = new Set(faultyLines);
  for (const excludedLine of excludedLines)
    for (const [line, column] of dependants.get(excludedLine) ?? []) {
      if (excludedLines.has(line)) continue;
      excludedLines.add(line);
      const task = taskByLine.get(line);
      errors.push({
        ...{ line, column, error: "notFound" },
        value: (column === "parent" ? task?.parent : task?.preconditionTask) ?? "",
      });
    }
  return errors;
}

/** The errors of the added tasks by the template's rules, by line. */
function findRuleErrors(
  template: TemplateContent,
  storedTemplate: TemplateContent,
  { lines }: CsvPlacement,
  grants: Grants,
  existingPaths: ReadonlySet<string>,
): CsvError[] {
  const errors = Object.entries(validateTemplate(template, grants, storedTemplate)).filter(
    ([path]) => !existingPaths.has(path),
  );
  if (errors.length === 0) return [];
  const flatTasks = taskTree.flatten(template.tasks);
  const taskByPath = new Map(flatTasks.map(({ node, path }) => [path.join("."), node]));
  const byId = new Map(flatTasks.map(({ node }) => [node.id, node]));
  const csvErrors = errors.flatMap(([path, error]): CsvError[] => {
    const { path: taskPath, field } = splitTaskPath(path);
    const task = taskByPath.get(taskPath);
    const line = task && lines.get(task.id);
    if (!task || line === undefined) return [];
    const column = columnOf(field);
    return [{ line, column, error, value: cellText(task, column, byId) }];
  });
  return csvErrors;
}

function cellText(
  task: TemplateTask,
  column: CsvColumn | null,
  byId: ReadonlyMap<string, TemplateTask>,
): string {
  const [precondition] = task.preconditions;
  if (column === "precondition task") return byId.get(precondition?.params.task ?? "")?.name ?? "";
  if (column === "precondition answer") return precondition?.params.answer ?? "";
  if (column === "options") return task.options ?? task.fileExtensions ?? "";
  if (column === null || column === "parent") return task.name;
  return String(task[column] ?? "");
}
