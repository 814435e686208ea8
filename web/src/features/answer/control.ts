import type { RefCallback } from "react";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";

/** The fields of a task that the controls need, of a stored task as well as one being captured. */
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
  /** Every change is saved immediately; no key saves. */
  savesOnInput?: boolean;
  /**
   * Lists the options in the form (3§3 showOptionsInTaskList) or hides them until opened. By default few options are listed and
   * many are hidden.
   */
  listsOptions?: boolean;
  /** Contact persons can only be picked from the list, if the user can read one (3§3 addContactPersonEnabled). */
  onlyFromList?: boolean;
}

/** Splits choices, values or cells at semicolons (2§3). */
export const splitValues = (joinedValues: string | null): string[] =>
  (joinedValues ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);

export const joinValues = (values: readonly string[]): string => values.join(";");

/** Replaces the separators, which a value in a list must not contain. */
export const replaceSeparators = (text: string): string => text.replaceAll(";", ",");

/** The options of a task, followed by answers that are no longer among them. */
export const availableOptionsOf = (
  task: Pick<AnsweredTask, "options">,
  selected: readonly string[],
): string[] => {
  const options = splitValues(task.options);
  return [...options, ...selected.filter((value) => value !== "" && !options.includes(value))];
};
