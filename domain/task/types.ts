import type { Product } from "#domain/access/authorities.ts";
import { type RequiredValue, type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import type { SuggestionListType } from "#domain/lists/suggestion.ts";

/** What a type of task is (2§3, 3§3, 3§5), said once. One more type is one more entry here. */
interface TaskTypeFacts {
  /** `structure` arranges or explains and is never answered; the others say what a task of the type is answered with. */
  answeredBy: "structure" | "words" | "photos" | "files";
  /** Only where a task chooses among words: its own options or a list's suggestions, one of them or several. */
  choice?: { among: "options" | "suggestions"; several: boolean };
  /** The type of list whose suggestions it is answered with. */
  suggestions?: SuggestionListType;
  /** Whether TASK_ANSWER can compare its answer. */
  comparable?: boolean;
  /** Whether TASK_PHOTOS_TAKEN and TASK_NO_PHOTOS_TAKEN can count its photos. */
  photosCounted?: boolean;
  /** Whether it is ever finished, for TASK_FINISHED and TASK_UNFINISHED. */
  finishes: boolean;
  required: readonly RequiredValue[];
  /** The products of its customer that open the type in templates. */
  products: readonly Product[];
}

const form = ["FORM"] as const;
const either = ["NO", "YES"] as const;
const words = { answeredBy: "words", finishes: true, required: either, products: form } as const;

const facts: Readonly<Record<TaskType, TaskTypeFacts>> = {
  PHOTO: {
    answeredBy: "photos",
    photosCounted: true,
    finishes: true,
    required: [...either, "NO_WITH_VALID_EXPLANATION", "NO_LATER_UPLOAD_POSSIBLE"],
    products: [],
  },
  DRAWING: { answeredBy: "photos", finishes: true, required: either, products: form },
  FILE: {
    answeredBy: "files",
    finishes: true,
    required: [...either, "NO_WITH_LATER_UPLOAD", "NO_LATER_UPLOAD_POSSIBLE"],
    products: form,
  },
  TEXT: { ...words, comparable: true },
  INTEGER: { ...words, comparable: true },
  DECIMAL: { ...words, comparable: true },
  CHECKBOX: { ...words, comparable: true },
  SINGLE_CHOICE: { ...words, comparable: true, choice: { among: "options", several: false } },
  MULTI_CHOICE: { ...words, comparable: true, choice: { among: "options", several: true } },
  SINGLE_CHOICE_SUGGESTION: {
    ...words,
    comparable: true,
    choice: { among: "suggestions", several: false },
    suggestions: "TASK_OPTIONS",
  },
  MULTI_CHOICE_SUGGESTION: {
    ...words,
    comparable: true,
    choice: { among: "suggestions", several: true },
    suggestions: "TASK_OPTIONS",
  },
  CONTACT_PERSONS: { ...words, suggestions: "CONTACT_PERSONS" },
  DATE: words,
  DATE_RANGE: words,
  DATE_TIME: words,
  TIME: words,
  // Answered beforehand: it is not for anyone to finish.
  PREDEFINED: { ...words, finishes: false, products: [...form, "PREDEFINED"] },
  ZEBRA_SCANNER: { ...words, products: [...form, "ZEBRA_SCANNER"] },
  GROUP: { answeredBy: "structure", finishes: false, required: ["NO"], products: form },
  HEADER: { answeredBy: "structure", finishes: false, required: ["NO"], products: form },
  STATIC_TEXT: { answeredBy: "structure", finishes: false, required: either, products: form },
};

/** Rows hold a type as text; what is none has no facts, and nothing holds for it. */
const factsOf = (type: string): TaskTypeFacts | undefined => facts[type as TaskType];

/** Arranges or explains: GROUP, HEADER, STATIC_TEXT. Not counted among the tasks of a documentation. */
export const isStructure = (type: string): boolean => factsOf(type)?.answeredBy === "structure";
export const takesAnswer = (type: string): boolean => factsOf(type)?.answeredBy === "words";
/** Photos and drawings: their photos become files named after the task. */
export const takesPhotos = (type: string): boolean => factsOf(type)?.answeredBy === "photos";
export const takesFiles = (type: string): boolean => factsOf(type)?.answeredBy === "files";
/** Answered by photos, a drawing or files. */
export const takesMedia = (type: string): boolean => takesPhotos(type) || takesFiles(type);
/** Whether a reviewer can ask a task for more or for another answer. */
export const canBeSentBack = (type: string): boolean => takesAnswer(type) || takesMedia(type);

export const hasOptions = (type: string): boolean => factsOf(type)?.choice?.among === "options";
export const isSuggested = (type: string): boolean => factsOf(type)?.choice?.among === "suggestions";
/** Whether its answer is several words, joined by semicolons. */
export const takesSeveral = (type: string): boolean => factsOf(type)?.choice?.several === true;
/** The type of the lists that can suggest its answers; null where none can. */
export const suggestionsFor = (type: string): SuggestionListType | null => factsOf(type)?.suggestions ?? null;

export const isComparable = (type: string): boolean => factsOf(type)?.comparable === true;
export const countsPhotos = (type: string): boolean => factsOf(type)?.photosCounted === true;
export const canFinish = (type: string): boolean => factsOf(type)?.finishes === true;

/** The required values a task of a type can have; a type with one has nothing to choose from. */
export const requiredValuesFor = (type: TaskType): readonly RequiredValue[] => facts[type].required;
export const asksRequired = (type: TaskType): boolean => facts[type].required.length > 1;
/** The products that open a type in templates. */
export const productsFor = (type: TaskType): readonly Product[] => facts[type].products;

/** The types for which something holds, for queries. */
export const taskTypesWhere = (holds: (type: string) => boolean): TaskType[] => taskTypes.filter(holds);
