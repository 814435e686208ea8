import type { TaskType } from "#domain/core/documentationTypes.ts";
import type { Names } from "#domain/core/fields.ts";
import { keysOf, mapValues } from "#domain/core/objects.ts";
import { suggestionsFor } from "#domain/task/types.ts";

interface TaskSwitch {
  /** Whether tasks of a type have it. */
  appliesTo(type: TaskType): boolean;
  /** Its label in the editor. */
  names: Names;
}

/**
 * The switches of a template's tasks (3§3), "true" or "false" in their params. The database, devices, the portal, copies, backups and the
 * editor take params as they are, so a switch needs only its definition here and the code that acts on it.
 */
const taskSwitches = {
  addContactPersonEnabled: {
    appliesTo: (type) => type === "CONTACT_PERSONS",
    names: { en: "New contact persons can be added", sv: "Nya kontaktpersoner kan läggas till" },
  },
  updateSuggestionList: {
    appliesTo: (type) => suggestionsFor(type) !== null,
    names: { en: "New answers are added to the suggestion list", sv: "Nya svar läggs till i förslagslistan" },
  },
} satisfies Record<string, TaskSwitch>;

export type TaskParam = keyof typeof taskSwitches;
export const taskParams = keysOf(taskSwitches);
export const taskParamsOf = (type: TaskType): TaskParam[] =>
  taskParams.filter((param) => taskSwitches[param].appliesTo(type));
export const taskParamNames = {
  en: mapValues(taskSwitches, ({ names }) => names.en),
  sv: mapValues(taskSwitches, ({ names }) => names.sv),
};
