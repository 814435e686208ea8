import sharp from "sharp";
import { postToBench } from "./benchClient.ts";
import type { MeasureContext } from "./measure.ts";
import { findRuntime, processorTimeOf, readPeakBytes, resetPeak } from "./memory.ts";
import { createLeafyPhoto } from "./photos.ts";
import { createLimitRow, type Row } from "./table.ts";

/** Runs per measurement. */
const runsPerMeasurement = 8;
const megabyte = 1024 * 1024;

/** Measures memory and CPU time of a photo's derivatives, for photos of phones. */
export async function measurePictures({ log, server }: MeasureContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, photo] of await generatePhotos()) {
    await server.killAndRestart();
    const { megabytes, ms } = await measureDrawing(photo);
    log(`  ${name}, ${(photo.length / 1e6).toFixed(1)} MB: ${ms.toFixed(0)} ms of processor time`);
    rows.push(createLimitRow(`memory for the pictures of ${name}`, megabytes, "MB", 64));
  }
  return rows;
}

/** Photos as phones take them, in typical and maximum size. */
async function generatePhotos(): Promise<[name: string, photo: Buffer][]> {
  const typical = await createLeafyPhoto(4032, 72);
  return [
    ["12 megapixels", typical],
    ["8 megapixels, progressive", await sharp(typical).resize(3264).jpeg({ progressive: true }).toBuffer()],
    ["48 megapixels", await createLeafyPhoto(8064, 60)],
  ];
}

/** CPU time of one drawing in milliseconds, and memory growth of the process beyond that of a small picture. */
async function measureDrawing(photo: Buffer): Promise<{ ms: number; megabytes: number }> {
  const runtime = findRuntime();
  if (runtime === null) throw new Error("no runtime is running");
  await storePhoto(await createLeafyPhoto(100, 80));
  await drawOnly();
  await storePhoto(photo);
  resetPeak(runtime);
  const baseline = readPeakBytes(runtime);
  await drawOnly();
  const growth = readPeakBytes(runtime) - baseline;
  const startCpuMs = processorTimeOf(runtime);
  await drawOnly(runsPerMeasurement);
  return { ms: (processorTimeOf(runtime) - startCpuMs) / runsPerMeasurement, megabytes: growth / megabyte };
}

const storePhoto = async (photo: Buffer): Promise<void> => {
  await (await postToBench("photo", { data: photo.toString("base64") })).arrayBuffer();
};

const drawOnly = async (times = 1): Promise<void> => {
  await (await postToBench("pictures", { times })).arrayBuffer();
};
