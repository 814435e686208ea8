import { beforeAll } from "vitest";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { createApiClient } from "../support/apiClient.ts";
import { describe, expect, test } from "../support/browser.ts";
import { completeDocumentation } from "../support/device.ts";
import { fillPlaceholders } from "../support/phone.ts";
import { expectFits, readTexts, variants } from "../support/roles.ts";

/** A stranger's minute: opens a link that somebody shared, sends two photos and gets a receipt. */

const locales = { en: "en-GB", sv: "sv-SE" } as const;

let photos: { name: string; mimeType: string; buffer: Buffer }[] = [];
beforeAll(async () => {
  photos = await Promise.all(
    [0, 1].map(async (index) => {
      const takenAt = new Date(Date.UTC(2026, 4, 7, 9, index));
      const { bytes: buffer } = await takePhoto("cabinet", { takenAt, lat: 63.3, lng: 18.7 }, index);
      return { name: `gate ${index + 1}.jpg`, mimeType: "image/jpeg", buffer };
    }),
  );
});

describe("the stranger with a link", () => {
  test.for(variants)(
    "2§2 design§Links in $language at $width px: two photos arrive, and a receipt says so",
    async ({ language, options }, { visit }) => {
      const t = (await readTexts(language)).link;
      const name = `Grind ${Date.now()} ${language}`;
      const [documentationId, staff] = await Promise.all([
        completeDocumentation({ name, photos: [], answer: "Rost" }),
        createApiClient("staff"),
      ]);
      const { url } = await staff<{ url: string }>("/uploadToken/create", {
        documentationId,
        purpose: "FILES",
      });
      const { page } = await visit({ ...options, locale: locales[language] });
      const { pathname, search } = new URL(url);
      await page.goto(pathname + search);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByText(fillPlaceholders(t.creator, { creator: "staff" })).waitFor();
      await page.locator("input[type=file][multiple]").setInputFiles(photos);
      await expect.poll(() => page.locator("li img").count()).toBe(2);
      await expectFits(page, "chosen photos");

      await page.getByRole("button", { name: t.files.upload, exact: true }).click();
      await page.getByText(t.files.success).waitFor();
      await page
        .getByText(fillPlaceholders(t.receipt.summary_other, { receivedCount: 2, count: 2 }))
        .waitFor();
      await expectFits(page, "receipt");
      const { items } = await staff<{ items: object[] }>(
        `/tempFile/findAllByDocumentationId/${documentationId}`,
      );
      expect(items).toHaveLength(2);
    },
  );
});
