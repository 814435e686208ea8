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
export type PhotoPlaceholder = (typeof photoPlaceholders)[number];

/** The placeholders of photos as they are written. */
export const bracedPhotoPlaceholders: readonly string[] = photoPlaceholders.map((word) => `{${word}}`);

export interface NameFacts {
  values: Readonly<Record<NamePlaceholder, string>>;
  /** The answer of a task by its key, or else by its name; empty when it has none, undefined when there is no such task. */
  answerOf: (task: string) => string | undefined;
  /** Values of the destination's user parameters, which are placeholders by their names: `{Project}`. */
  params?: ReadonlyMap<string, string>;
}

/**
 * A text with its placeholders filled in. `{TASK_ANSWER:roof}` is the answer of the task with the key or name `roof`. A word of the list
 * above means its value, even where a user parameter has the same name. Placeholders without a value stay as they are written, and
 * those in capitals are listed in `unfilled`.
 */
export function fillNamePlaceholders(
  text: string,
  { values, answerOf, params }: NameFacts,
): { text: string; unfilled: string[] } {
  const unfilled: string[] = [];
  const known: Readonly<Record<string, string>> = values;
  const meaningOf = (word: string, task: string | undefined) => {
    if (word === "TASK_ANSWER" && task !== undefined) return answerOf(task.trim());
    if (task === undefined && Object.hasOwn(known, word)) return known[word];
    return params?.get(task === undefined ? word : `${word}:${task}`);
  };
  const filled = text.replace(/\{([^{}:]+)(?::([^{}]*))?\}/g, (written, word: string, task?: string) => {
    const value = meaningOf(word, task);
    if (value === undefined && /^[A-Z_]+$/.test(word)) unfilled.push(written);
    return value ?? written;
  });
  return { text: filled, unfilled };
}

/** A pattern for names of photos, with the values of one of them. Unknown placeholders stay. */
export const fillPhotoNamePlaceholders = (
  pattern: string,
  values: Readonly<Record<PhotoPlaceholder, string>>,
): string => {
  const known: Readonly<Record<string, string>> = values;
  return pattern.replace(/\{(PHOTO_[A-Z_]+)\}/g, (written, word: string) =>
    Object.hasOwn(known, word) ? (known[word] ?? written) : written,
  );
};
