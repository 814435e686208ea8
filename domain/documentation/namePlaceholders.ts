/** Placeholders in names and texts of exports, in curly braces (3§9). */

/** Placeholders for values of the documentation or of the export as a whole. */
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

/** Placeholders for values of a single photo; only the pattern for photo names fills them. */
export const photoPlaceholders = [
  "PHOTO_NAME",
  "PHOTO_ALIAS",
  "PHOTO_ALIAS_OR_NAME",
  "PHOTO_TASK_NAME",
  "PHOTO_CREATOR",
  "PHOTO_DATE_TIME",
  "PHOTO_ID",
] as const;
export type PhotoPlaceholder = (typeof photoPlaceholders)[number];

/** The photo placeholders in braces. */
export const bracedPhotoPlaceholders: readonly string[] = photoPlaceholders.map((word) => `{${word}}`);

export interface NameFacts {
  values: Readonly<Record<NamePlaceholder, string>>;
  /** Returns the answer of a task by its key, or else by its name; empty if it has none, undefined if there is no such task. */
  answerOf: (task: string) => string | undefined;
  /** Values of the destination's user parameters, used as placeholders by name: `{Project}`. */
  params?: ReadonlyMap<string, string>;
}

/**
 * Fills the placeholders in a text. `{TASK_ANSWER:roof}` is the answer of the task with the key or name `roof`. The placeholders
 * above win over a user parameter of the same name. Placeholders without a value stay as written; those in capitals are listed in
 * `unfilled`.
 */
export function fillNamePlaceholders(
  text: string,
  { values, answerOf, params }: NameFacts,
): { text: string; unfilled: string[] } {
  const unfilled: string[] = [];
  const valueByWord: Readonly<Record<string, string>> = values;
  const findValue = (word: string, task: string | undefined) => {
    if (word === "TASK_ANSWER" && task !== undefined) return answerOf(task.trim());
    if (task === undefined && Object.hasOwn(valueByWord, word)) return valueByWord[word];
    return params?.get(task === undefined ? word : `${word}:${task}`);
  };
  const filledText = text.replace(
    /\{([^{}:]+)(?::([^{}]*))?\}/g,
    (placeholder, word: string, task?: string) => {
      const value = findValue(word, task);
      if (value === undefined && /^[A-Z_]+$/.test(word)) unfilled.push(placeholder);
      return value ?? placeholder;
    },
  );
  return { text: filledText, unfilled };
}

/** Fills the placeholders of a photo name pattern. Unknown placeholders stay. */
export const fillPhotoNamePlaceholders = (
  pattern: string,
  values: Readonly<Record<PhotoPlaceholder, string>>,
): string => {
  const valueByWord: Readonly<Record<string, string>> = values;
  return pattern.replace(/\{(PHOTO_[A-Z_]+)\}/g, (placeholder, word: string) =>
    Object.hasOwn(valueByWord, word) ? (valueByWord[word] ?? placeholder) : placeholder,
  );
};
