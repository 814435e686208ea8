import { describe, expect, it } from "vitest";
import { findVisibleTasks } from "#domain/capture/draft.ts";
import { validateForCompletion } from "#domain/capture/draftValidation.ts";
import { previewDraft } from "#domain/capture/preview.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { taskTypes } from "#domain/core/documentationTypes.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { createTask } from "#domain/template/taskRules.ts";
import { createTemplate, normalizeTemplate } from "#domain/template/templateEdit.ts";
import { seededRandom } from "#domain/testing/random.ts";
import { isAnsweredWith } from "./answerComparison.ts";
import { parseAnswer } from "./answers.ts";
import { findApplicableTasks } from "./applicability.ts";
import { passesTaskFilter } from "./filters.ts";
import { isComparable } from "./types.ts";

/*
 * What people type into forms and conditions: every spelling of a value in every type that conditions compare. The capture form,
 * the phone preview, the stored documentation, task filters and layouts must all give the result computed from the values.
 */

interface Value {
  /** Equal values have equal keys. */
  key: string;
  /** Ways to write it. */
  spellings: readonly string[];
}

const withSpacing = (text: string) => [text, `${text} `, ` ${text}`, `\u00a0${text}`];
const number = (sign: "" | "-", integerDigits: string, decimals = ""): Value => {
  const grouped = integerDigits.replace(/\B(?=(\d{3})+$)/g, " ");
  const signs = sign === "" ? ["", "+"] : ["-", "−", "–"];
  const integerSpellings = new Set([
    integerDigits,
    grouped,
    grouped.replaceAll(" ", "\u00a0"),
    grouped.replaceAll(" ", "\u202f"),
  ]);
  const decimalSpellings = decimals === "" ? [""] : [`.${decimals}`, `,${decimals}`, `,${decimals}0`];
  const spellings = signs.flatMap((mark) =>
    [...integerSpellings].flatMap((digits) => decimalSpellings.map((part) => mark + digits + part)),
  );
  return { key: `${sign}${integerDigits}.${decimals}`, spellings: spellings.flatMap(withSpacing) };
};
const text = (value: string): Value => ({
  key: value.toLowerCase(),
  spellings: [value, value.toUpperCase(), value.normalize("NFD")].flatMap(withSpacing),
});
const choice = (value: string): Value => ({ key: value, spellings: withSpacing(value) });
const multiChoice = (...values: string[]): Value => ({
  key: values.toSorted().join(";"),
  spellings: [values.join(";"), values.toReversed().join("; "), ` ${values.join(" ; ")};`],
});
const integers = [
  number("", "5"),
  number("-", "5"),
  number("", "1000"),
  number("", "1234567"),
  number("", "0"),
];

const values: Partial<Record<TaskType, readonly Value[]>> = {
  INTEGER: integers,
  DECIMAL: [...integers, number("", "2", "5"), number("-", "2", "5"), number("", "1000", "25")],
  TEXT: [text("Ja"), text("Nej"), text("På plats"), text("1 000"), text("2,5"), text("2.5")],
  CHECKBOX: [
    { key: "yes", spellings: ["true"] },
    { key: "no", spellings: ["false"] },
  ],
  SINGLE_CHOICE: ["Ja", "Nej", "2,5"].map(choice),
  MULTI_CHOICE: [multiChoice("Ja"), multiChoice("Ja", "Nej"), multiChoice("2,5", "Nej", "Ja")],
  SINGLE_CHOICE_SUGGESTION: [text("Åre"), text("Sälen")],
  MULTI_CHOICE_SUGGESTION: [multiChoice("Åre"), multiChoice("Åre", "Sälen")],
};
const options = "Ja;Nej;2,5";
/** Ways to write the yes and no of a condition on a tick box. */
const checkboxConditions: Record<string, readonly string[]> = {
  yes: ["true", "Ja", "ja ", "Yes"],
  no: ["false", "Nej", "NO"],
};

/** Whether a condition on `expected` holds for `actual`, computed from the values alone. */
const holdsFor = (type: TaskType, actual: Value, expected: Value, requiresAll: boolean): boolean =>
  !requiresAll && type.startsWith("MULTI") && !expected.key.includes(";")
    ? actual.key.split(";").includes(expected.key)
    : actual.key === expected.key;

const target = (type: TaskType): TemplateTask =>
  createTask(type, { name: "Target", ...(type.endsWith("CHOICE") && { options }) });

const listParams = new Map<string, Record<string, string>>();
const context = {
  ...{ id: crypto.randomUUID(), userId: 1, creator: "staff", startedAt: "2026-05-04T10:00:00Z", listParams },
  platform: "WEB",
} as const;

describe.each(taskTypes.filter(isComparable))(
  "2§4 3§5 the value of a condition on %s, as people type it",
  (type) => {
    const random = seededRandom(taskTypes.indexOf(type));
    it.each(Array.from({ length: 60 }, (_, index) => index))("has the same effect everywhere: %i", () => {
      const valuesOfType = values[type] ?? [];
      const [actual, expected] = [random.pick(valuesOfType), random.pick(valuesOfType)];
      const [operator, requiresAll] = [random.pick(["EQUALS", "NOT_EQUALS"]), random.chance(0.3)];
      const typedAnswer = random.pick(actual.spellings);
      const condition = random.pick(checkboxConditions[expected.key] ?? expected.spellings);
      const conditionTask = target(type);
      const dependent = createTask("TEXT", {
        name: "Dependent",
        required: "YES",
        preconditions: [
          {
            id: crypto.randomUUID(),
            type: "TASK_ANSWER",
            params: {
              task: conditionTask.id,
              operator,
              answer: condition,
              ...(requiresAll && { wholeAnswer: "true" }),
            },
          },
        ],
      });
      const holds = holdsFor(type, actual, expected, requiresAll) === (operator === "EQUALS");
      const caseDescription = JSON.stringify({ typed: typedAnswer, condition, operator, requiresAll });

      // As typed in the editor, and as the service stores it.
      const template = { ...createTemplate(), name: "T", tasks: [conditionTask, dependent] };
      for (const content of [template, normalizeTemplate(template)]) {
        const answers = { [conditionTask.id]: { type, answer: typedAnswer } };
        const draft = previewDraft(content, { name: "D", answers, media: [] }, context);
        expect(findVisibleTasks(draft).length === 2, caseDescription).toBe(holds);
        expect(validateForCompletion(draft).length > 0, caseDescription).toBe(holds);
      }

      // As devices send the answer, and as the portal and the review store it.
      const parsed = parseAnswer({ ...conditionTask, answer: null }, typedAnswer);
      expect(parsed, caseDescription).toHaveProperty("answer");
      for (const answer of [typedAnswer, "answer" in parsed ? parsed.answer : null]) {
        const answeredTask = { type, answer, options: conditionTask.options };
        const tasks = [
          { ...answeredTask, id: conditionTask.id, parentId: null, preconditions: [] },
          {
            id: dependent.id,
            parentId: null,
            type: "TEXT",
            answer: null,
            preconditions: dependent.preconditions,
          },
        ];
        const facts = { countPhotos: () => 0, platform: "WEB" } as const;
        expect(findApplicableTasks(tasks, facts).has(dependent.id), caseDescription).toBe(holds);
        if (requiresAll) continue;
        // Layouts and task filters.
        expect(isAnsweredWith(answeredTask, condition) === (operator === "EQUALS"), caseDescription).toBe(
          holds,
        );
        const filter = {
          type: operator === "EQUALS" ? "ANSWER" : "ANSWER_NOT",
          params: { ANSWER: condition },
        } as const;
        expect(
          passesTaskFilter({ ...answeredTask, preconditions: [], hasMedia: false }, filter),
          caseDescription,
        ).toBe(holds);
      }
    });
  },
);
