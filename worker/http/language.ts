import type { AppContext } from "./context";

export const languages = ["en", "sv"] as const;
export type Language = (typeof languages)[number];

/** The language the caller prefers of those there are; the console says the one that is chosen in it. English is the fallback (1§1). */
export function languageOf(c: AppContext): Language {
  const first = (c.req.header("accept-language") ?? "").split(",")[0]?.trim().toLowerCase() ?? "";
  return languages.find((language) => first === language || first.startsWith(`${language}-`)) ?? "en";
}
