import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "#domain/core/language.ts";
import { language } from "./language.ts";
import type { Area, Texts } from "./texts.ts";

type Module = { default: Record<string, unknown> };

/** One chunk per language and area: a screen loads only its areas in the chosen language. */
const files = import.meta.glob<Module>("./locales/*/*.ts");
const loading = new Map<Area, Promise<void>>();

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Texts;
    interpolationPrefix: "{";
    interpolationSuffix: "}";
  }
}

export async function initI18n(chosen: Language = language()): Promise<void> {
  // Initialising again drops the loaded texts.
  loading.clear();
  await i18next.use(initReactI18next).init({
    lng: chosen,
    fallbackLng: "en",
    ns: ["common"],
    defaultNS: "common",
    resources: { [chosen]: {} },
    interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
    react: { useSuspense: false },
  });
  document.documentElement.lang = chosen;
  await loadTexts("common");
}

/** Loads an area's texts. Both languages are complete, so no fallback is loaded. */
export function loadTexts(area: Area): Promise<void> {
  const chosen = i18next.language;
  if (i18next.hasResourceBundle(chosen, area)) return Promise.resolve();
  let load = loading.get(area);
  if (!load) {
    load = addTexts(chosen, area).catch((error) => {
      loading.delete(area);
      throw error;
    });
    loading.set(area, load);
  }
  return load;
}

/** Fetches an area's texts without adding them to i18next, which need not be initialised. */
export async function fetchTexts(area: Area, chosen: string = language()): Promise<Module["default"]> {
  const file = files[`./locales/${chosen}/${area}.ts`];
  if (!file) throw new Error(`No texts for ${area} in ${chosen}`);
  return (await file()).default;
}

async function addTexts(chosen: string, area: Area): Promise<void> {
  i18next.addResourceBundle(chosen, area, await fetchTexts(area, chosen));
}

/** Changes the language of a page that must not be reloaded. */
export async function switchLanguage(choice: Language, areas: readonly Area[]): Promise<void> {
  await Promise.all(areas.map((area) => addTexts(choice, area)));
  loading.clear();
  await i18next.changeLanguage(choice);
  document.documentElement.lang = choice;
}
