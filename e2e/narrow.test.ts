import type { Page } from "playwright-core";
import { chooseLanguage, describe, expect, openAs, test } from "./support/browser.ts";
import {
  callsOf,
  fillPath,
  follow,
  idsIn,
  otherScreens,
  overflow,
  publicPaths,
  type ScreenParam,
  screens,
  waitUntilDrawn,
} from "./support/screens.ts";
import { findSmallTargets } from "./support/touchTargets.ts";

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
      for (const path of publicPaths) {
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
        const path = screen.replace(/\{(\w+)\}/g, (_, param: ScreenParam) => ids[param]);
        await follow(page, path);
        await waitUntilDrawn(page, calls);
        await fits(page, path);
      }
    },
  );
});

/** The screens that are used on phones most, and those of administrators with the most controls. */
const touchScreens = [
  "/documentation",
  "/documentation/details/{approved}",
  "/documentation/details/{ongoing}",
  "/photo",
  "/delivery",
  "/overview",
  "/map",
  "/user",
  "/license",
  "/template",
  "/template/create",
  "/exportDocumentConfiguration",
  "/exportDocumentConfiguration/{layout}",
  "/customerstatistics",
  "/domainChangeLog",
  "/documentationGroup",
  "/profile",
  "/documentation/create",
];

describe("a window of 390 px", () => {
  test.for(["en", "sv"] as const)(
    "C1 wcag#2.5.5 every control takes a touch on 44 px in %s",
    async (language, { visit }) => {
      const { page } = await visit({ viewport: { width: 390, height: 844 } });
      await chooseLanguage(page, language);
      await openAs(page, "super", "/documentation");
      const ids = await idsIn(page);
      const calls = callsOf(page);
      for (const screen of touchScreens) {
        const path = fillPath(screen, ids);
        await follow(page, path);
        await waitUntilDrawn(page, calls);
        await expect.poll(() => findSmallTargets(page), { message: `small targets of ${path}` }).toEqual([]);
      }
    },
  );
});
