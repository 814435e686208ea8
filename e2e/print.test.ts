import type { Page } from "playwright-core";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { callsOf, fillPath, follow, idsIn, waitUntilDrawn } from "./support/screens.ts";

/** Screens with tables, cards, forms, charts and photos. */
const printedScreens = [
  "/documentation",
  "/documentation/details/{approved}",
  "/overview",
  "/customerstatistics",
  "/delivery",
  "/profile",
  "/exportDocumentConfiguration/details/{layout}",
  "/documentationGroup/{name}?customerId={customer}",
];

/** Texts with a contrast below 4.5 (WCAG 2.2, 1.4.3) against the printed background, and dark backgrounds of the page. */
const findPaleTexts = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
    /** Red, green, blue and alpha of any CSS colour. */
    const toRgba = (colour: string) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      return { channels: [r!, g!, b!], alpha: alpha! / 255 };
    };
    const luminance = (channels: number[]) => {
      const [r, g, b] = channels.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const backgroundOf = (element: Element): number[] => {
      const layers: ReturnType<typeof toRgba>[] = [];
      for (let current: Element | null = element; current; current = current.parentElement)
        layers.unshift(toRgba(getComputedStyle(current).backgroundColor));
      return layers.reduce(
        (backdrop, { channels, alpha }) =>
          backdrop.map((value, i) => value * (1 - alpha) + channels[i]! * alpha),
        [255, 255, 255],
      );
    };
    // Firefox keeps the old colours of what it need not draw yet; on paper everything is drawn.
    for (const element of document.querySelectorAll<HTMLElement>("main *"))
      if (getComputedStyle(element).contentVisibility === "auto") element.style.contentVisibility = "visible";
    const pale: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent!.trim();
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (!text || width <= 1 || height <= 1 || style.visibility === "hidden" || !element.checkVisibility())
        continue;
      if (element.closest("[disabled], [aria-disabled=true], svg, [aria-hidden=true]")) continue;
      const [light, dark] = [luminance(toRgba(style.color).channels), luminance(backgroundOf(element))].sort(
        (a, b) => b - a,
      );
      const contrast = (light! + 0.05) / (dark! + 0.05);
      if (contrast < 4.5) pale.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
    }
    if (luminance(backgroundOf(document.querySelector("main")!)) < 0.9) pale.push("a dark page");
    return pale;
  });

/** Emulates the media, and dispatches the event of a real print: Firefox reports an emulated change of media to nobody. */
async function setPrinting(page: Page, isPrinting: boolean) {
  await page.emulateMedia({ media: isPrinting ? "print" : "screen" });
  await page.evaluate((type) => dispatchEvent(new Event(type)), isPrinting ? "beforeprint" : "afterprint");
}

describe("print", () => {
  test("C3 ihasmail#189 httrack#1158 a page of the dark theme is printed dark on white", async ({
    visit,
  }) => {
    const { page } = await visit({ colorScheme: "dark" });
    await openAs(page, "super", "/profile");
    await page.locator("main h1").first().waitFor();
    const ids = await idsIn(page);
    const calls = callsOf(page);
    for (const screen of printedScreens) {
      await setPrinting(page, false);
      const path = fillPath(screen, ids);
      await follow(page, path);
      await waitUntilDrawn(page, calls);
      await setPrinting(page, true);
      await expect.poll(() => findPaleTexts(page), { message: path }).toEqual([]);
    }
  });
});
