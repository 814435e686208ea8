import { type Language, languages } from "#domain/core/language.ts";
import type { AppContext } from "./context.ts";

/** The caller's preferred language. The console sends the one its user has set; English is the default (1§1). */
export function getLanguage(c: AppContext): Language {
  const preferredTag = (c.req.header("accept-language") ?? "").split(",")[0]?.trim().toLowerCase() ?? "";
  return (
    languages.find((language) => preferredTag === language || preferredTag.startsWith(`${language}-`)) ?? "en"
  );
}
