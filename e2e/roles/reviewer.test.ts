import type { Page } from "playwright-core";
import { beforeAll } from "vitest";
import type { Texts } from "#i18n/texts.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { createApiClient } from "../support/apiClient.ts";
import { describe, expect, test } from "../support/browser.ts";
import { completeDocumentation } from "../support/device.ts";
import { fillPlaceholders } from "../support/phone.ts";
import { expectFits, openVariant, readTexts, variants } from "../support/roles.ts";

/** A reviewer's hour: searches, reviews, talks to a colleague, assigns, sends back and undoes. */

let photos: { name: string; bytes: Buffer }[] = [];
beforeAll(async () => {
  photos = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const takenAt = new Date(Date.UTC(2026, 4, 6, 9, index));
      const { bytes } = await takePhoto("cabinet", { takenAt, lat: 63.3, lng: 18.7 });
      return { name: `Gate_0${index + 1}`, bytes };
    }),
  );
});

/** Six photos viewed, one rotated, one commented in two letters, approved, and the next documentation opened. */
const maxKeys = 12;
const recipient = "ida@siteproof.example";

interface Details {
  status: string;
  openThreadCount: number;
  assigneeName: string | null;
}

const firstPhotoOf = (page: Page, t: Texts) =>
  page
    .getByRole("button", { name: fillPlaceholders(t.documentation.gallery.open, { name: "Gate_01" }) })
    .first();

/** Views all photos from the first one on, rotates and comments on the last, and approves; returns the number of keys. */
async function reviewWithKeys(page: Page, t: Texts): Promise<number> {
  let keyCount = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keyCount += 1;
  };
  const viewer = page.getByRole("dialog", { name: t.documentation.gallery.viewer });
  for (const index of photos.keys()) {
    // The first key goes to the photo: the page may have been drawn before it listens to shortcuts.
    if (index === 0) await firstPhotoOf(page, t).press("Enter");
    else await page.keyboard.press("ArrowRight");
    keyCount += 1;
    const position = { number: index + 1, total: photos.length };
    await viewer
      .getByText(fillPlaceholders(t.documentation.gallery.positionOfTotal, position), { exact: true })
      .waitFor();
  }
  await press("t");
  await press("c");
  const comment = viewer.getByRole("textbox", { name: t.review.photo.reviewComment });
  await comment.waitFor();
  for (const letter of "OK") await press(letter);
  await press("Enter");
  await comment.waitFor({ state: "detached" });
  await press("a");
  return keyCount;
}

describe("the reviewer", () => {
  test.for(variants)(
    "2§2 2§4 design§Threads design§Retakes in $language at $width px: searches, reviews, discusses, assigns, sends back and undoes",
    async (variant, { visit }) => {
      const t = await readTexts(variant.language);
      const run = `${Date.now().toString(36)}${variant.language}`;
      const [ids, staff] = await Promise.all([
        Promise.all(
          [photos, photos.slice(0, 1), photos.slice(0, 1)].map((someFewPhotos, index) =>
            completeDocumentation({
              ...{ name: `Ängelsbergs station ${run} ${index + 1}`, answer: "Rost" },
              photos: someFewPhotos,
            }),
          ),
        ),
        createApiClient("staff"),
      ]);
      const detailsOf = (id: string) => staff<Details>(`/documentations/${id}`);
      const [first, second, third] = ids as [string, string, string];
      const { page } = await openVariant(visit, variant, "staff", "/documentation?sort=name&order=asc");
      const dialog = page.getByRole("dialog");

      // Words in another order and without their dots.
      await page.getByRole("searchbox").first().fill(`${run} angelsberg`);
      const rows = page.getByRole("table").locator("[data-row]");
      await expect.poll(() => rows.count()).toBe(3);
      await expectFits(page, "matches");

      await page.locator(`a[href*="${first}"]`).first().click();
      expect(await reviewWithKeys(page, t)).toBeLessThanOrEqual(maxKeys);
      // The next one opens: a page that is left before would report its call as failed.
      await page.waitForURL(({ pathname }) => !pathname.includes(first));
      await expect.poll(async () => (await detailsOf(first)).status).toBe("APPROVED");
      await page.goto(`/documentation/details/${second}`);

      // A thread with a mention, a reply, and its end.
      const discussion = page.getByRole("region", { name: new RegExp(`^${t.thread.title}`) });
      await page.locator("#threads").scrollIntoViewIfNeeded();
      await discussion.getByRole("button", { name: t.thread.start }).click();
      await discussion.getByRole("textbox", { name: t.thread.start }).pressSequentially("@rea");
      await page
        .getByRole("listbox")
        .getByRole("option", { name: /^reader/ })
        .waitFor();
      await page.keyboard.press("Enter");
      await page.keyboard.type("Ser du rosten?");
      await page.keyboard.press("Control+Enter");
      const thread = discussion.getByRole("article");
      await thread.getByText("@reader", { exact: true }).waitFor();
      await expect.poll(async () => (await detailsOf(second)).openThreadCount).toBe(1);
      await thread.getByRole("button", { name: t.thread.reply }).click();
      await thread.getByRole("textbox", { name: t.thread.reply }).fill("Vi byter luckan.");
      await thread.getByRole("button", { name: t.thread.send }).click();
      await thread.getByText("Vi byter luckan.").waitFor();
      await thread.getByRole("button", { name: t.thread.resolve }).click();
      await discussion.getByText(t.thread.allResolved).waitFor();

      await page.getByRole("button", { name: t.review.more }).click();
      await page.getByRole("menuitem", { name: t.review.assign }).click();
      await dialog.getByRole("button", { name: t.assignment.me }).click();
      await dialog.getByLabel(t.assignment.day).fill("2999-05-01");
      await dialog.getByRole("button", { name: t.common.actions.save, exact: true }).click();
      await expect.poll(async () => (await detailsOf(second)).assigneeName).not.toBe(null);

      // Everything of this session can be undone, in any order.
      await page.keyboard.press("Shift+Z");
      await expectFits(page, "steps to undo");
      await dialog.getByRole("button", { name: new RegExp(`${run} 2`) }).click();
      await expect.poll(async () => (await detailsOf(second)).assigneeName).toBe(null);
      await dialog.getByText(t.undo.empty).waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });

      await page.goto(`/documentation/details/${third}`);
      await page.getByRole("button", { name: t.retake.action }).first().click();
      await dialog.getByRole("button", { name: "Gate_01", exact: true }).click();
      await dialog.getByLabel(t.retake.recipient.label).selectOption("MAIL");
      await dialog.getByRole("button", { name: t.retake.send, exact: true }).click();
      await dialog.getByText(t.retake.reasonMissing).waitFor();
      await expectFits(page, "what is missing before sending back");
      await dialog.getByRole("textbox", { name: t.retake.reason }).first().fill("Gångjärnet syns inte");
      await dialog.getByRole("textbox", { name: t.retake.recipient.MAIL }).fill(recipient);
      await dialog.getByLabel(t.retake.answerBy).fill(new Date().toISOString().slice(0, 10));
      await dialog.getByRole("button", { name: t.retake.send, exact: true }).click();
      await page
        .getByText(fillPlaceholders(t.retake.mailed, { address: recipient }))
        .first()
        .waitFor();

      await page.goto(`/documentation?q=${run}`);
      await rows
        .filter({ hasText: `${run} 3` })
        .getByText(t.documentation.sentBack.SENT)
        .waitFor();
    },
  );
});
