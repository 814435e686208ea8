import i18next, { type TFunction } from "i18next";
import audit from "#i18n/locales/en/audit.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { valueTextsFor } from "./codes.ts";
import { lastSegment } from "./objectLinks.ts";

/** How a line's classes, fields and values read. */

/** documentationAlias becomes "Documentation alias": for what has no text yet. */
const spaced = (name: string): string => {
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isKey = <T extends object>(texts: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(texts, key);

/** The last segment of a class (1§2), in words. */
export function classText(objectClass: string, t: TFunction<"audit">): string {
  const name = lastSegment(objectClass);
  return isKey(audit.classes, name) ? t(`classes.${name}`) : spaced(name);
}

/** The name of a field. The lines of a layout or template are named by a path, which is shown as it is. */
export function fieldText(field: string, t: TFunction<"audit">): string {
  if (isKey(audit.fields, field)) return t(`fields.${field}`);
  return /^[a-z][a-zA-Z0-9]*$/.test(field) ? spaced(field) : field;
}

/** What only the service itself makes use of. */
const technical = new Set([
  ...["id", "version", "hasData", "hasOriginalData", "revision", "etag", "crc32", "sha256", "md5", "seq"],
  ...["usernameKey", "tokenHash", "templateTaskId", "parentId", "key", "exif"],
]);

export const isReadableField = (field: string): boolean => !technical.has(field);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const sizes = new Set(["dataSize", "size", "totalSize", "availableStorageSpace"]);
const customers = new Set(["customer", "customerId"]);
const users = new Set(["parent", "userId", "realUserId"]);

export interface Values {
  names: Readonly<Record<string, string>>;
  t: TFunction<"log">;
  common: TFunction;
  audit: TFunction<"audit">;
  /** The words of a coded value; undefined where it has none. */
  code: (field: string, value: string) => string | undefined;
}

/** Looks up the words of coded values of a class. */
export const codesOf =
  (objectClass: string): Values["code"] =>
  (field, value) => {
    const words = valueTextsFor(objectClass, field);
    const key = `${words}.${value}`;
    return words && i18next.exists(key) ? i18next.t(key as never) : undefined;
  };

/** A value as people read it: names, local times, yes and no. Null when there is none. */
export function valueText(field: string, value: unknown, values: Values): string | null {
  const { names, t, common } = values;
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return common(value ? "state.yes" : "state.no");
  if (typeof value === "number") {
    if (customers.has(field)) return names[`customer/${value}`] ?? String(value);
    if (users.has(field)) return names[`user/${value}`] ?? String(value);
    return sizes.has(field) ? formatBytes(value) : String(value);
  }
  if (typeof value === "string") {
    if (uuid.test(value)) return names[value] ?? t("domainChange.unknown");
    if (instant.test(value)) return formatDateTime(value);
    return values.code(field, value) ?? value;
  }
  if (Array.isArray(value)) {
    // How many shapes, and not where each of them lies.
    if (field === "markup") return String(value.length);
    const texts = value.map((one) => valueText(field, one, values)).filter((one) => one !== null);
    return texts.length > 0 ? texts.join(", ") : null;
  }
  const entries = Object.entries(value as object).flatMap(([key, one]) => {
    const text = isReadableField(key) ? valueText(key, one, values) : null;
    return text === null ? [] : [`${fieldText(key, values.audit)}: ${text}`];
  });
  return entries.length > 0 ? entries.join("; ") : null;
}
