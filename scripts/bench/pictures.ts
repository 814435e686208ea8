import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { renditionSpec, thumbnailSpec } from "#worker/media/size.ts";
import { address, type BenchServer } from "./benchServer.ts";
import type { Drawn } from "./drawnPhotos.ts";
import { findRuntime, peakOf, processorTimeOf, resetPeak } from "./memory.ts";
import { leafyPhoto } from "./photos.ts";
import { likeness } from "./ssim.ts";
import { type Row, row } from "./table.ts";

/** How alike the pictures of the two are to look. */
const minSimilarity = 0.97;
/** The quality of everything that the local image service makes. */
const localQuality = 80;
/** Draws of which one is measured. */
const runsPerMeasurement = 8;
const megabyte = 1024 * 1024;

/**
 * What the codec draws beside what the image service draws of the same photo: how alike they look, and the processor time and memory
 * that it takes. `PHOTOS` is a directory of photos; without it, only made ones are drawn.
 */
export async function measurePictures(say: (text: string) => void, server: BenchServer): Promise<Row[]> {
  const rows = process.env.PHOTOS ? await likenessOf(process.env.PHOTOS, say) : [];
  for (const [name, photo] of await madePhotos()) {
    await server.killAndRestart();
    const { megabytes, ms } = await takenBy(photo);
    say(`  ${name}, ${(photo.length / 1e6).toFixed(1)} MB: ${ms.toFixed(0)} ms of processor time`);
    rows.push(row(`memory for the pictures of ${name}`, megabytes, 64, "MB", 1, "the target of 64 MB"));
  }
  return rows;
}

type Form = "rendition" | "thumbnail";
const sides = { rendition: renditionSpec.side, thumbnail: thumbnailSpec.side };

/**
 * Both forms of every photo in four versions: by the codec and by the service, of the same quality, by the codec uncompressed as far
 * as that goes, and undamaged. No picture can be more like the service's than the undamaged one is.
 */
async function likenessOf(directory: string, say: (text: string) => void): Promise<Row[]> {
  const least = { pixels: 1, beside: 1, lost: 0 };
  const bytes = { codec: 0, service: 0 };
  let [forms, below] = [0, 0];
  for (const name of (await readdir(directory)).sort()) {
    const photo = await readFile(path.join(directory, name));
    await keep(photo);
    const [codec, service, fine] = [
      await draw("codec", 1, localQuality),
      await draw("service"),
      await draw("codec", 1, 100),
    ];
    if ("refused" in codec || "refused" in service || "refused" in fine) {
      const told = [codec, service].map((one) => ("refused" in one ? one.refused : "drawn"));
      say(`  ${name}: codec ${told[0]}, service ${told[1]}`);
      continue;
    }
    for (const form of ["rendition", "thumbnail"] as const) {
      const [ours, theirs, pixels] = [codec, service, fine].map((one) => Buffer.from(one[form], "base64"));
      const whole = await undamaged(photo, form);
      const best = await likeness(whole, theirs!);
      const like = await likeness(ours!, theirs!);
      const beside = 1 - Math.max(0, Math.min(minSimilarity, best) - like);
      const lost = best - (await likeness(whole, ours!));
      const exact = await likeness(whole, pixels!);
      if (like < minSimilarity || exact < minSimilarity)
        say(
          `  ${name}, ${form}: ${like.toFixed(4)} like the service's, the undamaged one ${best.toFixed(4)}; pixels ${exact.toFixed(4)}`,
        );
      if (like < minSimilarity) below += 1;
      least.pixels = Math.min(least.pixels, exact);
      least.beside = Math.min(least.beside, beside);
      least.lost = Math.max(least.lost, lost);
      forms += 1;
      bytes.codec += ours!.length;
      bytes.service += theirs!.length;
    }
  }
  say(`  ${forms} pictures, ${below} of them less than ${minSimilarity} like the service's`);
  return [
    row(
      "pixels: 1 less the least likeness",
      1 - least.pixels,
      1 - minSimilarity,
      "",
      1,
      "0.97 to the undamaged one",
    ),
    row("compressed: 1 less the least", 1 - least.beside, 0.01, "", 1, "0.97, or the undamaged one's"),
    row("more lost than by the service", least.lost, 0.01, "", 1, "0.01"),
    row("bytes", bytes.codec / forms / 1e3, bytes.service / forms / 1e3, "kB", 1.1, "the image service"),
  ];
}

const undamaged = (photo: Buffer, form: Form): Promise<Buffer> => {
  const side = sides[form];
  return sharp(photo, { autoOrient: true })
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
};

/** As phones take them: their usual size, and their largest. */
async function madePhotos(): Promise<[name: string, photo: Buffer][]> {
  const usual = await leafyPhoto(4032, 72);
  return [
    ["12 megapixels", usual],
    ["8 megapixels, progressive", await sharp(usual).resize(3264).jpeg({ progressive: true }).toBuffer()],
    ["48 megapixels", await leafyPhoto(8064, 60)],
  ];
}

/** Of one drawing: processor time in milliseconds, and how far the process grows beyond what it is after a small picture. */
async function takenBy(photo: Buffer): Promise<{ ms: number; megabytes: number }> {
  const runtime = findRuntime();
  if (runtime === null) throw new Error("no runtime is running");
  await keep(await leafyPhoto(100, 80));
  await tried();
  await keep(photo);
  resetPeak(runtime);
  const resting = peakOf(runtime);
  await tried();
  const grown = peakOf(runtime) - resting;
  const before = processorTimeOf(runtime);
  await tried(runsPerMeasurement);
  return { ms: (processorTimeOf(runtime) - before) / runsPerMeasurement, megabytes: grown / megabyte };
}

const post = async (call: string, body: unknown): Promise<Response> => {
  const answer = await fetch(address + call, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
  return answer;
};

const keep = async (photo: Buffer): Promise<void> => {
  await (await post("/bench/photo", { data: photo.toString("base64") })).arrayBuffer();
};

/** Draws and keeps the pictures to itself: as text they would be as large as much of what is measured. */
const tried = async (times = 1): Promise<void> => {
  await (await post("/bench/pictures", { by: "codec", times, told: false })).arrayBuffer();
};

const draw = async (by: "codec" | "service", times = 1, quality?: number): Promise<Drawn> =>
  (await post("/bench/pictures", { by, times, quality })).json() as Promise<Drawn>;
