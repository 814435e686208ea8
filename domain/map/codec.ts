import {
  type BaseMap,
  type BaseMapCountry,
  type BaseMapPlace,
  baseMapLayers,
  placeKinds,
  type Shape,
} from "./basemap.ts";

/** The ground as bytes: numbers in base 128, each position as its distance from the one before. */
export function encodeBaseMap(ground: BaseMap): Uint8Array {
  const out: number[] = [];
  const number = (value: number) => {
    let rest = value;
    while (rest > 127) {
      out.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    out.push(rest);
  };
  const signed = (value: number) => number(value < 0 ? -2 * value - 1 : 2 * value);
  const text = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    number(bytes.length);
    out.push(...bytes);
  };
  const point = pointAfter();
  const at = (x: number, y: number) => point(x, y).forEach(signed);
  for (const layer of baseMapLayers) {
    number(ground[layer].length);
    for (const shape of ground[layer]) {
      number(shape.length / 2);
      for (let index = 0; index < shape.length; index += 2) at(shape[index]!, shape[index + 1]!);
    }
  }
  number(ground.countries.length);
  for (const { x, y, zoom, until, code } of ground.countries) {
    at(x, y);
    number(zoom);
    number(until);
    text(code);
  }
  number(ground.places.length);
  for (const { x, y, zoom, kind, name } of ground.places) {
    at(x, y);
    number(zoom);
    number(placeKinds.indexOf(kind));
    text(name);
  }
  return Uint8Array.from(out);
}

/** Distances from the point before. */
function pointAfter() {
  let [lastX, lastY] = [0, 0];
  return (x: number, y: number): [number, number] => {
    const distance: [number, number] = [x - lastX, y - lastY];
    [lastX, lastY] = [x, y];
    return distance;
  };
}

/** What `encodeBaseMap` packed. @throws RangeError for bytes that end too soon */
export function decodeBaseMap(bytes: Uint8Array): BaseMap {
  let offset = 0;
  const number = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[offset++];
      if (byte === undefined) throw new RangeError("the ground ends too soon");
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
    if (offset > bytes.length) throw new RangeError("the ground ends too soon");
    return decoder.decode(bytes.subarray(offset - length, offset));
  };
  let [x, y] = [0, 0];
  const step = () => {
    x += signed();
    y += signed();
  };
  /** How many follow, each of at least so many bytes: what cannot be there is not made room for. */
  const count = (bytesOfOne: number) => {
    const value = number();
    if (value * bytesOfOne > bytes.length - offset) throw new RangeError("the ground ends too soon");
    return value;
  };
  const many = <T>(bytesOfOne: number, one: () => T): T[] => Array.from({ length: count(bytesOfOne) }, one);
  const shape = (): Shape => {
    const points = new Int32Array(count(2) * 2);
    for (let index = 0; index < points.length; index += 2) {
      step();
      points[index] = x;
      points[index + 1] = y;
    }
    return points;
  };
  const layer = () => many(1, shape);
  const [land, lakes, rivers, borders] = [layer(), layer(), layer(), layer()];
  const countries = many(5, (): BaseMapCountry => {
    step();
    return { x, y, zoom: number(), until: number(), code: text() };
  });
  const places = many(5, (): BaseMapPlace => {
    step();
    return { x, y, zoom: number(), kind: placeKinds[number()] ?? "village", name: text() };
  });
  return { land, lakes, rivers, borders, countries, places };
}
