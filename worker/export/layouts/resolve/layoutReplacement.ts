import { answerValues, betweenValues } from "#worker/export/documents/answerText.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import { oneLine, xmlSafe } from "#worker/export/documents/xml.ts";
import { isChosen, replaced } from "#worker/export/replacement.ts";
import type { DocumentationIndex, IndexedTask } from "./documentationIndex.ts";
import { memoize } from "./iterables.ts";

const codesOf = (of: DocumentationIndex) => of.reported.replacementTexts;

export const taskName = memoize(({ task, of }: IndexedTask): string =>
  oneLine(replaced(task.name, codesOf(of))),
);

export const taskDescription = ({ task, of }: IndexedTask): string =>
  xmlSafe(replaced(task.description ?? "", codesOf(of))).trim();

/** The values of a task's answer as people read them. */
export function taskValues({ task, of }: IndexedTask, texts: DocumentTexts): string[] {
  const values = answerValues(task, texts);
  return (isChosen(task.type) ? values.map((value) => replaced(value, codesOf(of))) : values).map(xmlSafe);
}

/** A task's answer as people read it; "" for none. */
export const taskAnswer = (indexedTask: IndexedTask, texts: DocumentTexts): string =>
  taskValues(indexedTask, texts).join(betweenValues(indexedTask.task.type));
