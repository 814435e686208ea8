import type { Grants } from "../access/authorities";
import type { TemplateContent } from "../resources/template";
import { type CsvColumn, type CsvFault, type CsvPlacement, columnOf, placedTasks, readTaskCsv } from "./csv";
import { normalised } from "./edit";
import { templateFaults } from "./faults";
import type { TemplateTask } from "./task";
import { taskTree } from "./taskRules";
import { mostTasks } from "./words";

export interface TaskImport {
  /** Lines that hold a task. */
  lines: number;
  /** The template with the good lines in it. */
  template: TemplateContent;
  imported: ReadonlySet<string>;
  /** In the order of the lines. */
  faults: CsvFault[];
}

/**
 * Appends the tasks of a CSV file to a template, with every rule that its editor has. A faulty line is left out, and so is,
 * with a fault of its own, a line that needs it.
 */
export function importedTasks(
  template: TemplateContent,
  text: string,
  separator: "," | ";",
  grants: Grants,
): TaskImport {
  const { lines, tasks, faults } = readTaskCsv(text, separator);
  // What was wrong with the template before is no line's fault.
  const before = new Set(Object.keys(templateFaults(template, grants, template)));
  const room = mostTasks - taskTree.standing(template.tasks).length;
  faults.push(
    ...tasks
      .slice(room)
      .map(({ line, name }) => ({ line, column: null, fault: "tooLarge" as const, value: name })),
  );
  let good = tasks.slice(0, room);
  for (;;) {
    const placed = placedTasks(template.tasks, good);
    const next = normalised({ ...template, tasks: placed.tasks });
    const found = [...placed.faults, ...ruleFaults(next, template, placed, grants, before)];
    if (found.length === 0)
      return {
        lines,
        template: next,
        imported: new Set(placed.lines.keys()),
        faults: faults.sort((a, b) => a.line - b.line),
      };
    faults.push(...found);
    const faulty = new Set(found.map(({ line }) => line));
    good = good.filter(({ line }) => !faulty.has(line));
  }
}

/** What the rules of a template have against the tasks that were added, by their lines. */
function ruleFaults(
  next: TemplateContent,
  stored: TemplateContent,
  { lines }: CsvPlacement,
  grants: Grants,
  before: ReadonlySet<string>,
): CsvFault[] {
  const faults = Object.entries(templateFaults(next, grants, stored)).filter(([path]) => !before.has(path));
  if (faults.length === 0) return [];
  const at = new Map(
    taskTree.standing(next.tasks).map(({ node, path }) => [`tasks.${path.join(".tasks.")}`, node]),
  );
  const found = faults.flatMap(([path, fault]): CsvFault[] => {
    const [place = "", field = ""] = split(path);
    const task = at.get(place);
    const line = task && lines.get(task.id);
    if (!task || line === undefined) return [];
    const column = columnOf(field);
    return [{ line, column, fault, value: shownCell(task, column, next.tasks) }];
  });
  return found;
}

/** `tasks.3.tasks.0` and `name` of `tasks.3.tasks.0.name`. */
const split = (path: string): string[] =>
  /^((?:tasks\.\d+\.?)+)(.*)$/
    .exec(path)
    ?.slice(1)
    .map((part) => part.replace(/\.$/, "")) ?? [];

function shownCell(task: TemplateTask, column: CsvColumn | null, tasks: readonly TemplateTask[]): string {
  const [precondition] = task.preconditions;
  if (column === "precondition task")
    return taskTree.find(tasks, precondition?.params.task ?? "")?.node.name ?? "";
  if (column === "precondition answer") return precondition?.params.answer ?? "";
  if (column === "options") return task.options ?? task.fileExtensions ?? "";
  if (column === null || column === "parent") return task.name;
  return String(task[column] ?? "");
}
