import { randomInt } from "node:crypto";
import { generateLicenseCode } from "#domain/access/licenseCode.ts";
import { describe, openAs, test } from "./support/browser.ts";

describe("licences", () => {
  test("3§2 a super admin adds, changes and deletes a licence, each with a message", async ({ page }) => {
    await openAs(page, "super", "/license");
    const code = generateLicenseCode(randomInt);
    await page.getByRole("button", { name: "Add", exact: false }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Customer" }).fill("Norr");
    await page.getByRole("option", { name: "Norrfiber" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).first().fill("Browser test");
    await dialog.getByLabel("Licence code", { exact: false }).first().fill(code);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Create Successful").waitFor();
    await page.getByRole("searchbox").first().fill(code);
    const row = page.getByRole("row").filter({ hasText: code });
    await row.waitFor();
    await row.getByRole("button", { name: /edit/i }).click();
    await dialog.getByRole("textbox", { name: "Name" }).first().fill("Renamed by the browser");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Update Successful").waitFor();
    await row.getByText("Renamed by the browser", { exact: true }).waitFor();
    await row.getByRole("button", { name: /delete/i }).click();
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: /delete|yes/i })
      .click();
    await page.getByText("Delete Successful").waitFor();
    await row.waitFor({ state: "detached" });
  });
});
