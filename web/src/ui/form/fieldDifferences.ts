import i18next from "i18next";
import type { AnyResource } from "#domain/contract/resource.ts";
import { isId, isInstant } from "#lib/valueForms.ts";
import { formatDateTime } from "../format/dates.ts";
import type { FieldInfo, FormResource, Values } from "./FormContext.ts";
import type { Difference } from "./SaveConflict.tsx";

/** Images and long texts are not compared in a table. */
const maxTextLength = 400;

interface FieldVersions {
  resource: FormResource & Partial<Pick<AnyResource, "changeable">>;
  /** The values that the form loaded, the stored values, and the typed values. */
  loadedValues: Values;
  serverValues: Values;
  formValues: Values;
  fields: ReadonlyMap<string, FieldInfo>;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that another user has changed since the form loaded them, or that this user has changed, with both values as text. */
export function findFieldDifferences({
  resource,
  loadedValues,
  serverValues,
  formValues,
  fields,
}: FieldVersions): Difference[] {
  const names = resource.changeable ?? resource.writable;
  return names.flatMap((name) => {
    const isSecret = (resource.writeOnly ?? []).includes(name);
    const isChangedByUser = !isEqual(formValues[name], loadedValues[name]);
    if (!isChangedByUser && (isSecret || isEqual(serverValues[name], loadedValues[name]))) return [];
    if (!isSecret && isEqual(formValues[name], serverValues[name])) return [];
    const field = fields.get(name);
    const formatField = (row: Values) =>
      field?.text?.(row[name], row) ?? (isSecret ? secretText(row[name]) : fieldValueText(row[name]));
    return [
      {
        label: field?.label ?? name,
        serverText: isSecret ? "" : formatField(serverValues),
        localText: isChangedByUser ? formatField(formValues) : null,
      },
    ];
  });
}

const secretText = (value: unknown): string => (value ? i18next.t("conflict.newSecret") : "");

/** A value as text; empty if there is none. For ids and long texts it only says that the value has changed. */
function fieldValueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return i18next.t(value ? "state.yes" : "state.no");
  if (typeof value === "string") {
    if (isInstant(value)) return formatDateTime(value);
    return isId(value) || value.length > maxTextLength ? i18next.t("conflict.changedValue") : value;
  }
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(fieldValueText).join(", ");
  if ("name" in value) return fieldValueText(value.name);
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${fieldValueText(item)}`)
    .join("\n");
}

/** Returns a function that formats a list field with the labels of its items, which are strings or objects identified by `key`. */
export const createListText =
  (labels: Readonly<Record<string, string>>, key = "name") =>
  (value: unknown): string | undefined =>
    Array.isArray(value)
      ? value
          .map((item) => labels[typeof item === "object" ? item[key] : item] ?? fieldValueText(item))
          .join(", ")
      : undefined;
