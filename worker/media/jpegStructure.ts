import { type JpegStructure, JpegWalker } from "./jpeg.ts";
import { readChunks } from "./readChunks.ts";
import type { Refusal } from "./refusal.ts";

/** The structure of a JPEG in memory. A picture without an end marker is read exactly, to see whether all of it is there. */
export function structureOf(jpeg: Uint8Array): JpegStructure | Refusal {
  const walker = new JpegWalker();
  walker.push(jpeg);
  const structure = walker.finish();
  if (structure.ok || !walker.hasScan) return structure;
  const exact = exactStructureOf(jpeg);
  return exact.ok ? exact : structure;
}

/** The same, always read exactly. */
export function exactStructureOf(jpeg: Uint8Array): JpegStructure | Refusal {
  const walker = new JpegWalker({ isExact: true });
  walker.push(jpeg);
  return walker.finish();
}

/** The same for a JPEG that can be opened several times. */
export async function readStructure(
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<JpegStructure | Refusal> {
  const walker = new JpegWalker();
  await pushAll(walker, await open());
  const structure = walker.finish();
  if (structure.ok || !walker.hasScan) return structure;
  const exact = await readExactStructure(open);
  return exact.ok ? exact : structure;
}

export async function readExactStructure(
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<JpegStructure | Refusal> {
  const walker = new JpegWalker({ isExact: true });
  await pushAll(walker, await open());
  return walker.finish();
}

/** @throws the error of the stream */
export async function pushAll(walker: JpegWalker, body: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of readChunks(body)) walker.push(chunk);
}
