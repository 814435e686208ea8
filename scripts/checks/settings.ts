/*
 * What the console lets people set takes effect. Every setting of the configuration has a row in settingConsumers.ts: the code that
 * acts on it and a test that shows so. The settings are read from the tables and from the lists of params that forms and service share,
 * so that a new one without a row is a fault, and a row without its setting too.
 */
import { getTableColumns, type Table } from "drizzle-orm";
import { expectedAnswerImportKeys, suggestionImportKeys } from "#domain/configuration/importTypes.ts";
import type { TypeSchema } from "#domain/configuration/typedParams.ts";
import { exportConfigurationKeys, predefinedKeys, taskFilterKeys } from "#domain/configuration/types.ts";
import { exportNodeParams, taskParams, templateDestinationParams } from "#domain/template/types.ts";
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

/** Names, owners, positions and dates of rows. `params` are listed separately. */
const structure = new Set([
  ...["id", "customerId", "name", "version", "dateCreated", "lastUpdated", "dateDeleted", "params"],
  ...["templateId", "taskId", "templateTaskId", "templateExportConfigurationId", "exportConfigurationId"],
  ...["parentId", "position in templateTask", "level in templateTask", "position in exportNode"],
  ...["suggestionListId in suggestionListLicense", "licenseCode in license"],
  // Kept as it came with a template; no screen offers it.
  "level in template",
]);

const columns = (name: string, table: Table): [string, string[]] => [
  name,
  Object.keys(getTableColumns(table)).filter(
    (column) => !structure.has(column) && !structure.has(`${column} in ${name}`),
  ),
];

const keysOf = (keys: Readonly<Record<string, TypeSchema>>) => [
  ...new Set(Object.values(keys).flatMap(({ params, secrets }) => [...params, ...secrets])),
];

/** All settings by section. */
export const settings: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  columns("template", template),
  columns("templateTask", templateTask),
  columns("templateTaskPrecondition", templateTaskPrecondition),
  columns("templateTaskReferencePhoto", templateTaskReferencePhoto),
  columns("templateGraphic", templateGraphic),
  columns("templateLicense", templateLicense),
  columns("templateReplacementText", templateReplacementText),
  columns("templateExportDocumentConfiguration", templateExportDocumentConfiguration),
  columns("templateExportConfiguration", templateExportConfiguration),
  columns("exportNode", exportNode),
  columns("exportConfiguration", exportConfiguration),
  columns("exportConfigurationUserParam", exportConfigurationUserParam),
  columns("license", license),
  columns("suggestionList", suggestionList),
  columns("suggestionListLicense", suggestionListLicense),
  columns("documentationTaskFilter", documentationTaskFilter),
  columns("predefinedConfiguration", predefinedConfiguration),
  columns("suggestionImportConfiguration", suggestionImportConfiguration),
  columns("expectedAnswerImportConfiguration", expectedAnswerImportConfiguration),
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

/** The file that acts on a setting, and a test that shows so; both name it, or what is given for it: in the file, in the test. */
export type SettingUse = readonly [consumer: string, test: string, word?: string, tested?: string];
/** By where the settings stand, then by their names, of which several may be in one line. */
export type Consumers = Readonly<Record<string, Readonly<Record<string, SettingUse>>>>;

/** What keeps, copies, shows and offers settings without acting on them. */
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
const exempt = "worker/resources/suggestionResource.ts";
const carries = (file: string): boolean =>
  passThroughFiles.some((carrier) => file.startsWith(carrier) && file !== exempt) ||
  /\.test\.tsx?$/.test(file);

/** The code of a file, without its comments. */
const codeOf = (source: string): string =>
  source
    .split("/*")
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("*/") + 1)))
    .join("")
    .split("\n")
    .filter((line) => !/^\s*(\/\/|--)/.test(line))
    .join("\n");

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const names = (source: string, word: string): boolean =>
  [word, snakeCase(word)].some((form) => new RegExp(`(?<![A-Za-z0-9_])${form}(?![A-Za-z0-9_])`).test(source));

/**
 * What is wrong with the table of consumers.
 * @param owed settings that nothing acts on yet: `where.name`
 * @param sourceOf the text of a file; undefined where there is none
 */
export function settingFaults(
  consumers: Consumers,
  owed: readonly string[],
  sourceOf: (file: string) => string | undefined,
): string[] {
  const rows = new Map<string, SettingUse>();
  const faults: string[] = [];
  for (const [where, table] of Object.entries(consumers))
    for (const [name, consumed] of Object.entries(table)) rows.set(`${where}.${name}`, consumed);
  const settingNames = new Set(
    Object.entries(settings).flatMap(([where, all]) => all.map((name) => `${where}.${name}`)),
  );
  for (const setting of settingNames) {
    if (!rows.has(setting) && !owed.includes(setting))
      faults.push(`${setting}: nothing is known to act on it`);
    if (rows.has(setting) && owed.includes(setting)) faults.push(`${setting}: acted on, and owed no more`);
  }
  for (const setting of [...rows.keys(), ...owed])
    if (!settingNames.has(setting)) faults.push(`${setting}: there is no such setting`);
  for (const [setting, [consumer, test, word, tested]] of rows) {
    if (carries(consumer)) faults.push(`${setting}: ${consumer} only carries settings`);
    if (!/\.test\.tsx?$/.test(test)) faults.push(`${setting}: ${test} is no test`);
    const name = setting.slice(setting.lastIndexOf(".") + 1);
    for (const [file, expectedName] of [
      [consumer, word ?? name],
      [test, tested ?? word ?? name],
    ] as const) {
      const source = sourceOf(file);
      if (source === undefined) faults.push(`${setting}: ${file} is gone`);
      else if (!names(codeOf(source), expectedName))
        faults.push(`${setting}: ${file} does not name ${expectedName}`);
    }
  }
  return faults;
}
