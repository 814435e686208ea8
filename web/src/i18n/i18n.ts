import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "#domain/core/language.ts";
import { getLanguage } from "./language.ts";
import type { Area, Texts } from "./texts.ts";

type Module = { default: Record<string, unknown> };

/** One chunk per language and area: a screen loads only its areas in the chosen language. */
const textLoaders = import.meta.glob<Module>("./locales/*/*.ts");
const textPromises = new Map<Area, Promise<void>>();

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Texts;
    interpolationPrefix: "{";
    interpolationSuffix: "}";
  }
}

/** Browsers break a date at its hyphens. Only for texts that are read: file names and addresses are not interpolated with it. */
const keepDateTogether = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?$/.test(value)
    ? value.replaceAll("-", "\u2011").replace(" ", "\u00a0")
    : value;

export async function initI18n(lng: Language = getLanguage()): Promise<void> {
  // Initialising again drops the loaded texts.
  textPromises.clear();
  await i18next.use(initReactI18next).init({
    lng,
    fallbackLng: "en",
    ns: ["common"],
    defaultNS: "common",
    resources: { [lng]: {} },
    interpolation: { escape: keepDateTogether, prefix: "{", suffix: "}" },
    react: { useSuspense: false },
  });
  document.documentElement.lang = lng;
  await loadTexts("common");
}

/** Loads an area's texts. Both languages are complete, so no fallback is loaded. */
export function loadTexts(area: Area): Promise<void> {
  const lng = i18next.language;
  if (i18next.hasResourceBundle(lng, area)) return Promise.resolve();
  let textPromise = textPromises.get(area);
  if (!textPromise) {
    textPromise = addTexts(lng, area).catch((error) => {
      textPromises.delete(area);
      throw error;
    });
    textPromises.set(area, textPromise);
  }
  return textPromise;
}

/** Fetches an area's texts without adding them to i18next, which need not be initialised. */
export async function fetchTexts(area: Area, lng: string = getLanguage()): Promise<Module["default"]> {
  const loadFile = textLoaders[`./locales/${lng}/${area}.ts`];
  if (!loadFile) throw new Error(`No texts for ${area} in ${lng}`);
  return (await loadFile()).default;
}

async function addTexts(lng: string, area: Area): Promise<void> {
  i18next.addResourceBundle(lng, area, await fetchTexts(area, lng));
}

/** Changes the language of a page that must not be reloaded. */
export async function switchLanguage(choice: Language, areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.map((area) => addTexts(choice, area)));
  textPromises.clear();
  await i18next.changeLanguage(choice);
  document.documentElement.lang = choice;
}
