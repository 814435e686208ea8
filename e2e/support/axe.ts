import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { overflow } from "./screens.ts";

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
    const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    // Otherwise it also describes every element that passes.
    return (await axe.run({ runOnly, resultTypes: ["violations"] })).violations;
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
export const expectNoViolations = (page: Page, path: string) =>
  expect
    .poll(async () => [await overflow(page), await findViolations(page)], { message: path })
    .toEqual([0, []]);
