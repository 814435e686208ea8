/* Both languages are complete: the same keys with the same placeholders, no empty text, and none copied without translation. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { root } from "../support/install.mjs";
import { listSources } from "./sources.ts";

const locales = path.join(root, "web/src/i18n/locales");

/** Keys whose texts are rightly equal in both languages: names, codes, shared words. */
const identicalTexts: ReadonlySet<string> = new Set([
  "common.menuGroups.organisation",
  "documentation.exportType.PHOTO_AXIANS_POWERPOINT_PRESENTATION",
  "documentation.exportType.RAMSITE_POWERPOINT",
  "user.roleGroup.administration",
]);

/** Letters from which a text equal in both languages counts as untranslated. */
const minUntranslatedLetters = 12;

export type TextTree = { [key: string]: string | TextTree };
const textTree: z.ZodType<TextTree> = z.record(z.string(), z.union([z.string(), z.lazy(() => textTree)]));
const textModule = z.object({ default: textTree });

/** `{ actions: { save: "Save" } }` as `actions.save` -> `Save`. */
export function flattenTexts(tree: TextTree, prefix = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") texts.set(prefix + key, value);
    else for (const [inner, text] of flattenTexts(value, `${prefix}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

const placeholdersOf = (text: string) =>
  [...text.matchAll(/\{\s*(\w+)/g)]
    .map((match) => match[1])
    .sort()
    .join();

const countLetters = (text: string) => text.replace(/\{[^}]*\}|\P{L}/gu, "").length;

export function compareTexts(
  area: string,
  en: TextTree,
  sv: TextTree,
  allowedIdentical: ReadonlySet<string> = identicalTexts,
): string[] {
  const [english, swedish] = [flattenTexts(en), flattenTexts(sv)];
  const faults: string[] = [];
  for (const key of swedish.keys()) if (!english.has(key)) faults.push(`${area}: ${key} is only in sv`);
  for (const [key, text] of english) {
    const translation = swedish.get(key);
    if (translation === undefined) faults.push(`${area}: ${key} is only in en`);
    else if (!text.trim() || !translation.trim()) faults.push(`${area}: ${key} is empty`);
    else if (placeholdersOf(text) !== placeholdersOf(translation))
      faults.push(
        `${area}: ${key} has the placeholders {${placeholdersOf(text)}} in en and {${placeholdersOf(translation)}} in sv`,
      );
    else if (
      text === translation &&
      countLetters(text) >= minUntranslatedLetters &&
      !allowedIdentical.has(`${area}.${key}`)
    )
      faults.push(`${area}: ${key} is the same in both languages: "${text}"`);
  }
  return faults;
}

export async function checkLocales(): Promise<string[]> {
  const [en, sv] = await Promise.all(["en", "sv"].map((language) => readdir(path.join(locales, language))));
  const faults: string[] = [];
  for (const file of new Set([...(en ?? []), ...(sv ?? [])])) {
    if (!en?.includes(file) || !sv?.includes(file)) {
      faults.push(`${file} is only in ${en?.includes(file) ? "en" : "sv"}`);
      continue;
    }
    const [english, swedish] = await Promise.all(
      ["en", "sv"].map((language) => readTexts(path.join(locales, language, file))),
    );
    faults.push(...compareTexts(file.replace(/\.ts$/, ""), english ?? {}, swedish ?? {}));
  }
  return [...faults, ...(await findUnnamedClasses())];
}

/** The classes that the Worker writes into the audit log and for which the log has no text. */
async function findUnnamedClasses(): Promise<string[]> {
  const classTexts = (await readTexts(path.join(locales, "en/audit.ts"))).classes ?? {};
  const files = (await listSources(root, ["worker"])).filter((file) => !file.endsWith(".test.ts"));
  const sources = await Promise.all(files.map((file) => readFile(path.join(root, file), "utf8")));
  const classes = sources.flatMap((source) =>
    [...source.matchAll(/"siteproof\.([A-Z]\w+)"/g)].map(([, name = ""]) => name),
  );
  return [...new Set(classes)]
    .filter((name) => !Object.hasOwn(Object(classTexts), name))
    .map((name) => `audit: classes.${name} is missing`);
}

const readTexts = async (file: string): Promise<TextTree> =>
  textModule.parse(await import(pathToFileURL(file).href)).default;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = await checkLocales();
  console.log(faults.length > 0 ? faults.join("\n") : "Both languages are complete");
  process.exitCode = faults.length > 0 ? 1 : 0;
}
