import type { Page } from "playwright-core";
import commonTexts from "#i18n/locales/en/common.ts";
import documentationTexts from "#i18n/locales/en/documentation.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { Person, phone } from "./support/phone.ts";
import {
  callsOf,
  fillPath,
  follow,
  idsIn,
  listScreens,
  otherScreens,
  screens,
  waitUntilDrawn,
} from "./support/screens.ts";

/** Imitates the translation of Chrome and Edge on every text that appears or changes. */
const translatePages = (page: Page) =>
  page.addInitScript(() => {
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode())
        if (node instanceof Text) texts.push(node);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent || parent.closest("font, script, style, textarea, [translate=no]"))
          continue;
        const [outerFont, innerFont] = [document.createElement("font"), document.createElement("font")];
        innerFont.textContent = text.data;
        outerFont.append(innerFont);
        text.replaceWith(outerFont);
      }
    };
    new MutationObserver((records) => {
      for (const { target, type, addedNodes } of records)
        if (type === "characterData") translate(target);
        else for (const node of addedNodes) if (node.isConnected) translate(node);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });

const countTranslated = (page: Page) => page.locator("main font font").count();

describe("a page that the browser translates", () => {
  test("O8 react#11538 every screen is drawn, left and entered again without an error", async ({ page }) => {
    const calls = callsOf(page);
    await translatePages(page);
    await openAs(page, "super", "/overview");
    await waitUntilDrawn(page, calls);
    const ids = await idsIn(page);
    for (const path of [...screens, ...listScreens, ...otherScreens]) {
      await follow(page, fillPath(path, ids));
      await waitUntilDrawn(page, calls);
      expect(await countTranslated(page), path).toBeGreaterThan(0);
      expect(await page.getByText(commonTexts.state.screenFailed).count(), path).toBe(0);
    }
  });

  test("O8 svelte#15090 a list is searched and sorted, and one of its rows opened", async ({ page }) => {
    const calls = callsOf(page);
    await translatePages(page);
    await openAs(page, "staff", "/documentation");
    await waitUntilDrawn(page, calls);
    const search = page.getByRole("searchbox").first();
    for (const term of ["KS", "nothing is called so", ""]) {
      await search.fill(term);
      await waitUntilDrawn(page, calls);
    }
    await page.getByRole("columnheader").getByRole("button").first().click();
    await waitUntilDrawn(page, calls);
    await page.getByRole("main").locator("a[href*='/documentation/details/']").first().click();
    await page.getByRole("heading", { name: documentationTexts.tasks.title, exact: true }).waitFor();
  });

  test("O8 react#11538 a form is answered, its tasks appear and disappear, and nothing is lost", async ({
    visit,
  }) => {
    const visitor = await visit(phone);
    await translatePages(visitor.page);
    const person = new Person(visitor, "en");
    await person.logIn();
    await person.page.goto("/documentation/create");
    const name = `Translated ${Date.now()}`;
    await person.begin("Fiberschakt", name);
    await person.answer(["Entreprenör", "text", "Grävlaget"]);
    for (const isNeeded of [true, false, true]) {
      await person.answer(["Korsar väg", "check", "true"]);
      await person.task("Tillståndsnummer").waitFor({ state: isNeeded ? "visible" : "detached" });
    }
    await person.answer(["Tillståndsnummer", "text", "TRV 2026"]);
    await person.waitUntilSaved();
    await person.page.reload();
    expect(await person.readAnswer(["Entreprenör", "text", ""])).toBe("Grävlaget");
    expect(await person.readAnswer(["Tillståndsnummer", "text", ""])).toBe("TRV 2026");
  });
});
