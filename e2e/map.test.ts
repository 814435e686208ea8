import { describe, enter, test } from "./support/browser.ts";

describe("the map", () => {
  test("2§2 can be left while it zooms", async ({ page }) => {
    // Controls the page's timers: a zoom that ends after its map was removed would throw.
    await page.clock.install();
    await enter(page, "staff", "/map");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("link", { name: "Documentations", exact: true }).first().click();
    await page.waitForURL("**/documentation");
    await page.clock.runFor(1000);
  });
});
