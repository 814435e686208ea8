import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { keysOf, mapValues } from "#domain/core/objects.ts";
import { Faults, rightPassword } from "../support/servers/serverFaults.ts";
import { Store } from "../support/servers/store.ts";
import { startWebdavServer } from "../support/servers/webdav.ts";
import {
  type BenchCustomer,
  createBenchCustomer,
  createDeviceCalls,
  post,
  postForJson,
  put,
  type Shot,
  type SignedUpload,
  sendPhotos,
  startDocumentation,
} from "./arrivals/field.ts";
import { uploadKinds } from "./arrivals/scenarios.ts";
import { drain, get, idList } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import { formatMonthlyCosts } from "./cost/monthlyCosts.ts";
import { type PlatformUsage, usageSchema } from "./cost/platformUsage.ts";
import { type Cost, toDollars } from "./cost/prices.ts";
import { withSites } from "./importSpeed.ts";
import type { MeasureContext } from "./measure.ts";
import { findRuntime, processorTimeOf } from "./memory.ts";
import { createDistinctCopy, createLeafyPhoto } from "./photos.ts";
import { createLimitRow, type Row } from "./table.ts";

const galleryPhotoCount = 100;
/** Photos per documentation in the cost target. */
const photosPerDocumentation = 8;
const linkFileCount = 5;

interface Operation {
  name: string;
  /** Key of the operation in the customer models. */
  key?: string;
  /** Number of repetitions; the table shows the cost of one. */
  times: number;
  run: () => Promise<unknown>;
  /** Platform usage outside the Worker. */
  direct?: Partial<PlatformUsage>;
}

/**
 * Measures the platform usage of operations and their cost. Statements, rows, objects, pictures and messages are those of a
 * deployment; CPU time is that of the whole local runtime, with its database, storage and image service, and so an upper bound.
 * Storage events, which the local platform does not send, are sent here.
 */
export async function measureCost({ log }: MeasureContext): Promise<Row[]> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-cost-"));
  const store = new Store(path.join(scratch, "store"));
  await store.home("bench");
  const webdav = await startWebdavServer({ store, faults: new Faults() });
  try {
    return await measureAll(log, `http://localhost:${webdav.port}/dav`);
  } finally {
    await webdav.end();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function measureAll(log: (text: string) => void, destination: string): Promise<Row[]> {
  const field = await createBenchCustomer();
  const photo = await createLeafyPhoto(4000, 72);
  let shotCount = 0;
  const createShot = (documentationId: string): Shot => {
    shotCount += 1;
    const bytes = createDistinctCopy(photo, shotCount + Date.now());
    return { id: randomUUID(), documentationId, name: `Photo_${shotCount}`, bytes };
  };
  const createShots = (count: number, documentationId: string): Shot[] =>
    Array.from({ length: count }, () => createShot(documentationId));
  const importTarget = await startWithTask(field);
  const links = await Promise.all(
    Array.from({ length: linkFileCount }, () => uploadKinds.file.begin(field, "cost")),
  );
  const album = await startDocumentation(field, galleryPhotoCount);
  for (let remaining = galleryPhotoCount; remaining > 0; remaining -= 20)
    await sendPhotos(field, createShots(20, album));
  await createDeviceCalls(field).complete(album);
  for (let index = 0; index < 24; index += 1) await startDocumentation(field, 1);

  const { headers } = field;
  const read = async (path: string) => drain(await fetch(address + path, { headers }));
  const operations: Operation[] = [
    {
      name: `a documentation of ${photosPerDocumentation} photos from a device`,
      times: 3,
      // Photos the device writes directly to storage, and the resulting storage events.
      direct: { classA: photosPerDocumentation, messages: photosPerDocumentation },
      run: async () => {
        const id = await startDocumentation(field, photosPerDocumentation);
        for (let index = 0; index < photosPerDocumentation; index += 1)
          await sendWithEvent(field, createShot(id));
        await createDeviceCalls(field).complete(id);
      },
    },
    {
      key: "taken",
      name: `the same with the batch calls`,
      times: 3,
      direct: { classA: photosPerDocumentation, messages: photosPerDocumentation },
      run: async () => {
        const id = await startDocumentation(field, photosPerDocumentation);
        await sendStorageEvents(await sendPhotos(field, createShots(photosPerDocumentation, id)));
        await createDeviceCalls(field).complete(id);
      },
    },
    {
      key: "byLink",
      name: "a file by an upload link",
      times: linkFileCount,
      direct: { classA: 1, messages: 1 },
      run: () => uploadKinds.file.upload(field, links.pop()!),
    },
    {
      key: "imported",
      name: "a photo imported by staff",
      times: 5,
      run: () => {
        const photoData = Buffer.from(createShot(importTarget.documentationId).bytes).toString("base64");
        return post("/api/photo/importPhoto", { ...importTarget, photoData }, { headers });
      },
    },
    {
      key: "list",
      name: "a page of the list, and its total",
      times: 10,
      run: () =>
        Promise.all([
          get("/api/documentations?max=25", headers),
          get("/api/documentation/count?showHidden=false", headers),
        ]),
    },
    {
      key: "search",
      name: "a search",
      times: 10,
      run: () => get("/api/documentations?max=25&query=arrivals", headers),
    },
    {
      key: "gallery",
      name: `a documentation with a gallery of ${galleryPhotoCount}`,
      times: 2,
      run: async () => {
        await get(`/api/documentations/${album}`, headers);
        for (const parts of ["documentationTasks", "files"])
          await get(`/api/${parts}?documentationId=${album}`, headers);
        const { items } = idList.parse(
          JSON.parse(await get(`/api/photos?documentationId=${album}`, headers)),
        );
        for (const { id } of items) await read(`/api/photo/thumbnail/${id}`);
      },
    },
    {
      key: "zip",
      name: `a zip of ${galleryPhotoCount} photos`,
      times: 2,
      run: () => read(`/api/documentation/downloadZipFile/${album}`),
    },
    {
      key: "document",
      name: `a Word document of ${galleryPhotoCount} photos`,
      times: 2,
      run: async () =>
        drain(
          await fetch(`${address}/bench/document`, {
            method: "POST",
            body: JSON.stringify({
              ...{ documentationId: album, type: "PHOTO_WORD_DOCUMENT", photos: "rendition" },
              username: field.username,
            }),
          }),
        ),
    },
    {
      name: `a first Word document of ${galleryPhotoCount} small photos`,
      times: 1,
      run: () =>
        read(`/api/documentation/downloadExportDocument/${album}?type=PHOTO_WORD_DOCUMENT&photoSize=SMALL`),
    },
    {
      key: "delivery",
      name: `a delivery of ${galleryPhotoCount} photos over WebDAV`,
      times: 1,
      run: () =>
        post("/bench/deliver", {
          ...{ documentationId: album, type: "WEBDAV", password: rightPassword },
          params: { url: destination, username: "bench" },
        }),
    },
    {
      key: "import",
      name: "an import of 1 000 suggestions",
      times: 1,
      run: () => withSites({ sites: 1_000 }, (importList) => importList("sites", 1)),
    },
    { key: "idle", name: "an idle hour", times: 1, run: runIdleHour },
  ];
  const rows: Row[] = [];
  await readMeter();
  const prices = new Map<string, number>();
  for (const { name, key, times, run, direct: directUsage = {} } of operations) {
    const runtime = findRuntime();
    const cpuBefore = runtime ? processorTimeOf(runtime) : 0;
    await readMeter();
    for (let time = 0; time < times; time += 1) await run();
    // Waits for messages in flight, which belong to the operation too.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const cpuMs = runtime ? processorTimeOf(runtime) - cpuBefore : 0;
    const cost = addUsage(perRepetition({ ...(await readMeter()), cpuMs }, times), directUsage);
    log(`  ${name}: ${formatCost(cost)}; ${(toDollars(cost) * 1000).toFixed(4)} USD for 1000`);
    if (key) prices.set(key, toDollars(cost));
    if (key === "idle")
      rows.push(createLimitRow("an idle hour, 1000 times", toDollars(cost) * 1000, "USD", 0.25));
    if (key === "taken")
      rows.push(
        createLimitRow(
          "D1 time of a photo, with its share of the documentation",
          cost.databaseMs / photosPerDocumentation,
          "ms",
          5,
        ),
        createLimitRow("ingesting 1000 documentations of 8 photos", toDollars(cost) * 1000, "USD", 0.5),
      );
  }
  for (const line of formatMonthlyCosts(prices)) log(line);
  return rows;
}

/** The cost of one of `times` repetitions. */
const perRepetition = (cost: Cost, times: number): Cost =>
  mapValues<keyof Cost, number, number>(cost, (value) => value / times);

const addUsage = (cost: Cost, extra: Partial<PlatformUsage>): Cost => {
  const total = { ...cost };
  for (const key of keysOf(extra)) total[key] += extra[key] ?? 0;
  return total;
};

const formatCost = (cost: Cost): string =>
  Object.entries(cost)
    .map(([key, value]) => `${key} ${Math.round(value * 10) / 10}`)
    .join(", ");

/** Starts a documentation with a photo task, identified as an import does. */
async function startWithTask({ templateId, licenseCode }: BenchCustomer) {
  const [documentationId, taskId] = [randomUUID(), randomUUID()];
  const documentation = {
    ...{
      id: documentationId,
      templateId,
      name: "Desk",
      creator: "bench",
      dateCreated: "2026-01-01T00:00:00Z",
    },
    tasks: [{ id: taskId, name: "Overview", type: "PHOTO" }],
  };
  await post("/api/documentation/saveWithLicenseCode", { documentation, licenseCode });
  return { documentationId, taskId };
}

/** Sends a photo and its storage event. */
async function sendWithEvent(field: BenchCustomer, shot: Shot): Promise<void> {
  const calls = createDeviceCalls(field);
  await calls.describe(shot);
  const { answer } = await calls.reserve(shot);
  await put(answer.url, answer.headers, shot.bytes);
  await calls.settle(answer.uploadId);
  await sendStorageEvents([answer]);
}

/** Sends the storage events for uploads, as the platform does. */
async function sendStorageEvents(signed: readonly SignedUpload[]): Promise<void> {
  for (const { url } of signed) {
    const { pathname } = new URL(url);
    const key = decodeURIComponent(pathname.slice(pathname.indexOf("customers/")));
    await post("/bench/send", { queue: "EVENTS", body: { action: "PutObject", object: { key } } });
  }
}

/** Runs the scheduled jobs of one hour. */
async function runIdleHour(): Promise<void> {
  for (const [cron, times] of [
    ["*/2 * * * *", 30],
    ["*/5 * * * *", 12],
  ] as const)
    for (let time = 0; time < times; time += 1) await post("/bench/scheduled", { cron });
}

const readMeter = async (): Promise<PlatformUsage> =>
  (await postForJson(usageSchema, "/bench/meter", {})).answer;
