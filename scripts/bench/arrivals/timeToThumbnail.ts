import { randomUUID } from "node:crypto";
import http from "node:http";
import sharp from "sharp";
import { address } from "../benchServer.ts";
import { distinctCopy, leafyPhoto } from "../photos.ts";
import { type Row, row } from "../table.ts";
import {
  device,
  type Field,
  fetchRetrying,
  makeField,
  type Shot,
  type Signed,
  sendPhoto,
  startDocumentation,
} from "./field.ts";

const times = 20;
const others = 20;

/**
 * Measures from the last byte of a photo of 4 MB until the gallery shows it with a thumbnail that downloads, alone and while others send
 * theirs. The reference is decoding and scaling as many pictures with the same library, as many at once.
 */
export async function measureVisible(say: (text: string) => void): Promise<Row[]> {
  const field = await makeField();
  const photo = await leafyPhoto(4000, 72);
  let made = 0;
  const next = async (documentationId: string): Promise<Shot> => {
    made += 1;
    const bytes = distinctCopy(photo, made + Date.now());
    return { id: randomUUID(), documentationId, name: `Photo_${made}`, bytes };
  };
  const documentationId = await startDocumentation(field, 10_000);
  await untilSeen(field, await next(documentationId));
  const alone = await repeat(async () => untilSeen(field, await next(documentationId)));
  const scaledAlone = await repeat(() => timed(() => scale(photo)));

  const crowded: number[] = [];
  const scaledCrowded: number[] = [];
  let sending = true;
  const elsewhere = await startDocumentation(field, 10_000);
  const crowd = Array.from({ length: others }, async () => {
    while (sending) await sendPhoto(field, await next(elsewhere));
  });
  for (let time = 0; time < times; time += 1)
    crowded.push(await untilSeen(field, await next(documentationId)));
  sending = false;
  await Promise.all(crowd);
  sending = true;
  const scaling = Array.from({ length: others }, async () => {
    while (sending) await scale(photo);
  });
  for (let time = 0; time < times; time += 1) scaledCrowded.push(await timed(() => scale(photo)));
  sending = false;
  await Promise.all(scaling);

  const rows: Row[] = [];
  for (const [name, ours, reference] of [
    ["alone", alone, scaledAlone],
    [`while ${others} others send`, crowded, scaledCrowded],
  ] as const) {
    say(`  visible ${name}: p50 ${at(ours, 0.5)} ms, p95 ${at(ours, 0.95)} ms`);
    for (const [which, part] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const)
      rows.push(
        row(
          `last byte to visible, ${(photo.length / 1e6).toFixed(1)} MB, ${name}: ${which}`,
          at(ours, part),
          at(reference, part),
          "ms",
          3,
          "decoding and scaling alone, as many at once",
        ),
      );
  }
  return rows;
}

const at = (taken: readonly number[], part: number): number =>
  Math.round([...taken].sort((a, b) => a - b)[Math.min(taken.length - 1, Math.floor(taken.length * part))]!);

async function repeat(run: () => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push(await run());
  return taken;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function scale(photo: Buffer): Promise<void> {
  const rendition = await sharp(photo)
    .rotate()
    .resize(1600, 1600, { fit: "inside" })
    .jpeg({ quality: 82 })
    .toBuffer();
  await sharp(rendition).resize(400, 400, { fit: "inside" }).jpeg({ quality: 75 }).toBuffer();
}

/** Milliseconds from the last byte that left here until the thumbnail has been read to its end. */
async function untilSeen(field: Field, shot: Shot): Promise<number> {
  const calls = device(field);
  await calls.describe(shot);
  const { answer: signed } = await calls.reserve(shot);
  const lastByte = await putAndNote(signed, shot.bytes);
  await calls.settle(signed.uploadId);
  for (;;) {
    const query = `documentationId=${shot.documentationId}&max=1000`;
    const answer = await fetchRetrying(`${address}/api/photos?${query}`, { headers: field.headers });
    if (!answer.ok) throw new Error(`the gallery: ${answer.status} ${await answer.text()}`);
    const { items } = (await answer.json()) as { items: { id: string; hasData: boolean }[] };
    if (!items.some(({ id, hasData }) => id === shot.id && hasData)) continue;
    const thumbnail = await fetchRetrying(`${address}/api/photo/thumbnail/${shot.id}`, {
      headers: field.headers,
    });
    if ((await thumbnail.arrayBuffer()).byteLength > 0 && thumbnail.ok) return performance.now() - lastByte;
  }
}

/** When the last byte of a PUT had left, which fetch does not say. */
function putAndNote({ url, headers }: Signed, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    let left = 0;
    const request = http.request(
      url,
      // A new connection, because the local server may close an idle one just when it is used again.
      { method: "PUT", headers: { ...headers, "content-length": bytes.length }, agent: false },
      (response) => {
        response.resume();
        response.on("end", () =>
          response.statusCode === 200 ? resolve(left) : reject(new Error(`PUT: ${response.statusCode}`)),
        );
      },
    );
    request.on("error", reject);
    request.on("finish", () => {
      left = performance.now();
    });
    request.end(bytes);
  });
}
