import type { GrammarNode } from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type ConditionOperator, conditionOperators } from "#domain/layout/types.ts";
import { isAnsweredWith } from "#domain/task/answerComparison.ts";
import { compareAnswer } from "#domain/task/answerOrder.ts";
import type { IndexedTask } from "./documentationIndex.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { isEmpty } from "./iterables.ts";
import { formatTaskAnswer } from "./layoutReplacement.ts";
import { readList, readOption } from "./nodeParams.ts";
import { fillText, type LayoutUsage, parseTextTokens, tasksInScope } from "./placeholders.ts";
import {
  findTasks,
  listPhotos,
  type ResolveContext,
  type Scope,
  singleDocumentation,
} from "./resolveScope.ts";

type Params = GrammarNode["params"];

export interface ConditionContext {
  context: ResolveContext;
  usage: LayoutUsage;
}

/**
 * The nodes that are drawn in a scope: each IF or ELSE is replaced by its children, or left out. The ELSE of an EACH is drawn if the
 * EACH visits nothing.
 */
export function* applicableNodes(
  nodes: readonly LayoutNode[],
  scope: Scope,
  draw: ConditionContext & Pick<NodeDrawer, "iterationOf">,
): Generator<LayoutNode> {
  let lastOutcome: boolean | null = null;
  for (const [index, node] of nodes.entries()) {
    if (node.type === "IF") {
      lastOutcome = evaluateCondition(node, scope, draw);
      draw.usage.recordCondition(node.id, lastOutcome !== null);
      if (lastOutcome) yield* applicableNodes(node.children, scope, draw);
    } else if (node.type === "ELSE") {
      if (lastOutcome === false) yield* applicableNodes(node.children, scope, draw);
    } else {
      yield node;
      if (node.type === "EACH" && nodes[index + 1]?.type === "ELSE")
        lastOutcome = !isEmpty(draw.iterationOf(node)(scope));
    }
  }
}

/** The outcome on which all tasks of a name agree; null if one of the documentations in scope has no such task. */
function agreedOutcome(
  scope: Scope,
  identifier: string,
  evaluate: (indexedTask: IndexedTask) => boolean | null,
): boolean | null {
  // Uploaded files may ask for the task in scope without its name.
  const tasks = identifier === "" ? tasksInScope(scope) : findTasks(scope, identifier);
  const outcomes = new Set(tasks.map(evaluate));
  const expectedCount = singleDocumentation(scope) ? 1 : scope.documentations.length;
  const [outcome = null] = outcomes;
  return outcomes.size === 1 && tasks.length >= expectedCount ? outcome : null;
}

/**
 * Whether the condition of an IF is met. Null if it is undecided: a missing task meets no condition and fails none, and a task without
 * an answer cannot be compared. An untouched tick box is an answer: not ticked.
 */
export function evaluateCondition(
  { id, params }: Pick<LayoutNode, "id" | "params">,
  scope: Scope,
  draw: ConditionContext,
): boolean | null {
  const { context } = draw;
  switch (params.TYPE) {
    case "PLACEHOLDER":
      return evaluatePlaceholder(id, params, scope, draw);
    case "TASK_ANSWER":
      return agreedOutcome(scope, params.TASK_IDENTIFIER ?? "", (task) =>
        evaluateAnswer(params, task, context),
      );
    case "HAS_PHOTOS":
      if (!params.TASK_IDENTIFIER) return !isEmpty(listPhotos(scope));
      return agreedOutcome(scope, params.TASK_IDENTIFIER, ({ content }) => content.photos);
    default: {
      const documentation = singleDocumentation(scope);
      const statuses = readList(params, "STATUS");
      return (documentation ? [documentation] : scope.documentations).every(({ reported }) =>
        statuses.includes(reported.documentation.status),
      );
    }
  }
}

/** Conditions of uploaded files on any placeholder: whether it has a value, or which. */
function evaluatePlaceholder(
  id: string,
  params: Params,
  scope: Scope,
  { context, usage }: ConditionContext,
): boolean | null {
  const position = { paged: false, position: null };
  const text =
    fillText(parseTextTokens(params.TEXT ?? ""), id, { scope, context, usage, position })?.trim() ?? "";
  const value = (params.ANSWER ?? "").trim();
  const operator = readOption(params, "OPERATOR", conditionOperators) ?? "ANSWERED";
  if (operator === "ANSWERED" || operator === "NOT_ANSWERED")
    return (text !== "") === (operator === "ANSWERED");
  if (text === "") return null;
  switch (operator) {
    case "EQUALS":
    case "NOT_EQUALS":
      return (text.toLowerCase() === value.toLowerCase()) === (operator === "EQUALS");
    case "CONTAINS":
      return text.toLowerCase().includes(value.toLowerCase());
    case "GREATER":
    case "LESS":
      return testOrder(compareAnswer({ type: "TEXT", answer: text }, value), (order) =>
        operator === "GREATER" ? order > 0 : order < 0,
      );
  }
}

function evaluateAnswer(params: Params, indexedTask: IndexedTask, context: ResolveContext): boolean | null {
  const operator = readOption(params, "OPERATOR", conditionOperators) ?? "EQUALS";
  const { task, content } = indexedTask;
  if (operator === "ANSWERED") return content.answer;
  if (operator === "NOT_ANSWERED") return !content.answer;
  if (task.type !== "CHECKBOX" && !task.answer?.trim()) return null;
  return comparisons[operator](indexedTask, params.ANSWER ?? "", context);
}

type Comparison = (indexedTask: IndexedTask, value: string, context: ResolveContext) => boolean | null;

const comparisons: Readonly<Record<Exclude<ConditionOperator, "ANSWERED" | "NOT_ANSWERED">, Comparison>> = {
  EQUALS: ({ task }, value) => isAnsweredWith(task, value),
  NOT_EQUALS: ({ task }, value) => !isAnsweredWith(task, value),
  /** Compares the displayed text, in which choices and dates have their names. */
  CONTAINS: (indexedTask, value, { texts }) =>
    formatTaskAnswer(indexedTask, texts).toLowerCase().includes(value.trim().toLowerCase()),
  GREATER: ({ task }, value) => testOrder(compareAnswer(task, value), (order) => order > 0),
  LESS: ({ task }, value) => testOrder(compareAnswer(task, value), (order) => order < 0),
};

const testOrder = (order: number | null, test: (order: number) => boolean): boolean | null =>
  order === null ? null : test(order);
