import { randomUUID } from "node:crypto";
import { distinctCopy, leafyPhoto } from "../photos.ts";
import { type Row, row } from "../table.ts";
import type { Inspected } from "../worker/inspect.ts";
import {
  device,
  type Field,
  makeField,
  post,
  put,
  type Shot,
  sendPhoto,
  sendPhotos,
  sha256Of,
  startDocumentation,
} from "./field.ts";

const photosPerSecond = 50;
const seconds = 30;
const crews = 15;
/** Pixels of the longer side of a photo from a phone that compresses before it sends. */
const side = 480;
/** Milliseconds that a user of the app does not notice. */
const noticeableMs = 2000;

/**
 * Sends photos by the signed path at a fixed rate, however the service keeps up: all must arrive, none twice. The reference is the time
 * that storage alone takes for the same bytes, sent in the same way.
 */
export async function measureUploads(say: (text: string) => void): Promise<Row[]> {
  const field = await makeField();
  const photo = await leafyPhoto(side, 60);
  const all = photosPerSecond * seconds;
  const documentations = await Promise.all(
    // Each takes in both rounds.
    Array.from({ length: crews }, () => startDocumentation(field, (2 * all) / crews)),
  );
  const shotsOf = (): Shot[] =>
    Array.from({ length: all }, (_, index) => ({
      id: randomUUID(),
      documentationId: documentations[index % crews]!,
      name: `Photo_${String(Math.floor(index / crews) + 1).padStart(4, "0")}`,
      bytes: distinctCopy(photo, index + Date.now()),
    }));
  const shots = shotsOf();
  await sendPhoto(field, {
    ...shots[0]!,
    id: randomUUID(),
    documentationId: await startDocumentation(field, 1),
  });
  const signed = await reserveAll(field, photo);
  const plain = await sendAtRate(signed, ({ url, headers, bytes }) =>
    put(url, headers, bytes).then(() => undefined),
  );
  const alone = await sendAtRate(shotsOf(), (shot) => sendPhoto(field, shot));
  say(`  with a call for each step: ${formatTimings(alone)}`);
  const ours = await arrivingByCrew(shots, (waiting) => sendPhotos(field, waiting).then(() => undefined));
  for (const failure of new Set(ours.failures.map(String))) say(`  failed: ${failure}`);
  const { stored, objects } = await arrived(field, shots);
  const kb = Math.round(photo.length / 1000);
  say(
    `  ${all} photos of ${kb} KB, ${photosPerSecond} a second for ${seconds} s: ${stored} arrived: ${formatTimings(ours)}; a plain PUT p50 ${ms(plain, 0.5)}, p95 ${ms(plain, 0.95)} ms`,
  );
  const what = `uploads, ${photosPerSecond} a second for ${seconds} s`;
  return [
    row(`${what}: sent, for each that arrived`, all, stored, "photos", 1, "those that are there whole"),
    row(`${what}: stored, for each that arrived`, objects, stored, "photos", 1, "none is there twice"),
    row(
      `${what}: until the last is in`,
      ours.taken / 1000,
      plain.taken / 1000,
      "s",
      1.1,
      "plain PUTs as many a second",
    ),
    row(`${what}: p50`, ms(ours, 0.5), noticeableMs, "ms", 1, `the target of ${noticeableMs} ms`),
    row(`${what}: p95`, ms(ours, 0.95), noticeableMs, "ms", 1, `the target of ${noticeableMs} ms`),
  ];
}

const formatTimings = (arrived: SendTimings): string => {
  const took = arrived.taken / 1000;
  return `${arrived.each.length} in ${took.toFixed(1)} s, ${(arrived.each.length / took).toFixed(1)} a second; p50 ${ms(arrived, 0.5)}, p95 ${ms(arrived, 0.95)}, p99 ${ms(arrived, 0.99)} ms`;
};

interface SendTimings {
  /** Milliseconds of each, sorted. */
  each: number[];
  /** Milliseconds until the last had arrived. */
  taken: number;
  failures: unknown[];
}
const ms = ({ each }: SendTimings, part: number): number =>
  Math.round(each[Math.min(each.length - 1, Math.floor(each.length * part))] ?? 0);

/** Starts each at its time, however many are still running. */
async function sendAtRate<T>(items: readonly T[], send: (item: T) => Promise<void>): Promise<SendTimings> {
  const [each, failures]: [number[], unknown[]] = [[], []];
  const started = performance.now();
  await Promise.all(
    items.map(async (item, index) => {
      const due = started + (index * 1000) / photosPerSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      try {
        await send(item);
        each.push(performance.now() - due);
      } catch (error) {
        failures.push(error);
      }
    }),
  );
  return { each: each.sort((a, b) => a - b), taken: performance.now() - started, failures };
}

/** Photos that a device sends together: what has been taken while it sent the ones before. */
const photosPerCall = 20;

/** Each crew's device sends what is due with the calls for many, one round after the other. */
async function arrivingByCrew(
  shots: readonly Shot[],
  send: (waiting: readonly Shot[]) => Promise<void>,
): Promise<SendTimings> {
  const [each, failures]: [number[], unknown[]] = [[], []];
  const started = performance.now();
  const dueAt = (index: number) => started + (index * 1000) / photosPerSecond;
  const ofCrew = async (crew: number) => {
    const left = shots.map((shot, index) => ({ shot, index })).filter(({ index }) => index % crews === crew);
    while (left.length > 0) {
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, dueAt(left[0]!.index) - performance.now())),
      );
      const now = performance.now();
      const due = left.filter(({ index }) => dueAt(index) <= now).slice(0, photosPerCall);
      const round = left.splice(0, Math.max(1, due.length));
      try {
        await send(round.map(({ shot }) => shot));
        for (const { index } of round) each.push(performance.now() - dueAt(index));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: crews }, (_, crew) => ofCrew(crew)));
  return { each: each.sort((a, b) => a - b), taken: performance.now() - started, failures };
}

/** Reserves uploads of so many photos; only their PUTs are measured. */
async function reserveAll(field: Field, photo: Buffer) {
  const documentationId = await startDocumentation(field, photosPerSecond * seconds);
  const calls = device(field);
  const reserved: { url: string; headers: Record<string, string>; bytes: Uint8Array }[] = [];
  for (let index = 0; index < photosPerSecond * seconds; index += 10)
    reserved.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async (_, offset) => {
          const bytes = distinctCopy(photo, index + offset);
          const shot = { id: randomUUID(), documentationId, name: `Plain ${index + offset}`, bytes };
          await calls.describe(shot);
          return { ...(await calls.reserve(shot)).answer, bytes };
        }),
      )),
    );
  return reserved;
}

/** Counts the photos that are stored completely with the bytes that were sent, and their originals. */
async function arrived(field: Field, shots: readonly Shot[]) {
  const { answer } = await post<Inspected>("/bench/inspect", { customerId: field.customerId });
  const sent = new Map(shots.map(({ id, bytes }) => [id, sha256Of(bytes)]));
  const there = answer.rows.filter(({ id, hasData }) => hasData && sent.has(id));
  const whole = there.filter(
    ({ id, sha256, objects }) =>
      sha256 === sent.get(id) && objects[0] === sha256 && objects.length === 3 && !objects.includes(null),
  );
  return { stored: whole.length, objects: there.length };
}
