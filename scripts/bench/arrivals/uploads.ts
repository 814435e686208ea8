import { randomUUID } from "node:crypto";
import type { MeasureContext } from "../measure.ts";
import { createDistinctCopy, createLeafyPhoto } from "../photos.ts";
import { createComparisonRow, createLimitRow, type Row } from "../table.ts";
import {
  type BenchCustomer,
  createBenchCustomer,
  createDeviceCalls,
  postForJson,
  put,
  type Shot,
  sendPhoto,
  sendPhotos,
  sha256Of,
  startDocumentation,
} from "./field.ts";
import { inspectionSchema } from "./inspection.ts";

const photosPerSecond = 50;
const seconds = 30;
const crewCount = 15;
/** Longer side, in pixels, of a photo from a phone that compresses before sending. */
const photoSidePixels = 480;
/** Milliseconds from which a user of the app notices the delay. */
const noticeableMs = 2000;

/**
 * Sends photos by the signed path at a fixed rate, even if the service falls behind: all must arrive, none twice. The reference is
 * the time storage alone takes for the same bytes, sent in the same way.
 */
export async function measureUploads({ log }: MeasureContext): Promise<Row[]> {
  const field = await createBenchCustomer();
  const photo = await createLeafyPhoto(photoSidePixels, 60);
  const photoCount = photosPerSecond * seconds;
  const documentations = await Promise.all(
    Array.from({ length: crewCount }, () => startDocumentation(field, photoCount / crewCount)),
  );
  const shots = Array.from({ length: photoCount }, (_, index) => ({
    id: randomUUID(),
    documentationId: documentations[index % crewCount]!,
    name: `Photo_${String(Math.floor(index / crewCount) + 1).padStart(4, "0")}`,
    bytes: createDistinctCopy(photo, index + Date.now()),
  }));
  await sendPhoto(field, {
    ...shots[0]!,
    id: randomUUID(),
    documentationId: await startDocumentation(field, 1),
  });
  const signed = await reserveAll(field, photo);
  const plain = await sendAtRate(signed, ({ url, headers, bytes }) =>
    put(url, headers, bytes).then(() => undefined),
  );
  const crewTimings = await sendByCrew(shots, (batch) => sendPhotos(field, batch).then(() => undefined));
  for (const failure of new Set(crewTimings.failures.map(String))) log(`  failed: ${failure}`);
  const { storedCount, objects } = await countStored(field, shots);
  const kb = Math.round(photo.length / 1000);
  log(
    `  ${photoCount} photos of ${kb} KB, ${photosPerSecond} a second for ${seconds} s: ${storedCount} arrived: ${formatTimings(crewTimings)}; a plain PUT p50 ${ms(plain, 0.5)}, p95 ${ms(plain, 0.95)} ms`,
  );
  const label = `uploads, ${photosPerSecond} a second for ${seconds} s`;
  const atRate = { value: plain.totalMs / 1000, label: "plain PUTs at the same rate" };
  return [
    createLimitRow(`${label}: not stored completely`, photoCount - storedCount, "photos", 0),
    createLimitRow(`${label}: stored twice`, objects - storedCount, "photos", 0),
    createComparisonRow(`${label}: until the last is stored`, crewTimings.totalMs / 1000, "s", 1.1, atRate),
    createLimitRow(`${label}: p50`, ms(crewTimings, 0.5), "ms", noticeableMs),
    createLimitRow(`${label}: p95`, ms(crewTimings, 0.95), "ms", noticeableMs),
  ];
}

const formatTimings = (timings: SendTimings): string => {
  const totalSeconds = timings.totalMs / 1000;
  return `${timings.durationsMs.length} in ${totalSeconds.toFixed(1)} s, ${(timings.durationsMs.length / totalSeconds).toFixed(1)} a second; p50 ${ms(timings, 0.5)}, p95 ${ms(timings, 0.95)}, p99 ${ms(timings, 0.99)} ms`;
};

interface SendTimings {
  /** Milliseconds per item, sorted. */
  durationsMs: number[];
  /** Milliseconds until the last one arrived. */
  totalMs: number;
  failures: unknown[];
}
const ms = ({ durationsMs: durations }: SendTimings, fraction: number): number =>
  Math.round(durations[Math.min(durations.length - 1, Math.floor(durations.length * fraction))] ?? 0);

/** Starts each item on schedule, however many are still running. */
async function sendAtRate<T>(items: readonly T[], send: (item: T) => Promise<void>): Promise<SendTimings> {
  const [durations, failures]: [number[], unknown[]] = [[], []];
  const startedAt = performance.now();
  await Promise.all(
    items.map(async (item, index) => {
      const dueAt = startedAt + (index * 1000) / photosPerSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
      try {
        await send(item);
        durations.push(performance.now() - dueAt);
      } catch (error) {
        failures.push(error);
      }
    }),
  );
  return { durationsMs: durations.sort((a, b) => a - b), totalMs: performance.now() - startedAt, failures };
}

/** Photos per batch call of a device: those taken while it sent the previous ones. */
const photosPerCall = 20;

/** Each crew's device sends the due photos with the batch calls, one round after another. */
async function sendByCrew(
  shots: readonly Shot[],
  send: (batch: readonly Shot[]) => Promise<void>,
): Promise<SendTimings> {
  const [durations, failures]: [number[], unknown[]] = [[], []];
  const startedAt = performance.now();
  const dueAt = (index: number) => startedAt + (index * 1000) / photosPerSecond;
  const sendForCrew = async (crew: number) => {
    const queue = shots
      .map((shot, index) => ({ shot, index }))
      .filter(({ index }) => index % crewCount === crew);
    while (queue.length > 0) {
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, dueAt(queue[0]!.index) - performance.now())),
      );
      const nowMs = performance.now();
      const dueItems = queue.filter(({ index }) => dueAt(index) <= nowMs).slice(0, photosPerCall);
      const round = queue.splice(0, Math.max(1, dueItems.length));
      try {
        await send(round.map(({ shot }) => shot));
        for (const { index } of round) durations.push(performance.now() - dueAt(index));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: crewCount }, (_, crew) => sendForCrew(crew)));
  return { durationsMs: durations.sort((a, b) => a - b), totalMs: performance.now() - startedAt, failures };
}

/** Reserves the uploads; only their PUTs are measured. */
async function reserveAll(field: BenchCustomer, photo: Buffer) {
  const documentationId = await startDocumentation(field, photosPerSecond * seconds);
  const calls = createDeviceCalls(field);
  const signedUploads: { url: string; headers: Record<string, string>; bytes: Uint8Array }[] = [];
  for (let index = 0; index < photosPerSecond * seconds; index += 10)
    signedUploads.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async (_, offset) => {
          const bytes = createDistinctCopy(photo, index + offset);
          const shot = { id: randomUUID(), documentationId, name: `Plain ${index + offset}`, bytes };
          await calls.describe(shot);
          return { ...(await calls.reserve(shot)).answer, bytes };
        }),
      )),
    );
  return signedUploads;
}

/** Counts the photos stored completely with the bytes that were sent, and the stored originals. */
async function countStored(field: BenchCustomer, shots: readonly Shot[]) {
  const { answer } = await postForJson(inspectionSchema, "/bench/inspect", { customerId: field.customerId });
  const hashById = new Map(shots.map(({ id, bytes }) => [id, sha256Of(bytes)]));
  const present = answer.rows.filter(({ id, hasData }) => hasData && hashById.has(id));
  const complete = present.filter(
    ({ id, sha256, objects: objectCount }) =>
      sha256 === hashById.get(id) &&
      objectCount[0] === sha256 &&
      objectCount.length === 3 &&
      !objectCount.includes(null),
  );
  return { storedCount: complete.length, objects: present.length };
}
