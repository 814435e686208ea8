import { useTranslation } from "react-i18next";
import { preconditionTypes, requiredValues, taskTypes } from "#domain/core/documentationTypes.ts";
import type { TemplateDifference } from "#domain/template/templateDifference.ts";
import { deleteTimeLimits, exportNodeTypes, taskSizes } from "#domain/template/types.ts";
import type { Texts } from "#i18n/texts.ts";

type Field = keyof Texts["template"]["fields"];
const between = " › ";

/** A difference in a reader's words: what it is about, and what stood and stands there. */
export function useDifferenceText() {
  const { t, i18n } = useTranslation("template");
  const { t: common } = useTranslation();
  const { t: documentation } = useTranslation("documentation");
  const fieldText = (name: string) =>
    i18n.exists(`template:fields.${name}`) ? t(`fields.${name as Field}`) : name;

  /** The words of the contracts that have a text; names that people gave stay as they are. */
  const word = (value: string, field: string): string => {
    const oneOf = <W extends string>(words: readonly W[]): W | undefined =>
      words.find((one) => one === value);
    if (field === "required" || field === "allTasksRequired") {
      const required = oneOf(requiredValues);
      if (required) return documentation(`required.${required}`);
    }
    if (field === "size") {
      const size = oneOf(taskSizes);
      if (size) return t(`size.${size}`);
    }
    if (field === "deleteTimeLimit") {
      const limit = oneOf(deleteTimeLimits);
      if (limit) return t(`deleteTimeLimit.${limit}`);
    }
    if (field === "type" || field === "") {
      const type = oneOf(taskTypes);
      if (type) return documentation(`taskType.${type}`);
      const node = oneOf(exportNodeTypes);
      if (node) return t(`exports.nodes.${node}`);
    }
    if (field === "preconditions") {
      const type = preconditionTypes.find((one) => value.startsWith(one));
      if (type) return value.replace(type, t(`precondition.types.${type}`));
    }
    return value;
  };

  const shown = (value: unknown, field: string): string => {
    if (value === null || value === undefined || value === "") return common("state.none");
    if (typeof value === "boolean") return common(value ? "state.yes" : "state.no");
    if (Array.isArray(value))
      return value.length === 0
        ? common("state.none")
        : value.map((one) => shown(one, field)).join(field === "order" ? " → " : "\n");
    if (typeof value === "object")
      return Object.keys(value).length === 0
        ? common("state.none")
        : Object.entries(value)
            .map(([key, one]) => `${key}: ${one}`)
            .join("\n");
    return word(String(value), field);
  };

  return (difference: TemplateDifference) => {
    const parts = difference.path.split(between);
    const added = !("before" in difference);
    const removed = !("after" in difference);
    const about = parts.length === 1 || !(added || removed) ? (parts.pop() as string) : "";
    const [first, ...names] = parts;
    return {
      /** The part of the template, then the names it stands under. */
      place: first === undefined ? "" : [fieldText(first), ...names].join(between),
      field: about && fieldText(about),
      before: added ? "" : shown(difference.before, about),
      after: removed ? "" : shown(difference.after, about),
      added,
      removed,
    };
  };
}
