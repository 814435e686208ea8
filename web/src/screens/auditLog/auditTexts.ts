import i18next, { type TFunction } from "i18next";
import { namesOf } from "#domain/contract/resource.ts";
import { keysOf } from "#domain/core/objects.ts";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import { customerIdFields, userIdFields } from "#domain/resources/domainChange.ts";
import { resources } from "#domain/resources/index.ts";
import { getLanguage } from "#i18n/language.ts";
import audit from "#i18n/locales/en/audit.ts";
import { isId, isInstant } from "#lib/valueForms.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { valueTextsFor } from "./auditValueTexts.ts";
import { lastSegment } from "./objectLinks.ts";

/* Texts for the classes, fields and values of audit entries. */

/** Turns documentationAlias into "Documentation alias", for names without a text. */
const humanize = (name: string): string => {
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isKey = <T extends object>(texts: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(texts, key);

/** The text for the last segment of a class (1§2). */
export function classText(objectClass: string, t: TFunction<"audit">): string {
  const name = lastSegment(objectClass);
  return isKey(audit.classes, name) ? t(`classes.${name}`) : humanize(name);
}

/** The classes whose text in the current language contains a term. */
export const findMatchingClasses = (term: string, t: TFunction<"audit">): string[] =>
  keysOf(audit.classes)
    .filter((key) => matchesSearch([t(`classes.${key}`)], term))
    .map((key) => `siteproof.${key}`);

/** The name of a field in the audit log, or else in its entity; undefined if it has none. */
export function fieldName(field: string, t: TFunction<"audit">): string | undefined {
  if (isKey(audit.fields, field)) return t(`fields.${field}`);
  const names: Partial<Record<string, string>> = Object.assign(
    {},
    ...resources.map((resource) => namesOf(resource, getLanguage())),
  );
  return names[field];
}

/** The text for a field. Changes inside a layout or template are named by a path, which is shown unchanged. */
export function fieldText(field: string, t: TFunction<"audit">): string {
  const name = fieldName(field, t);
  if (name !== undefined) return name;
  return /^[a-z][a-zA-Z0-9]*$/.test(field) ? humanize(field) : field;
}

/** Fields of interest only to the service. Users name the keys of params themselves, so those are never technical. */
const technicalFields = new Set([
  ...["id", "version", "hasData", "hasOriginalData", "revision", "etag", "crc32", "sha256", "md5", "seq"],
  ...["usernameKey", "tokenHash", "templateTaskId", "parentId", "key", "exif"],
]);

export const isReadableField = (field: string): boolean => !technicalFields.has(field);

const sizeFields = new Set(["dataSize", "size", "totalSize", "availableStorageSpace"]);

export interface ValueTexts {
  names: Readonly<Record<string, string>>;
  common: TFunction;
  audit: TFunction<"audit">;
  /** The text for a code; undefined if it has none. */
  code: (field: string, value: string) => string | undefined;
}

/** Looks up the texts for the codes of a class. */
export const codeTextsOf =
  (objectClass: string): ValueTexts["code"] =>
  (field, value) => {
    const textsPath = valueTextsFor(objectClass, field);
    return (textsPath && i18next.t(`${textsPath}.${value}`, "")) || undefined;
  };

/** The text for a value: names, local times, yes and no. Null if the value is empty. */
export function valueText(field: string, value: unknown, valueTexts: ValueTexts): string | null {
  const { names, common } = valueTexts;
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return common(value ? "state.yes" : "state.no");
  if (typeof value === "number") {
    if (customerIdFields.has(field)) return names[`customer/${value}`] ?? String(value);
    if (userIdFields.has(field)) return names[`user/${value}`] ?? String(value);
    return sizeFields.has(field) ? formatBytes(value) : String(value);
  }
  if (typeof value === "string") {
    if (isId(value)) return names[value] ?? value;
    if (isInstant(value)) return formatDateTime(value);
    return valueTexts.code(field, value) ?? value;
  }
  if (Array.isArray(value)) {
    // The number of shapes, not their coordinates.
    if (field === "markup") return String(value.length);
    const texts = value.map((item) => valueText(field, item, valueTexts)).filter((item) => item !== null);
    return texts.length > 0 ? texts.join(", ") : null;
  }
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const text = field === "params" || isReadableField(key) ? valueText(key, item, valueTexts) : null;
    return text === null ? [] : [`${fieldText(key, valueTexts.audit)}: ${text}`];
  });
  return entries.length > 0 ? entries.join("; ") : null;
}
