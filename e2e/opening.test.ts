import type { Page } from "playwright-core";
import { demoPassword } from "../scripts/demo/accounts.ts";
import { describe, expect, test } from "./support/browser.ts";

const addresses = ["/documentation", "/template", "/documentation/create", "/quartz"];

/** What stands at the top: text and place of its title and of what is said below it. */
const topOf = (page: Page, title: string, lead: string) =>
  page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const found = document.querySelector(selector);
        if (!found) return null;
        const { left, top } = found.getBoundingClientRect();
        return { text: found.textContent, left, top };
      }),
    [title, lead],
  );

describe("design§Web before the console runs", () => {
  for (const [language, width] of [
    ["en", 1360],
    ["sv", 390],
  ] as const)
    test(`the page says what it is about where the screen then has it, in ${language} at ${width} px`, async ({
      visit,
    }) => {
      // Its files are held up below, which a service worker would not notice.
      const { page, forgive } = await visit({
        viewport: { width, height: 844 },
        serviceWorkers: "block",
      });
      await page.goto("/login");
      await page.evaluate(
        async ([language, password]) => {
          const answer = await fetch("/api/login", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ username: "super", password }),
          });
          localStorage.setItem(
            "session",
            JSON.stringify({ ...(await answer.json()), lastRefresh: Date.now() }),
          );
          localStorage.setItem("language", language);
        },
        [language, demoPassword] as const,
      );
      for (const address of addresses) {
        await page.route(/\/assets\/console-[^/]*\.js/, (route) => route.abort());
        await page.goto(address);
        const before = await topOf(page, ".opening-page b", ".opening-page p");
        await page.unroute(/\/assets\/console-[^/]*\.js/);
        await page.goto(address);
        await page.locator(before[1] ? "main header p" : "h1").waitFor();
        const after = await topOf(page, "h1", "main header p");
        expect(before[0], address).not.toBeNull();
        expect(before, address).toEqual(after);
      }
      forgive(/Failed to load resource/);
    });
});
