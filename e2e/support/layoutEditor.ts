import type { Locator, Page } from "playwright-core";
import type { LayoutNodeType } from "#domain/layout/types.ts";
import commonEn from "#i18n/locales/en/common.ts";
import documentationEn from "#i18n/locales/en/documentation.ts";
import en from "#i18n/locales/en/layout.ts";
import commonSv from "#i18n/locales/sv/common.ts";
import documentationSv from "#i18n/locales/sv/documentation.ts";
import sv from "#i18n/locales/sv/layout.ts";
import { chooseLanguage } from "./browser.ts";

/** The editor of report layouts, as a user operates it with the mouse. */

const texts = {
  en: { layout: en, common: commonEn, documentation: documentationEn },
  sv: { layout: sv, common: commonSv, documentation: documentationSv },
} as const;
export type Language = keyof typeof texts;
export type Texts = (typeof texts)[Language];

let lastName = 0;
export const layoutNameOf = (type: string) => {
  lastName += 1;
  return `${type} ${Date.now().toString(36)}-${lastName}`;
};

export async function setLanguage(page: Page, language: Language): Promise<Texts> {
  await chooseLanguage(page, language);
  return texts[language];
}

export const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Matches the part of a text before its first placeholder. */
export const startPattern = (text: string) => new RegExp(`^${escapeRegExp(text.split("{")[0] as string)}`);

export const itemOf = (page: Page, name: string): Locator =>
  page.getByRole("menuitem", { name, exact: true });

/** The row of the last node of a type. */
export const rowOf = (page: Page, type: LayoutNodeType): Locator =>
  page.locator(`[data-type=${type}]`).last();

/** Adds a node to the last node of a type, or at the top level, with the menus. */
export async function addNode(
  page: Page,
  texts: Texts,
  type: LayoutNodeType,
  to?: LayoutNodeType,
): Promise<void> {
  const button = to
    ? rowOf(page, to).getByRole("button", { name: startPattern(texts.layout.tree.addTo) })
    : page.getByRole("button", { name: texts.layout.tree.add, exact: true });
  await button.click();
  await itemOf(page, texts.layout.nodes[type]).click();
  await rowOf(page, type).waitFor();
}

/** The settings of the open node. */
export const settingsOf = (page: Page, { layout }: Texts): Locator =>
  page.getByRole("group", { name: startPattern(layout.form.title) });

/** Fills a required text box. */
export async function typeInto(scope: Page | Locator, label: string, text: string): Promise<void> {
  await scope.getByRole("textbox", { name: `${label} *`, exact: true }).fill(text);
}

/** Waits for an alert. */
export const waitForAlert = (page: Page, { common }: Texts, text: string) =>
  page.getByRole("region", { name: common.alerts.region }).getByText(text, { exact: true }).waitFor();
