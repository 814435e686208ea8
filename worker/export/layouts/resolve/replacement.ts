import { answerValues, betweenValues } from "../../documents/answers";
import type { DocumentTexts } from "../../documents/texts";
import { oneLine, xmlSafe } from "../../documents/xml";
import { isChosen, replaced } from "../../replacement";
import type { DocumentationIndex, IndexedTask } from "./held";
import { memoize } from "./lazy";

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
export const taskAnswer = (held: IndexedTask, texts: DocumentTexts): string =>
  taskValues(held, texts).join(betweenValues(held.task.type));
