import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import type { AskedDocument } from "../../domain/endpoints/exportDocument.ts";
import type { SessionRecord } from "../../domain/endpoints/session.ts";
import { measureFaults } from "./arrivals/faults.ts";
import { measureUploads } from "./arrivals/uploads.ts";
import { measureVisible } from "./arrivals/visible.ts";
import { measureDelivery } from "./delivery.ts";
import { fillFor } from "./fill.ts";
import { measureImports } from "./imports.ts";
import { measureLayouts } from "./layouts.ts";
import { measureFilters, measureListExport } from "./list.ts";
import { findRuntime, peakOf, resetPeak } from "./memory.ts";
import { type AlbumSize, albumId, albumKeys, albumSizes, distinctCopy, leafyPhoto } from "./photos.ts";
import { customerOf, password, type Scale, terms, usernameOf } from "./scale.ts";
import { address, type BenchServer, prepareBench, startBenchServer } from "./server.ts";
import { type Row, row } from "./table.ts";

type AtEnd = (end: () => Promise<void>) => void;

/** All measurements, in the order in which they disturb each other least. */
export async function measureAll(
  say: (text: string) => void,
  atEnd: AtEnd,
  only: string | undefined,
): Promise<Row[]> {
  if (only && !(only in measurements))
    throw new Error(`--only takes one of ${measurementNames().join(", ")}`);
  await prepareBench(say, atEnd, fillFor(only));
  const server = await startBenchServer(atEnd);
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (only && only !== name) continue;
    say(`measuring ${name}`);
    rows.push(...(await measure(say, server)));
  }
  return rows;
}

/** What `--only` takes. */
export const measurementNames = (): string[] => Object.keys(measurements);

type Measure = (say: (text: string) => void, server: BenchServer) => Promise<Row[]>;

const measurements: Record<string, Measure> = {
  lists: measureLists,
  filters: async () => measureFilters(await logIn(1_000_000), { median, get }),
  listExport: async () => measureListExport(await logIn(100_000)),
  exports: measureExports,
  documentJob: measureDocumentJob,
  layouts: async (say, server) => measureLayouts(await logInAsAdmin(), { shortest, drain, say, server }),
  ingest: measureIngest,
  uploads: measureUploads,
  visible: measureVisible,
  faults: measureFaults,
  delivery: measureDelivery,
  imports: measureImports,
};

const logIn = (scale: Scale) => logInAs(usernameOf(scale));

async function logInAs(username: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`);
  return { authorization: `Bearer ${((await response.json()) as SessionRecord).access_token}` };
}

/** Of the customer of 1 000. */
async function logInAsAdmin(): Promise<Record<string, string>> {
  const admin = { username: "benchadmin", like: usernameOf(1_000) };
  const made = await fetch(`${address}/bench/admin`, { method: "POST", body: JSON.stringify(admin) });
  if (!made.ok) throw new Error(`admin: ${made.status}`);
  return logInAs(admin.username);
}

/** The median of the milliseconds a call takes, bodies read to the end. */
async function median(run: () => Promise<unknown>, times = 15): Promise<number> {
  await run();
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    await run();
    taken.push(performance.now() - started);
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

async function get(path: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(address + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

async function measureLists(): Promise<Row[]> {
  const [small, middle, large] = [await logIn(1_000), await logIn(100_000), await logIn(1_000_000)];
  const page =
    (headers: Record<string, string>, query = "") =>
    () =>
      get(`/api/documentations?max=25${query}`, headers);
  const rows: Row[] = [];
  for (const sort of ["dateCreated", "name", "templateId"]) {
    const base = await median(page(small, `&sort=${sort}`));
    const than = "the same page at 1 000";
    rows.push(
      row(`list page by ${sort}, 100 000`, await median(page(middle, `&sort=${sort}`)), base, "ms", 2, than),
    );
    rows.push(
      row(`list page by ${sort}, 1 000 000`, await median(page(large, `&sort=${sort}`)), base, "ms", 2, than),
    );
  }
  const count = (headers: Record<string, string>) => () =>
    get("/api/documentation/count?showHidden=false", headers);
  const counted = await median(count(small));
  rows.push(
    row(
      "total with filter, 100 000",
      await median(count(middle)),
      counted,
      "ms",
      2,
      "the same total at 1 000",
    ),
  );
  rows.push(
    row(
      "total with filter, 1 000 000",
      await median(count(large)),
      counted,
      "ms",
      2,
      "the same total at 1 000",
    ),
  );
  for (const [kind, term] of Object.entries(terms))
    rows.push(
      row(
        `search ${kind} term, 1 000 000`,
        await median(page(large, `&query=${term}`)),
        60,
        "ms",
        1,
        "the target of 60 ms",
      ),
    );
  return [...rows, ...(await measureCustomers())];
}

/** A super admin's views of customers, whose cost must not depend on the number of documentations. */
async function measureCustomers(): Promise<Row[]> {
  const headers = await logInAsAdmin();
  const statistics = (scale: Scale) => () =>
    get(`/api/customerStatistics/findAllDocumentationsByCustomerId/${customerOf(scale)}`, headers);
  const customers = () => get("/api/customers?details=true", headers);
  return [
    row("statistics, 1 000 000", await median(statistics(1_000_000)), 200, "ms", 1, "the target of 200 ms"),
    row("customer list, 1 000 000", await median(customers), 50, "ms", 1, "the target of 50 ms"),
  ];
}

/** Reads a response to its end without keeping it. */
async function drain(response: Response): Promise<number> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body!) bytes += chunk.byteLength;
  return bytes;
}

/** The shorter of two times, in milliseconds. */
const best = async (run: () => Promise<unknown>): Promise<number> =>
  Math.min(await timed(run), await timed(run));

/** Those of three turns, so that what else the machine does slows both. */
async function shortest(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const taken: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 3; turn += 1) {
    taken[0] = Math.min(taken[0], await timed(one));
    taken[1] = Math.min(taken[1], await timed(other));
  }
  return taken;
}

/** Past the limit of what the product lets anybody wait for. */
const documentOf = (wish: object) =>
  fetch(`${address}/bench/document`, {
    method: "POST",
    body: JSON.stringify({ ...wish, username: usernameOf(1_000) }),
  });

const exports = [
  {
    name: "zip",
    open: (size: AlbumSize, headers: Record<string, string>) =>
      fetch(`${address}/api/documentation/downloadZipFile/${albumId(size)}`, { headers }),
  },
  ...(["PHOTO_POWERPOINT_PRESENTATION", "PHOTO_WORD_DOCUMENT", "PHOTO_EXCEL_WORKBOOK"] as const).map(
    (type, index) => ({
      name: ["pptx", "docx", "xlsx"][index]!,
      open: (size: AlbumSize) => documentOf({ documentationId: albumId(size), type, photos: "original" }),
    }),
  ),
] as const;

/**
 * A document made in the background from the call to the state READY, with its messages, steps and parts, against the copy of the same
 * bytes to a client who waits.
 */
async function measureDocumentJob(say: (text: string) => void): Promise<Row[]> {
  const headers = await logIn(1_000);
  const size = albumSizes.at(-1)!;
  const wish = { documentationId: albumId(size), type: "PHOTO_WORD_DOCUMENT", photos: "original" };
  const direct = async () => drain(await documentOf(wish));
  const made = async () => {
    const response = await fetch(`${address}/api/exportDocument/createExportDocumentJob`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ ...wish, email: "bench@siteproof.example" }),
    });
    if (!response.ok) throw new Error(`document: ${response.status} ${await response.text()}`);
    const { id } = (await response.json()) as AskedDocument;
    for (;;) {
      const answer = await get(`/api/exportDocument/asked/${wish.documentationId}`, headers);
      const { items } = JSON.parse(answer) as { items: AskedDocument[] };
      const at = items.find((one) => one.id === id);
      if (at?.state === "READY") return;
      if (at?.state !== "MAKING") throw new Error(`document: ${at?.reason}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const [ours, reference] = await shortest(made, direct);
  say(
    `  a document of ${size} photos: ${Math.round(ours)} ms, downloaded directly ${Math.round(reference)} ms`,
  );
  const body = JSON.stringify({ keys: albumKeys(size, "original") });
  const stored = await fetch(`${address}/bench/store`, { method: "POST", body });
  if (!stored.ok) throw new Error(`store: ${stored.status}`);
  const what = `document job of ${size} photos`;
  return [
    row(what, ours, reference, "ms", 1.5, "the same document downloaded directly, stored nowhere"),
    row("the same", ours, (await stored.json()) as number, "ms", 1.5, "its photos copied within storage"),
  ];
}

async function measureExports(say: (text: string) => void): Promise<Row[]> {
  const headers = await logIn(1_000);
  const runtime = findRuntime();
  const rows: Row[] = [];
  const copy = async (size: AlbumSize) => {
    const { items } = JSON.parse(await get(`/api/photos?documentationId=${albumId(size)}`, headers)) as {
      items: { dataSize: number }[];
    };
    const length = items.reduce((sum, { dataSize }) => sum + dataSize, 0);
    const body = JSON.stringify({ keys: albumKeys(size, "original"), length });
    return drain(await fetch(`${address}/bench/copy`, { method: "POST", body }));
  };
  const copies = new Map<AlbumSize, number>();
  for (const size of albumSizes) copies.set(size, await best(() => copy(size)));
  for (const { name, open } of exports) {
    const peaks: number[] = [];
    for (const size of albumSizes) {
      if (runtime) resetPeak(runtime);
      const taken = await best(async () => drain(await open(size, headers)));
      if (runtime) peaks.push(peakOf(runtime));
      say(
        `  ${name} of ${size} photos: ${Math.round(taken)} ms, the copy ${Math.round(copies.get(size)!)} ms`,
      );
      rows.push(
        row(
          `${name} of ${size} photos`,
          taken,
          copies.get(size)!,
          "ms",
          1.3,
          "a plain in-Worker copy of the same bytes",
        ),
      );
    }
    const [hundred, thousand] = peaks;
    if (hundred !== undefined && thousand !== undefined)
      rows.push(
        row(
          `${name}: growth of peak memory, 100 to 1000 photos`,
          (thousand - hundred) / 1e6,
          100,
          "MB",
          1,
          "the target of 100 MB",
        ),
      );
  }
  return rows;
}

const ingested = 40;
const atOnce = 4;

/** Photos by the signed path, as a device sends them, against the same pictures decoded and scaled by the same library alone. */
async function measureIngest(): Promise<Row[]> {
  const photo = await leafyPhoto(4000, 72);
  const photos = Array.from({ length: ingested }, (_, index) => distinctCopy(photo, index + Date.now()));
  const licenseCode = `BENCH-${randomUUID()}`;
  const headers = { "content-type": "application/json" };
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${address}/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...body, licenseCode }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  await makeLicense(licenseCode);
  const [template] = (await post<{ items: { id: string }[] }>("/template/findAllByLicenseCode", {})).items;
  const documentation = {
    id: randomUUID(),
    templateId: template!.id,
    name: "Ingest",
    creator: "bench",
    dateCreated: "2026-01-01T00:00:00Z",
    numberOfPhotos: ingested,
  };
  await post("/documentation/saveWithLicenseCode", { documentation });
  const send = async (bytes: Buffer, index: number) => {
    const id = randomUUID();
    await post("/photo/saveWithLicenseCode", {
      photo: { id, documentationId: documentation.id, name: `Photo_${index}`, creator: "bench" },
    });
    const md5 = createHash("md5").update(bytes).digest("base64");
    const signed = await post<{ uploadId: string; url: string; headers: Record<string, string> }>(
      "/photo/reserveUpload",
      { id, size: bytes.length, contentType: "image/jpeg", md5 },
    );
    const put = await fetch(signed.url, {
      method: "PUT",
      headers: signed.headers,
      body: new Uint8Array(bytes),
    });
    if (!put.ok) throw new Error(`PUT: ${put.status} ${await put.text()}`);
    await post("/photo/settleUpload", { uploadId: signed.uploadId });
  };
  const ours = await timed(() => inParallel(photos, send));
  const reference = await timed(() =>
    inParallel(photos, async (bytes) => {
      const rendition = await sharp(bytes)
        .rotate()
        .resize(1600, 1600, { fit: "inside" })
        .jpeg({ quality: 82 })
        .toBuffer();
      await sharp(rendition).resize(400, 400, { fit: "inside" }).jpeg({ quality: 75 }).toBuffer();
    }),
  );
  return [
    row(
      `ingest of ${ingested} photos of ${(photo.length / 1e6).toFixed(1)} MB, each`,
      ours / ingested,
      reference / ingested,
      "ms",
      3,
      "decoding and scaling alone",
    ),
  ];
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function inParallel<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** A licence, which the bench's own Worker makes because only super admins may. */
async function makeLicense(licenseCode: string): Promise<void> {
  const response = await fetch(`${address}/bench/license`, {
    method: "POST",
    body: JSON.stringify({ licenseCode, customerId: customerOf(1_000) }),
  });
  if (!response.ok) throw new Error(`license: ${response.status}`);
}
