import { answerValues, betweenValues } from "../../documents/answers";
import type { DocumentTexts } from "../../documents/texts";
import { oneLine, xmlSafe } from "../../documents/xml";
import { isChosen, replaced } from "../../replacement";
import type { Held, HeldTask } from "./held";
import { remembered } from "./lazy";

const codesOf = (of: Held) => of.reported.replacementTexts;

export const taskName = remembered(({ task, of }: HeldTask): string =>
  oneLine(replaced(task.name, codesOf(of))),
);

export const taskDescription = ({ task, of }: HeldTask): string =>
  xmlSafe(replaced(task.description ?? "", codesOf(of))).trim();

/** The values of a task's answer as people read them. */
export function taskValues({ task, of }: HeldTask, texts: DocumentTexts): string[] {
  const values = answerValues(task, texts);
  return (isChosen(task.type) ? values.map((value) => replaced(value, codesOf(of))) : values).map(xmlSafe);
}

/** A task's answer as people read it; "" for none. */
export const taskAnswer = (held: HeldTask, texts: DocumentTexts): string =>
  taskValues(held, texts).join(betweenValues(held.task.type));
