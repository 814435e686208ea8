import type { GrammarNode } from "#domain/layout/grammar.ts";
import { isAnsweredWith } from "#domain/task/answerComparison.ts";
import { findTask, type Scope, singleDocumentation } from "./resolveScope.ts";

/**
 * Whether the condition of an IF is met. Null if it is undecided: a task that is missing or unanswered is neither equal nor unequal
 * to anything. An untouched tick box is an answer: not ticked.
 */
export function evaluateCondition({ params }: GrammarNode, scope: Scope): boolean | null {
  if (params.TYPE !== "TASK_ANSWER") {
    const documentation = singleDocumentation(scope);
    return (documentation ? [documentation] : scope.documentations).every(
      ({ reported }) => reported.documentation.status === (params.STATUS ?? ""),
    );
  }
  const task = findTask(scope, params.TASK_IDENTIFIER ?? "")?.task;
  if (!task || (task.type !== "CHECKBOX" && !task.answer?.trim())) return null;
  const isEqual = isAnsweredWith(task, params.ANSWER ?? "");
  return params.OPERATOR === "NOT_EQUALS" ? !isEqual : isEqual;
}
