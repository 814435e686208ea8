import { useTranslation } from "react-i18next";
import { preconditionTypes, requiredValues, taskTypes } from "#domain/core/documentationTypes.ts";
import { pathSeparator } from "#domain/core/tree/treeDifference.ts";
import type { TemplateDifference } from "#domain/template/templateDifference.ts";
import { deleteTimeLimits, exportNodeTypes, taskSizes } from "#domain/template/types.ts";

/** Returns a function that describes a difference: its field, and the old and new value as text. */
export function useDifferenceText() {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const fieldText = (name: string) => t(`fields.${name}`, "") || name;

  /** Translates enum values of the contracts; names given by users are unchanged. */
  const enumText = (value: string, field: string): string => {
    const findValue = <W extends string>(values: readonly W[]): W | undefined =>
      values.find((candidate) => candidate === value);
    if (field === "required" || field === "allTasksRequired") {
      const required = findValue(requiredValues);
      if (required) return tDocumentation(`required.${required}`);
    }
    if (field === "size") {
      const size = findValue(taskSizes);
      if (size) return t(`size.${size}`);
    }
    if (field === "deleteTimeLimit") {
      const limit = findValue(deleteTimeLimits);
      if (limit) return t(`deleteTimeLimit.${limit}`);
    }
    if (field === "type" || field === "") {
      const type = findValue(taskTypes);
      if (type) return tDocumentation(`taskType.${type}`);
      const nodeType = findValue(exportNodeTypes);
      if (nodeType) return t(`exports.nodes.${nodeType}`);
    }
    if (field === "preconditions") {
      const type = preconditionTypes.find((candidate) => value.startsWith(candidate));
      if (type) return value.replace(type, t(`precondition.types.${type}`));
    }
    return value;
  };

  const format = (value: unknown, field: string): string => {
    if (value === null || value === undefined || value === "") return tCommon("state.emptyValue");
    if (typeof value === "boolean") return tCommon(value ? "state.yes" : "state.no");
    if (Array.isArray(value))
      return value.length === 0
        ? tCommon("state.emptyValue")
        : value.map((item) => format(item, field)).join(field === "order" ? " → " : "\n");
    if (typeof value === "object")
      return Object.keys(value).length === 0
        ? tCommon("state.emptyValue")
        : Object.entries(value)
            .map(([key, item]) => `${key}: ${item}`)
            .join("\n");
    return enumText(String(value), field);
  };

  return (difference: TemplateDifference) => {
    const parts = difference.path.split(pathSeparator);
    const isAdded = !("before" in difference);
    const isRemoved = !("after" in difference);
    const changedField = parts.length === 1 || !(isAdded || isRemoved) ? (parts.pop() ?? "") : "";
    const [section, ...names] = parts;
    return {
      /** The section of the template, then the names of the ancestors. */
      path: section === undefined ? "" : [fieldText(section), ...names].join(pathSeparator),
      field: changedField && fieldText(changedField),
      before: isAdded ? "" : format(difference.before, changedField),
      after: isRemoved ? "" : format(difference.after, changedField),
      isAdded,
      isRemoved,
    };
  };
}
