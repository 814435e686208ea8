import type { Grants } from "#domain/access/authorities.ts";
import type { TemplateContent } from "./content.ts";
import type { TemplateTask } from "./task.ts";
import { taskTree } from "./taskRules.ts";
import {
  type CsvColumn,
  type CsvFault,
  type CsvPlacement,
  type CsvTask,
  columnOf,
  insertCsvTasks,
  readTaskCsv,
} from "./templateCsv.ts";
import { normalizeTemplate } from "./templateEdit.ts";
import { splitTaskPath, templateFaults } from "./templateValidation.ts";
import { maxTasks } from "./types.ts";

export interface TaskImport {
  /** Lines with a task. */
  lines: number;
  /** The template with the valid lines added. */
  template: TemplateContent;
  imported: ReadonlySet<string>;
  /** In the order of the lines. */
  faults: CsvFault[];
}

/**
 * Appends the tasks of a CSV file to a template by the rules of the editor. A faulty line is left out, and so are the lines that need
 * it, with faults of their own.
 */
export function planTaskImport(
  template: TemplateContent,
  text: string,
  separator: "," | ";",
  grants: Grants,
): TaskImport {
  const { lines, tasks, faults } = readTaskCsv(text, separator);
  // Faults the template already had are no line's.
  const before = new Set(Object.keys(templateFaults(template, grants, template)));
  const room = maxTasks - taskTree.flatten(template.tasks).length;
  for (const { line, name } of tasks.slice(room))
    faults.push({ line, column: null, fault: "tooLarge", value: name });
  let good = tasks.slice(0, room);
  for (;;) {
    const placed = insertCsvTasks(template.tasks, good);
    const next = normalizeTemplate({ ...template, tasks: placed.tasks });
    const found = [...placed.faults, ...ruleFaults(next, template, placed, grants, before)];
    if (found.length === 0)
      return {
        lines,
        template: next,
        imported: new Set(placed.lines.keys()),
        faults: faults.sort((a, b) => a.line - b.line),
      };
    // Lines that need a faulty one are dropped with it: dropped one by one, a chain of them would be placed again for each.
    found.push(...errorsOfDependants(good, placed, new Set(found.map(({ line }) => line))));
    for (const fault of found) faults.push(fault);
    const faulty = new Set(found.map(({ line }) => line));
    good = good.filter(({ line }) => !faulty.has(line));
  }
}

/** A fault for each line whose group, or the task its precondition looks at, is on a faulty line or on one that needs it. */
function errorsOfDependants(
  lines: readonly CsvTask[],
  { tasks, lines: lineOf }: CsvPlacement,
  faulty: ReadonlySet<number>,
): CsvFault[] {
  const byLine = new Map(lines.map((task) => [task.line, task]));
  const dependants = new Map<number, [number, CsvColumn][]>();
  const needs = (task: string, other: string | null | undefined, column: CsvColumn) => {
    const [line, on] = [lineOf.get(task), other ? lineOf.get(other) : undefined];
    if (line === undefined || on === undefined) return;
    const known = dependants.get(on);
    if (known) known.push([line, column]);
    else dependants.set(on, [[line, column]]);
  };
  for (const { node, parent } of taskTree.flatten(tasks)) {
    needs(node.id, parent?.id, "parent");
    for (const { params } of node.preconditions) needs(node.id, params.task, "precondition task");
  }
  const found: CsvFault[] = [];
  const gone = new Set(faulty);
  for (const at of gone)
    for (const [line, column] of dependants.get(at) ?? []) {
      if (gone.has(line)) continue;
      gone.add(line);
      const task = byLine.get(line);
      found.push({
        ...{ line, column, fault: "notFound" },
        value: (column === "parent" ? task?.parent : task?.preconditionTask) ?? "",
      });
    }
  return found;
}

/** The faults of the added tasks by the template's rules, by line. */
function ruleFaults(
  next: TemplateContent,
  stored: TemplateContent,
  { lines }: CsvPlacement,
  grants: Grants,
  before: ReadonlySet<string>,
): CsvFault[] {
  const errors = Object.entries(templateFaults(next, grants, stored)).filter(([path]) => !before.has(path));
  if (errors.length === 0) return [];
  const standing = taskTree.flatten(next.tasks);
  const at = new Map(standing.map(({ node, path }) => [path.join("."), node]));
  const byId = new Map(standing.map(({ node }) => [node.id, node]));
  const found = errors.flatMap(([path, error]): CsvFault[] => {
    const { place, field } = splitTaskPath(path);
    const task = at.get(place);
    const line = task && lines.get(task.id);
    if (!task || line === undefined) return [];
    const column = columnOf(field);
    return [{ line, column, fault: error, value: shownCell(task, column, byId) }];
  });
  return found;
}

function shownCell(
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
