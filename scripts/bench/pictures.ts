import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { renditionSpec, thumbnailSpec } from "#worker/media/size.ts";
import { postToBench } from "./benchClient.ts";
import type { BenchServer } from "./benchServer.ts";
import { type DrawResult, drawResultSchema } from "./drawnPhotos.ts";
import { findRuntime, peakOf, processorTimeOf, resetPeak } from "./memory.ts";
import { leafyPhoto } from "./photos.ts";
import { structuralSimilarity } from "./ssim.ts";
import { type Row, row } from "./table.ts";

/** Minimum similarity between the pictures of the codec and the service. */
const minSimilarity = 0.97;
/** The only quality of the local image service. */
const localQuality = 80;
/** Runs per measurement. */
const runsPerMeasurement = 8;
const megabyte = 1024 * 1024;

/**
 * Compares the codec's pictures with the image service's for the same photo: similarity, CPU time and memory. `PHOTOS` is a
 * directory of photos; without it, only generated ones are drawn.
 */
export async function measurePictures(say: (text: string) => void, server: BenchServer): Promise<Row[]> {
  const rows = process.env.PHOTOS ? await compareDirectory(process.env.PHOTOS, say) : [];
  for (const [name, photo] of await generatePhotos()) {
    await server.killAndRestart();
    const { megabytes, ms } = await measureDrawing(photo);
    say(`  ${name}, ${(photo.length / 1e6).toFixed(1)} MB: ${ms.toFixed(0)} ms of processor time`);
    rows.push(row(`memory for the pictures of ${name}`, megabytes, 64, "MB", 1, "the target of 64 MB"));
  }
  return rows;
}

type DerivativeForm = "rendition" | "thumbnail";
const sides = { rendition: renditionSpec.side, thumbnail: thumbnailSpec.side };

/**
 * Draws both derivatives of every photo in four versions: codec and service at the same quality, codec nearly uncompressed, and
 * lossless. No picture can be closer to the service's than the lossless one.
 */
async function compareDirectory(directory: string, say: (text: string) => void): Promise<Row[]> {
  const extremes = { pixels: 1, beside: 1, lost: 0 };
  const bytes = { codec: 0, service: 0 };
  let [comparedCount, belowCount] = [0, 0];
  for (const name of (await readdir(directory)).sort()) {
    const photo = await readFile(path.join(directory, name));
    await storePhoto(photo);
    const [codec, service, fine] = [
      await draw("codec", 1, localQuality),
      await draw("service"),
      await draw("codec", 1, 100),
    ];
    if ("refused" in codec || "refused" in service || "refused" in fine) {
      const outcomes = [codec, service].map((picture) => ("refused" in picture ? picture.refused : "drawn"));
      say(`  ${name}: codec ${outcomes[0]}, service ${outcomes[1]}`);
      continue;
    }
    for (const form of ["rendition", "thumbnail"] as const) {
      const [ours, theirs, pixels] = [codec, service, fine].map((picture) =>
        Buffer.from(picture[form], "base64"),
      );
      const reference = await scaleLosslessly(photo, form);
      const best = await structuralSimilarity(reference, theirs!);
      const similarity = await structuralSimilarity(ours!, theirs!);
      const margin = 1 - Math.max(0, Math.min(minSimilarity, best) - similarity);
      const extraLoss = best - (await structuralSimilarity(reference, ours!));
      const exact = await structuralSimilarity(reference, pixels!);
      if (similarity < minSimilarity || exact < minSimilarity)
        say(
          `  ${name}, ${form}: ${similarity.toFixed(4)} like the service's, the lossless one ${best.toFixed(4)}; pixels ${exact.toFixed(4)}`,
        );
      if (similarity < minSimilarity) belowCount += 1;
      extremes.pixels = Math.min(extremes.pixels, exact);
      extremes.beside = Math.min(extremes.beside, margin);
      extremes.lost = Math.max(extremes.lost, extraLoss);
      comparedCount += 1;
      bytes.codec += ours!.length;
      bytes.service += theirs!.length;
    }
  }
  say(`  ${comparedCount} pictures, ${belowCount} of them less than ${minSimilarity} like the service's`);
  return [
    row(
      "pixels: 1 minus the lowest similarity",
      1 - extremes.pixels,
      1 - minSimilarity,
      "",
      1,
      "0.97 to the lossless one",
    ),
    row(
      "compressed: 1 minus the lowest similarity",
      1 - extremes.beside,
      0.01,
      "",
      1,
      "0.97, or the lossless one's",
    ),
    row("quality lost beyond the service's loss", extremes.lost, 0.01, "", 1, "0.01"),
    row(
      "bytes",
      bytes.codec / comparedCount / 1e3,
      bytes.service / comparedCount / 1e3,
      "kB",
      1.1,
      "the image service",
    ),
  ];
}

const scaleLosslessly = (photo: Buffer, form: DerivativeForm): Promise<Buffer> => {
  const side = sides[form];
  return sharp(photo, { autoOrient: true })
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
};

/** Photos as phones take them, in typical and maximum size. */
async function generatePhotos(): Promise<[name: string, photo: Buffer][]> {
  const typical = await leafyPhoto(4032, 72);
  return [
    ["12 megapixels", typical],
    ["8 megapixels, progressive", await sharp(typical).resize(3264).jpeg({ progressive: true }).toBuffer()],
    ["48 megapixels", await leafyPhoto(8064, 60)],
  ];
}

/** CPU time of one drawing in milliseconds, and memory growth of the process beyond that of a small picture. */
async function measureDrawing(photo: Buffer): Promise<{ ms: number; megabytes: number }> {
  const runtime = findRuntime();
  if (runtime === null) throw new Error("no runtime is running");
  await storePhoto(await leafyPhoto(100, 80));
  await drawOnly();
  await storePhoto(photo);
  resetPeak(runtime);
  const baseline = peakOf(runtime);
  await drawOnly();
  const growth = peakOf(runtime) - baseline;
  const before = processorTimeOf(runtime);
  await drawOnly(runsPerMeasurement);
  return { ms: (processorTimeOf(runtime) - before) / runsPerMeasurement, megabytes: growth / megabyte };
}

const storePhoto = async (photo: Buffer): Promise<void> => {
  await (await postToBench("photo", { data: photo.toString("base64") })).arrayBuffer();
};

/** Draws without returning the pictures: as text they would be about as large as the memory measured. */
const drawOnly = async (times = 1): Promise<void> => {
  await (await postToBench("pictures", { by: "codec", times, told: false })).arrayBuffer();
};

const draw = async (by: "codec" | "service", times = 1, quality?: number): Promise<DrawResult> =>
  drawResultSchema.parse(await (await postToBench("pictures", { by, times, quality })).json());
