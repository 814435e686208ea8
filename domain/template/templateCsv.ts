import {
  type RequiredValue,
  requiredValues,
  type TaskType,
  taskTypes,
} from "#domain/core/documentationTypes.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { formatCsv } from "#domain/core/text/csv.ts";
import type { DecodedText } from "#domain/core/text/decodeText.ts";
import { normalizeLine, normalizeLines } from "#domain/core/text/normalizeText.ts";
import {
  readTable,
  type TableFormat,
  type TableReading,
  type TableRow,
  type TableSeparator,
} from "#domain/core/text/table.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { countsPhotos, takesFiles } from "#domain/task/types.ts";
import type { TemplatePrecondition, TemplateTask } from "./task.ts";
import { createTask, renumberTasks, taskNameFor, taskTree } from "./taskRules.ts";
import { maxTaskLevel } from "./types.ts";

/** Tasks from a CSV file (3§2), appended to a template or its groups in line order. */

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

export interface CsvError {
  /** Line number in the file, from 1. */
  line: number;
  /** Null if the error concerns the whole line. */
  column: CsvColumn | null;
  error: FieldError;
  /** The cell with the error. */
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
  reading: TableReading;
  /** Number of lines with a task, without the header. */
  lines: number;
  tasks: CsvTask[];
  errors: CsvError[];
}

/** The separators that can be chosen for the sample file and for an import. */
export const csvSeparators = [",", ";", "\t"] as const satisfies readonly TableSeparator[];
export type CsvSeparator = (typeof csvSeparators)[number];

/** Column headings in both languages. */
const headings: Readonly<Record<string, CsvColumn>> = {
  ...Object.fromEntries(csvColumns.map((column) => [column, column])),
  namn: "name",
  beskrivning: "description",
  typ: "type",
  alternativ: "options",
  obligatorisk: "required",
  grupp: "parent",
  "villkor uppgift": "precondition task",
  "villkor svar": "precondition answer",
};

/** A valid type in its column distinguishes a row of tasks from a text that contains separators. */
const taskFormat: TableFormat = {
  fields: csvColumns,
  fieldOf: (heading) => headings[heading] ?? null,
  // A description can have several lines.
  normalizeCell: (text) => normalizeLines(text).trim(),
  fits: (cells) => isOneOf(taskTypes, cells[csvColumns.indexOf("type")]?.toUpperCase()),
};

/** Parses each line on its own; names of other tasks are resolved when lines are placed. */
export function readTaskCsv(file: DecodedText, separator?: CsvSeparator): ParsedCsv {
  const { reading, rows } = readTable(file, taskFormat, separator);
  const errors: CsvError[] = [];
  const tasks: CsvTask[] = [];
  let lines = 0;
  for (const row of rows) {
    lines += 1;
    const { task, errors: rowErrors } = parseTask(row);
    errors.push(...rowErrors);
    if (rowErrors.length === 0) tasks.push(task);
  }
  return { reading, lines, tasks, errors };
}

const requiredByWord: Readonly<Record<string, RequiredValue>> = {
  "": "NO",
  NEJ: "NO",
  FALSE: "NO",
  JA: "YES",
  TRUE: "YES",
};

function parseTask({ line, cells, isMalformed }: TableRow): { task: CsvTask; errors: CsvError[] } {
  const cell = (column: CsvColumn) => {
    const text = cells[csvColumns.indexOf(column)] ?? "";
    return column === "description" ? text.trim() : normalizeLine(text);
  };
  const errors: CsvError[] = [];
  const addError = (column: CsvColumn | null, error: FieldError) =>
    errors.push({
      line,
      column,
      error,
      value: column ? cell(column) : truncate(cells.join(" | "), 200),
    });
  const typeName = cell("type").toUpperCase();
  const type = isOneOf(taskTypes, typeName) ? typeName : "PHOTO";
  const requiredWord = cell("required").toUpperCase();
  const required = requiredByWord[requiredWord] ?? requiredValues.find((value) => value === requiredWord);
  if (isMalformed) addError(null, "invalid");
  else if (cells.slice(csvColumns.length).some((extraCell) => extraCell.trim() !== ""))
    addError(null, "extraColumns");
  if (!cell("type")) addError("type", "required");
  else if (!isOneOf(taskTypes, typeName)) addError("type", "invalid");
  if (!required) addError("required", "invalid");
  const name = taskNameFor(type, cell("name")).trim();
  if (!name) addError("name", "required");
  for (const [column, maxLength] of [
    ["name", maxNameLength],
    ["description", 5000],
    ["options", 20_000],
    ["precondition answer", 2000],
  ] as const)
    if (cell(column).length > maxLength) addError(column, "tooLong");
  if (!cell("precondition task") && cell("precondition answer")) addError("precondition task", "required");
  return {
    task: {
      line,
      id: crypto.randomUUID(),
      name,
      description: cell("description") || null,
      type,
      options: cell("options") || null,
      required: required ?? "NO",
      parent: cell("parent") || null,
      preconditionTask: cell("precondition task") || null,
      preconditionAnswer: cell("precondition answer") || null,
    },
    errors,
  };
}

export interface CsvPlacement {
  tasks: TemplateTask[];
  /** The line of each added task, by its id. */
  lines: Map<string, number>;
  errors: CsvError[];
}

/**
 * Places the lines in the template. A parent is a group named earlier in the file, or else in the template. A precondition refers
 * to a task anywhere in the file, or else in the template; without an answer it checks whether photos were taken. Unknown and
 * ambiguous names are errors.
 */
export function insertCsvTasks(existing: readonly TemplateTask[], lines: readonly CsvTask[]): CsvPlacement {
  const errors: CsvError[] = [];
  const lineByTaskId = new Map<string, number>();
  const taskIndex = new TaskNameIndex();
  for (const { node, level } of taskTree.flatten(existing)) taskIndex.add(node, level, "template");
  const rootTasks: TemplateTask[] = [];
  const childrenByGroup = new Map<string, TemplateTask[]>();
  const addedTasks: [CsvTask, TemplateTask][] = [];
  for (const line of lines) {
    const group = line.parent ? taskIndex.group(line.parent) : null;
    const error =
      typeof group === "string" ? group : group && group.level >= maxTaskLevel ? "tooLarge" : null;
    if (error) {
      errors.push({ line: line.line, column: "parent", error, value: line.parent ?? "" });
      continue;
    }
    const task = toTemplateTask(line);
    const parent = typeof group === "object" ? group : null;
    taskIndex.add(task, parent ? parent.level + 1 : 0, "file");
    if (!parent) rootTasks.push(task);
    else if (childrenByGroup.get(parent.task.id)?.push(task) === undefined)
      childrenByGroup.set(parent.task.id, [task]);
    lineByTaskId.set(task.id, line.line);
    addedTasks.push([line, task]);
  }
  for (const [line, task] of addedTasks) {
    if (!line.preconditionTask) continue;
    const precondition = toPrecondition(line, line.preconditionTask, taskIndex);
    if (typeof precondition !== "string") task.preconditions = [precondition];
    else
      errors.push({
        line: line.line,
        column: precondition === "required" ? "precondition answer" : "precondition task",
        error: precondition,
        value: (precondition === "required" ? line.preconditionAnswer : line.preconditionTask) ?? "",
      });
  }
  const withAddedChildren = (tasks: readonly TemplateTask[]): TemplateTask[] =>
    tasks.map((task) => ({
      ...task,
      tasks: withAddedChildren([...task.tasks, ...(childrenByGroup.get(task.id) ?? [])]),
    }));
  return {
    tasks: renumberTasks(withAddedChildren([...existing, ...rootTasks])),
    lines: lineByTaskId,
    errors,
  };
}

const toTemplateTask = ({ id, name, description, type, options, required }: CsvTask): TemplateTask =>
  createTask(type, {
    id,
    name,
    description,
    options: takesFiles(type) ? null : type === "HEADER" ? (options ?? "1") : options,
    fileExtensions: takesFiles(type) ? options : null,
    required,
  });

type Origin = "file" | "template";
interface IndexedTask {
  task: TemplateTask;
  level: number;
  origin: Origin;
}

/** Index of tasks by name, ignoring case. */
class TaskNameIndex {
  readonly #tasks = new Map<string, Record<Origin, IndexedTask[]>>();
  readonly #groups = new Map<string, Record<Origin, IndexedTask[]>>();

  add(task: TemplateTask, level: number, origin: Origin): void {
    for (const index of task.type === "GROUP" ? [this.#tasks, this.#groups] : [this.#tasks]) {
      const entry = index.get(keyOf(task.name)) ?? { file: [], template: [] };
      index.set(keyOf(task.name), entry);
      entry[origin].push({ task, level, origin });
    }
  }

  /** The unique group with a name, in the file or else in the template; otherwise why there is none. */
  group(name: string): IndexedTask | FieldError {
    return requireUnique(this.#groups.get(keyOf(name)));
  }

  /** The unique task with a name, except the one with `id`, whose precondition refers to it. */
  task(name: string, id: string): IndexedTask | FieldError {
    return requireUnique(this.#tasks.get(keyOf(name)), id);
  }
}

function requireUnique(
  candidates: Record<Origin, IndexedTask[]> | undefined,
  excludedId?: string,
): IndexedTask | FieldError {
  for (const origin of ["file", "template"] as const) {
    // Three are enough: two matches are ambiguous, and one of three may be the excluded task.
    const matches = (candidates?.[origin].slice(0, 3) ?? []).filter(({ task }) => task.id !== excludedId);
    if (matches.length > 0) return matches.length === 1 ? matches[0]! : "duplicate";
  }
  return "notFound";
}

function toPrecondition(
  { id, preconditionAnswer }: CsvTask,
  preconditionTask: string,
  taskIndex: TaskNameIndex,
): TemplatePrecondition | FieldError {
  const target = taskIndex.task(preconditionTask, id);
  if (typeof target === "string") return target;
  const task = target.task.id;
  if (countsPhotos(target.task.type) && !preconditionAnswer)
    return { id: crypto.randomUUID(), type: "TASK_PHOTOS_TAKEN", params: { task } };
  if (!preconditionAnswer) return "required";
  return {
    id: crypto.randomUUID(),
    type: "TASK_ANSWER",
    params: { task, operator: "EQUALS", answer: preconditionAnswer },
  };
}

const keyOf = (name: string) => name.trim().toLowerCase();

/** The CSV column of an error in a field of a task. */
export function columnOf(field: string): CsvColumn | null {
  if (field.startsWith("preconditions"))
    return field.includes("answer") ? "precondition answer" : "precondition task";
  if (field === "fileExtensions") return "options";
  return csvColumns.find((column) => column === field) ?? null;
}

export const sampleTaskCsv = (separator: CsvSeparator): string =>
  formatCsv(
    [
      csvColumns,
      ["Tower", "Equipment on the mast", "GROUP", "", "", "", "", ""],
      ["Overview", "The whole mast from the road", "PHOTO", "", "YES", "", "", ""],
      ["Antennas", "", "PHOTO", "", "NO", "Tower", "", ""],
      ["Corrosion", "", "SINGLE_CHOICE", "None;Slight;Severe", "YES", "Tower", "", ""],
      ["Corrosion close-up", "", "PHOTO", "", "NO_WITH_VALID_EXPLANATION", "Tower", "Corrosion", "Severe"],
      ["Remark", "Only if an overview was taken", "TEXT", "", "NO", "", "Overview", ""],
      ["Protocol", "", "FILE", "pdf;csv", "NO_WITH_LATER_UPLOAD", "", "", ""],
    ],
    separator,
  );
