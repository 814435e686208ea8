import { type JpegStructure, JpegWalker } from "#domain/media/jpeg/jpegWalker.ts";
import type { Refusal } from "#domain/media/jpeg/photoRefusal.ts";
import { readChunks } from "./readChunks.ts";

/** The structure of a JPEG that can be opened several times: `structureOf` for a stream. */
export async function readStructure(
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<JpegStructure | Refusal> {
  const walker = new JpegWalker();
  await pushAll(walker, await open());
  const structure = walker.finish();
  if (structure.ok || !walker.hasScan) return structure;
  const exactStructure = await readExactStructure(open);
  return exactStructure.ok ? exactStructure : structure;
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
