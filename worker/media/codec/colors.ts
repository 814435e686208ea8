import type { Pixels } from "./pixelBuffer.ts";

/** Converts the colours of pixels to sRGB, in place. */
export type Conversion = (picture: Pixels) => void;

type Curve = (value: number) => number;
type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

/** From the profile connection space, XYZ under D50, to linear sRGB. */
const fromXyz: Matrix = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];

/** Steps of the lookup table from linear to sRGB; its dark end is steep. */
const steps = 8192;
/** Largest channel difference (of 255) at which a profile counts as sRGB. */
const identityTolerance = 2;

/**
 * The conversion from an ICC profile to sRGB. Undefined for a profile that is not of the matrix/TRC type, which cameras and
 * phones use; null for one that changes nothing.
 */
export function conversionOf(profile: Uint8Array): Conversion | null | undefined {
  const parsed = readProfile(Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength));
  if (!parsed) return undefined;
  const samplesOf = (curve: Curve) => Float32Array.from({ length: 256 }, (_, i) => curve(i / 255));
  const [redCurve, greenCurve, blueCurve] = parsed.curves;
  const [red, green, blue] = [samplesOf(redCurve), samplesOf(greenCurve), samplesOf(blueCurve)];
  const [toRed, toGreen, toBlue] = multiplyMatrices(fromXyz, parsed.matrix);
  const encoded = Uint8Array.from({ length: steps + 1 }, (_, i) => Math.round(255 * toSrgb(i / steps)));
  const toChannel = (row: Row, r: number, g: number, b: number): number =>
    encoded[Math.max(0, Math.min(steps, Math.round((row[0] * r + row[1] * g + row[2] * b) * steps)))]!;
  const convert: Conversion = ({ data }) => {
    for (let index = 0; index < data.length; index += 4) {
      const r = red[data[index]!]!;
      const g = green[data[index + 1]!]!;
      const b = blue[data[index + 2]!]!;
      data[index] = toChannel(toRed, r, g, b);
      data[index + 1] = toChannel(toGreen, r, g, b);
      data[index + 2] = toChannel(toBlue, r, g, b);
    }
  };
  return isIdentity(convert) ? null : convert;
}

function isIdentity(convert: Conversion): boolean {
  const levels = [0, 64, 128, 192, 255];
  const colours = levels.flatMap((r) => levels.flatMap((g) => levels.flatMap((b) => [r, g, b, 255])));
  const data = Uint8ClampedArray.from(colours);
  convert({ data, width: data.length / 4, height: 1 });
  return data.every((value, index) => Math.abs(value - colours[index]!) <= identityTolerance);
}

const toSrgb: Curve = (value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

function multiplyMatrices(left: Matrix, right: Matrix): Matrix {
  const row = ([a, b, c]: Row): Row => {
    const column = (index: 0 | 1 | 2) => a * right[0][index] + b * right[1][index] + c * right[2][index];
    return [column(0), column(1), column(2)];
  };
  return [row(left[0]), row(left[1]), row(left[2])];
}

const header = 128;

/** ICC.1:2010, 7 and 9.2. Null for a profile with lookup tables or another colour space, or a broken one. */
function readProfile(profile: Buffer): { curves: [Curve, Curve, Curve]; matrix: Matrix } | null {
  try {
    if (profile.toString("latin1", 16, 24) !== "RGB XYZ ") return null;
    const tags = new Map<string, Buffer>();
    for (
      let index = header + 4, remaining = profile.readUInt32BE(header);
      remaining > 0;
      remaining--, index += 12
    ) {
      const begin = profile.readUInt32BE(index + 4);
      const end = begin + profile.readUInt32BE(index + 8);
      tags.set(profile.toString("latin1", index, index + 4), profile.subarray(begin, end));
    }
    if (tags.has("A2B0")) return null;
    const [red, green, blue] = [
      curveOf(tags.get("rTRC")),
      curveOf(tags.get("gTRC")),
      curveOf(tags.get("bTRC")),
    ];
    const [r, g, b] = [tags.get("rXYZ"), tags.get("gXYZ"), tags.get("bXYZ")];
    if (!red || !green || !blue || !r || !g || !b) return null;
    const row = (offset: number): Row => [fixed(r, offset), fixed(g, offset), fixed(b, offset)];
    return { curves: [red, green, blue], matrix: [row(8), row(12), row(16)] };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** An s15Fixed16Number: 16 bits before and 16 after the binary point. */
const fixed = (bytes: Buffer, offset: number): number => bytes.readInt32BE(offset) / 65536;

function curveOf(tag: Buffer | undefined): Curve | null {
  const type = tag?.toString("latin1", 0, 4);
  if (tag && type === "curv") return tableOf(tag);
  return tag && type === "para" ? formulaOf(tag) : null;
}

function tableOf(tag: Buffer): Curve {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (value) => value;
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256;
    return (value) => value ** gamma;
  }
  const sampleAt = (index: number) => tag.readUInt16BE(12 + 2 * index) / 65535;
  return (value) => {
    const index = value * (count - 1);
    const lower = Math.min(count - 2, Math.floor(index));
    return sampleAt(lower) + (sampleAt(lower + 1) - sampleAt(lower)) * (index - lower);
  };
}

/** Parameter count of each of the five formulas. */
const parameters = [1, 3, 4, 5, 7];

function formulaOf(tag: Buffer): Curve | null {
  const type = tag.readUInt16BE(8);
  const count = parameters[type];
  if (count === undefined) return null;
  const [g = 1, a = 1, b = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = Array.from(
    { length: count },
    (_, index) => fixed(tag, 12 + 4 * index),
  );
  const power = (value: number) => Math.max(0, a * value + b) ** g;
  if (type === 0) return power;
  if (type === 1) return (value) => (value >= -b / a ? power(value) : 0);
  if (type === 2) return (value) => (value >= -b / a ? power(value) + third : third);
  return (value) => (value >= fourth ? power(value) + fifth : third * value + sixth);
}
