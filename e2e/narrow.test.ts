import type { Page } from "playwright-core";
import { chooseLanguage, describe, expect, openAs, test } from "./support/browser.ts";
import {
  callsOf,
  doors,
  follow,
  idsIn,
  otherScreens,
  overflow,
  type Place,
  screens,
  untilDrawn,
} from "./support/screens.ts";

/** The width of WCAG 1.4.10: a window of 1280 px at 400 %. */
const viewport = { width: 320, height: 640 };
const longName = "Föreningssamordningskonsulent.af-Ängelholmsgranskningen@kundnamn.example.test";

const fits = (page: Page, path: string) =>
  expect.poll(() => overflow(page), { message: `${path} scrolls sideways` }).toBe(0);

describe("a window of 320 px", () => {
  test.for(["en", "sv"] as const)(
    "C1 gutenberg#15346, wcag#648 no screen scrolls sideways in %s, whatever the user's name",
    async (language, { visit }) => {
      const { page } = await visit({ viewport });
      await chooseLanguage(page, language);
      for (const path of doors) {
        await page.goto(path);
        await page.locator("form, main h1").first().waitFor();
        await fits(page, path);
      }
      await openAs(page, "super", "/documentation");
      await page.evaluate((username) => {
        const session = JSON.parse(localStorage.getItem("session") ?? "{}");
        localStorage.setItem("session", JSON.stringify({ ...session, username, customerName: username }));
      }, longName);
      await page.reload();
      const ids = await idsIn(page);
      const calls = callsOf(page);
      for (const screen of new Set([...screens, ...otherScreens, "/documentation/create"])) {
        const path = screen.replace(/\{(\w+)\}/g, (_, param: Place) => ids[param]);
        await follow(page, path);
        await untilDrawn(page, calls);
        await fits(page, path);
      }
    },
  );
});
