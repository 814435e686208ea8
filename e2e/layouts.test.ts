import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import type { LayoutNodeType, LayoutType } from "#domain/layout/types.ts";
import { createApiClient } from "./support/apiClient.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { officeText, readPdfPages } from "./support/documentReaders.ts";
import {
  addNode,
  escapeRegExp,
  itemOf,
  type Language,
  layoutNameOf,
  rowOf,
  setLanguage,
  settingsOf,
  startPattern,
  type Texts,
  typeInto,
  waitForAlert,
} from "./support/layoutEditor.ts";

/** Report layouts from scratch to document: built, previewed, saved, copied, granted, and downloaded by a reviewer. */

const customer = "Norrfiber";

interface Site {
  id: string;
  name: string;
  /** Names of the photos that have arrived. */
  photos: string[];
}

/** One of the customer's documentations with photos, from the API. */
async function findSiteWithPhotos(): Promise<Site> {
  const reader = await createApiClient("reader");
  const { items } = await reader<{
    items: { id: string; name: string; status: string; uploadedPhotos: number; alias: string | null }[];
  }>("/documentations?max=100");
  const documentationsByName = Map.groupBy(items, ({ name }) => name);
  // The oldest one, because concurrent tests approve, rotate and merge newer ones. It is found by name, so its name must be
  // unique.
  const documentation = items.findLast(
    ({ status, uploadedPhotos, alias, name }) =>
      status === "APPROVED" && uploadedPhotos > 3 && !alias && documentationsByName.get(name)?.length === 1,
  );
  if (!documentation) throw new Error("The demo has no approved documentation with photos");
  const photos = await reader<{ items: { name: string; hasData: boolean }[] }>(
    `/photos?documentationId=${documentation.id}&max=100&offset=0`,
  );
  return {
    id: documentation.id,
    name: documentation.name,
    photos: photos.items.filter(({ hasData }) => hasData).map(({ name }) => name),
  };
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, "");

/** Checks that the document contains every photo's name and, with `pictures`, every photo. */
async function expectAllPhotos(bytes: Uint8Array, { photos }: Site, pictures: boolean): Promise<void> {
  if (bytes[0] === 0x25) {
    const text = withoutSpaces((await readPdfPages(bytes)).join(" "));
    expect(photos.filter((name) => !text.includes(withoutSpaces(name)))).toEqual([]);
    return;
  }
  const office = officeText(bytes);
  expect(photos.filter((name) => !office.text.includes(name))).toEqual([]);
  if (pictures) expect(office.pictures).toBeGreaterThanOrEqual(photos.length);
}

/** The current pages of the preview. */
const previewOf = (page: Page) =>
  page
    .locator("[data-pages] canvas")
    .evaluateAll((canvases) =>
      (canvases as HTMLCanvasElement[]).slice(0, 2).map((canvas) => canvas.toDataURL().length),
    );

async function chooseSite(page: Page, texts: Texts, site: Site): Promise<void> {
  const box = page.getByRole("combobox", { name: texts.layout.preview.documentation, exact: true });
  await box.fill(site.name);
  await page
    .getByRole("option", { name: new RegExp(escapeRegExp(site.name)) })
    .first()
    .click();
}

/** The nodes built for each layout type, with their parents; every text is the photo's name. */
const sketches: Record<LayoutType, [type: LayoutNodeType, to?: LayoutNodeType][]> = {
  POWERPOINT: [["EACH"], ["SLIDE", "EACH"], ["COLUMN", "SLIDE"], ["PHOTO", "COLUMN"], ["TEXT", "COLUMN"]],
  WORD: [["EACH"], ["PHOTO", "EACH"], ["TEXT", "EACH"]],
  EXCEL: [["SHEET"], ["EACH", "SHEET"], ["ROW", "EACH"], ["COLUMN", "ROW"], ["TEXT", "COLUMN"]],
  PDF: [["EACH"], ["PAGE", "EACH"], ["COLUMN", "PAGE"], ["PHOTO", "COLUMN"], ["TEXT", "COLUMN"]],
  WORD_TO_PDF: [["EACH"], ["IF", "EACH"], ["TEXT", "IF"]],
};

/** Grants the customer a layout in its form. */
async function grant(page: Page, texts: Texts, name: string): Promise<void> {
  await page.goto(`/customer?q=${customer}`);
  await page.getByRole("button", { name: `${texts.common.actions.edit}: ${customer}`, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const box = dialog.getByRole("checkbox", { name, exact: true });
  await box.check();
  // Revoked and granted again before saving: the box stays.
  await box.uncheck();
  await box.check();
  await dialog.getByRole("button", { name: texts.common.actions.save, exact: true }).click();
  await waitForAlert(page, texts, texts.common.alerts.updated);
}

/** Downloads the document as a user of the customer. */
async function download(page: Page, texts: Texts, site: Site, layout: string): Promise<Uint8Array> {
  await page.goto(`/documentation/details/${site.id}`);
  await page.getByRole("button", { name: texts.documentation.export.menu, exact: true }).click();
  const downloadEvent = page.waitForEvent("download");
  await itemOf(page, layout).click();
  return new Uint8Array(await readFile(await (await downloadEvent).path()));
}

describe("3§2 report layouts", () => {
  const cases: { layoutType: LayoutType; language: Language }[] = [
    { layoutType: "POWERPOINT", language: "en" },
    { layoutType: "WORD", language: "sv" },
    { layoutType: "EXCEL", language: "en" },
    { layoutType: "PDF", language: "sv" },
    { layoutType: "WORD_TO_PDF", language: "sv" },
  ];

  test.for(cases)(
    "3§2 $layoutType, $language: built with the mouse and a live preview, saved, copied, granted and downloaded",
    async ({ layoutType, language }, { page, visit }) => {
      const site = await findSiteWithPhotos();
      const texts = await setLanguage(page, language);
      const { layout, common } = texts;
      const name = layoutNameOf(layoutType);
      await openAs(page, "super", "/exportDocumentConfiguration");
      await page.getByRole("button", { name: common.actions.add, exact: true }).first().click();
      await page.getByLabel(layout.fields.type).selectOption(layoutType);
      await typeInto(page, layout.fields.name, name);
      await chooseSite(page, texts, site);
      const settings = settingsOf(page, texts);
      for (const [node, to] of sketches[layoutType]) {
        await addNode(page, texts, node, to);
        if (node === "SHEET") await typeInto(settings, layout.params.NAME, "Foton");
        if (node === "IF")
          await settings
            .getByRole("checkbox", { name: texts.documentation.status.APPROVED, exact: true })
            .check();
        if (node === "TEXT") await typeInto(page, layout.params.TEXT, "{PHOTO_NAME}");
      }
      await expect.poll(() => previewOf(page)).not.toEqual([]);
      await expect.poll(() => page.locator("[data-mark]").count()).toBeGreaterThan(0);
      await expect.poll(() => page.locator("[data-drawing]").count()).toBe(0);
      const previousPreview = await previewOf(page);
      await typeInto(page, layout.params.TEXT, "{PHOTO_NAME} · {DOCUMENTATION_NAME}");
      await expect.poll(() => previewOf(page)).not.toEqual(previousPreview);

      // A click on the page selects the node that drew it.
      await page.locator("[data-mark]").first().scrollIntoViewIfNeeded();
      const markBox = await page.locator("[data-mark]").first().boundingBox();
      await rowOf(page, "TEXT").locator("[data-name]").click();
      await expect.poll(() => settings.count()).toBe(0);
      if (!markBox) throw new Error("No mark was drawn");
      await page.mouse.click(markBox.x + markBox.width / 2, markBox.y + markBox.height / 2);
      await expect.poll(() => settings.count()).toBe(1);

      await page.getByRole("button", { name: common.actions.save, exact: true }).click();
      await waitForAlert(page, texts, common.alerts.created);
      await page.waitForURL("**/exportDocumentConfiguration");

      await page.getByRole("searchbox").fill(name);
      // Waits for the search results: rows that move while they load would take the click.
      const copyButtons = page.getByRole("button", { name: startPattern(`${layout.copy.action}:`) });
      await expect.poll(() => copyButtons.count()).toBe(1);
      await page.getByRole("button", { name: `${layout.copy.action}: ${name}`, exact: true }).click();
      const copy = `${name} (2)`;
      const dialog = page.getByRole("dialog");
      await typeInto(page, layout.copy.name, copy);
      await dialog.getByRole("button", { name: layout.copy.submit, exact: true }).click();
      await waitForAlert(page, texts, layout.copy.success.replace("{name}", copy));
      await page.getByRole("link", { name: copy, exact: true }).waitFor();

      await grant(page, texts, copy);
      const reviewer = await visit();
      await setLanguage(reviewer.page, language);
      await openAs(reviewer.page, "reader", "/documentation");
      const bytes = await download(reviewer.page, texts, site, copy);
      await expectAllPhotos(bytes, site, layoutType === "POWERPOINT" || layoutType === "WORD");
    },
  );

  test("3§2 a layout is built with the keyboard alone: nodes added, reordered and copied, an edit undone, saved and downloaded", async ({
    page,
    visit,
  }) => {
    const site = await findSiteWithPhotos();
    const texts = await setLanguage(page, "en");
    const { layout, common } = texts;
    const name = layoutNameOf("Keyboard");
    await openAs(page, "super", "/exportDocumentConfiguration/create");
    const { keyboard } = page;
    const add = page.getByRole("button", { name: layout.tree.add, exact: true });
    await add.waitFor();
    const addWithKeyboard = async (button: Locator, node: LayoutNodeType) => {
      await reach(page, button);
      await keyboard.press("Enter");
      const item = itemOf(page, layout.nodes[node]);
      await item.waitFor();
      await reach(page, item, "ArrowDown");
      await keyboard.press("Enter");
      await expect.poll(() => hasFocus(rowOf(page, node).locator("[data-name]"))).toBe(true);
    };
    await reach(page, page.getByRole("textbox", { name: `${layout.fields.name} *`, exact: true }));
    await keyboard.type(name);
    await reach(page, page.getByLabel(layout.fields.type));
    await keyboard.press("w");
    expect(await page.getByLabel(layout.fields.type).inputValue()).toBe("WORD");

    await addWithKeyboard(add, "EACH");
    const addToEach = rowOf(page, "EACH").getByRole("button", { name: startPattern(layout.tree.addTo) });
    await addWithKeyboard(addToEach, "TEXT");
    await reach(page, page.getByRole("textbox", { name: `${layout.params.TEXT} *`, exact: true }));
    await keyboard.type("{PHOTO_NAME}");
    await reachBackwards(page, rowOf(page, "TEXT").locator("[data-name]"));
    await keyboard.press("ArrowUp");
    await addWithKeyboard(addToEach, "PHOTO");

    // The photo goes above its name.
    await reachBackwards(page, rowOf(page, "PHOTO").locator("[data-grip]"));
    await keyboard.press("Space");
    const liveRegion = page.locator("[id^=DndLiveRegion]");
    await expect.poll(() => liveRegion.textContent()).toBe("Photo picked up. Position 2 of 2.");
    // dnd-kit announces this one timer before it listens for keys.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await keyboard.press("ArrowUp");
    await expect.poll(() => liveRegion.textContent()).toBe("Photo is now at position 1 of 2.");
    await keyboard.press("Space");
    const order = () =>
      page.locator("[data-type]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-type")));
    await expect.poll(order).toEqual(["EACH", "PHOTO", "TEXT"]);

    // A superfluous copy is undone.
    const photo = rowOf(page, "PHOTO");
    await expect.poll(() => hasFocus(photo.locator("[data-grip]"))).toBe(true);
    await reach(page, photo.getByRole("button", { name: startPattern(layout.tree.copy) }));
    await keyboard.press("Enter");
    await expect.poll(order).toEqual(["EACH", "PHOTO", "TEXT", "PHOTO"]);
    await keyboard.press("Control+z");
    await expect.poll(order).toEqual(["EACH", "PHOTO", "TEXT"]);
    await keyboard.press("Control+Shift+z");
    await keyboard.press("Control+z");
    await expect.poll(order).toEqual(["EACH", "PHOTO", "TEXT"]);

    await reachBackwards(page, page.getByRole("button", { name: common.actions.save, exact: true }));
    await keyboard.press("Enter");
    await waitForAlert(page, texts, common.alerts.created);

    await grant(page, texts, name);
    const reviewer = await visit();
    await openAs(reviewer.page, "reader", "/documentation");
    await expectAllPhotos(await download(reviewer.page, texts, site, name), site, true);
    await reviewer.page.getByRole("button", { name: texts.documentation.export.menu, exact: true }).click();
    await reviewer.page.getByRole("menuitemcheckbox", { name: texts.documentation.export.asPdf }).click();
    const downloadEvent = reviewer.page.waitForEvent("download");
    await itemOf(reviewer.page, name).click();
    const pdf = new Uint8Array(await readFile(await (await downloadEvent).path()));
    expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe("%PDF-");
    await expectAllPhotos(pdf, site, false);
  });
});

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement);

/** Presses a key until the element has the focus. */
async function reach(page: Page, element: Locator, key = "Tab"): Promise<void> {
  for (let pressCount = 0; pressCount < 60; pressCount += 1) {
    if (await hasFocus(element)) return;
    await page.keyboard.press(key);
  }
  throw new Error("The keyboard cannot reach the element");
}

const reachBackwards = (page: Page, element: Locator) => reach(page, element, "Shift+Tab");
