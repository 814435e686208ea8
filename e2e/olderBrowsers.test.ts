import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import enCapture from "#i18n/locales/en/capture.ts";
import enCommon from "#i18n/locales/en/common.ts";
import enLink from "#i18n/locales/en/link.ts";
import { findMissingScriptBuiltIns } from "#scripts/checks/builtInUses.ts";
import { createApiClient } from "./support/apiClient.ts";
import { chooseLanguage, describe, expect, onlyInChromium, openAs } from "./support/browser.ts";

/** Deletes built-ins of JavaScript before a page runs: those by their full names, such as `Map.groupBy`. */
const withoutBuiltIns = (names: readonly string[]) => {
  for (const name of names) {
    const path = name.split(".");
    const last = path.pop()!;
    const owner = path.reduce<unknown>(
      (value, part) => (value ? Reflect.get(Object(value), part) : undefined),
      globalThis,
    );
    if (owner) Reflect.deleteProperty(Object(owner), last);
  }
};

/** Makes Chromium as poor as the oldest supported browsers. */
async function imitateOldest(page: Page): Promise<void> {
  const lacking = [
    ...findMissingScriptBuiltIns(),
    "AbortSignal.any",
    "URL.canParse",
    "URL.parse",
    "navigator.storage",
  ];
  await page.addInitScript(withoutBuiltIns, lacking);
}

/** Creates a link for files of a documentation of the demo's. */
async function createFilesToken(): Promise<string> {
  const staff = await createApiClient("staff");
  const { items } = await staff<{ items: { id: string }[] }>("/documentations?max=1");
  const link = { documentationId: items[0]!.id, purpose: "FILES" };
  return (await staff<{ token: string }>("/uploadToken/create", link)).token;
}

const inChromium = onlyInChromium("scripts that run before the page's");

describe("the oldest supported browsers", () => {
  inChromium(
    "B1 details, comparison, merge, capture and thumbnails work without newer built-ins",
    async ({ visit }) => {
      const { page } = await visit({ serviceWorkers: "block" });
      await imitateOldest(page);
      await chooseLanguage(page, "en");
      await openAs(page, "staff", "/documentation");
      expect(
        await page.evaluate(() => ["groupBy" in Map, "any" in AbortSignal, "union" in Set.prototype]),
      ).toEqual([true, true, false]);
      await page.locator("tbody img").first().waitFor();
      await page.locator("tbody a").first().click();
      await page.getByRole("heading", { name: "Tasks", exact: true }).waitFor();
      for (const path of [
        "/documentationComparison",
        "/mergeDocumentations",
        "/map",
        "/photo",
        "/template",
      ]) {
        await page.goto(path);
        await page.locator("main h1").first().waitFor();
        expect(await page.getByText(enCommon.state.reload).count(), path).toBe(0);
      }
      await page.goto("/documentation/create");
      await page.getByLabel(enCapture.start.license).selectOption({ label: "Norrfiber fält" });
      await page.getByLabel(enCapture.start.template).selectOption({ label: "Kabelskåp" });
      await page.getByLabel(enCapture.start.name).and(page.locator("input")).fill("Older browser");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: enCapture.start.startButton, exact: true }).click();
      await page.getByText(enCapture.form.saved, { exact: true }).waitFor();
    },
  );

  inChromium(
    "B6 actualbudget/actual#4479 voyager#1241 in Safari's Lockdown Mode staff review, and a stranger sends a file",
    async ({ visit }) => {
      const lacking = ["indexedDB", "FileReader", "WebAssembly", "caches"];
      const staff = await visit({ serviceWorkers: "block" });
      await staff.page.addInitScript(withoutBuiltIns, lacking);
      await openAs(staff.page, "staff", "/documentation");
      await staff.page.locator("tbody img").first().waitFor();
      await staff.page.locator("tbody a").first().click();
      await staff.page.getByRole("heading", { name: "Tasks", exact: true }).waitFor();
      await staff.page.goto("/documentation/create");
      await staff.page.getByText(enCommon.offline.noStorage).waitFor();
      const { page } = await visit({ serviceWorkers: "block" });
      await page.addInitScript(withoutBuiltIns, lacking);
      await page.goto(`/uploadFiles?token=${await createFilesToken()}`);
      const file = { name: "plan.pdf", mimeType: "application/pdf", buffer: randomBytes(2000) };
      await page.locator("input[type=file]").first().setInputFiles(file);
      await page.getByRole("button", { name: enLink.files.upload, exact: true }).click();
      await page.getByText(enLink.files.success).waitFor();
    },
  );

  inChromium(
    "B1 a stranger uploads a large file through a link without newer built-ins",
    async ({ visit }) => {
      const { page } = await visit();
      await imitateOldest(page);
      await page.goto(`/uploadFiles?token=${await createFilesToken()}`);
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer: randomBytes(45_000_000) });
      await page.getByRole("button", { name: enLink.files.upload, exact: true }).click();
      await page.getByText(enLink.files.success).waitFor();
    },
  );

  inChromium(
    "B1 a browser below them shows one sentence, in its language, on every page",
    async ({ visit }) => {
      for (const [locale, sentence] of [
        ["en-GB", "This browser is too old for Siteproof."],
        ["sv-SE", "Webbläsaren är för gammal för Siteproof."],
      ] as const) {
        const { page, ignoreFaults } = await visit({ locale, serviceWorkers: "block" });
        await page.addInitScript(withoutBuiltIns, ["structuredClone", "CompressionStream"]);
        for (const path of ["/login", "/documentation", "/uploadFiles?token=x", "/delivered"]) {
          await page.goto(path);
          await page.getByRole("alert").getByText(sentence).waitFor();
          expect((await page.locator("body").innerText()).trim().split("\n")).toHaveLength(1);
        }
        ignoreFaults(/./);
      }
    },
  );
});
