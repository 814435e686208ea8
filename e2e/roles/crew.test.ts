import { beforeAll } from "vitest";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { createApiClient } from "../support/apiClient.ts";
import { describe, expect, test } from "../support/browser.ts";
import { completeDocumentation } from "../support/device.ts";
import { fillPlaceholders } from "../support/phone.ts";
import { expectFits, openVariant, readTexts, variants } from "../support/roles.ts";

/** A crew member's hour: resumes what was sent back, sees why, and takes the photo again without a network. */

let photos: Buffer[] = [];
beforeAll(async () => {
  photos = await Promise.all(
    [0, 1].map(async (index) => {
      const takenAt = new Date(Date.UTC(2026, 4, 8, 9, index));
      return (await takePhoto("cabinet", { takenAt, lat: 63.3, lng: 18.7 }, index)).bytes;
    }),
  );
});

const dueDay = "2999-06-01";
/** The browser's own messages about calls without a network. */
const offlineMessages = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;

describe("the crew member", () => {
  test.for(variants)(
    "2§4 design§Retakes in $language at $width px: sees what was sent back and the drawing of what is wanted, and replaces it offline",
    async (variant, { visit }) => {
      const t = (await readTexts(variant.language)).capture;
      const name = `Lucka ${Date.now()} ${variant.language}`;
      const [documentationId, staff] = await Promise.all([
        completeDocumentation({ name, photos: [{ name: "Gate_01", bytes: photos[0]! }], answer: "Rost" }),
        createApiClient("staff"),
      ]);
      const { items } = await staff<{ items: { id: string }[] }>(
        `/photos?documentationId=${documentationId}`,
      );
      const circle = { type: "CIRCLE", color: "red", width: 0.01, from: [0.3, 0.3], to: [0.7, 0.7] };
      await staff("/retake/create", {
        ...{ documentationId, dueDay, link: false, handOver: true },
        items: [{ photoId: items[0]!.id, reason: "Gångjärnet syns inte", drawing: [circle] }],
      });

      const visitor = await openVariant(visit, variant, "staff", "/documentation/create");
      const { page } = visitor;
      await page.getByRole("link", { name: fillPlaceholders(t.drafts.resumeOf, { name }) }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      const photo = page
        .getByRole("list", { name: fillPlaceholders(t.form.photosOf, { task: "Gate" }), exact: true })
        .getByRole("listitem");
      await photo.getByText("Gångjärnet syns inte").waitFor();
      await photo
        .getByText(fillPlaceholders(t.handedOver.answerBy, { day: dueDay.replaceAll("-", "\u2011") }))
        .waitFor();
      await photo.locator("svg[viewBox] ellipse").first().waitFor();
      await expectFits(page, "form with a photo that was sent back");

      await page.context().setOffline(true);
      await photo
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: "IMG_2.jpg", mimeType: "image/jpeg", buffer: photos[1]! });
      await photo.getByText(t.handedOver.replacesSentBackPhoto).waitFor();
      await page.getByText(t.form.saved, { exact: true }).waitFor();
      await page.getByRole("button", { name: t.form.complete, exact: true }).click();
      await page.getByRole("dialog").getByText(t.sending.offline).waitFor();
      await expectFits(page, "sending without a network");
      visitor.ignoreFaults(offlineMessages);
      await page.context().setOffline(false);
      await page.waitForURL(`**/documentation/details/${documentationId}`);
      visitor.ignoreFaults(offlineMessages);
      const retakes = await staff<{ items: { outcome: string }[] }>(
        `/retake/findAllByDocumentationId/${documentationId}`,
      );
      expect(retakes.items.map(({ outcome }) => outcome)).toEqual(["TAKEN"]);
      expect(await staff(`/documentations/${documentationId}`)).toMatchObject({ status: "COMPLETED" });
    },
  );
});
