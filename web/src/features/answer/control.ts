import type { RefCallback } from "react";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";

/** What the controls need of a task, stored or being captured. */
type AnsweredTask = Pick<
  DocumentationTask,
  "name" | "type" | "options" | "answer" | "params" | "suggestionListId"
>;

/** Props of every answer control: the answer as stored (2§3) and a callback for changes. */
export interface ControlProps {
  task: AnsweredTask;
  value: string;
  onChange: (value: string) => void;
  /** Focuses the first control when editing begins. */
  focusRef: RefCallback<HTMLElement>;
  invalid: boolean;
  /** Every change is saved as it is made; no key saves. */
  savesOnInput?: boolean;
  /**
   * Whether what there is to choose from stands in the form (3§3 showOptionsInTaskList) or opens. Left out, a few choices stand
   * there and many open.
   */
  optionsShown?: boolean;
  /** Contact persons come from the list alone, where one is readable (3§3 addContactPersonEnabled). */
  onlyFromList?: boolean;
}

/** Splits choices, values or cells at semicolons (2§3). */
export const splitValues = (joined: string | null): string[] =>
  (joined ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);

export const joinValues = (values: readonly string[]): string => values.join(";");

/** A value without separators: one of several values must not contain them. */
export const withoutSeparator = (text: string): string => text.replaceAll(";", ",");

/** The options of a task, and answers that are no longer among them. */
export const availableOptions = (
  task: Pick<AnsweredTask, "options">,
  chosen: readonly string[],
): string[] => {
  const options = splitValues(task.options);
  return [...options, ...chosen.filter((value) => value !== "" && !options.includes(value))];
};
