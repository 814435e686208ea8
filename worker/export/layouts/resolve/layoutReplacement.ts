import { answerValues, valueSeparator } from "#worker/export/documents/answerText.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import { removeIllegalCharacters, toSingleLine } from "#worker/export/documents/xml.ts";
import { hasTemplateChoices, replaceCodes } from "#worker/export/replacement.ts";
import type { DocumentationIndex, IndexedTask } from "./documentationIndex.ts";
import { memoize } from "./iterables.ts";

const codesOf = (documentation: DocumentationIndex) => documentation.reported.replacementTexts;

export const taskName = memoize(({ task, documentation }: IndexedTask): string =>
  toSingleLine(replaceCodes(task.name, codesOf(documentation))),
);

export const taskDescription = ({ task, documentation }: IndexedTask): string =>
  removeIllegalCharacters(replaceCodes(task.description ?? "", codesOf(documentation))).trim();

/** The values of a task's answer in readable form. */
export function formatTaskValues({ task, documentation }: IndexedTask, texts: DocumentTexts): string[] {
  const values = answerValues(task, texts);
  return (
    hasTemplateChoices(task.type)
      ? values.map((value) => replaceCodes(value, codesOf(documentation)))
      : values
  ).map(removeIllegalCharacters);
}

/** A task's answer in readable form; "" for none. */
export const formatTaskAnswer = (indexedTask: IndexedTask, texts: DocumentTexts): string =>
  formatTaskValues(indexedTask, texts).join(valueSeparator(indexedTask.task.type));
