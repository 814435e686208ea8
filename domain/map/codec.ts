import {
  type BaseMap,
  type BaseMapCountry,
  type BaseMapPlace,
  baseMapLayers,
  placeKinds,
  type Shape,
} from "./basemap.ts";

/** Encodes the basemap: numbers in base 128, each position as its distance from the previous one. */
export function encodeBaseMap(baseMap: BaseMap): Uint8Array {
  const out: number[] = [];
  const writeNumber = (value: number) => {
    let remaining = value;
    while (remaining > 127) {
      out.push((remaining % 128) + 128);
      remaining = Math.floor(remaining / 128);
    }
    out.push(remaining);
  };
  const writeSigned = (value: number) => writeNumber(value < 0 ? -2 * value - 1 : 2 * value);
  const writeText = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    writeNumber(bytes.length);
    out.push(...bytes);
  };
  const distanceFromPrevious = createPointDelta();
  const writePosition = (x: number, y: number) => distanceFromPrevious(x, y).forEach(writeSigned);
  for (const layer of baseMapLayers) {
    writeNumber(baseMap[layer].length);
    for (const shape of baseMap[layer]) {
      writeNumber(shape.length / 2);
      for (let index = 0; index < shape.length; index += 2) writePosition(shape[index]!, shape[index + 1]!);
    }
  }
  writeNumber(baseMap.countries.length);
  for (const { x, y, zoom, until, code } of baseMap.countries) {
    writePosition(x, y);
    writeNumber(zoom);
    writeNumber(until);
    writeText(code);
  }
  writeNumber(baseMap.places.length);
  for (const { x, y, zoom, kind, name } of baseMap.places) {
    writePosition(x, y);
    writeNumber(zoom);
    writeNumber(placeKinds.indexOf(kind));
    writeText(name);
  }
  return Uint8Array.from(out);
}

/** Returns the distance of each point from the previous one. */
function createPointDelta() {
  let [lastX, lastY] = [0, 0];
  return (x: number, y: number): [number, number] => {
    const distance: [number, number] = [x - lastX, y - lastY];
    [lastX, lastY] = [x, y];
    return distance;
  };
}

/** Decodes the output of `encodeBaseMap`. @throws RangeError if the bytes end too soon */
export function decodeBaseMap(bytes: Uint8Array): BaseMap {
  let offset = 0;
  const readNumber = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[offset++];
      if (byte === undefined) throw new RangeError("the basemap data ends too soon");
      value += (byte % 128) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  const readSigned = () => {
    const value = readNumber();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const decoder = new TextDecoder();
  const readText = () => {
    const length = readNumber();
    offset += length;
    if (offset > bytes.length) throw new RangeError("the basemap data ends too soon");
    return decoder.decode(bytes.subarray(offset - length, offset));
  };
  let [x, y] = [0, 0];
  const readPosition = () => {
    x += readSigned();
    y += readSigned();
  };
  /** The number of items that follow, each of at least `minItemBytes` bytes; checked so that corrupt counts allocate no memory. */
  const readCount = (minItemBytes: number) => {
    const value = readNumber();
    if (value * minItemBytes > bytes.length - offset) throw new RangeError("the basemap data ends too soon");
    return value;
  };
  const readMany = <T>(minItemBytes: number, readItem: () => T): T[] =>
    Array.from({ length: readCount(minItemBytes) }, readItem);
  const readShape = (): Shape => {
    const points = new Int32Array(readCount(2) * 2);
    for (let index = 0; index < points.length; index += 2) {
      readPosition();
      points[index] = x;
      points[index + 1] = y;
    }
    return points;
  };
  const readLayer = () => readMany(1, readShape);
  const [land, lakes, rivers, borders] = [readLayer(), readLayer(), readLayer(), readLayer()];
  const countries = readMany(5, (): BaseMapCountry => {
    readPosition();
    return { x, y, zoom: readNumber(), until: readNumber(), code: readText() };
  });
  const places = readMany(5, (): BaseMapPlace => {
    readPosition();
    return { x, y, zoom: readNumber(), kind: placeKinds[readNumber()] ?? "village", name: readText() };
  });
  return { land, lakes, rivers, borders, countries, places };
}
