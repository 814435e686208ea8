import { demoPassword } from "#scripts/demo/accounts.ts";
import { expectNoViolations } from "./support/axe.ts";
import { chooseLanguage, describe, test } from "./support/browser.ts";
import {
  callsOf,
  follow,
  idsIn,
  otherScreens,
  publicPaths,
  type ScreenParam,
  screens,
  waitUntilDrawn,
} from "./support/screens.ts";

/**
 * Each of `screens` is checked twice, with different languages, themes and widths. The two pairs of variants alternate, so that
 * every area is covered in all four.
 */
const variants = [
  { language: "en", colorScheme: "light", viewport: { width: 1360, height: 900 } },
  { language: "sv", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  { language: "sv", colorScheme: "dark", viewport: { width: 1360, height: 900 } },
  { language: "en", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;
const pairOf = (variant: (typeof variants)[number]) => (variants.indexOf(variant) < 2 ? 0 : 1);

describe("every screen", () => {
  test.for(variants)(
    "design§Web $language, $colorScheme, $viewport.width px: nothing overflows and axe finds nothing",
    async (variant, { visit }) => {
      const { page } = await visit({ colorScheme: variant.colorScheme, viewport: variant.viewport });
      await chooseLanguage(page, variant.language);
      for (const path of publicPaths) {
        await page.goto(path);
        await page.locator("form, main h1").first().waitFor();
        await expectNoViolations(page, path);
      }
      await page.locator("input").first().fill("super");
      await page.locator("input[type=password]").fill(demoPassword);
      await page.locator("input[type=password]").press("Enter");
      await page.waitForURL("**/documentation");
      const ids = await idsIn(page);
      const calls = callsOf(page);
      const screensToCheck = [
        ...screens.filter((_, index) => index % 2 === pairOf(variant)),
        ...otherScreens.filter((_, index) => index % variants.length === variants.indexOf(variant)),
      ];
      for (const screen of screensToCheck) {
        const path = screen.replace(/\{(\w+)\}/g, (_, param: ScreenParam) => ids[param]);
        await follow(page, path);
        await waitUntilDrawn(page, calls);
        await expectNoViolations(page, path);
      }
    },
  );
});
