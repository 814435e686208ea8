import type { AppContext } from "./context.ts";

export const languages = ["en", "sv"] as const;
export type Language = (typeof languages)[number];

/** The caller's preferred language. The console sends the one its user has set; English is the default (1§1). */
export function languageOf(c: AppContext): Language {
  const first = (c.req.header("accept-language") ?? "").split(",")[0]?.trim().toLowerCase() ?? "";
  return languages.find((language) => first === language || first.startsWith(`${language}-`)) ?? "en";
}
