import { seededRandom } from "#domain/testing/random.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { watchPointer } from "./support/pointerWatch.ts";
import { follow, idsIn, otherScreens, type Place, screens } from "./support/screens.ts";

const seed = Number(process.env.SEED ?? 1);

describe("a pointer in every screen", () => {
  test("x", async ({ page }) => {
    const random = seededRandom(seed);
    await watchPointer(page);
    const delays = seededRandom(seed + 1);
    await page.route("**/api/**", async (route) => {
      const ms = delays.number(400);
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.continue().catch(() => {});
    });
    await openAs(page, "super", "/overview");
    await page.locator("main h1").first().waitFor();
    const ids = await idsIn(page);
    const t0 = Date.now();
    let hovers = 0;
    for (const screen of [...new Set([...screens, ...otherScreens])]) {
      const path = screen.replace(/\{(\w+)\}/g, (_, param: Place) => ids[param]);
      const old = await page.locator("main h1").first().elementHandle();
      const oldText = await old?.textContent();
      await follow(page, path);
      await page.waitForFunction(([old, text]) => { const h = document.querySelector("main h1"); return h && (h !== old || h.textContent !== text); }, [old, oldText] as const, { timeout: 3000 }).catch(() => console.log("same", path));
      await page.evaluate(() => { window.shifts.length = 0; });
      const until = Date.now() + 900;
      while (Date.now() < until) {
        const boxes = await page.evaluate(() =>
          [...document.querySelectorAll("main a[href], main button, main input, main select, main [role=tab], main summary")]
            .map((e) => e.getBoundingClientRect())
            .filter((r) => r.width > 0 && r.top > 0 && r.bottom < innerHeight)
            .map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const),
        );
        if (boxes.length === 0) { await page.waitForTimeout(20); continue; }
        const [x, y] = random.one(boxes);
        await page.mouse.move(x, y);
        hovers++;
        await page.waitForTimeout(random.chance(0.5) ? 60 : 320);
      }
      const shifts = await page.evaluate(() => window.shifts.splice(0));
      for (const s of shifts) console.log(screen, JSON.stringify(s));
    }
    console.log("hovers", hovers, Date.now() - t0);
    expect(1).toBe(2);
  });
});
