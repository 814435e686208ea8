import type { Page } from "playwright-core";
import { areas, type Texts } from "#i18n/texts.ts";
import { expectNoViolations } from "./axe.ts";
import { chooseLanguage, openAs, type Visitor } from "./browser.ts";
import { phone } from "./phone.ts";

const desktop = { viewport: { width: 1440, height: 900 } } as const;

/** The languages and widths in which every role is played; both colour modes occur in both of each. */
export const variants = [
  { language: "en", width: 1440, options: { ...desktop, colorScheme: "light" } },
  { language: "sv", width: 1440, options: { ...desktop, colorScheme: "dark" } },
  { language: "en", width: 390, options: { ...phone, colorScheme: "dark" } },
  { language: "sv", width: 390, options: { ...phone, colorScheme: "light" } },
] as const;
export type Variant = (typeof variants)[number];

/** All texts of the console in a language. */
export async function readTexts(language: Variant["language"]): Promise<Texts> {
  const texts = areas.map(async (area) => [
    area,
    (await import(`../../web/src/i18n/locales/${language}/${area}.ts`)).default,
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

/** Opens a page in the language and window of a variant, as one of the demo users. */
export async function openVariant(
  visit: (options: Variant["options"]) => Promise<Visitor>,
  { language, options }: Variant,
  username: string,
  path: string,
): Promise<Visitor> {
  const visitor = await visit(options);
  await chooseLanguage(visitor.page, language);
  await openAs(visitor.page, username, path);
  return visitor;
}

/** Checks a state of a screen at the narrowest width, then returns to the variant's. */
export async function expectFits(page: Page, state: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoViolations(page, state);
  if (size) await page.setViewportSize(size);
}
