import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import enCommon from "#i18n/locales/en/common.ts";
import enDelivered from "#i18n/locales/en/delivered.ts";
import enDocumentation from "#i18n/locales/en/documentation.ts";
import enLink from "#i18n/locales/en/link.ts";
import enReview from "#i18n/locales/en/review.ts";
import enUpload from "#i18n/locales/en/upload.ts";
import svCommon from "#i18n/locales/sv/common.ts";
import svDelivered from "#i18n/locales/sv/delivered.ts";
import svDocumentation from "#i18n/locales/sv/documentation.ts";
import svLink from "#i18n/locales/sv/link.ts";
import svReview from "#i18n/locales/sv/review.ts";
import svUpload from "#i18n/locales/sv/upload.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { chooseLanguage, describe, expect, openAs, test, type Visitor } from "./support/browser.ts";
import { callAsDevice } from "./support/device.ts";
import { fillPlaceholders, phone } from "./support/phone.ts";

/** Staff create a link, a visitor uploads through it on a phone with a bad network, and everything arrives. */

const texts = {
  en: {
    ...{ common: enCommon, delivered: enDelivered, documentation: enDocumentation },
    ...{ link: enLink, review: enReview, upload: enUpload },
  },
  sv: {
    ...{ common: svCommon, delivered: svDelivered, documentation: svDocumentation },
    ...{ link: svLink, review: svReview, upload: svUpload },
  },
};
/** The large file, which is sent in parts, is tested in one language only. The last upload is delayed. */
const languages = [
  {
    language: "en",
    locale: "en-GB",
    lastFile: "film.mp4",
    confirmedSize: "26.21 MB",
    delayedRequest: / part 2$/,
  },
  { language: "sv", locale: "sv-SE", lastFile: "ritning.pdf", confirmedSize: "", delayedRequest: 2 },
] as const;
type Texts = (typeof texts)[keyof typeof texts];

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let folder = "";
const pathOf = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "siteproof-upload-"));
  await Promise.all([
    ...[0, 1].map(async (index) =>
      writeFile(
        pathOf(["mast.jpg", "skåp 2.JPG"][index]!),
        (await takePhoto("mast", { takenAt: new Date(Date.UTC(2026, 4, 5, 9, index)), lat: 63.3, lng: 18.7 }))
          .bytes,
      ),
    ),
    // Large enough for two parts.
    writeFile(pathOf("film.mp4"), randomBytes(52_000_000)),
    writeFile(pathOf("ritning.pdf"), randomBytes(70_000)),
    writeFile(pathOf("protocol.pdf"), "%PDF-1.4 as measured"),
    writeFile(pathOf("notes.exe"), "MZ"),
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Maximum bytes of compressed script on a link's page. */
const maxScriptBytes = 230_000;

/** Completes a documentation on a device; with tasks for later upload, it waits for their files. */
async function completeDocumentation(name: string, tasks: readonly object[] = []): Promise<string> {
  const { items } = await callAsDevice<{ items: { id: string }[] }>("/template/findAllByLicenseCode", {});
  const id = crypto.randomUUID();
  const dateCreated = "2026-05-05T08:00:00Z";
  await callAsDevice("/documentation/saveWithLicenseCode", {
    documentation: {
      ...{ id, templateId: items[0]!.id, name, creator: "Ida", dateCreated },
      tasks: tasks.map((task, position) => ({ id: crypto.randomUUID(), position, ...task })),
    },
  });
  await callAsDevice("/documentation/completeWithLicenseCode", { id, creator: "Ida" });
  return id;
}

/** Opens the documentation and its links as staff. */
async function openLinksAsStaff({ page }: Visitor, id: string, language: "en" | "sv") {
  const t = texts[language];
  await chooseLanguage(page, language);
  await openAs(page, "staff", `/documentation/details/${id}`);
  return openLinks(page, t);
}
async function openLinks(page: Page, t: Texts) {
  await page.getByRole("button", { name: t.review.more }).click();
  await page.getByRole("menuitem", { name: t.link.staff.action }).click();
  return page.getByRole("dialog", { name: t.link.staff.title });
}
type Links = Awaited<ReturnType<typeof openLinks>>;

async function createLink(links: Links, t: Texts, purpose: "FILES" | "LATER"): Promise<string> {
  await links.getByLabel(t.link.staff.purposes[purpose]).check();
  await links.getByRole("button", { name: t.link.staff.create }).click();
  const address = links.getByLabel(t.link.staff.link, { exact: true });
  const url = new URL((await address.textContent())!);
  return url.pathname + url.search;
}

const receiptText = (t: Texts, count: number) =>
  fillPlaceholders(t.link.receipt.summary_other, { receivedCount: count, count });
const offlineMessages = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::ERR_/;

/** Identifies the file, or part of it, that a PUT to storage carries. */
function uploadNameOf(url: string): string {
  const part = /partNumber=(\d+)/.exec(url)?.[1];
  return `${/\/files\/([^/]+)\//.exec(url)?.[1]}${part ? ` part ${part}` : ""}`;
}

/** Delays one of the uploads, by name or index, while the page is open. `uploadName` resolves to its name. */
async function delayUpload(page: Page, urlPattern: RegExp | number): Promise<{ seen: Promise<string> }> {
  const uploads: string[] = [];
  let resolveSeen: (upload: string) => void = () => {};
  const uploadName = new Promise<string>((resolve) => {
    resolveSeen = resolve;
  });
  await page.route(/\/customers\/[^/]+\/files\//, (route) => {
    const upload = uploadNameOf(route.request().url());
    if (!uploads.includes(upload)) uploads.push(upload);
    const isMatch =
      typeof urlPattern === "number" ? uploads.indexOf(upload) === urlPattern : urlPattern.test(upload);
    if (!isMatch) return route.continue();
    resolveSeen(upload);
  });
  return { seen: uploadName };
}

describe("photos of one name", () => {
  const t = texts.en;

  test("P1 nextcloud/ios#1835 two photos that a phone calls image.jpg arrive through a link, despite a closed page, and staff see both", async ({
    visit,
  }) => {
    const name = `Namesakes ${Date.now()}`;
    const [id, staff, visitor] = [
      await completeDocumentation(name),
      await visit(),
      await visit({ ...phone, locale: "en-GB" }),
    ];
    const link = await createLink(await openLinksAsStaff(staff, id, "en"), t, "FILES");
    const photos = await Promise.all(
      ["mast.jpg", "skåp 2.JPG"].map(async (file) => ({
        ...{ name: "image.jpg", mimeType: "image/jpeg", buffer: await readFile(pathOf(file)) },
      })),
    );
    // The camera gives one photo at a time.
    const take = (page: Page, index: number) =>
      page.locator("input[type=file][multiple]").setInputFiles(photos[index]!);
    const delayedUpload = await delayUpload(visitor.page, 1);
    await visitor.page.goto(link);
    await visitor.page.getByRole("heading", { level: 1, name }).waitFor();
    await take(visitor.page, 0);
    await take(visitor.page, 1);
    await visitor.page
      .getByRole("button", { name: fillPlaceholders(t.upload.remove, { name: "image.jpg" }) })
      .waitFor();
    await visitor.page
      .getByRole("button", { name: fillPlaceholders(t.upload.remove, { name: "image (2).jpg" }) })
      .waitFor();
    await take(visitor.page, 1);
    await visitor.page
      .getByText(fillPlaceholders(t.upload.skippedDuplicates, { names: "image.jpg" }))
      .waitFor();
    await visitor.page.getByRole("button", { name: t.link.files.upload, exact: true }).tap();
    await delayedUpload.seen;
    await visitor.page.context().setOffline(true);
    await visitor.page.close();
    await visitor.page.context().setOffline(false);
    // A closed page reports nothing more.
    visitor.ignoreFaults(offlineMessages);

    const secondPage = await visitor.page.context().newPage();
    visitor.page = secondPage;
    await secondPage.goto(link);
    await secondPage.getByText(t.link.files.success).waitFor();
    await secondPage.getByText(receiptText(t, 2)).waitFor();
    // One that is sent again is not a third.
    await take(secondPage, 0);
    await secondPage.getByRole("button", { name: t.link.files.upload, exact: true }).tap();
    await secondPage.getByText(t.link.files.success).waitFor();
    await secondPage.getByText(receiptText(t, 2)).waitFor();
    for (const { buffer } of photos) await secondPage.getByText(sha256(buffer)).waitFor();

    await staff.page.reload();
    await staff.page.getByText("image.jpg", { exact: true }).first().waitFor();
    await staff.page.getByText("image (2).jpg", { exact: true }).first().waitFor();
    expect(await staff.page.getByText("image (3).jpg").count()).toBe(0);
  });
});

describe.each(languages)(
  "a link in $language",
  ({ language, locale, lastFile, confirmedSize, delayedRequest }) => {
    const t = texts[language];
    const files = ["mast.jpg", "skåp 2.JPG", lastFile];

    test("2§2 files arrive through a link despite a lost network and a closed tab, once each, and a receipt is issued", async ({
      visit,
    }) => {
      const name = `Link ${language} ${Date.now()}`;
      const [id, staff, visitor] = [
        await completeDocumentation(name),
        await visit(),
        await visit({ ...phone, locale }),
      ];
      const links = await openLinksAsStaff(staff, id, language);
      const link = await createLink(links, t, "FILES");
      await links.getByRole("button", { name: t.link.staff.showQr }).click();
      await links.getByRole("img", { name: t.link.staff.qrCode }).waitFor();

      const context = visitor.page.context();
      const delayedUpload = await delayUpload(visitor.page, delayedRequest);
      await visitor.page.goto(link);
      await visitor.page.getByRole("heading", { level: 1, name }).waitFor();
      await visitor.page.getByText(fillPlaceholders(t.link.creator, { creator: "staff" })).waitFor();
      const choose = (page: Page, ...names: string[]) =>
        page.locator("input[type=file][multiple]").setInputFiles(names.map(pathOf));
      await choose(visitor.page, ...files);
      await choose(visitor.page, "mast.jpg");
      await visitor.page
        .getByText(fillPlaceholders(t.upload.skippedDuplicates, { names: "mast.jpg" }))
        .waitFor();
      await expect.poll(() => visitor.page.locator("li img").count()).toBe(2);

      await visitor.page.getByRole("button", { name: t.link.files.upload, exact: true }).tap();
      await delayedUpload.seen;
      await context.setOffline(true);
      await visitor.page.getByText(t.upload.state.offline).first().waitFor();
      expect(await visitor.page.getByText(t.link.files.success).count()).toBe(0);
      await context.setOffline(false);
      const progressText = fillPlaceholders(t.link.progress_other.split(" · ")[0]!, {
        receivedCount: 2,
        count: 3,
      });
      await visitor.page.getByText(progressText).waitFor();
      await visitor.page.getByText(confirmedSize).first().waitFor();
      visitor.ignoreFaults(offlineMessages);
      // Leaving the page now asks first.
      const leavePrompt = visitor.page.waitForEvent("dialog");
      await visitor.page.close({ runBeforeUnload: true });
      const dialog = await leavePrompt;
      expect(dialog.type()).toBe("beforeunload");
      await dialog.accept();
      if (!visitor.page.isClosed()) await visitor.page.waitForEvent("close");

      const secondPage = await context.newPage();
      const puts: string[] = [];
      secondPage.on("request", (request) => {
        if (request.method() === "PUT") puts.push(uploadNameOf(request.url()));
      });
      visitor.page = secondPage;
      await secondPage.goto(link);
      await secondPage.getByText(t.link.files.success).waitFor();
      expect(puts).toEqual([await delayedUpload.seen]);
      await secondPage.getByText(receiptText(t, 3)).waitFor();
      for (const file of files) await secondPage.getByText(sha256(await readFile(pathOf(file)))).waitFor();
      // The list of files is empty again.
      await expect.poll(() => secondPage.getByRole("button", { name: /film/ }).count()).toBe(0);
      const [download] = await Promise.all([
        secondPage.waitForEvent("download"),
        secondPage.getByRole("button", { name: t.link.receipt.download }).tap(),
      ]);
      await secondPage.getByText(t.link.check.title).tap();
      await secondPage.locator("details input[type=file]").setInputFiles(await download.path());
      await secondPage.getByText(t.link.check.valid.split(":")[0]!, { exact: false }).last().waitFor();

      await staff.page.reload();
      await staff.page.getByText(t.review.event.TEMP_FILE_RECEIVED).first().waitFor();
      const linksDialog = await openLinks(staff.page, t);
      await linksDialog.getByRole("button", { name: t.link.staff.receipt, exact: true }).click();
      await linksDialog.getByText(receiptText(t, 3)).waitFor();
      await linksDialog.getByRole("button", { name: /^(Revoke|Återkalla) / }).click();
      await staff.page.getByRole("alertdialog").getByRole("button", { name: t.link.staff.revoke }).click();
      await linksDialog.getByText(t.link.staff.revokedState, { exact: true }).waitFor();
      await secondPage.reload();
      await secondPage.getByRole("heading", { name: t.link.linkError.unknown }).waitFor();
      visitor.ignoreFaults(/401/);
    });

    test("2§2 2§4 a documentation waiting for its files stops waiting when the last one arrives through the link", async ({
      visit,
    }) => {
      const name = `Later ${language} ${Date.now()}`;
      const id = await completeDocumentation(name, [
        {
          name: "Photo of the gate",
          description: "Closed, from outside.",
          type: "PHOTO",
          required: "NO_LATER_UPLOAD_POSSIBLE",
        },
        { name: "Protocol", type: "FILE", required: "NO_WITH_LATER_UPLOAD", options: "pdf;csv" },
        { name: "Left alone", type: "TEXT" },
      ]);
      const [staff, visitor] = [await visit(), await visit({ ...phone, locale })];
      const links = await openLinksAsStaff(staff, id, language);
      await staff.page.getByText(t.documentation.status.WAITING_FOR_FILE).first().waitFor();
      const link = await createLink(links, t, "LATER");
      // The address of the other kind of link redirects to the right page.
      await visitor.page.goto(link.replace("uploadLater", "uploadFiles"));
      const { page } = visitor;
      const task = (title: string) => page.getByRole("region", { name: title });
      const send = page.getByRole("button", { name: t.link.files.upload, exact: true });
      await task("Photo of the gate").getByText("Closed, from outside.").waitFor();
      expect(await task("Left alone").count()).toBe(0);
      await send.tap();
      await page.getByText(t.link.files.empty).waitFor();
      await task("Photo of the gate").locator("input[type=file]").setInputFiles(pathOf("mast.jpg"));
      await task("Protocol")
        .locator("input[type=file]")
        .setInputFiles([pathOf("protocol.pdf"), pathOf("notes.exe")]);
      await send.tap();
      await page.getByText(t.link.filesInvalid).waitFor();
      await page
        .getByRole("button", { name: fillPlaceholders(t.upload.remove, { name: "notes.exe" }) })
        .tap();
      await page.getByText(t.link.later.commentMissing).first().waitFor();
      await page
        .getByLabel(fillPlaceholders(t.link.later.comment, { name: "mast.jpg" }))
        .fill("Closed today");
      await send.tap();
      await page.getByText(t.link.later.success).waitFor();
      await page.getByText(receiptText(t, 2)).waitFor();
      await task("Protocol").getByRole("link", { name: "protocol.pdf" }).waitFor();
      await task("Photo of the gate").getByText("Closed today").waitFor();

      await staff.page.reload();
      await staff.page
        .locator("main header")
        .getByText(t.documentation.status.COMPLETED, { exact: true })
        .waitFor();
      await staff.page.getByText("protocol.pdf").first().waitFor();
    });

    test("design§Links a page without a token makes no calls, an unknown token says what to do, and no session is needed", async ({
      visit,
    }) => {
      const visitor = await visit({ ...phone, locale });
      const calls: string[] = [];
      visitor.page.on("request", (request) => {
        if (request.url().includes("/api/")) calls.push(request.url());
      });
      await visitor.page.goto("/uploadFiles");
      await visitor.page.getByRole("heading", { name: t.link.linkError.incomplete }).waitFor();
      expect(calls).toEqual([]);
      await visitor.page.goto("/uploadLater?token=nobody");
      await visitor.page.getByRole("heading", { name: t.link.linkError.unknown }).waitFor();
      expect(await visitor.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
      // These pages are light for phones: they load no files of the console.
      const script = () =>
        visitor.page.evaluate(() =>
          (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
            .filter(({ name }) => name.endsWith(".js"))
            .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        );
      expect(await script()).toBeLessThan(maxScriptBytes);
      await visitor.page.goto("/delivered?token=nobody");
      await visitor.page.getByText(t.delivered.unknownLinkText).waitFor();
      expect(await script()).toBeLessThan(maxScriptBytes);
      // The other language is one tap away, without reloading the page.
      await visitor.page.getByRole("button", { name: t.link.language }).tap();
      const otherTexts = texts[language === "en" ? "sv" : "en"];
      await visitor.page.getByRole("heading", { name: otherTexts.link.linkError.unknown }).waitFor();
      visitor.ignoreFaults(/401/);
    });
  },
);
