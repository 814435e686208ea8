import { randomUUID } from "node:crypto";
import http from "node:http";
import sharp from "sharp";
import { z } from "zod";
import { address } from "../benchServer.ts";
import type { MeasureContext } from "../measure.ts";
import { createDistinctCopy, createLeafyPhoto } from "../photos.ts";
import { createComparisonRow, type Row } from "../table.ts";
import {
  type BenchCustomer,
  createBenchCustomer,
  createDeviceCalls,
  fetchWithRetries,
  type Shot,
  type SignedUpload,
  sendPhoto,
  startDocumentation,
} from "./field.ts";

const repetitions = 20;
const otherSenders = 20;

/**
 * Measures from the last byte of a 4 MB photo until the gallery shows it with a thumbnail that downloads, alone and while others
 * are uploading. The reference is decoding and scaling the same number of pictures concurrently with the same library.
 */
export async function measureTimeToThumbnail({ log }: MeasureContext): Promise<Row[]> {
  const field = await createBenchCustomer();
  const photo = await createLeafyPhoto(4000, 72);
  let shotCount = 0;
  const nextShot = async (documentationId: string): Promise<Shot> => {
    shotCount += 1;
    const bytes = createDistinctCopy(photo, shotCount + Date.now());
    return { id: randomUUID(), documentationId, name: `Photo_${shotCount}`, bytes };
  };
  const documentationId = await startDocumentation(field, 10_000);
  await measureTimeUntilVisible(field, await nextShot(documentationId));
  const sequentialMs = await repeat(async () =>
    measureTimeUntilVisible(field, await nextShot(documentationId)),
  );
  const scalingMs = await repeat(() => measureMs(() => scale(photo)));

  const crowdedMs: number[] = [];
  const crowdedScalingMs: number[] = [];
  let isSending = true;
  const otherDocumentation = await startDocumentation(field, 10_000);
  const crowd = Array.from({ length: otherSenders }, async () => {
    while (isSending) await sendPhoto(field, await nextShot(otherDocumentation));
  });
  for (let time = 0; time < repetitions; time += 1)
    crowdedMs.push(await measureTimeUntilVisible(field, await nextShot(documentationId)));
  isSending = false;
  await Promise.all(crowd);
  isSending = true;
  const scaling = Array.from({ length: otherSenders }, async () => {
    while (isSending) await scale(photo);
  });
  for (let time = 0; time < repetitions; time += 1)
    crowdedScalingMs.push(await measureMs(() => scale(photo)));
  isSending = false;
  await Promise.all(scaling);

  const rows: Row[] = [];
  for (const [name, durationsMs, reference] of [
    ["alone", sequentialMs, scalingMs],
    [`while ${otherSenders} others send`, crowdedMs, crowdedScalingMs],
  ] as const) {
    log(
      `  visible ${name}: p50 ${computePercentile(durationsMs, 0.5)} ms, p95 ${computePercentile(durationsMs, 0.95)} ms`,
    );
    for (const [label, fraction] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const)
      rows.push(
        createComparisonRow(
          `last byte to visible, ${(photo.length / 1e6).toFixed(1)} MB, ${name}: ${label}`,
          computePercentile(durationsMs, fraction),
          "ms",
          3,
          {
            value: computePercentile(reference, fraction),
            label: "decoding and scaling alone, same concurrency",
          },
        ),
      );
  }
  return rows;
}

const computePercentile = (durations: readonly number[], fraction: number): number =>
  Math.round(
    [...durations].sort((a, b) => a - b)[
      Math.min(durations.length - 1, Math.floor(durations.length * fraction))
    ]!,
  );

async function repeat(run: () => Promise<number>): Promise<number[]> {
  const durations: number[] = [];
  for (let time = 0; time < repetitions; time += 1) durations.push(await run());
  return durations;
}

async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function scale(photo: Buffer): Promise<void> {
  const rendition = await sharp(photo)
    .rotate()
    .resize(1600, 1600, { fit: "inside" })
    .jpeg({ quality: 82 })
    .toBuffer();
  await sharp(rendition).resize(400, 400, { fit: "inside" }).jpeg({ quality: 75 }).toBuffer();
}

const photoList = z.object({ items: z.array(z.object({ id: z.string(), hasData: z.boolean() })) });

/** Milliseconds from the last byte sent until the thumbnail has been read completely. */
async function measureTimeUntilVisible(field: BenchCustomer, shot: Shot): Promise<number> {
  const calls = createDeviceCalls(field);
  await calls.describe(shot);
  const { answer: signed } = await calls.reserve(shot);
  const lastByte = await measureLastByteAt(signed, shot.bytes);
  await calls.settle(signed.uploadId);
  for (;;) {
    const query = `documentationId=${shot.documentationId}&max=1000`;
    const gallery = await fetchWithRetries(`${address}/api/photos?${query}`, { headers: field.headers });
    if (!gallery.ok) throw new Error(`the gallery: ${gallery.status} ${await gallery.text()}`);
    const { items } = photoList.parse(await gallery.json());
    if (!items.some(({ id, hasData }) => id === shot.id && hasData)) continue;
    const thumbnail = await fetchWithRetries(`${address}/api/photo/thumbnail/${shot.id}`, {
      headers: field.headers,
    });
    if ((await thumbnail.arrayBuffer()).byteLength > 0 && thumbnail.ok) return performance.now() - lastByte;
  }
}

/** Sends a PUT and returns when its last byte was sent, which fetch does not report. */
function measureLastByteAt({ url, headers }: SignedUpload, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const request = http.request(
      url,
      // A new connection, because the local server may close an idle one just as it is reused.
      { method: "PUT", headers: { ...headers, "content-length": bytes.length }, agent: false },
      (response) => {
        response.resume();
        response.on("end", () =>
          response.statusCode === 200 ? resolve(sentAt) : reject(new Error(`PUT: ${response.statusCode}`)),
        );
      },
    );
    request.on("error", reject);
    request.on("finish", () => {
      sentAt = performance.now();
    });
    request.end(bytes);
  });
}
