import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, inject } from "vitest";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { createApiClient } from "./support/apiClient.ts";
import { describe, expect, login, openAs, test } from "./support/browser.ts";

/** From camera to report: photos arrive as from a device, are reviewed, and leave as valid documents. */

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** Of the EXIF orientations 1, 6, 8, 3 and 5: upright, on either side, upside down, mirrored. */
const pictures = [
  ["mast", 0],
  ["mast", 1],
  ["trench", 1],
  ["rooftop", 1],
  ["sign", 1],
] as const;
const name = `Journey ${Date.now()}`;
let folder = "";
let photos: Buffer[] = [];
/** The documentation of the photos, ingested once for all tests. */
let outcome: Outcome;
let documentationId = "";

interface Outcome {
  code: number;
  output: string;
  lastLine: string;
}

async function ingest(files: string[], documentation = name): Promise<Outcome> {
  const args = ["scripts/run.mjs", "scripts/ingest.ts", "--url", inject("baseUrl"), "--license", "NORR-1"];
  const run = promisify(execFile)(process.execPath, [
    ...args,
    "--template",
    "Mast inspection",
    "--name",
    documentation,
    ...files,
  ]);
  const { code, output } = await run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
  return { code, output, lastLine: output.trim().split("\n").at(-1) ?? "" };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "siteproof-journey-"));
  photos = await Promise.all(
    pictures.map(async ([scene, variant], index) => {
      const takenAt = new Date(Date.UTC(2026, 4, 4, 9, index));
      return (await takePhoto(scene, { takenAt, lat: 63.29 + index / 1000, lng: 18.71 }, variant)).bytes;
    }),
  );
  await Promise.all(
    photos.map((bytes, index) => writeFile(path.join(folder, `IMG_000${index + 1}.jpg`), bytes)),
  );
  outcome = await ingest([folder]);
  documentationId = outcome.lastLine.split(/[ :]/)[1] ?? "";
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("from camera to report", () => {
  test("design§Photos a folder of photos is ingested and verified by hash; a second run creates no duplicates", async () => {
    expect([outcome.code, outcome.lastLine], outcome.output).toEqual([
      0,
      expect.stringMatching(/^documentation [0-9a-f-]{36}: 5 of 5 photos verified$/),
    ]);
    const secondRun = await ingest([folder]);
    expect([secondRun.code, secondRun.lastLine], secondRun.output).toEqual([0, outcome.lastLine]);
  });

  test("design§Photos a file that is not a photo is refused with its reason, and the command fails", async () => {
    // Hidden, so that ingesting the parent folder skips it.
    const faultyFolder = await mkdtemp(path.join(folder, ".faulty-"));
    const heicFile = path.join(faultyFolder, "notes.heic");
    await writeFile(
      heicFile,
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(100)]),
    );
    const truncatedFile = path.join(faultyFolder, "cut.jpeg");
    await writeFile(truncatedFile, photos[0]!.subarray(0, photos[0]!.length >> 1));
    const { code, output, lastLine } = await ingest(
      [heicFile, truncatedFile, path.join(folder, "IMG_0001.jpg")],
      `${name} with faults`,
    );
    expect(code, output).toBe(1);
    expect(lastLine).toMatch(/: 1 of 3 photos verified$/);
    expect(output).toMatch(/notes\.heic.*notJpeg/);
    expect(output).toMatch(/cut\.jpeg.*photoTruncated/);
  });

  test("2§2 staff find the documentation, see every photo upright, and step through them with the arrow keys", async ({
    page,
  }) => {
    await login(page, "staff");
    await page.waitForURL("**/documentation");
    await page.getByRole("searchbox").first().fill(name);
    await page.getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`**/documentation/details/${documentationId}?*`);
    await page.getByText("Upload completed").first().waitFor();
    const gallery = page.getByRole("region", { name: /^Photos/ });
    await gallery.getByRole("button", { name: "Show all photos" }).click();
    const thumbnails = gallery.locator("li img");
    await expect.poll(() => gallery.locator("li").count()).toBe(5);
    // Thumbnails load when they come into view.
    for (let index = 0; index < 5; index += 1)
      await gallery.locator("li").nth(index).scrollIntoViewIfNeeded();
    await expect.poll(() => thumbnails.count()).toBe(5);
    // Not all images at once: over WebDriver, Firefox 153 crashes when it is handed a list of them.
    const sizes = () =>
      gallery.evaluate((region) =>
        [...region.querySelectorAll<HTMLImageElement>("li img")].map(({ naturalWidth, naturalHeight }) => [
          naturalWidth,
          naturalHeight,
        ]),
      );
    await expect.poll(async () => (await sizes()).every(([width]) => width! > 0)).toBe(true);
    // Each scene is landscape or portrait, and must be shown so regardless of its orientation.
    const derivativeSizes = await Promise.all(photos.map(uprightSize));
    expect((await sizes()).slice(0, 5).map(([width, height]) => width! > height!)).toEqual(
      derivativeSizes.map(({ width, height }) => width > height),
    );

    await gallery.getByRole("button", { name: /^Open/ }).first().click();
    const viewer = page.getByRole("dialog");
    await viewer.getByText("1 of 5").waitFor();
    await page.keyboard.press("ArrowRight");
    await viewer.getByText("2 of 5").waitFor();
    await page.keyboard.press("ArrowLeft");
    await viewer.getByText("1 of 5").waitFor();
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "hidden" });
  });

  test("2§7 PowerPoint, Word, Excel and zip download from the menu, open, and contain every photo", async ({
    page,
  }) => {
    await openAs(page, "staff", `/documentation/details/${documentationId}`);
    const download = async (item: string) => {
      await page.getByRole("button", { name: "Download", exact: true }).click();
      const [startedDownload] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: item }).click(),
      ]);
      const file = await startedDownload.path();
      return {
        fileName: startedDownload.suggestedFilename(),
        entries: unzipSync(new Uint8Array(await readFile(file))),
      };
    };
    const originals = photos.map(sha256).sort();
    const zip = await download("Zip file with all originals");
    expect(zip.fileName).toBe(`${name}.zip`);
    const photoEntries = Object.entries(zip.entries).filter(([entry]) => entry.endsWith(".jpg"));
    expect(photoEntries.map(([, bytes]) => sha256(bytes)).sort()).toEqual(originals);
    expect(Object.keys(zip.entries).some((entry) => entry.endsWith("manifest.json"))).toBe(true);
    for (const [item, ending, media] of [
      ["PowerPoint with form", "pptx", "ppt/media/"],
      ["Word with form", "docx", "word/media/"],
      ["Excel with form", "xlsx", "xl/media/"],
    ] as const) {
      const { fileName, entries } = await download(item);
      expect(fileName).toBe(`${name} - Form.${ending}`);
      const pictures = Object.entries(entries).filter(
        ([entry]) => entry.startsWith(media) && /\.jpe?g$/.test(entry),
      );
      expect([item, pictures.length]).toEqual([item, 5]);
      const { default: sharp } = await import("sharp");
      for (const [, bytes] of pictures) expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(1);
    }
  });

  test("design§Exports an interrupted zip download resumes and gives the same bytes", async () => {
    const base = inject("baseUrl");
    const staff = await createApiClient("staff");
    const path = `/api/documentation/downloadZipFile/${documentationId}`;
    const url = base + (await staff<{ url: string }>("/downloadTicket", { path })).url;
    const head = await fetch(url, { method: "HEAD" });
    const [length, etag] = [Number(head.headers.get("content-length")), head.headers.get("etag")!];
    const complete = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(complete.length).toBe(length);
    const half = await readFirstBytes(url, length >> 1);
    expect(half.length).toBeLessThan(length);
    const remainder = await fetch(url, { headers: { range: `bytes=${half.length}-`, "if-range": etag } });
    expect(remainder.status).toBe(206);
    const resumedBytes = Buffer.concat([half, new Uint8Array(await remainder.arrayBuffer())]);
    expect(sha256(resumedBytes)).toBe(sha256(complete));
    expect((await fetch(`${base}${path}?userId=1&token=anything`)).status).toBe(401);
  });
});

/** Reads the first bytes of a download, then drops the connection. */
async function readFirstBytes(url: string, byteCount: number): Promise<Buffer> {
  const controller = new AbortController();
  const response = await fetch(url, { signal: controller.signal });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body!) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= byteCount) break;
  }
  controller.abort();
  return Buffer.concat(chunks).subarray(0, byteCount);
}

async function uprightSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import("sharp");
  const { info } = await sharp(bytes).rotate().toBuffer({ resolveWithObject: true });
  return info;
}
