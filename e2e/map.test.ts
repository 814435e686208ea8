import { describe, enter, test } from "./support/browser.ts";

describe("the map", () => {
  test("2§2 may be left while it zooms", async ({ page }) => {
    await enter(page, "staff", "/map");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("link", { name: "Documentations", exact: true }).first().click();
    await page.waitForURL("**/documentation");
    // Longer than a zoom takes: what it ends in would be a fault of the page.
    await page.waitForTimeout(600);
  });
});
