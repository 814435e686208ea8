import { describe, expect, login, test } from "./support/browser.ts";

describe("the door", () => {
  test("a visitor is asked to log in and then brought to where they wanted", async ({ page }) => {
    await page.goto("/documentation");
    await page.waitForURL("**/login**");
    await page.getByLabel("Username").fill("reader");
    await page.getByLabel("Password", { exact: true }).fill("Siteproof-1!");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL("**/documentation");
    await page.getByText("NF-2041", { exact: false }).first().waitFor();
  });

  test("a wrong password opens nothing", async ({ visitor }) => {
    const { page } = visitor;
    await page.goto("/login");
    await page.getByLabel("Username").fill("staff");
    await page.getByLabel("Password", { exact: true }).fill("Siteproof-2!");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText(/\S/).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    visitor.forgive(/401/);
  });

  test("what a user may not see says so", async ({ page }) => {
    await login(page, "reader");
    await page.goto("/license");
    await page.waitForURL("**/forbidden");
  });
});
