/** A PMTiles file (version 3) with one tile of the whole world: vectors, or an image. */
export function mapArchive(tile: { vectors: true } | { png: Uint8Array }): Uint8Array {
  const data = "png" in tile ? tile.png : worldTile();
  // One entry: tile 0 at the beginning of the data.
  const directory = Uint8Array.from([1, 0, 1, ...varint(data.byteLength), 1]);
  const metadata = new TextEncoder().encode("{}");
  const header = new DataView(new ArrayBuffer(headerLength));
  new TextEncoder().encodeInto("PMTiles", new Uint8Array(header.buffer));
  header.setUint8(7, 3);
  const parts = [directory.byteLength, metadata.byteLength, 0, data.byteLength];
  let offset = headerLength;
  for (const [index, length] of parts.entries()) {
    header.setBigUint64(8 + index * 16, BigInt(offset), true);
    header.setBigUint64(16 + index * 16, BigInt(length), true);
    offset += length;
  }
  for (const byteOffset of [72, 80, 88]) header.setBigUint64(byteOffset, 1n, true);
  // Nothing is compressed; the tiles are vectors (1) or PNG (2), of zoom 0 alone.
  for (const [index, value] of [1, 1, 1, "png" in tile ? 2 : 1, 0, 0].entries())
    header.setUint8(96 + index, value);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.setInt32(102 + index * 4, degrees * 1e7, true);
  return Uint8Array.from([...new Uint8Array(header.buffer), ...directory, ...metadata, ...data]);
}

const headerLength = 127;

/** A vector tile: land in the north, water in the south. */
function worldTile(): Uint8Array {
  return Uint8Array.from([
    ...message(3, layer("earth", rectangle(0, 0, 4096, 2048))),
    ...message(3, layer("water", rectangle(0, 2048, 4096, 2048), { kind: "ocean" })),
  ]);
}

function layer(name: string, geometry: number[], tags: Record<string, string> = {}): number[] {
  const keysAndValues = Object.entries(tags);
  const feature = [
    ...message(
      2,
      keysAndValues.flatMap((_, index) => [...varint(index), ...varint(index)]),
    ),
    ...number(3, 3),
    ...message(4, geometry),
  ];
  return [
    ...number(15, 2),
    ...message(1, bytesOf(name)),
    ...message(2, feature),
    ...keysAndValues.flatMap(([key]) => message(3, bytesOf(key))),
    ...keysAndValues.flatMap(([, value]) => message(4, message(1, bytesOf(value)))),
    ...number(5, 4096),
  ];
}

/** Commands of a polygon: move, three lines, close. */
const rectangle = (x: number, y: number, width: number, height: number): number[] =>
  [9, zigzag(x), zigzag(y), 26, zigzag(width), 0, 0, zigzag(height), zigzag(-width), 0, 15].flatMap(varint);

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const number = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];
const message = (field: number, bytes: readonly number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let remaining = value;
  for (; remaining > 127; remaining = Math.floor(remaining / 128)) bytes.push((remaining % 128) + 128);
  return [...bytes, remaining];
}
