import type { GrammarNode } from "#domain/layout/grammar.ts";
import { isAnsweredWith } from "#domain/task/answerComparison.ts";
import { heldIn, namedTask, type Scope } from "./resolveScope.ts";

/** Whether the condition of an IF is met. */
export function conditionHolds({ params }: GrammarNode, scope: Scope): boolean {
  if (params.TYPE !== "TASK_ANSWER") {
    const single = heldIn(scope);
    return (single ? [single] : scope.documentations).every(
      ({ reported }) => reported.documentation.status === (params.STATUS ?? ""),
    );
  }
  const indexedTask = namedTask(scope, params.TASK_IDENTIFIER ?? "");
  const equal = indexedTask !== undefined && isAnsweredWith(indexedTask.task, params.ANSWER ?? "");
  return params.OPERATOR === "NOT_EQUALS" ? !equal : equal;
}
