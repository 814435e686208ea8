import type { GrammarNode } from "../../../../domain/layout/grammar";
import { takesSeveral } from "../../../../domain/rules/taskTypes";
import { wordsOf } from "../../../../domain/template/edit";
import { documentTexts } from "../../documents/texts";
import type { ReportedTask } from "../report";
import { heldIn, namedTask, type Scope } from "./scope";

/** Whether the condition of an IF is met. */
export function conditionHolds({ params }: GrammarNode, scope: Scope): boolean {
  if (params.TYPE !== "TASK_ANSWER") {
    const one = heldIn(scope);
    return (one ? [one] : scope.held).every(
      ({ reported }) => reported.documentation.status === (params.STATUS ?? ""),
    );
  }
  const held = namedTask(scope, params.TASK_IDENTIFIER ?? "");
  const equal = held !== undefined && isAnswered(held.task, params.ANSWER ?? "");
  return params.OPERATOR === "NOT_EQUALS" ? !equal : equal;
}

/** Whether an answer, or one of its values, is the wanted one; ignores case and surrounding blanks. */
export function isAnswered({ type, answer }: Pick<ReportedTask, "type" | "answer">, wanted: string): boolean {
  const text = answer ?? "";
  const values = takesSeveral(type) ? [text, ...wordsOf(text)] : [text];
  return values.some((value) => same(value) === same(type === "CHECKBOX" ? stored(wanted) : wanted));
}

const same = (text: string): string => text.normalize("NFC").trim().toLowerCase();

/** Turns a yes or no of either language into the stored value, so that a layout decides the same in both. */
function stored(wanted: string): string {
  const all = Object.values(documentTexts);
  if (all.some(({ yes }) => same(yes) === same(wanted))) return "true";
  return all.some(({ no }) => same(no) === same(wanted)) ? "false" : wanted;
}
