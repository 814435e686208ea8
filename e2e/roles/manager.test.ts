import { templateStarters } from "#domain/template/templateStarters.ts";
import { describe, expect, test } from "../support/browser.ts";
import { expectFits, openVariant, readTexts, variants } from "../support/roles.ts";
import { follow } from "../support/screens.ts";

/** A manager's hour: how the work goes, who did what, a new template, and the code that opens the form on a phone. */

const starter = templateStarters[0]!;

describe("the customer's manager", () => {
  test.for(variants)(
    "design§Web 3§2 in $language at $width px: follows a figure to its rows, filters the activity, and creates a template from the gallery",
    async (variant, { visit }) => {
      const { language } = variant;
      const t = await readTexts(language);
      const { page } = await openVariant(visit, variant, "staff", "/progress");
      const main = page.getByRole("main");

      const queue = main.getByRole("link", { name: new RegExp(`^${t.progress.queue}`) }).first();
      await queue.waitFor();
      await main.locator("svg.recharts-surface").first().waitFor();
      await expectFits(page, "progress");
      await queue.click();
      await page.waitForURL(({ searchParams }) => searchParams.get("statusFilter") === "COMPLETED");
      await page.getByRole("table").locator("[data-row]").first().waitFor();

      await follow(page, "/activity");
      await page.getByRole("button", { name: t.activity.kind, exact: true }).click();
      await page.getByRole("radio", { name: t.activity.kinds.CAPTURE }).click();
      await page.waitForURL(({ searchParams }) => searchParams.get("kind") === "CAPTURE");
      await main
        .getByRole("button", { name: new RegExp(`^${t.activity.onlyPerson.split("{name}")[0]}`) })
        .first()
        .click();
      await page.waitForURL(({ searchParams }) => searchParams.has("person"));
      const name = new URL(page.url()).searchParams.get("person");
      await main.getByText(`${t.activity.person}: ${name}`).waitFor();
      await expectFits(page, "activity");

      await follow(page, "/template/create");
      await page
        .getByRole("button", { name: `${t.template.starters.choose}: ${starter.name[language]}` })
        .click();
      const title = `${starter.name[language]} ${Date.now()}`;
      await page
        .getByRole("textbox", { name: new RegExp(`^${t.template.fields.name}`) })
        .first()
        .fill(title);
      await page.getByRole("button", { name: t.common.actions.save, exact: true }).click();
      await page.getByText(t.common.alerts.created).first().waitFor();

      await follow(page, "/help");
      const code = page.getByRole("img", { name: t.help.scan });
      await expect.poll(() => code.isVisible()).toBe(variant.width > 767);
    },
  );
});
