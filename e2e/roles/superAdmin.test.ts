import { describe, expect, test } from "../support/browser.ts";
import { fillPlaceholders } from "../support/phone.ts";
import { expectFits, openVariant, readTexts, variants } from "../support/roles.ts";
import { follow } from "../support/screens.ts";

/** A super admin's hour: a new customer, a colleague's view of the console, an import, the statistics and the logs. */

describe("the super admin", () => {
  test.for(variants)(
    "1§2 3§2 in $language at $width px: adds a customer, acts as a user and switches back, starts an import, counts, and finds it all in the logs",
    async (variant, { visit }) => {
      const t = await readTexts(variant.language);
      const name = `Fjällnät ${Date.now()} ${variant.language}`;
      const { page } = await openVariant(visit, variant, "super", "/customer");
      const main = page.getByRole("main");
      const dialog = page.getByRole("dialog");

      await main.getByRole("button", { name: t.common.actions.add, exact: true }).first().click();
      await dialog.locator("[name=name]").fill(name);
      await expectFits(page, "form of a customer");
      await dialog.getByRole("button", { name: t.common.actions.save, exact: true }).click();
      await page.getByText(t.common.alerts.created).first().waitFor();
      await dialog.waitFor({ state: "detached" });

      await follow(page, "/customerstatistics");
      await page.locator("main [name=customer]").fill("Norrfiber");
      await page.getByRole("option", { name: "Norrfiber" }).click();
      await main.getByRole("button", { name: t.statistics.run, exact: true }).click();
      await main.getByRole("heading", { name: t.statistics.table }).waitFor();
      await expectFits(page, "statistics");

      await follow(page, "/suggestionImport");
      const importNow = new RegExp(`^${fillPlaceholders(t.imports.run.button, { name: "" })}`);
      await main.getByRole("button", { name: importNow }).first().click();
      await page.getByRole("alertdialog").getByRole("button", { name: t.imports.run.title }).click();
      await page.waitForURL(({ searchParams }) => searchParams.get("tab") === "events");
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });

      await follow(page, `/domainChangeLog?q=${encodeURIComponent(name)}`);
      await main.getByRole("row").filter({ hasText: name }).first().waitFor();
      await expectFits(page, "audit log");
      await follow(page, "/lastAuthenticationSuccessEvent");
      await main.getByRole("row").filter({ hasText: "super" }).first().waitFor();

      await follow(page, "/switchuser");
      await page.locator("main [name=user]").fill("reader");
      await page
        .getByRole("option", { name: /^reader/ })
        .first()
        .click();
      await main.locator("button[type=submit]").click();
      const acting = page.getByText(fillPlaceholders(t.common.frame.actingAs, { name: "reader" })).first();
      await acting.waitFor();
      await page.getByRole("link", { name: t.common.routes.switchBack }).first().click();
      await acting.waitFor({ state: "detached" });
      expect(page.url()).not.toContain("switch");
    },
  );
});
