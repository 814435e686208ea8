import {
  type RequiredValue,
  requiredValues,
  type TaskType,
  taskTypes,
} from "#domain/core/documentationTypes.ts";
import { multiLinePattern, singleLinePattern } from "#domain/core/fields.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { type CsvRecord, formatCsv, parseCsv } from "#domain/core/text/csv.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { countsPhotos, takesFiles } from "#domain/task/types.ts";
import type { TemplatePrecondition, TemplateTask } from "./task.ts";
import { newTask, renumbered, taskNameFor, taskTree } from "./taskRules.ts";
import { maxTaskLevel } from "./types.ts";

/** Tasks from a CSV file (3§2), appended to a template or to its groups in the order of their lines. */

export const csvColumns = [
  "name",
  "description",
  "type",
  "options",
  "required",
  "parent",
  "precondition task",
  "precondition answer",
] as const;
export type CsvColumn = (typeof csvColumns)[number];

export interface CsvFault {
  /** Of the file, from 1. */
  line: number;
  /** Null when the line as a whole is at fault. */
  column: CsvColumn | null;
  fault: FieldError;
  /** The faulty cell. */
  value: string;
}

export interface CsvTask {
  line: number;
  id: string;
  name: string;
  description: string | null;
  type: TaskType;
  options: string | null;
  required: RequiredValue;
  parent: string | null;
  preconditionTask: string | null;
  preconditionAnswer: string | null;
}

export interface ParsedCsv {
  /** Lines with a task, without the header. */
  lines: number;
  tasks: CsvTask[];
  faults: CsvFault[];
}

/** Reads each line by itself; the names in it are looked up when it is placed. */
export function readTaskCsv(text: string, separator: "," | ";"): ParsedCsv {
  const records = parseCsv(text, separator).filter(
    ({ cells }, index) => index > 0 || cells[0]?.trim().toLowerCase() !== "name",
  );
  const faults: CsvFault[] = [];
  const tasks = records.flatMap((record) => {
    const { task, faults: found } = taskOf(record);
    faults.push(...found);
    return found.length === 0 ? [task] : [];
  });
  return { lines: records.length, tasks, faults };
}

const words: Readonly<Record<string, RequiredValue>> = {
  "": "NO",
  NEJ: "NO",
  FALSE: "NO",
  JA: "YES",
  TRUE: "YES",
};

function taskOf({ line, cells, broken }: CsvRecord): { task: CsvTask; faults: CsvFault[] } {
  const cell = (column: CsvColumn) => cells[csvColumns.indexOf(column)]?.trim() ?? "";
  const faults: CsvFault[] = [];
  const fault = (column: CsvColumn | null, found: FieldError) =>
    faults.push({
      line,
      column,
      fault: found,
      value: column ? cell(column) : truncate(cells.join(" | "), 200),
    });
  const typed = cell("type").toUpperCase() as TaskType;
  const type = taskTypes.includes(typed) ? typed : "PHOTO";
  const wanted = cell("required").toUpperCase();
  const required = words[wanted] ?? (wanted as RequiredValue);
  if (broken) fault(null, "invalid");
  else if (cells.slice(csvColumns.length).some((extra) => extra.trim() !== "")) fault(null, "tooLong");
  if (!cell("type")) fault("type", "required");
  else if (!taskTypes.includes(typed)) fault("type", "invalid");
  if (!requiredValues.includes(required)) fault("required", "invalid");
  const name = taskNameFor(type, cell("name")).trim();
  if (!name) fault("name", "required");
  for (const [column, most] of [
    ["name", 255],
    ["description", 5000],
    ["options", 20_000],
    ["precondition answer", 2000],
  ] as const)
    if (cell(column).length > most) fault(column, "tooLong");
  for (const column of csvColumns)
    if (!(column === "name" ? singleLinePattern : multiLinePattern).test(cell(column)))
      fault(column, "invalid");
  if (!cell("precondition task") && cell("precondition answer")) fault("precondition task", "required");
  return {
    task: {
      line,
      id: crypto.randomUUID(),
      name,
      description: cell("description") || null,
      type,
      options: cell("options") || null,
      required,
      parent: cell("parent") || null,
      preconditionTask: cell("precondition task") || null,
      preconditionAnswer: cell("precondition answer") || null,
    },
    faults,
  };
}

export interface CsvPlacement {
  tasks: TemplateTask[];
  /** The line of every task that was added, by its id. */
  lines: Map<string, number>;
  faults: CsvFault[];
}

/**
 * Places the lines. A parent is named: a group further up in the file, otherwise one of the template. A precondition names a task
 * anywhere in the file, otherwise in the template; without an answer it asks whether photos were taken. A name that does not exist,
 * or that several tasks have, is a fault.
 */
export function insertCsvTasks(existing: readonly TemplateTask[], lines: readonly CsvTask[]): CsvPlacement {
  const faults: CsvFault[] = [];
  const placed = new Map<string, number>();
  const names = new Names();
  for (const { node, level } of taskTree.flatten(existing)) names.add(node, level, "template");
  const added: TemplateTask[] = [];
  const held = new Map<string, TemplateTask[]>();
  const made: [CsvTask, TemplateTask][] = [];
  for (const line of lines) {
    const group = line.parent ? names.group(line.parent) : null;
    const error =
      typeof group === "string" ? group : group && group.level >= maxTaskLevel ? "tooLarge" : null;
    if (error) {
      faults.push({ line: line.line, column: "parent", fault: error, value: line.parent ?? "" });
      continue;
    }
    const task = taskFrom(line);
    const parent = typeof group === "object" ? group : null;
    names.add(task, parent ? parent.level + 1 : 0, "file");
    if (!parent) added.push(task);
    else if (held.get(parent.task.id)?.push(task) === undefined) held.set(parent.task.id, [task]);
    placed.set(task.id, line.line);
    made.push([line, task]);
  }
  for (const [line, task] of made) {
    if (!line.preconditionTask) continue;
    const found = preconditionOf(line, names);
    if (typeof found !== "string") task.preconditions = [found];
    else
      faults.push({
        line: line.line,
        column: found === "required" ? "precondition answer" : "precondition task",
        fault: found,
        value: (found === "required" ? line.preconditionAnswer : line.preconditionTask) ?? "",
      });
  }
  const whole = (tasks: readonly TemplateTask[]): TemplateTask[] =>
    tasks.map((task) => ({ ...task, tasks: whole([...task.tasks, ...(held.get(task.id) ?? [])]) }));
  return { tasks: renumbered(whole([...existing, ...added])), lines: placed, faults };
}

const taskFrom = ({ id, name, description, type, options, required }: CsvTask): TemplateTask =>
  newTask(type, {
    id,
    name,
    description,
    options: takesFiles(type) ? null : type === "HEADER" ? (options ?? "1") : options,
    fileExtensions: takesFiles(type) ? options : null,
    required,
  });

type Origin = "file" | "template";
interface Named {
  task: TemplateTask;
  level: number;
  origin: Origin;
}

/** Tasks by their names, whatever the case. */
class Names {
  readonly #tasks = new Map<string, Record<Origin, Named[]>>();
  readonly #groups = new Map<string, Record<Origin, Named[]>>();

  add(task: TemplateTask, level: number, origin: Origin): void {
    for (const known of task.type === "GROUP" ? [this.#tasks, this.#groups] : [this.#tasks]) {
      const same = known.get(keyOf(task.name)) ?? { file: [], template: [] };
      known.set(keyOf(task.name), same);
      same[origin].push({ task, level, origin });
    }
  }

  /** The one group of a name, one of the file before those of the template; else why there is none. */
  group(name: string): Named | FieldError {
    return requireUnique(this.#groups.get(keyOf(name)));
  }

  /** The one task of a name but for the one that asks. */
  task(name: string, id: string): Named | FieldError {
    return requireUnique(this.#tasks.get(keyOf(name)), id);
  }
}

function requireUnique(named: Record<Origin, Named[]> | undefined, except?: string): Named | FieldError {
  for (const origin of ["file", "template"] as const) {
    // Two are enough to tell that there are several; one of the first three may be the one that asks.
    const found = (named?.[origin].slice(0, 3) ?? []).filter(({ task }) => task.id !== except);
    if (found.length > 0) return found.length === 1 ? found[0]! : "duplicate";
  }
  return "notFound";
}

function preconditionOf(
  { id, preconditionTask, preconditionAnswer }: CsvTask,
  names: Names,
): TemplatePrecondition | FieldError {
  const found = names.task(preconditionTask as string, id);
  if (typeof found === "string") return found;
  const task = found.task.id;
  if (countsPhotos(found.task.type) && !preconditionAnswer)
    return { id: crypto.randomUUID(), type: "TASK_PHOTOS_TAKEN", params: { task } };
  if (!preconditionAnswer) return "required";
  return {
    id: crypto.randomUUID(),
    type: "TASK_ANSWER",
    params: { task, operator: "EQUALS", answer: preconditionAnswer },
  };
}

const keyOf = (name: string) => name.trim().toLowerCase();

/** The column of a fault in a field of a task. */
export function columnOf(field: string): CsvColumn | null {
  if (field.startsWith("preconditions"))
    return field.includes("answer") ? "precondition answer" : "precondition task";
  if (field === "fileExtensions") return "options";
  return csvColumns.find((column) => column === field) ?? null;
}

export const sampleTaskCsv = (separator: "," | ";"): string =>
  formatCsv(
    [
      csvColumns,
      ["Tower", "What hangs on the mast", "GROUP", "", "", "", "", ""],
      ["Overview", "The whole mast from the road", "PHOTO", "", "YES", "", "", ""],
      ["Antennas", "", "PHOTO", "", "NO", "Tower", "", ""],
      ["Corrosion", "", "SINGLE_CHOICE", "None;Slight;Severe", "YES", "Tower", "", ""],
      ["Corrosion close-up", "", "PHOTO", "", "NO_WITH_VALID_EXPLANATION", "Tower", "Corrosion", "Severe"],
      ["Remark", "Only where an overview was taken", "TEXT", "", "NO", "", "Overview", ""],
      ["Protocol", "", "FILE", "pdf;csv", "NO_WITH_LATER_UPLOAD", "", "", ""],
    ],
    separator,
  );
