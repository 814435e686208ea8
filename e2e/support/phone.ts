import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import enCapture from "#i18n/locales/en/capture.ts";
import enCommon from "#i18n/locales/en/common.ts";
import enDocumentation from "#i18n/locales/en/documentation.ts";
import enReview from "#i18n/locales/en/review.ts";
import svCapture from "#i18n/locales/sv/capture.ts";
import svCommon from "#i18n/locales/sv/common.ts";
import svDocumentation from "#i18n/locales/sv/documentation.ts";
import svReview from "#i18n/locales/sv/review.ts";
import { login, type Visitor } from "./browser.ts";

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const texts = {
  en: { capture: enCapture, common: enCommon, documentation: enDocumentation, review: enReview },
  sv: { capture: svCapture, common: svCommon, documentation: svDocumentation, review: svReview },
};
export type Language = keyof typeof texts;

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** `text` is typed, `choice` and `check` are tapped, `suggestion` is searched for and chosen. */
export type Answer = [task: string, kind: "text" | "choice" | "check" | "suggestion", value: string];

/** A text with its placeholders filled in. */
export const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** A person who captures on a phone, in one tab at a time, online and offline. */
export class Person {
  readonly visitor: Visitor;
  readonly language: Language;
  readonly context: BrowserContext;

  constructor(visitor: Visitor, language: Language) {
    this.visitor = visitor;
    this.language = language;
    this.context = visitor.page.context();
  }

  get page(): Page {
    return this.visitor.page;
  }

  get t() {
    return texts[this.language];
  }

  async logIn(): Promise<void> {
    await login(this.page, "staff");
    await this.page.evaluate((language) => localStorage.setItem("language", language), this.language);
  }

  async closeTab(): Promise<void> {
    await this.page.close();
  }

  async openTab(path: string): Promise<void> {
    const page = await this.context.newPage();
    const { faults } = this.visitor;
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(`${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
    this.visitor.page = page;
    await page.goto(path);
  }

  async network(isOnline: boolean): Promise<void> {
    await this.context.setOffline(!isOnline);
  }

  /** Starts a documentation. Returns its id once the form is shown. */
  async begin(template: string, name: string): Promise<string> {
    const { start } = this.t.capture;
    await this.page.getByLabel(start.license).selectOption({ label: "Norrfiber fält" });
    await this.page.getByLabel(start.template).selectOption({ label: template });
    // The list of suggested names has the same label as the input.
    await this.page.getByLabel(start.name).and(this.page.locator("input")).fill(name);
    await this.page.keyboard.press("Escape");
    await this.page.getByRole("button", { name: start.startButton, exact: true }).tap();
    await this.page.getByRole("heading", { name, level: 1 }).waitFor();
    return this.page.url().split("/").at(-1)!;
  }

  task(name: string): Locator {
    return this.page.getByRole("group", { name, exact: true }).first();
  }

  async answer([task, kind, value]: Answer): Promise<void> {
    const locator = this.task(task);
    if (kind === "text") await locator.getByLabel(task, { exact: true }).first().fill(value);
    if (kind === "choice") await locator.getByLabel(value, { exact: true }).tap();
    if (kind === "check") await locator.getByRole("checkbox").tap();
    if (kind === "suggestion") {
      await locator.getByRole("combobox").fill(value.slice(0, -2));
      await this.page.getByRole("option", { name: value, exact: true }).tap();
    }
  }

  /** The answer as the form shows it. */
  async readAnswer([task, kind, value]: Answer): Promise<string> {
    const locator = this.task(task);
    if (kind === "text") return locator.getByLabel(task, { exact: true }).first().inputValue();
    if (kind === "choice") return (await locator.getByLabel(value, { exact: true }).isChecked()) ? value : "";
    if (kind === "check") return (await locator.getByRole("checkbox").isChecked()) ? value : "";
    const option = locator.getByRole("listitem").filter({ hasText: value });
    if ((await option.count()) > 0) return value;
    return locator.getByRole("combobox").inputValue();
  }

  photosOf(task: string): Locator {
    const name = fillPlaceholders(this.t.capture.form.photosOf, { task });
    return this.page.getByRole("list", { name, exact: true }).locator("img");
  }

  async choosePhotos(task: string, files: readonly ChosenFile[]): Promise<void> {
    const photosBefore = await this.photosOf(task).count();
    await this.task(task)
      .locator("input[type=file][multiple]")
      .setInputFiles([...files]);
    await expect
      .poll(() => this.photosOf(task).count(), { timeout: 40_000 })
      .toBe(photosBefore + files.length);
  }

  async waitUntilSaved(): Promise<void> {
    await this.page.getByText(this.t.capture.form.saved, { exact: true }).waitFor();
  }

  async complete(): Promise<void> {
    await this.waitUntilSaved();
    await this.page.getByRole("button", { name: this.t.capture.form.complete, exact: true }).tap();
  }

  /** Waits for the dialog that says that sending has to wait for a network. */
  async waitForOfflineDialog(): Promise<void> {
    await this.page.getByRole("dialog").getByText(this.t.capture.sending.offline).waitFor();
  }

  /** Waits until the page confirms `count` photos and files. */
  async waitUntilVerified(count: number): Promise<void> {
    const message = fillPlaceholders(this.t.capture.sending.verified_other, { count });
    await this.page.getByText(message).waitFor({ timeout: 80_000 });
  }

  /** The status of a documentation and the hashes of its photos, from the service. */
  fetchStoredState(id: string): Promise<{ status: string; hashes: string[] }> {
    return this.page.evaluate(async (documentationId) => {
      const { access_token } = JSON.parse(localStorage.getItem("session") ?? "{}");
      const headers = { authorization: `Bearer ${access_token}` };
      const get = async (path: string) => (await fetch(`/api${path}`, { headers })).json();
      const { status } = await get(`/documentations/${documentationId}`);
      const { items } = await get(`/photos?documentationId=${documentationId}`);
      return { status, hashes: items.map((photo: { sha256: string }) => photo.sha256).sort() };
    }, id);
  }
}
