import type { Page, Request } from "playwright-core";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { describe, expect, test } from "./support/browser.ts";

const addresses = ["/documentation", "/template", "/documentation/create", "/quartz", "/map", "/photo"];

/** The header of the page at boot, and then of the screen: back link, title, lead, search box. */
const bootHeader = ["small", "b", "p", "i"].map((tag) => `.opening-page ${tag}`);
const screenHeader = ["main a[href='/documentation']", "main h1", "main header p", "main input[type=search]"];

/** Texts and positions of the header's elements. */
const measureHeader = (page: Page, selectors: readonly string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const element = document.querySelector(selector);
        if (!element) return null;
        const hint = element.getAttribute("placeholder");
        const { left, top } = (hint === null ? element : element.parentElement!).getBoundingClientRect();
        return { text: hint ?? element.textContent, left, top };
      }),
    selectors,
  );

/** The console's scripts, delayed to simulate a slow line. */
const consoleScripts = /\/assets\/console-[^/]*\.js/;

async function logInAs(page: Page, username: string, language: string): Promise<string> {
  await page.goto("/login");
  return page.evaluate(
    async ([username, language, password]) => {
      const response = await fetch("/api/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password }),
      });
      const session = await response.json();
      localStorage.setItem("session", JSON.stringify({ ...session, lastRefresh: Date.now() }));
      localStorage.setItem("language", language);
      return session.access_token as string;
    },
    [username, language, demoPassword] as const,
  );
}

describe("design§Web before the console runs", () => {
  for (const [language, width] of [
    ["en", 1360],
    ["sv", 390],
  ] as const)
    test(`the boot page shows the header in the same position as the screen, in ${language} at ${width} px`, async ({
      visit,
    }) => {
      // The scripts are held back below, which would not work through a service worker.
      const { page, ignoreFaults } = await visit({
        viewport: { width, height: 844 },
        serviceWorkers: "block",
      });
      const token = await logInAs(page, "super", language);
      const response = await page.request.get("/api/documentations?max=1", {
        headers: { authorization: `Bearer ${token}` },
      });
      const { items } = (await response.json()) as { items: { id: string }[] };
      const row = `/documentation/details/${items[0]!.id}`;
      for (const address of [...addresses, row]) {
        await page.route(consoleScripts, (route) => route.abort());
        await page.goto(address);
        await page.locator(".opening-page b").waitFor();
        const bootElements = await measureHeader(page, bootHeader);
        await page.unroute(consoleScripts);
        await page.goto(address);
        for (const [index, selector] of screenHeader.entries())
          if (bootElements[index]) await page.locator(selector).first().waitFor();
        const screenElements = await measureHeader(page, screenHeader);
        for (const [index, element] of bootElements.entries()) {
          // Space is reserved for a lead that arrives with the data.
          const text = element?.text?.trim() || screenElements[index]?.text;
          if (element) expect({ ...element, text }, address).toEqual(screenElements[index]);
        }
        if (bootElements[2] === null) expect(screenElements[2], address).toBeNull();
      }
      ignoreFaults(/Failed to load resource/);
    });

  test("the first photos of the timeline are shown on a phone, and stay where they are", async ({
    visit,
  }) => {
    const { page, ignoreFaults } = await visit({
      viewport: { width: 390, height: 844 },
      serviceWorkers: "block",
    });
    await logInAs(page, "staff", "en");
    const measurePhotos = (selector: string) =>
      page.evaluate((selector) => {
        const photos = [...document.querySelectorAll<HTMLImageElement>(selector)].map((image) => {
          const { left, top, width, height } = image.getBoundingClientRect();
          return { left, top, width, height };
        });
        return photos.sort((a, b) => a.top - b.top || a.left - b.left);
      }, selector);
    await page.route(consoleScripts, (route) => route.abort());
    await page.goto("/photo");
    await page.locator(".opening-photos img").first().waitFor();
    await page.waitForLoadState("networkidle");
    const bootPhotos = await measurePhotos(".opening-photos img");
    await page.unroute(consoleScripts);
    await page.goto("/photo");
    await page
      .locator("main section li img")
      .nth(bootPhotos.length - 1)
      .waitFor();
    expect((await measurePhotos("main section li img")).slice(0, bootPhotos.length)).toEqual(bootPhotos);
    ignoreFaults(/Failed to load resource/);
  });

  test("data prefetched before the console runs is not fetched again", async ({ visit }) => {
    const { page, ignoreFaults } = await visit({ serviceWorkers: "block" });
    const token = await logInAs(page, "staff", "en");
    const response = await page.request.get("/api/documentations?max=100", {
      headers: { authorization: `Bearer ${token}` },
    });
    const { items } = (await response.json()) as {
      items: { id: string; status: string; uploadedPhotos: number }[];
    };
    // Ongoing documentations are polled for changes.
    const approved = items.find(({ status, uploadedPhotos }) => status === "APPROVED" && uploadedPhotos > 3)!;
    for (const [address, calls] of [
      [`/documentation/details/${approved.id}`, 3],
      ["/overview", 1],
      ["/photo", 2],
    ] as const) {
      // Ends the calls of the previous screen.
      await page.goto("about:blank");
      let requests: string[] = [];
      const record = (request: Request) => request.url().includes("/api/") && requests.push(request.url());
      page.on("request", record);
      await page.route(consoleScripts, (route) => route.abort());
      await page.goto(address);
      await page.locator(".opening-page b").waitFor();
      const isThumbnail = (url: string) => url.includes("/thumbnail/");
      // The newest photos may be a single one.
      await expect.poll(() => requests.filter(isThumbnail).length).toBeGreaterThan(0);
      await page.goto("about:blank");
      const prefetchedUrls = requests;
      requests = [];
      await page.unroute(consoleScripts);
      await page.goto(address);
      await page.locator("main h1").waitFor();
      await page.waitForLoadState("networkidle");
      page.off("request", record);
      expect(
        prefetchedUrls.filter((url) => !isThumbnail(url)),
        address,
      ).toHaveLength(calls);
      const countOf = (url: string) => requests.filter((request) => request === url).length;
      expect(prefetchedUrls.filter((url) => !isThumbnail(url) && countOf(url) !== 1)).toEqual([]);
      // The console may be the first to know the thumbnails, and then fetches only those in sight.
      expect(requests.filter((url) => isThumbnail(url) && countOf(url) > 1)).toEqual([]);
    }
    ignoreFaults(/Failed to load resource/);
  });
});
