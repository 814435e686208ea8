import {
  type Basemap,
  type BasemapCountry,
  type BasemapPlace,
  basemapLayers,
  placeKinds,
  type Shape,
} from "./basemap.ts";

/** Encodes the basemap: numbers in base 128, each position as its distance from the previous one. */
export function encodeBasemap(basemap: Basemap): Uint8Array {
  const output: number[] = [];
  const writeNumber = (value: number) => {
    let remainder = value;
    while (remainder > 127) {
      output.push((remainder % 128) + 128);
      remainder = Math.floor(remainder / 128);
    }
    output.push(remainder);
  };
  const writeSigned = (value: number) => writeNumber(value < 0 ? -2 * value - 1 : 2 * value);
  const writeText = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    writeNumber(bytes.length);
    output.push(...bytes);
  };
  const computeDistance = createPointDelta();
  const writePosition = (x: number, y: number) => computeDistance(x, y).forEach(writeSigned);
  for (const layer of basemapLayers) {
    writeNumber(basemap[layer].length);
    for (const shape of basemap[layer]) {
      writeNumber(shape.length / 2);
      for (let index = 0; index < shape.length; index += 2) writePosition(shape[index]!, shape[index + 1]!);
    }
  }
  writeNumber(basemap.countries.length);
  for (const { x, y, zoom, maxZoom, code } of basemap.countries) {
    writePosition(x, y);
    writeNumber(zoom);
    writeNumber(maxZoom);
    writeText(code);
  }
  writeNumber(basemap.places.length);
  for (const { x, y, zoom, kind, name } of basemap.places) {
    writePosition(x, y);
    writeNumber(zoom);
    writeNumber(placeKinds.indexOf(kind));
    writeText(name);
  }
  return Uint8Array.from(output);
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

/** Decodes the output of `encodeBasemap`. @throws RangeError if the bytes end too soon */
export function decodeBasemap(bytes: Uint8Array): Basemap {
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
  const readItems = <T>(minItemBytes: number, readItem: () => T): T[] =>
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
  const readLayer = () => readItems(1, readShape);
  const [land, lakes, rivers, borders] = [readLayer(), readLayer(), readLayer(), readLayer()];
  const countries = readItems(5, (): BasemapCountry => {
    readPosition();
    return { x, y, zoom: readNumber(), maxZoom: readNumber(), code: readText() };
  });
  const places = readItems(5, (): BasemapPlace => {
    readPosition();
    return { x, y, zoom: readNumber(), kind: placeKinds[readNumber()] ?? "village", name: readText() };
  });
  return { land, lakes, rivers, borders, countries, places };
}
