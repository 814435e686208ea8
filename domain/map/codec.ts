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
  const number = (value: number) => {
    let remaining = value;
    while (remaining > 127) {
      out.push((remaining % 128) + 128);
      remaining = Math.floor(remaining / 128);
    }
    out.push(remaining);
  };
  const signed = (value: number) => number(value < 0 ? -2 * value - 1 : 2 * value);
  const text = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    number(bytes.length);
    out.push(...bytes);
  };
  const distanceFromPrevious = createPointDelta();
  const position = (x: number, y: number) => distanceFromPrevious(x, y).forEach(signed);
  for (const layer of baseMapLayers) {
    number(baseMap[layer].length);
    for (const shape of baseMap[layer]) {
      number(shape.length / 2);
      for (let index = 0; index < shape.length; index += 2) position(shape[index]!, shape[index + 1]!);
    }
  }
  number(baseMap.countries.length);
  for (const { x, y, zoom, until, code } of baseMap.countries) {
    position(x, y);
    number(zoom);
    number(until);
    text(code);
  }
  number(baseMap.places.length);
  for (const { x, y, zoom, kind, name } of baseMap.places) {
    position(x, y);
    number(zoom);
    number(placeKinds.indexOf(kind));
    text(name);
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
  const number = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[offset++];
      if (byte === undefined) throw new RangeError("the basemap data ends too soon");
      value += (byte % 128) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  const signed = () => {
    const value = number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  const decoder = new TextDecoder();
  const text = () => {
    const length = number();
    offset += length;
    if (offset > bytes.length) throw new RangeError("the basemap data ends too soon");
    return decoder.decode(bytes.subarray(offset - length, offset));
  };
  let [x, y] = [0, 0];
  const step = () => {
    x += signed();
    y += signed();
  };
  /** The number of items that follow, each of at least `minItemBytes` bytes; checked so that corrupt counts allocate no memory. */
  const count = (minItemBytes: number) => {
    const value = number();
    if (value * minItemBytes > bytes.length - offset) throw new RangeError("the basemap data ends too soon");
    return value;
  };
  const readMany = <T>(minItemBytes: number, readItem: () => T): T[] =>
    Array.from({ length: count(minItemBytes) }, readItem);
  const shape = (): Shape => {
    const points = new Int32Array(count(2) * 2);
    for (let index = 0; index < points.length; index += 2) {
      step();
      points[index] = x;
      points[index + 1] = y;
    }
    return points;
  };
  const layer = () => readMany(1, shape);
  const [land, lakes, rivers, borders] = [layer(), layer(), layer(), layer()];
  const countries = readMany(5, (): BaseMapCountry => {
    step();
    return { x, y, zoom: number(), until: number(), code: text() };
  });
  const places = readMany(5, (): BaseMapPlace => {
    step();
    return { x, y, zoom: number(), kind: placeKinds[number()] ?? "village", name: text() };
  });
  return { land, lakes, rivers, borders, countries, places };
}
