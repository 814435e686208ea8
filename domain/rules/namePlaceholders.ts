/** Placeholders in names and texts of exports, in curly braces (3§9). */

/** Values of the documentation or of the export as a whole. */
export const namePlaceholders = [
  "DOCUMENTATION_NAME",
  "TEMPLATE_NAME",
  "CREATOR",
  "EXPORT_DATE",
  "EXPORT_TIME",
  "DATE_CREATED",
  "DATE_UPLOADED",
] as const;
export type NamePlaceholder = (typeof namePlaceholders)[number];

/** Values of a single photo; they stay in the pattern that names photos. */
export const photoPlaceholders = [
  "PHOTO_NAME",
  "PHOTO_ALIAS",
  "PHOTO_ALIAS_OR_NAME",
  "PHOTO_TASK_NAME",
  "PHOTO_CREATOR",
  "PHOTO_DATE_TIME",
  "PHOTO_ID",
] as const;

export interface NameFacts {
  values: Readonly<Record<NamePlaceholder, string>>;
  /** The answer of a task by its key, or else by its name; empty when it has none, undefined when there is no such task. */
  answerOf: (task: string) => string | undefined;
}

/**
 * A text with its placeholders filled in. `{TASK_ANSWER:roof}` is the answer of the task with the key or name `roof`. Placeholders
 * without a value stay as they are written and are listed in `unfilled`.
 */
export function filledName(
  text: string,
  { values, answerOf }: NameFacts,
): { text: string; unfilled: string[] } {
  const unfilled: string[] = [];
  const filled = text.replace(/\{([A-Z_]+)(?::([^{}]*))?\}/g, (written, word: string, task?: string) => {
    const value =
      word === "TASK_ANSWER"
        ? task && answerOf(task.trim())
        : task === undefined
          ? values[word as NamePlaceholder]
          : undefined;
    if (value !== undefined && value !== "") return value;
    if (value === undefined) unfilled.push(written);
    return value ?? written;
  });
  return { text: filled, unfilled };
}
