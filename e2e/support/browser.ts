import { mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { test as base, expect, inject } from "vitest";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { launchBrowser } from "./browsers.ts";
import { chooseColorMode, hideElementReferences, isNoise, patchLocators } from "./firefox.ts";

export { describe, expect } from "vitest";

/** A page, and the errors on it that the user does not see. */
export interface Visitor {
  page: Page;
  /** Console errors, uncaught exceptions and violations of the Content-Security-Policy; a test that leaves one fails. */
  faults: string[];
  /** Removes errors that a test causes on purpose, such as the 401 of a wrong password. */
  ignoreFaults(pattern: RegExp): void;
}

interface Fixtures {
  browser: Browser;
  visitor: Visitor;
  page: Page;
  /** Opens another visitor in its own browser context. */
  visit: (options?: BrowserContextOptions) => Promise<Visitor>;
}

/** vitest's `test` with a real browser, Chromium unless `npm test -- --browser` names another. Most tests ask for `{ page }`. */
export const test = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from this pattern
    async ({}, use) => {
      const browser = await launchBrowser(inject("browserUnderTest"));
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],
  visit: async ({ browser, task }, use) => {
    const visitors: Visitor[] = [];
    await use(async (options) => {
      const visitor = await newVisitor(browser, options);
      visitors.push(visitor);
      return visitor;
    });
    if (task.result?.state === "fail") await saveScreenshots(visitors, task.name);
    const faults = visitors
      .flatMap((visitor) => visitor.faults)
      .filter((fault) => !isFirefox || !isNoise(fault));
    await Promise.all(visitors.map(({ page }) => page.context().close()));
    expect(faults, "errors in the browser").toEqual([]);
  },
  visitor: async ({ visit }, use) => use(await visit()),
  page: async ({ visitor }, use) => use(visitor.page),
});

/** Firefox emulates no phones: their tests run in a window of a phone's size. */
const isFirefox = inject("browserUnderTest").name === "firefox";

/** Skips a test in browsers other than Chromium. @param _reason what Playwright cannot do there over BiDi */
export const onlyInChromium = (_reason: string) => test.runIf(inject("browserUnderTest").name === "chromium");

const withoutTouch = ({
  hasTouch: _,
  isMobile: __,
  ...options
}: BrowserContextOptions): BrowserContextOptions => options;

async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: inject("baseUrl"),
    locale: "en-GB",
    timezoneId: "Europe/Stockholm",
    viewport: { width: 1360, height: 900 },
    acceptDownloads: true,
    ...(isFirefox ? withoutTouch(options) : options),
  });
  context.setDefaultTimeout(60_000);
  if (isFirefox) await hideElementReferences(context);
  if (isFirefox && options.colorScheme === "dark") await chooseColorMode(context, options.colorScheme);
  const page = await context.newPage();
  if (isFirefox) patchLocators(page);
  const faults: string[] = [];
  // A violation of the Content-Security-Policy is a console error, too. Warnings are ignored.
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("crash", () => faults.push("the page crashed"));
  return {
    page,
    faults,
    ignoreFaults: (pattern) =>
      faults.splice(0, faults.length, ...faults.filter((fault) => !pattern.test(fault))),
  };
}

/** Logs in through the form as one of the demo users. */
export async function login(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Opens a page as one of the demo users who has left the tour, logged in through the API: for tests that are not about the login. */
export async function openAs(page: Page, username: string, path: string): Promise<void> {
  const response = await page.request.post("/api/login", { data: { username, password: demoPassword } });
  const session = { ...(await response.json()), lastRefresh: Date.now() };
  // Local storage needs a document from the console's origin. This one loads nothing else; those of the API are sandboxed.
  await page.goto("/theme.js");
  await page.evaluate((record) => {
    localStorage.setItem("session", JSON.stringify(record));
    localStorage.setItem(`tourLeft.${record.userId}`, "true");
  }, session);
  await page.goto(path);
}

/** The language of all pages that are opened from now on. */
export const chooseLanguage = (page: Page, language: string): Promise<unknown> =>
  page.addInitScript((value) => {
    try {
      localStorage.setItem("language", value);
    } catch {
      // Blank pages have no storage.
    }
  }, language);

/** Saves screenshots of a failed test, and prints what its pages showed. */
async function saveScreenshots(visitors: readonly Visitor[], name: string): Promise<void> {
  const folder = path.join(os.tmpdir(), "siteproof-e2e-failures");
  await mkdir(folder, { recursive: true });
  for (const [index, { page }] of visitors.entries()) {
    const file = path.join(folder, `${name.replace(/\W+/g, "-").slice(0, 80)}-${index}.png`);
    await page.screenshot({ path: file, fullPage: true }).then(
      () => console.log(`${page.url()} looked like ${file}`),
      () => undefined,
    );
    // Printed as well, for systems that keep only the log.
    const snapshot = await page
      .locator("body")
      .ariaSnapshot({ timeout: 2000 })
      .catch(() => "");
    console.log(snapshot.slice(0, 6000));
  }
}
