import type { GrammarNode } from "#domain/layout/grammar.ts";
import { isAnsweredWith } from "#domain/task/answerComparison.ts";
import { findTask, type Scope, singleDocumentation } from "./resolveScope.ts";

/** Whether the condition of an IF is met. */
export function isConditionMet({ params }: GrammarNode, scope: Scope): boolean {
  if (params.TYPE !== "TASK_ANSWER") {
    const documentation = singleDocumentation(scope);
    return (documentation ? [documentation] : scope.documentations).every(
      ({ reported }) => reported.documentation.status === (params.STATUS ?? ""),
    );
  }
  const indexedTask = findTask(scope, params.TASK_IDENTIFIER ?? "");
  const isEqual = indexedTask !== undefined && isAnsweredWith(indexedTask.task, params.ANSWER ?? "");
  return params.OPERATOR === "NOT_EQUALS" ? !isEqual : isEqual;
}
