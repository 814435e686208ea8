import type { GrammarNode } from "#domain/layout/grammar.ts";
import { isAnsweredWith } from "#domain/task/answers.ts";
import { heldIn, namedTask, type Scope } from "./resolveScope.ts";

/** Whether the condition of an IF is met. */
export function conditionHolds({ params }: GrammarNode, scope: Scope): boolean {
  if (params.TYPE !== "TASK_ANSWER") {
    const one = heldIn(scope);
    return (one ? [one] : scope.held).every(
      ({ reported }) => reported.documentation.status === (params.STATUS ?? ""),
    );
  }
  const held = namedTask(scope, params.TASK_IDENTIFIER ?? "");
  const equal = held !== undefined && isAnsweredWith(held.task, params.ANSWER ?? "");
  return params.OPERATOR === "NOT_EQUALS" ? !equal : equal;
}
