import type { RefCallback } from "react";
import type { DocumentationTask } from "../../../../domain/endpoints/documentation";

/** What the controls need to know of a task, stored or being captured. */
type AnsweredTask = Pick<
  DocumentationTask,
  "name" | "type" | "options" | "answer" | "params" | "suggestionListId"
>;

/** What every control of an answer gets: the answer as it is stored (2§3), and what becomes of it. */
export interface ControlProps {
  task: AnsweredTask;
  value: string;
  onChange: (value: string) => void;
  /** The first thing to type or choose in, which has the focus when editing begins. */
  first: RefCallback<HTMLElement>;
  invalid: boolean;
  /** Every change is kept as it is made: no key saves. */
  keptAsTyped?: boolean;
  /** Contact persons are chosen from the list alone, where there is one that may be read (3§3 addContactPersonEnabled). */
  onlyFromList?: boolean;
}

/** Choices, values and cells stand apart by semicolons (2§3). */
export const parts = (joined: string | null): string[] =>
  (joined ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);

export const joined = (values: readonly string[]): string => values.join(";");

/** No value of several can hold what tells them apart. */
export const oneValue = (text: string): string => text.replaceAll(";", ",");

/** What a task offers, and what was answered though it does not. */
export const offered = (task: Pick<AnsweredTask, "options">, chosen: readonly string[]): string[] => {
  const options = parts(task.options);
  return [...options, ...chosen.filter((value) => value !== "" && !options.includes(value))];
};
