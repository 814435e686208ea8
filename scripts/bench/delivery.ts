import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { run } from "../support/child.ts";
import { startFtpServer } from "../support/servers/ftp.ts";
import { Faults, rightPassword } from "../support/servers/serverFaults.ts";
import { Store } from "../support/servers/store.ts";
import { startWebdavServer } from "../support/servers/webdav.ts";
import { postToBench } from "./benchClient.ts";
import type { MeasureContext } from "./measure.ts";
import { findRuntime, measurePeakGrowth, readPeakBytes, resetPeak } from "./memory.ts";
import {
  type AlbumSize,
  albumId,
  albumKeys,
  albumSizes,
  createDistinctCopy,
  createLeafyPhoto,
} from "./photos.ts";
import { createComparisonRow, type Row } from "./table.ts";

const user = "bench";
/** Files on disk for curl, which cycles through them. */
const distinctFileCount = 20;

/**
 * Delivers albums with the product's pump, including all its rows, against curl sending the same number of files of the same size
 * to the same server over one connection. The pump uses as many connections as one host allows.
 */
export async function measureDelivery({ log }: MeasureContext): Promise<Row[]> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-delivery-"));
  const store = new Store(path.join(scratch, "store"));
  const faults = new Faults();
  const [ftp, webdav] = [await startFtpServer({ store, faults }), await startWebdavServer({ store, faults })];
  try {
    const photos = await writePhotos(scratch);
    const kinds = [
      { name: "WebDAV", type: "WEBDAV", url: `http://localhost:${webdav.port}/dav` },
      { name: "FTP", type: "FTP", url: `ftp://localhost:${ftp.port}` },
    ] as const;
    const rows: Row[] = [];
    for (const { name, type, url } of kinds) {
      const params = { url, host: `localhost:${ftp.port}`, username: user };
      const peaks: number[] = [];
      for (const size of albumSizes) {
        const folder = store.locate(user, "/")!;
        await store.home(user);
        const reference = await measureCurl(scratch, url, photos, size);
        await emptyFolder(folder, size);
        const runtime = findRuntime();
        if (runtime) resetPeak(runtime);
        const deliveryMs = await deliver({
          documentationId: albumId(size),
          type,
          params,
          password: rightPassword,
        });
        if (runtime) peaks.push(readPeakBytes(runtime));
        await emptyFolder(folder, size);
        log(
          `  ${size} over ${name}: ${deliveryMs} ms, curl ${Math.round(reference)} ms, load ${os.loadavg()[0]}`,
        );
        const label = `delivery of ${size} photos over ${name}`;
        const curl = { value: reference, label: "curl, the same number of bytes to the same server" };
        const copy = {
          value: await measureCopy(size),
          label: "a plain copy of the same photos out of storage",
        };
        rows.push(
          createComparisonRow(label, deliveryMs, "ms", 1.5, curl),
          createComparisonRow(label, deliveryMs, "ms", 1.5, copy),
        );
      }
      rows.push(...measurePeakGrowth(name, peaks, 50));
    }
    return rows;
  } finally {
    await Promise.all([ftp.end(), webdav.end()]);
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Milliseconds for the runtime to read an album's photos from its storage one by one and return them. */
async function measureCopy(size: AlbumSize): Promise<number> {
  const startedAt = performance.now();
  const { body } = await postToBench("copy", { keys: albumKeys(size, "original") });
  for await (const _ of body!);
  return performance.now() - startedAt;
}

/** Creates files of the size of an album's originals. */
async function writePhotos(scratch: string): Promise<string[]> {
  const photo = await createLeafyPhoto(4000, 40);
  const photos = Array.from({ length: distinctFileCount }, (_, index) => path.join(scratch, `${index}.jpg`));
  for (const [index, file] of photos.entries()) await writeFile(file, createDistinctCopy(photo, index));
  return photos;
}

/** Milliseconds for curl, over one keep-alive connection. */
async function measureCurl(
  scratch: string,
  url: string,
  photos: readonly string[],
  count: number,
): Promise<number> {
  const config = path.join(scratch, "curl.conf");
  const lines = Array.from({ length: count }, (_, index) => [
    `upload-file = "${photos[index % photos.length]}"`,
    `url = "${url}/Photo_${index}.jpg"`,
    'output = "/dev/null"',
  ]).flat();
  await writeFile(
    config,
    [`user = "${user}:${rightPassword}"`, "silent", "show-error", "fail", ...lines].join("\n"),
  );
  const startedAt = performance.now();
  const { code, output } = await run("curl", ["-K", config]);
  if (code !== 0) throw new Error(`curl: ${output}`);
  return performance.now() - startedAt;
}

/** Removes the delivered files. @throws Error unless their number and size are as expected */
async function emptyFolder(folder: string, count: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size),
  );
  const [min, max] = [Math.min(...sizes), Math.max(...sizes)];
  // Sizes differ by the length of the copy's number.
  if (files.length !== count || max - min > 10)
    throw new Error(`found ${files.length} of ${count} files, of ${min} to ${max} bytes`);
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
}

async function deliver(request: object): Promise<number> {
  return z.number().parse(await (await postToBench("deliver", request)).json());
}
