import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { chooseLanguage, describe, expect, test } from "./support/browser.ts";
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

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** Violations of WCAG 2.2 AA found by axe. Evaluated through the debugger, because the page's policy blocks other scripts. */
async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    // Rows far below are rendered only in view; axe would measure them half rendered or not at all.
    const visibilitySheet = new CSSStyleSheet();
    visibilitySheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [visibilitySheet];
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })).violations;
  });
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 3)
        .join(", ")}`,
  );
}

/** Checks that nothing overflows and axe finds nothing, once the screen has settled. */
const expectLooksRight = (page: Page, path: string) =>
  expect
    .poll(async () => [await overflow(page), await findViolations(page)], { message: path })
    .toEqual([0, []]);

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
      for (const path of doors) {
        await page.goto(path);
        await page.locator("form, main h1").first().waitFor();
        await expectLooksRight(page, path);
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
        const path = screen.replace(/\{(\w+)\}/g, (_, param: Place) => ids[param]);
        await follow(page, path);
        await untilDrawn(page, calls);
        await expectLooksRight(page, path);
      }
    },
  );
});
