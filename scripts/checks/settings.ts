/*
 * Checks that every setting offered by the console takes effect. Each has a row in settingConsumers.ts: the code that acts on it,
 * and a test that shows it. The settings are read from the tables and from the lists of params shared by forms and service, so a
 * new setting without a row is a fault, and so is a row without a setting.
 */
import { getTableColumns, type Table } from "drizzle-orm";
import { expectedAnswerImportKeys, suggestionImportKeys } from "#domain/configuration/importTypes.ts";
import type { TypeSchema } from "#domain/configuration/typedParams.ts";
import { exportConfigurationKeys, predefinedKeys, taskFilterKeys } from "#domain/configuration/types.ts";
import { taskParams } from "#domain/template/taskParams.ts";
import { exportNodeParams, templateDestinationParams } from "#domain/template/types.ts";
import {
  documentationTaskFilter,
  expectedAnswerImportConfiguration,
  exportConfiguration,
  exportConfigurationUserParam,
  exportNode,
  license,
  predefinedConfiguration,
  suggestionImportConfiguration,
  suggestionList,
  suggestionListLicense,
  template,
  templateExportConfiguration,
  templateExportDocumentConfiguration,
  templateGraphic,
  templateLicense,
  templateReplacementText,
  templateTask,
  templateTaskPrecondition,
  templateTaskReferencePhoto,
} from "#worker/db/schema/index.ts";

/** Names, owners, positions and dates of rows, and what the service works out itself. `params` are listed separately. */
const structuralColumns = new Set([
  ...["id", "customerId", "name", "version", "dateCreated", "lastUpdated", "dateDeleted", "params"],
  ...["templateId", "taskId", "templateTaskId", "templateExportConfigurationId", "exportConfigurationId"],
  ...["parentId", "position in templateTask", "level in templateTask", "position in exportNode"],
  ...["suggestionListId in suggestionListLicense", "licenseCode in license"],
  // Computed for sorting, or learnt from a destination.
  ...["nameKey", "writeHabit"],
  // Imported with templates; no screen offers it.
  "level in template",
]);

const settingColumns = (name: string, table: Table): [string, string[]] => [
  name,
  Object.keys(getTableColumns(table)).filter(
    (column) => !structuralColumns.has(column) && !structuralColumns.has(`${column} in ${name}`),
  ),
];

const keysOf = (keys: Readonly<Record<string, TypeSchema>>) => [
  ...new Set(Object.values(keys).flatMap(({ params, secrets }) => [...params, ...secrets])),
];

/** All settings by section. */
export const settings: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  settingColumns("template", template),
  settingColumns("templateTask", templateTask),
  settingColumns("templateTaskPrecondition", templateTaskPrecondition),
  settingColumns("templateTaskReferencePhoto", templateTaskReferencePhoto),
  settingColumns("templateGraphic", templateGraphic),
  settingColumns("templateLicense", templateLicense),
  settingColumns("templateReplacementText", templateReplacementText),
  settingColumns("templateExportDocumentConfiguration", templateExportDocumentConfiguration),
  settingColumns("templateExportConfiguration", templateExportConfiguration),
  settingColumns("exportNode", exportNode),
  settingColumns("exportConfiguration", exportConfiguration),
  settingColumns("exportConfigurationUserParam", exportConfigurationUserParam),
  settingColumns("license", license),
  settingColumns("suggestionList", suggestionList),
  settingColumns("suggestionListLicense", suggestionListLicense),
  settingColumns("documentationTaskFilter", documentationTaskFilter),
  settingColumns("predefinedConfiguration", predefinedConfiguration),
  settingColumns("suggestionImportConfiguration", suggestionImportConfiguration),
  settingColumns("expectedAnswerImportConfiguration", expectedAnswerImportConfiguration),
  ["params of a task", taskParams],
  ["params of a template's destination", templateDestinationParams],
  ["params of an export node", exportNodeParams],
  ["params of a suggestion list", ["columns", "requiredColumns"]],
  ["params of a licence", ["email", "company", "verified", "verificationCode"]],
  ["params of a task filter", keysOf(taskFilterKeys)],
  ...Object.entries(exportConfigurationKeys).map(([type, keys]) => [
    `destination ${type}`,
    keysOf({ [type]: keys }),
  ]),
  ...Object.entries(predefinedKeys).map(([type, keys]) => [`predefined ${type}`, keysOf({ [type]: keys })]),
  ...Object.entries(suggestionImportKeys).map(([type, keys]) => [
    `suggestion import ${type}`,
    keysOf({ [type]: keys }),
  ]),
  ...Object.entries(expectedAnswerImportKeys).map(([type, keys]) => [
    `expected answer import ${type}`,
    keysOf({ [type]: keys }),
  ]),
]);

/**
 * The file that acts on a setting and a test that shows it. Both contain the setting's name, unless `word` (for the file and the
 * test) or `tested` (for the test) gives another word to look for.
 */
export type SettingUse = readonly [consumer: string, test: string, word?: string, tested?: string];
/** By section, then by name of the setting. */
export type Consumers = Readonly<Record<string, Readonly<Record<string, SettingUse>>>>;

/** Files that store, copy, show or offer settings without acting on them. */
const passThroughFiles = [
  ...["worker/db/schema/", "worker/resources/", "worker/features/template/", "web/src/i18n/"],
  ...[
    "domain/resources/",
    "domain/endpoints/",
    "domain/configuration/types",
    "domain/configuration/importTypes",
  ],
  ...["template", "license", "suggestionList", "configuration", "importConfiguration"].map(
    (area) => `web/src/screens/${area}/`,
  ),
];
const exemptFile = "worker/resources/suggestionResource.ts";
const passesThrough = (file: string): boolean =>
  passThroughFiles.some((carrier) => file.startsWith(carrier) && file !== exemptFile) ||
  /\.test\.tsx?$/.test(file);

/** The code of a file, without its comments. */
const stripComments = (source: string): string =>
  source
    .split("/*")
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("*/") + 1)))
    .join("")
    .split("\n")
    .filter((line) => !/^\s*(\/\/|--)/.test(line))
    .join("\n");

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const mentions = (source: string, word: string): boolean =>
  [word, toSnakeCase(word)].some((form) =>
    new RegExp(`(?<![A-Za-z0-9_])${form}(?![A-Za-z0-9_])`).test(source),
  );

/**
 * Returns the faults of the table of consumers.
 * @param pendingSettings settings that nothing acts on yet: `section.name`
 * @param sourceOf returns the text of a file; undefined if it does not exist
 */
export function findSettingFaults(
  consumers: Consumers,
  pendingSettings: readonly string[],
  sourceOf: (file: string) => string | undefined,
): string[] {
  const rows = new Map<string, SettingUse>();
  const faults: string[] = [];
  for (const [section, table] of Object.entries(consumers))
    for (const [name, use] of Object.entries(table)) rows.set(`${section}.${name}`, use);
  const settingNames = new Set(
    Object.entries(settings).flatMap(([section, all]) => all.map((name) => `${section}.${name}`)),
  );
  for (const setting of settingNames) {
    if (!rows.has(setting) && !pendingSettings.includes(setting))
      faults.push(`${setting}: nothing acts on it`);
    if (rows.has(setting) && pendingSettings.includes(setting))
      faults.push(`${setting}: has a consumer but is still listed as unused`);
  }
  for (const setting of [...rows.keys(), ...pendingSettings])
    if (!settingNames.has(setting)) faults.push(`${setting}: there is no such setting`);
  for (const [setting, [consumer, test, word, testName]] of rows) {
    if (passesThrough(consumer)) faults.push(`${setting}: ${consumer} only passes settings on`);
    if (!/\.test\.tsx?$/.test(test)) faults.push(`${setting}: ${test} is not a test`);
    const name = setting.slice(setting.lastIndexOf(".") + 1);
    for (const [file, expectedName] of [
      [consumer, word ?? name],
      [test, testName ?? word ?? name],
    ] as const) {
      const source = sourceOf(file);
      if (source === undefined) faults.push(`${setting}: ${file} does not exist`);
      else if (!mentions(stripComments(source), expectedName))
        faults.push(`${setting}: ${file} does not name ${expectedName}`);
    }
  }
  return faults;
}
