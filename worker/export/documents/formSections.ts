import { isStructure, takesFiles, takesMedia } from "#domain/task/types.ts";
import type { ExportPlan, PlannedTask } from "../exportPlanTypes.ts";
import { type NumberValue, parseAnswerNumber } from "../numberValue.ts";
import { formatAnswer } from "./answerText.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import type { Volume } from "./documentVolumes.ts";
import type { FileEntry, PhotoEntry } from "./photoEntries.ts";
import { removeIllegalCharacters, toSingleLine } from "./xml.ts";

/** One line of the form. All texts are safe for XML; `answer` and `text` may have line breaks. */
export type FormItem =
  | { kind: "header"; text: string }
  | { kind: "text"; text: string }
  | {
      kind: "answer";
      task: string;
      answer: string;
      /** The answer as a number, if it is one. */
      number: NumberValue | null;
      isAnswered: boolean;
      notes: string[];
    }
  | { kind: "contacts"; task: string; columns: string[]; rows: string[][] }
  | { kind: "photos"; task: string; entries: PhotoEntry[] }
  | { kind: "files"; task: string; files: FileEntry[] };

/** A group of the form, or tasks outside groups. */
export interface FormSection {
  /** "" for tasks before the first group. */
  heading: string;
  /** "1", "1.2": the position of the group among its siblings at each level; "" without a heading. */
  number: string;
  /** Nesting depth including the group itself: 0 for tasks outside groups. */
  depth: number;
  items: FormItem[];
}

interface FormSource {
  entries: readonly PhotoEntry[];
  files: readonly { taskId: string | null; entry: FileEntry }[];
  volume: Volume;
  texts: DocumentTexts;
}

/**
 * The form in reading order. Tasks whose preconditions are not met are left out, unless something was captured for them: then
 * they are shown and marked, as in the console. Parts of a documentation after the first contain only tasks with photos in them.
 */
export function createFormSections(plan: ExportPlan, source: FormSource): FormSection[] {
  const { texts, volume } = source;
  const photosOf = Map.groupBy(source.entries, ({ photo }) => photo.taskId ?? "");
  const filesOf = Map.groupBy(source.files, ({ taskId }) => taskId ?? "");
  const capturedFor = new Set([...plan.photos, ...plan.files].map(({ taskId }) => taskId));
  const isFirstVolume = volume.number === 1;
  const outline = new Outline(texts);
  for (const task of plan.tasks) {
    if (task.type === "GROUP") {
      outline.open([...task.path, task.name]);
      if (isFirstVolume && !task.skipped && task.description) {
        outline.add({ kind: "text", text: removeIllegalCharacters(task.description) });
      }
      continue;
    }
    const isCaptured =
      capturedFor.has(task.id) || (!isStructure(task.type) && (task.answer ?? "").trim() !== "");
    if (task.skipped && !isCaptured) continue;
    outline.enterGroup(task.path);
    const photos = photosOf.get(task.id) ?? [];
    const files = isFirstVolume ? (filesOf.get(task.id) ?? []).map(({ entry }) => entry) : [];
    if (isFirstVolume)
      for (const item of answerItems(task, capturedFor.has(task.id), texts)) outline.add(item);
    const name = toSingleLine(task.name);
    if (photos.length > 0) outline.add({ kind: "photos", task: name, entries: photos });
    if (files.length > 0) outline.add({ kind: "files", task: name, files });
  }
  const taskIds = new Set(plan.tasks.map(({ id }) => id));
  const unassignedPhotos = source.entries.filter(({ photo }) => !taskIds.has(photo.taskId ?? ""));
  if (unassignedPhotos.length > 0)
    outline.addFinalSection(texts.otherPhotos, { kind: "photos", task: "", entries: unassignedPhotos });
  const unassignedFiles = source.files
    .filter(({ taskId }) => !taskIds.has(taskId ?? ""))
    .map(({ entry }) => entry);
  if (isFirstVolume && unassignedFiles.length > 0)
    outline.addFinalSection(texts.otherFiles, { kind: "files", task: "", files: unassignedFiles });
  return outline.nonEmptySections();
}

function answerItems(task: PlannedTask, isCaptured: boolean, texts: DocumentTexts): FormItem[] {
  const name = toSingleLine(task.name);
  const answer = (task.answer ?? "").trim();
  if (task.type === "HEADER") return [{ kind: "header", text: name }];
  if (task.type === "STATIC_TEXT") {
    return [
      {
        kind: "text",
        text: [name, removeIllegalCharacters(task.description ?? ""), removeIllegalCharacters(answer)]
          .filter(Boolean)
          .join("\n"),
      },
    ];
  }
  if (task.type === "CONTACT_PERSONS" && answer !== "")
    return [createContactsItem(name, answer, task.columns ?? [])];
  const notes = [
    ...(task.skipped ? [texts.lapsed] : []),
    ...(task.unexpected ?? []).map(({ list, answer: expected }) =>
      texts.unexpected(
        toSingleLine(list),
        toSingleLine(formatAnswer({ type: task.type, answer: expected }, texts)),
      ),
    ),
  ];
  if (takesMedia(task.type) && answer === "") {
    const missingText = takesFiles(task.type) ? texts.noFile : texts.noPhoto;
    return isCaptured
      ? []
      : [{ kind: "answer", task: name, answer: missingText, number: null, isAnswered: false, notes }];
  }
  return [
    {
      kind: "answer",
      task: name,
      answer: removeIllegalCharacters(formatAnswer(task, texts)),
      number: parseAnswerNumber(task.type, answer),
      isAnswered: answer !== "",
      notes,
    },
  ];
}

const createContactsItem = (task: string, answer: string, columns: string[]): FormItem => ({
  kind: "contacts",
  task,
  ...createContactTable(answer, columns),
});

/**
 * Contact persons as a table. All rows are as wide as the widest, because a cell without a column name may still be a contact's
 * number.
 */
export function createContactTable(
  answer: string,
  columns: readonly string[],
): { columns: string[]; rows: string[][] } {
  const cells = answer
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(";").map(toSingleLine));
  const width = Math.max(columns.length, ...cells.map((row) => row.length));
  const pad = (row: string[]) => Array.from({ length: width }, (_, index) => row[index] ?? "");
  return { columns: pad(columns.map(toSingleLine)), rows: cells.map(pad) };
}

/** Maximum columns of a list that are drawn side by side. Word cannot open tables with more than 63 columns, PowerPoint with more than 75. */
export const maxContactColumns = 12;

/** Contact persons below one another: a heading for each, then its cells with the names of their columns. */
export const toContactPairs = (
  { columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] },
  texts: Pick<DocumentTexts, "contactPersons">,
): { heading: string; pairs: [string, string][] }[] =>
  rows.map((row, index) => ({
    heading: `${texts.contactPersons} · ${index + 1}`,
    pairs: row.flatMap((cell, column): [string, string][] =>
      cell === "" && !columns[column] ? [] : [[columns[column] ?? "", cell]],
    ),
  }));

/** Ascending numbers as text: "1–3, 7". */
export function formatRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

/** Builds numbered sections as groups open and close. */
class Outline {
  readonly sections: FormSection[] = [];
  readonly #texts: DocumentTexts;
  readonly #numbers = new Map<string, string>();
  readonly #children = new Map<string, number>();
  #path = "";

  constructor(texts: DocumentTexts) {
    this.#texts = texts;
    this.sections.push({ heading: "", number: "", depth: 0, items: [] });
  }

  /** Begins a group, even if its name is the same as the previous one's. */
  open(path: readonly string[]): void {
    this.#numbers.delete(path.join("\n"));
    this.#path = "";
    this.enterGroup(path);
  }

  /** Continues in the group at a path; calls with the same path stay in the same group. */
  enterGroup(path: readonly string[]): void {
    const key = path.join("\n");
    if (key === this.#path) return;
    this.#path = key;
    const isListed = this.#numbers.has(key);
    const number = this.#numberOf(path);
    const name = toSingleLine(path.at(-1) ?? "") || this.#texts.otherTasks;
    const heading = isListed && path.length > 0 ? `${name} (${this.#texts.continued})` : name;
    this.sections.push({ heading, number, depth: path.length, items: [] });
  }

  add(item: FormItem): void {
    this.sections.at(-1)!.items.push(item);
  }

  /** Adds a separate section at the end. */
  addFinalSection(heading: string, item: FormItem): void {
    this.sections.push({ heading, number: "", depth: 1, items: [item] });
  }

  /** The sections with content, directly or in a nested group. */
  nonEmptySections(): FormSection[] {
    const nonEmptyParents = new Set<string>();
    for (const { items, number } of this.sections)
      if (items.length > 0)
        for (let index = number.lastIndexOf("."); index > 0; index = number.lastIndexOf(".", index - 1))
          nonEmptyParents.add(number.slice(0, index));
    return this.sections.filter(({ items, number }) => items.length > 0 || nonEmptyParents.has(number));
  }

  #numberOf(path: readonly string[]): string {
    if (path.length === 0) return "";
    const key = path.join("\n");
    const existing = this.#numbers.get(key);
    if (existing) return existing;
    const parentNumber = this.#numberOf(path.slice(0, -1));
    const index = (this.#children.get(parentNumber) ?? 0) + 1;
    this.#children.set(parentNumber, index);
    const number = parentNumber ? `${parentNumber}.${index}` : String(index);
    this.#numbers.set(key, number);
    return number;
  }
}
