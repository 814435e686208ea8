import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import enCommon from "#i18n/locales/en/common.ts";
import enComparison from "#i18n/locales/en/comparison.ts";
import enDocumentation from "#i18n/locales/en/documentation.ts";
import enList from "#i18n/locales/en/documentationList.ts";
import enMonth from "#i18n/locales/en/formMonth.ts";
import enReview from "#i18n/locales/en/review.ts";
import enTools from "#i18n/locales/en/tools.ts";
import svCommon from "#i18n/locales/sv/common.ts";
import svComparison from "#i18n/locales/sv/comparison.ts";
import svDocumentation from "#i18n/locales/sv/documentation.ts";
import svList from "#i18n/locales/sv/documentationList.ts";
import svMonth from "#i18n/locales/sv/formMonth.ts";
import svReview from "#i18n/locales/sv/review.ts";
import svTools from "#i18n/locales/sv/tools.ts";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { createApiClient } from "./support/apiClient.ts";
import { chooseLanguage, describe, expect, openAs, test } from "./support/browser.ts";

/** The console's own texts. */
const texts = {
  en: {
    common: enCommon,
    comparison: enComparison,
    documentation: enDocumentation,
    list: enList,
    month: enMonth,
    review: enReview,
    tools: enTools,
  },
  sv: {
    common: svCommon,
    comparison: svComparison,
    documentation: svDocumentation,
    list: svList,
    month: svMonth,
    review: svReview,
    tools: svTools,
  },
} as const;

/** An input method: mouse, or keyboard only. */
interface InputMethod {
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** Searches in a field with suggestions and chooses the one that contains `option`. */
  pick(page: Page, field: Locator, text: string, option: string): Promise<void>;
}

const mouse: InputMethod = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  async pick(page, field, text, option) {
    await field.fill(text);
    await page.getByRole("option").filter({ hasText: option }).click();
  },
};

/** Every control is in the tab order, takes focus and reacts to Enter. */
const keyboard: InputMethod = {
  async press(control) {
    // A trial click waits until the control can be pressed and does nothing.
    await control.click({ trial: true });
    // Retried if the page has replaced the element in the meantime.
    await expect
      .poll(async () => {
        await control.focus();
        return control.evaluate((element) => ({
          focused: element === document.activeElement,
          reached:
            (element as HTMLElement).tabIndex >= 0 ||
            element.closest("[role=menu],[role=tablist],[role=listbox]") !== null,
        }));
      })
      .toEqual({ focused: true, reached: true });
    await control.press("Enter");
  },
  async type(field, text) {
    await field.focus();
    await field.press("ControlOrMeta+a");
    await field.pressSequentially(text);
  },
  async pick(page, field, text, option) {
    await field.focus();
    await field.press("ControlOrMeta+a");
    await field.pressSequentially(text);
    const choice = page.getByRole("option").filter({ hasText: option });
    await choice.waitFor();
    const active = () => field.getAttribute("aria-activedescendant");
    const id = await choice.getAttribute("id");
    for (let previousActiveId = await active(); previousActiveId !== id; previousActiveId = await active()) {
      await field.press("ArrowDown");
      await expect.poll(active).not.toBe(previousActiveId);
    }
    await field.press("Enter");
  },
};

/** An instant in the console's format. */
const formatTime = (instant: string) =>
  new Date(instant).toLocaleString("sv-SE", { timeZone: "Europe/Stockholm" }).slice(0, 16);

interface Row {
  id: string;
  name: string;
  status: string;
  dateCreated: string;
}

/** The XML of all parts of a workbook. */
async function workbookText(file: string): Promise<string> {
  const parts = unzipSync(await readFile(file));
  return Object.entries(parts)
    .filter(([name]) => name.endsWith(".xml"))
    .map(([, bytes]) => strFromU8(bytes))
    .join("\n");
}

const cases = [
  { language: "en", by: "mouse", hand: mouse, site: "KS-231" },
  { language: "sv", by: "keys alone", hand: keyboard, site: "KS-204" },
] as const;

describe("a reviewer's day", () => {
  test.for(cases)(
    "2§2 in $language, by $by: a reviewer filters, opens, compares, corrects, rotates, comments, approves, merges and exports; every step is in the events and the log",
    async ({ language, hand, site }, { visit }) => {
      const t = texts[language];
      const { page } = await visit();
      await chooseLanguage(page, language);
      const staff = await createApiClient("staff");
      const { items } = await staff<{ items: Row[] }>(`/documentations?query=${site}&max=50`);
      const [today, previousActiveId] = items.filter(({ name }) => name.includes(site));
      expect(today?.status).toBe("COMPLETED");
      const { id, name } = today!;
      const day = today!.dateCreated.slice(0, 10);

      await page.goto("/login");
      await page.locator("[name=username]").fill("staff");
      await page.locator("[name=password]").fill(demoPassword);
      await page.locator("[name=password]").press("Enter");
      await page.waitForURL("**/documentation");

      // Filters by site and month; the URL can be shared with a colleague.
      await hand.type(page.getByRole("searchbox").first(), site);
      const filters = page.getByRole("group", { name: t.list.filters.label });
      await hand.press(
        filters.getByRole("button", { name: t.documentation.fields.dateCreated, exact: true }),
      );
      await page.getByLabel(t.list.filters.from, { exact: true }).fill(`${day.slice(0, 8)}01`);
      await page.getByLabel(t.list.filters.until, { exact: true }).fill(day);
      await hand.press(page.getByRole("dialog").getByRole("button", { name: t.common.actions.apply }));
      await page.waitForURL(
        ({ searchParams }) => searchParams.get("q") === site && searchParams.has("createdDateRange"),
      );
      const link = page.locator(`a[href^="/documentation/details/${id}"]`);
      await link.waitFor();
      const filteredUrl = page.url();

      // Corrects an answer.
      await hand.press(link);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      const remark = `Granskad ${Date.now()}`;
      await hand.press(
        page.getByRole("button", { name: t.review.answer.editOf.replace("{task}", "Kommentar") }),
      );
      await hand.type(page.getByRole("textbox", { name: "Kommentar" }), remark);
      await hand.press(page.getByRole("button", { name: t.common.actions.save, exact: true }));
      await page.getByText(remark).first().waitFor();

      // Rotates a photo and comments on it.
      const photos = async () =>
        (
          await staff<{ items: { id: string; rotation: number; reviewComment: string | null }[] }>(
            `/photos?documentationId=${id}`,
          )
        ).items;
      const open = t.documentation.gallery.open.split("{name}")[0]!;
      await hand.press(page.getByRole("button", { name: new RegExp(`^${open}Skåp utvändigt_01`) }).first());
      const viewer = page.getByRole("dialog", { name: t.documentation.gallery.viewer });
      await viewer.waitFor();
      await hand.press(viewer.getByRole("button", { name: t.documentation.gallery.rotateRight }));
      await expect.poll(async () => (await photos()).map(({ rotation }) => rotation)).toContain(1);
      await hand.press(viewer.getByRole("button", { name: t.review.photo.edit, exact: true }));
      await hand.type(viewer.getByRole("textbox", { name: t.review.photo.reviewComment }), remark);
      await hand.press(viewer.getByRole("button", { name: t.common.actions.save, exact: true }));
      await expect
        .poll(async () => (await photos()).map(({ reviewComment }) => reviewComment))
        .toContain(remark);
      // Until the form has noticed, it captures key presses.
      await viewer
        .getByRole("textbox", { name: t.review.photo.reviewComment })
        .waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await viewer.waitFor({ state: "detached" });

      // Compares with the previous visit.
      const nav = page.getByRole("navigation").first();
      await hand.press(nav.getByRole("link", { name: t.common.routes.documentationComparison }));
      await hand.type(page.getByRole("searchbox").first(), site);
      await hand.press(page.getByRole("link", { name }).first());
      await hand.press(
        page
          .getByRole("button", {
            name: t.comparison.compareTask.replace("{task}", "Skåp utvändigt"),
          })
          .first(),
      );
      const divider = page.getByRole("slider", { name: t.comparison.slider.divider });
      await divider.waitFor();
      await divider.focus();
      const value = await divider.getAttribute("aria-valuenow");
      await page.keyboard.press("ArrowLeft");
      await expect.poll(() => divider.getAttribute("aria-valuenow")).not.toBe(value);
      await page.keyboard.press("Escape");

      // Approves.
      await page.goto(`/documentation/details/${id}`);
      const approve = t.review.status.APPROVED;
      await hand.press(page.getByRole("main").getByRole("button", { name: approve.action, exact: true }));
      await expect.poll(async () => (await staff<Row>(`/documentations/${id}`)).status).toBe("APPROVED");

      // Merges with the previous visit.
      const mergedName = `${name} ${remark}`;
      await hand.press(nav.getByRole("link", { name: t.common.routes.mergeDocumentations }));
      const combobox = page.getByRole("combobox", { name: t.tools.merge.documentations });
      for (const [index, selectedRow] of [today!, previousActiveId!].entries()) {
        await hand.pick(page, combobox, site, formatTime(selectedRow.dateCreated));
        const { chosenCount_one, chosenCount_other } = t.common.form;
        await page
          .getByText((index === 0 ? chosenCount_one : chosenCount_other).replace("{count}", `${index + 1}`))
          .waitFor();
      }
      await combobox.press("Escape");
      await hand.type(page.getByRole("textbox", { name: new RegExp(`^${t.tools.merge.name}`) }), mergedName);
      await hand.press(
        page
          .getByRole("main")
          .getByRole("button", { name: t.common.routes.mergeDocumentations, exact: true }),
      );
      await page.waitForURL(/\/documentation\/details\//);
      await page.getByRole("heading", { level: 1, name: mergedName }).waitFor();
      const mergedId = page.url().split("/").at(-1)!.slice(0, 36);

      // Exports the filtered list and the month as Excel.
      await page.goto(filteredUrl);
      await link.waitFor();
      await hand.press(page.getByRole("button", { name: t.list.export.action, exact: true }));
      await hand.press(page.getByRole("menuitem", { name: t.list.export.menuItem }));
      const list = page.waitForEvent("download");
      await hand.press(
        page.getByRole("dialog").getByRole("button", { name: t.list.export.start, exact: true }),
      );
      expect(await workbookText(await (await list).path())).toContain(name);
      await hand.press(nav.getByRole("link", { name: t.common.routes.formMonth }));
      // The list, which also has a search field, stays until the month can be drawn.
      await page.getByRole("heading", { level: 1, name: t.common.routes.formMonth }).waitFor();
      await hand.type(page.getByRole("searchbox").first(), site);
      await hand.press(page.getByRole("link", { name, exact: true }).first());
      const month = page.waitForEvent("download");
      await hand.press(page.getByRole("button", { name: t.month.downloadExcel }));
      expect(await workbookText(await (await month).path())).toContain(remark);

      // Every step is an event of the documentation and an entry in the audit log.
      await page.goto(`/documentation/details/${id}`);
      const events = page.getByRole("region", { name: t.documentation.details.events });
      for (const event of [t.review.event.ANSWER_EDITED, t.review.event.PHOTO_EDITED])
        await events.getByText(event).first().waitFor();
      const kinds = async (documentation: string) =>
        (
          await staff<{ items: { type: string; params: Record<string, string> }[] }>(
            `/documentationEvent/findAllByDocumentationId/${documentation}`,
          )
        ).items.map(({ type, params }) => params.status ?? params.change ?? type);
      expect(await kinds(id)).toEqual(
        expect.arrayContaining(["ANSWER_EDITED", "PHOTO_EDITED", "APPROVED", "MERGED"]),
      );
      expect(await kinds(mergedId)).toContain("MERGED");
      const root = await createApiClient("super");
      const auditEntries = await root<{ items: { action: string; objectClass: string; username: string }[] }>(
        "/domainChangeLog/index",
        { q: id, max: 50 },
      );
      expect(auditEntries.items).toContainEqual(
        expect.objectContaining({
          action: "UPDATE",
          objectClass: "siteproof.Documentation",
          username: "staff",
        }),
      );
    },
  );

  // Counts the actions of a new user; typing is not a click, but its letters count as keys.
  test.for([
    { language: "en", by: "mouse", maxActions: 6 },
    { language: "sv", by: "keys", maxActions: 15 },
  ] as const)(
    "2§2 in $language, by $by: finding yesterday's, opening one, rotating and commenting a photo, approving and returning take at most $maxActions actions",
    async ({ language, by, maxActions }, { visit }) => {
      const t = texts[language];
      const { page } = await visit();
      await chooseLanguage(page, language);
      const staff = await createApiClient("staff");
      const yesterday = formatTime(new Date(Date.now() - 86_400_000).toISOString()).slice(0, 10);
      const waiting = await staff<{ items: (Row & { version: number })[] }>(
        `/documentations?statusFilter=COMPLETED&createdDateRange=${yesterday}%3B${yesterday}`,
      );
      const [documentation, ...rest] = waiting.items.toReversed();
      // Another reviewer has approved the others: one is left, and the list follows.
      const put = (path: string, body: object) => staff<Row & { version: number }>(path, body, "PUT");
      const approvedRows = await Promise.all(
        rest.map(async ({ id }) => {
          const { version } = await staff<{ version: number }>(`/documentations/${id}`);
          return put(`/documentation/approve/${id}`, { version });
        }),
      );
      let actionCount = 0;
      const press = async (...strokes: string[]) => {
        for (const key of strokes) await page.keyboard.press(key);
        actionCount += strokes.length;
      };
      const click = async (control: Locator) => {
        await control.click();
        actionCount += 1;
      };
      await openAs(page, "staff", "/documentation");
      await page.getByRole("table").locator("[data-row]").first().waitFor();

      const review = page.getByRole("button", { name: t.documentation.review.yesterday });
      const viewer = page.getByRole("dialog", { name: t.documentation.gallery.viewer });
      const comment = viewer.getByRole("textbox", { name: t.review.photo.reviewComment });
      const photoOf = async () =>
        (
          await staff<{
            items: {
              id: string;
              name: string;
              rotation: number;
              reviewComment: string | null;
              version: number;
            }[];
          }>(`/photos?documentationId=${documentation!.id}`)
        ).items;
      const originalPhoto = (await photoOf())[0]!;
      const firstPhoto = page
        .getByRole("button", { name: t.documentation.gallery.open.replace("{name}", originalPhoto.name) })
        .first();
      const overview = t.common.routes.overview;
      await page.getByRole("navigation").first().getByRole("link", { name: overview, exact: true }).waitFor();
      if (by === "mouse") {
        await click(page.getByRole("navigation").first().getByRole("link", { name: overview, exact: true }));
        await click(review);
        await page.waitForURL("**/documentation/details/**");
        await click(firstPhoto);
        await click(viewer.getByRole("button", { name: t.documentation.gallery.rotateRight }));
        await click(viewer.getByRole("button", { name: t.review.photo.writeComment }));
        await comment.fill("Rost");
        await comment.press("Enter");
      } else {
        await press("Control+k", "o", "v");
        await page
          .getByRole("option", { name: new RegExp(overview) })
          .first()
          .waitFor();
        await press("Enter");
        await review.waitFor();
        await press("y");
        await page.waitForURL("**/documentation/details/**");
        await firstPhoto.waitFor();
        await press("ArrowRight");
        await viewer.waitFor();
        await press("t", "c");
        await comment.waitFor();
        await press("R", "o", "s", "t", "Enter");
      }
      await comment.waitFor({ state: "detached" });
      await expect
        .poll(async () => (await photoOf()).filter(({ reviewComment: text }) => text === "Rost").length)
        .toBe(1);
      const changedPhoto = (await photoOf()).find(({ reviewComment: text }) => text === "Rost")!;
      await expect
        .poll(async () => (await photoOf()).find(({ id }) => id === changedPhoto.id)?.rotation)
        .not.toBe(originalPhoto.id === changedPhoto.id ? originalPhoto.rotation : 0);
      if (by === "mouse")
        await click(viewer.getByRole("button", { name: t.review.status.APPROVED.action, exact: true }));
      else await press("a");
      await page.waitForURL(({ pathname }) => pathname === "/documentation");
      expect((await staff<Row>(`/documentations/${documentation!.id}`)).status).toBe("APPROVED");
      expect(actionCount).toBeLessThanOrEqual(maxActions);

      const approvedDocumentation = await staff<{ version: number }>(`/documentations/${documentation!.id}`);
      for (const { id, version } of [
        ...approvedRows,
        { id: documentation!.id, version: approvedDocumentation.version },
      ])
        await put(`/documentation/undoStatus/${id}`, { version });
      const current = (await photoOf()).find(({ id }) => id === changedPhoto.id)!;
      await put(`/photos/${changedPhoto.id}`, { reviewComment: null, rotation: 0, version: current.version });
    },
  );
});
