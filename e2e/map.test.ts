import { describe, enter, test } from "./support/browser.ts";

describe("the map", () => {
  test("2§2 may be left while it zooms", async ({ page }) => {
    // Controls the page's timers: the end of a zoom on a map that is gone would be a fault of the page.
    await page.clock.install();
    await enter(page, "staff", "/map");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("link", { name: "Documentations", exact: true }).first().click();
    await page.waitForURL("**/documentation");
    await page.clock.runFor(1000);
  });
});
