import type { Product } from "#domain/access/authorities.ts";
import { type RequiredValue, type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import type { SuggestionListType } from "#domain/lists/suggestion.ts";

/** The facts about a task type (2§3, 3§3, 3§5). A new type needs one entry here. */
interface TaskTypeFacts {
  /** `structure` arranges or explains and is never answered; otherwise how a task of the type is answered. */
  answeredBy: "structure" | "words" | "photos" | "files";
  /** Set if the answer is a choice: among the task's options or a list's suggestions, of one or several. */
  choice?: { among: "options" | "suggestions"; allowsMultiple: boolean };
  /** Whether its answer is a single line. Explanations for missing photos, notes and lists of people can have several. */
  singleLine?: boolean;
  /** The type of suggestion list for its answers. */
  suggestions?: SuggestionListType;
  /** Whether TASK_ANSWER can compare its answer. */
  comparable?: boolean;
  /** Whether TASK_PHOTOS_TAKEN and TASK_NO_PHOTOS_TAKEN can count its photos. */
  canCountPhotos?: boolean;
  /** Whether it can be finished, for TASK_FINISHED and TASK_UNFINISHED. */
  finishes: boolean;
  required: readonly RequiredValue[];
  /** The customer needs all of these products to use the type in templates. */
  products: readonly Product[];
}

const form = ["FORM"] as const;
const yesOrNo = ["NO", "YES"] as const;
const writtenAnswerFacts = {
  answeredBy: "words",
  finishes: true,
  required: yesOrNo,
  products: form,
} as const;
const lineOptions = { ...writtenAnswerFacts, singleLine: true } as const;

const taskTypeFacts: Readonly<Record<TaskType, TaskTypeFacts>> = {
  PHOTO: {
    answeredBy: "photos",
    canCountPhotos: true,
    finishes: true,
    required: [...yesOrNo, "NO_WITH_VALID_EXPLANATION", "NO_LATER_UPLOAD_POSSIBLE"],
    products: [],
  },
  DRAWING: { answeredBy: "photos", finishes: true, required: yesOrNo, products: form },
  FILE: {
    answeredBy: "files",
    finishes: true,
    required: [...yesOrNo, "NO_WITH_LATER_UPLOAD", "NO_LATER_UPLOAD_POSSIBLE"],
    products: form,
  },
  TEXT: { ...writtenAnswerFacts, comparable: true },
  INTEGER: { ...lineOptions, comparable: true },
  DECIMAL: { ...lineOptions, comparable: true },
  CHECKBOX: { ...lineOptions, comparable: true },
  SINGLE_CHOICE: { ...lineOptions, comparable: true, choice: { among: "options", allowsMultiple: false } },
  MULTI_CHOICE: { ...lineOptions, comparable: true, choice: { among: "options", allowsMultiple: true } },
  SINGLE_CHOICE_SUGGESTION: {
    ...lineOptions,
    comparable: true,
    choice: { among: "suggestions", allowsMultiple: false },
    suggestions: "TASK_OPTIONS",
  },
  MULTI_CHOICE_SUGGESTION: {
    ...lineOptions,
    comparable: true,
    choice: { among: "suggestions", allowsMultiple: true },
    suggestions: "TASK_OPTIONS",
  },
  CONTACT_PERSONS: { ...writtenAnswerFacts, suggestions: "CONTACT_PERSONS" },
  DATE: lineOptions,
  DATE_RANGE: lineOptions,
  DATE_TIME: lineOptions,
  TIME: lineOptions,
  // Answered in advance, so no one finishes it.
  PREDEFINED: { ...writtenAnswerFacts, finishes: false, products: [...form, "PREDEFINED"] },
  ZEBRA_SCANNER: { ...lineOptions, products: [...form, "ZEBRA_SCANNER"] },
  GROUP: { answeredBy: "structure", finishes: false, required: ["NO"], products: form },
  HEADER: { answeredBy: "structure", finishes: false, required: ["NO"], products: form },
  STATIC_TEXT: { answeredBy: "structure", finishes: false, required: yesOrNo, products: form },
};

/** Rows store the type as text. Unknown types have no facts, so every predicate is false. */
const factsByText: Readonly<Record<string, TaskTypeFacts>> = taskTypeFacts;
const factsOf = (type: string): TaskTypeFacts | undefined => factsByText[type];

/** GROUP, HEADER and STATIC_TEXT: they arrange or explain, and are not counted as tasks of a documentation. */
export const isStructure = (type: string): boolean => factsOf(type)?.answeredBy === "structure";
export const takesAnswer = (type: string): boolean => factsOf(type)?.answeredBy === "words";
/** Photos and drawings: their photos are stored as files named after the task. */
export const takesPhotos = (type: string): boolean => factsOf(type)?.answeredBy === "photos";
export const takesFiles = (type: string): boolean => factsOf(type)?.answeredBy === "files";
/** Answered with photos, a drawing or files. */
export const takesMedia = (type: string): boolean => takesPhotos(type) || takesFiles(type);
/** Whether a reviewer can request more photos or files, or another answer, for a task. */
export const canBeSentBack = (type: string): boolean => takesAnswer(type) || takesMedia(type);

export const hasOptions = (type: string): boolean => factsOf(type)?.choice?.among === "options";
export const isSuggested = (type: string): boolean => factsOf(type)?.choice?.among === "suggestions";
/** Whether its answer can be several values, joined by semicolons. */
export const takesMultiple = (type: string): boolean => factsOf(type)?.choice?.allowsMultiple === true;
/** Whether its answer is a single line. */
export const isSingleLine = (type: string): boolean => factsOf(type)?.singleLine === true;
/** The type of list that can suggest its answers; null if none. */
export const suggestionsFor = (type: string): SuggestionListType | null => factsOf(type)?.suggestions ?? null;

export const isComparable = (type: string): boolean => factsOf(type)?.comparable === true;
export const countsPhotos = (type: string): boolean => factsOf(type)?.canCountPhotos === true;
export const canFinish = (type: string): boolean => factsOf(type)?.finishes === true;

/** The required values available to a task type; with only one, there is nothing to choose. */
export const requiredValuesFor = (type: TaskType): readonly RequiredValue[] => taskTypeFacts[type].required;
export const hasRequirementChoice = (type: TaskType): boolean => taskTypeFacts[type].required.length > 1;
/** The products a customer needs to use the type in templates. */
export const productsFor = (type: TaskType): readonly Product[] => taskTypeFacts[type].products;

/** The task types that satisfy a predicate, for queries. */
export const listTaskTypesWhere = (predicate: (type: string) => boolean): TaskType[] =>
  taskTypes.filter(predicate);
