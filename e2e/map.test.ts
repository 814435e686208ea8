import type { Page } from "playwright-core";
import type { BasemapSource } from "#domain/endpoints/operations/basemapCalls.ts";
import { withAllowedOrigins } from "#scripts/support/contentPolicy.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { mapArchive } from "./support/mapArchive.ts";

const credits = { attribution: "© Somebody", attributionUrl: "https://somebody.example" };
/** One red pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

/** Simulates a service with another basemap configured, including the console's policy for it. */
async function configureBasemap(page: Page, source: BasemapSource): Promise<void> {
  await page.route("**/api/map/basemap", (route) => route.fulfill({ json: source }));
  await page.route("**/map", async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    const tiles = source.kind === "tiles" ? { MAP_TILES: source.address } : {};
    await route.fulfill({
      response,
      headers: { ...headers, "content-security-policy": withAllowedOrigins(policy, tiles) },
    });
  });
}

/** Serves ranges of a PMTiles file as the service does. */
async function serveArchive(page: Page, file: Uint8Array): Promise<void> {
  await page.route("**/api/map/archive?*", (route) => {
    const params = new URL(route.request().url()).searchParams;
    const offset = Number(params.get("offset"));
    return route.fulfill({
      body: Buffer.from(file.slice(offset, offset + Number(params.get("length")))),
      contentType: "application/octet-stream",
      headers: { etag: '"first"' },
    });
  });
}

/** The colour in the middle of the upper half of the first drawn tile, as red, green, blue, alpha. */
const readTileColor = (page: Page) =>
  page
    .locator(".leaflet-tile-pane canvas")
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return [];
      const { width, height } = canvas;
      return [...(canvas.getContext("2d")?.getImageData(width / 2, height / 4, 1, 1).data ?? [])];
    });

const countVisibleImages = (page: Page) =>
  page
    .locator(".leaflet-tile-pane img")
    .evaluateAll(
      (images) =>
        images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
    );

describe("the map", () => {
  test("2§2 can be left while it zooms", async ({ page }) => {
    // Controls the page's timers: a zoom that ends after its map was removed would throw.
    await page.clock.install();
    await openAs(page, "staff", "/map");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("link", { name: "Documentations", exact: true }).first().click();
    await page.waitForURL("**/documentation");
    await page.clock.runFor(1000);
  });

  test("2§2 shows images from a configured address under the console's policy, with attribution; only the origin is sent to that address", async ({
    visit,
  }) => {
    const referrers = new Set<string | undefined>();
    // Requests of a service worker cannot be intercepted here.
    const { page } = await visit({ serviceWorkers: "block" });
    await page.route("https://tiles.example/**", (route) => {
      referrers.add(route.request().headers().referer);
      return route.fulfill({ body: png, contentType: "image/png" });
    });
    const address = "https://tiles.example/{z}/{x}/{y}.png";
    await configureBasemap(page, { kind: "tiles", address, ...credits, maxNativeZoom: 19 });
    await openAs(page, "staff", "/map");
    await expect.poll(() => countVisibleImages(page)).toBeGreaterThan(3);
    await page.getByRole("link", { name: credits.attribution }).waitFor();
    expect([...referrers]).toEqual([`${new URL(page.url()).origin}/`]);
  });

  test("2§2 draws the vectors of a PMTiles file in the theme's colours, and shows the images of another file", async ({
    visit,
  }) => {
    const colors = await Promise.all(
      (["light", "dark"] as const).map(async (colorScheme) => {
        const { page } = await visit({ serviceWorkers: "block", colorScheme });
        await configureBasemap(page, { kind: "archive", ...credits });
        await serveArchive(page, mapArchive({ vectors: true }));
        await openAs(page, "staff", "/map");
        await expect.poll(async () => (await readTileColor(page)).at(-1)).toBe(255);
        return readTileColor(page);
      }),
    );
    const [light = [], dark = []] = colors.map((color) => color.slice(0, 3));
    expect(Math.min(...light)).toBeGreaterThan(Math.max(...dark));

    const { page } = await visit({ serviceWorkers: "block" });
    await configureBasemap(page, { kind: "archive", ...credits });
    await serveArchive(page, mapArchive({ png }));
    await openAs(page, "staff", "/map");
    await expect.poll(() => countVisibleImages(page)).toBeGreaterThan(0);
  });

  test("2§2 draws the built-in basemap if the file cannot be read", async ({ visit }) => {
    const { page, ignoreFaults } = await visit({ serviceWorkers: "block" });
    await configureBasemap(page, { kind: "archive", ...credits });
    await page.route("**/api/map/archive?*", (route) => route.fulfill({ status: 404, json: {} }));
    await openAs(page, "staff", "/map");
    await page.getByRole("link", { name: "Natural Earth" }).waitFor();
    ignoreFaults(/404/);
  });
});
