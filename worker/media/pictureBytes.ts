import type { JpegStructure } from "#domain/media/jpeg/jpegWalker.ts";
import { createStandardTables } from "#domain/media/jpeg/standardTables.ts";
import { jpegMarker } from "#domain/media/jpegMarkers.ts";
import { readChunks } from "./readChunks.ts";

/*
 * The bytes of a photo that every decoder gets: what decoding needs, with an end marker, and without metadata, stray bytes and trailers.
 * Decoders treat all of these differently, EXIF orientation most of all, so only this service interprets them.
 */

const startMarker = Uint8Array.of(0xff, jpegMarker.startOfImage);
const endMarker = Uint8Array.of(0xff, jpegMarker.endOfImage);

type Picture = Pick<JpegStructure, "picture" | "hasHuffmanTables">;

function createTablesSegment(): Uint8Array {
  const tables = createStandardTables();
  const length = tables.length + 2;
  return Buffer.concat([Uint8Array.of(0xff, jpegMarker.huffmanTables, length >> 8, length & 255), tables]);
}

/** An EXIF segment with only an orientation, in a form that every decoder reads. */
const createOrientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.of(
    ...[0xff, jpegMarker.app1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  );

const headOf = (orientation: number): Uint8Array[] =>
  orientation === 1 ? [startMarker] : [startMarker, createOrientationSegment(orientation)];

/** The parts of a picture in memory, without copying them. */
export const toPictureParts = (jpeg: Uint8Array, { picture, hasHuffmanTables }: Picture): Uint8Array[] => [
  startMarker,
  ...(hasHuffmanTables ? [] : [createTablesSegment()]),
  ...picture.map(({ start, end: endOffset }) => jpeg.subarray(start, endOffset)),
  endMarker,
];

/** The picture in one array: the JPEG itself if it holds nothing else. */
export function toPictureBytes(jpeg: Uint8Array, structure: Picture): Uint8Array {
  const [firstPart, ...otherParts] = structure.picture;
  const isUnchanged =
    structure.hasHuffmanTables &&
    otherParts.length === 0 &&
    firstPart?.start === 2 &&
    firstPart.end === jpeg.length - 2;
  return isUnchanged ? jpeg : Buffer.concat(toPictureParts(jpeg, structure));
}

/** The picture with its orientation as a stream, from the stream of the file. */
export function toPictureStream(
  file: ReadableStream<Uint8Array>,
  picture: Picture,
  orientation: number,
): ReadableStream<Uint8Array> {
  const chunks = readPictureChunks(file, picture, orientation);
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}

async function* readPictureChunks(
  file: ReadableStream<Uint8Array>,
  { picture, hasHuffmanTables }: Picture,
  orientation: number,
): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.concat([...headOf(orientation), ...(hasHuffmanTables ? [] : [createTablesSegment()])]);
  let index = 0;
  let offset = 0;
  for await (const chunk of readChunks(file)) {
    for (let range = picture[index]; range && range.start < offset + chunk.length; range = picture[index]) {
      const part = chunk.subarray(Math.max(0, range.start - offset), range.end - offset);
      // Copied, because the next chunk has the same buffer.
      if (part.length > 0) yield part.slice();
      if (range.end > offset + chunk.length) break;
      index++;
    }
    offset += chunk.length;
    if (index === picture.length) break;
  }
  yield endMarker;
}
