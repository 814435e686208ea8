import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { run } from "../support/child.ts";
import { Faults, rightPassword } from "../support/servers/faults.ts";
import { startFtpServer } from "../support/servers/ftp.ts";
import { Store } from "../support/servers/store.ts";
import { startWebdavServer } from "../support/servers/webdav.ts";
import { findRuntime, peakOf, resetPeak } from "./memory.ts";
import { distinctCopy, leafyPhoto } from "./photos.ts";
import { address } from "./server.ts";
import { type Row, row } from "./table.ts";

const sizes = [100, 1000] as const;
const user = "bench";

/** A file that is stored in the bucket, and lies on the disk for curl. */
interface Kept {
  key: string;
  name: string;
  bytes: number;
  at: string;
}

/** Photos through the connectors, over the connections that one host gets, against curl sending the same files to the same server. */
export async function measureDelivery(say: (text: string) => void): Promise<Row[]> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-delivery-"));
  const store = new Store(path.join(scratch, "store"));
  const faults = new Faults();
  const [ftp, webdav] = [await startFtpServer({ store, faults }), await startWebdavServer({ store, faults })];
  try {
    const photos = await keepPhotos(scratch, say);
    const kinds = [
      { name: "WebDAV", type: "WEBDAV", url: `http://localhost:${webdav.port}/dav` },
      { name: "FTP", type: "FTP", url: `ftp://localhost:${ftp.port}` },
    ] as const;
    const rows: Row[] = [];
    for (const { name, type, url } of kinds) {
      const params = { url, host: `localhost:${ftp.port}`, username: user };
      const peaks: number[] = [];
      for (const size of sizes) {
        const files = photos.slice(0, size);
        const reference = await curl(scratch, url, files);
        const runtime = findRuntime();
        if (runtime) resetPeak(runtime);
        const folder = `${type} ${size}`;
        const ours = await post<number>("/bench/deliver", {
          ...{ type, params, secrets: { password: rightPassword }, folder },
          files: files.map(({ at: _, ...file }) => file),
        });
        if (runtime) peaks.push(peakOf(runtime));
        await arrived(store, folder, files);
        say(`  ${size} over ${name}: ${ours} ms, curl ${Math.round(reference)} ms`);
        if (size === 1000)
          rows.push(
            row(
              `delivery of ${size} photos over ${name}`,
              ours,
              reference,
              "ms",
              1.5,
              "curl, the same files and server",
            ),
          );
      }
      const [hundred, thousand] = peaks;
      if (hundred !== undefined && thousand !== undefined)
        rows.push(
          row(
            `${name}: growth of peak memory, 100 to 1000 photos`,
            Math.max(0, (thousand - hundred) / 1e6),
            50,
            "MB",
            1,
            "the target of 50 MB",
          ),
        );
    }
    return rows;
  } finally {
    await Promise.all([ftp.end(), webdav.end()]);
    await rm(scratch, { recursive: true, force: true });
  }
}

async function keepPhotos(scratch: string, say: (text: string) => void): Promise<Kept[]> {
  const photo = await leafyPhoto(2000, 40);
  const count = sizes.at(-1)!;
  say(`  storing ${count} photos of ${(photo.length / 1e6).toFixed(1)} MB`);
  const photos: Kept[] = [];
  for (let index = 0; index < count; index += 1) {
    const bytes = distinctCopy(photo, index);
    const [key, name] = [`bench/delivery/${index}`, `Photo_${index}.jpg`];
    const at = path.join(scratch, name);
    await writeFile(at, bytes);
    await post("/bench/keep", { key, data: bytes.toString("base64") });
    photos.push({ key, name, bytes: bytes.length, at });
  }
  return photos;
}

/** The milliseconds that curl takes, over one connection that it keeps. */
async function curl(scratch: string, url: string, files: readonly Kept[]): Promise<number> {
  const config = path.join(scratch, "curl.conf");
  const lines = files.flatMap(({ at, name }) => [
    `upload-file = "${at}"`,
    `url = "${url}/${name}"`,
    'output = "/dev/null"',
  ]);
  await writeFile(
    config,
    [`user = "${user}:${rightPassword}"`, "silent", "show-error", "fail", ...lines].join("\n"),
  );
  const began = performance.now();
  const { code, output } = await run("curl", ["-K", config]);
  if (code !== 0) throw new Error(`curl: ${output}`);
  return performance.now() - began;
}

/** @throws Error unless every photo is there with all its bytes */
async function arrived(store: Store, folder: string, files: readonly Kept[]): Promise<void> {
  const found = new Map((await store.list(user, folder)).map((file) => [file.path, file.bytes]));
  const missing = files.filter(({ name, bytes }) => found.get(name) !== bytes);
  if (missing.length > 0 || found.size !== files.length)
    throw new Error(`${missing.length} of ${files.length} did not arrive, ${found.size} are there`);
}

async function post<T>(call: string, body: unknown): Promise<T> {
  const response = await fetch(address + call, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}
