import type { Pixels } from "./pixelBuffer.ts";

/** Converts the colours of pixels to sRGB, in place. */
export type Conversion = (picture: Pixels) => void;

type Curve = (value: number) => number;
type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

/** From the profile connection space, XYZ under D50, to linear sRGB. */
const xyzToLinearSrgb: Matrix = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
];

/** Steps of the lookup table from linear to sRGB. There are many, because the curve is steep at the dark end. */
const tableSteps = 8192;
/** Largest channel difference (of 255) at which a profile counts as sRGB. */
const identityTolerance = 2;

/**
 * The conversion from an ICC profile to sRGB. Undefined for a profile that is not of the matrix/TRC type, which cameras and
 * phones use; null for one that changes nothing.
 */
export function createConversion(profile: Uint8Array): Conversion | null | undefined {
  const parsedProfile = readProfile(Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength));
  if (!parsedProfile) return undefined;
  const sampleCurve = (curve: Curve) => Float32Array.from({ length: 256 }, (_, i) => curve(i / 255));
  const [redCurve, greenCurve, blueCurve] = parsedProfile.curves;
  const [red, green, blue] = [sampleCurve(redCurve), sampleCurve(greenCurve), sampleCurve(blueCurve)];
  const [redRow, greenRow, blueRow] = multiplyMatrices(xyzToLinearSrgb, parsedProfile.matrix);
  const srgbTable = Uint8Array.from({ length: tableSteps + 1 }, (_, i) =>
    Math.round(255 * toSrgb(i / tableSteps)),
  );
  const toChannel = (row: Row, r: number, g: number, b: number): number =>
    srgbTable[
      Math.max(0, Math.min(tableSteps, Math.round((row[0] * r + row[1] * g + row[2] * b) * tableSteps)))
    ]!;
  const convert: Conversion = ({ data }) => {
    for (let index = 0; index < data.length; index += 4) {
      const r = red[data[index]!]!;
      const g = green[data[index + 1]!]!;
      const b = blue[data[index + 2]!]!;
      data[index] = toChannel(redRow, r, g, b);
      data[index + 1] = toChannel(greenRow, r, g, b);
      data[index + 2] = toChannel(blueRow, r, g, b);
    }
  };
  return isIdentity(convert) ? null : convert;
}

function isIdentity(convert: Conversion): boolean {
  const channelLevels = [0, 64, 128, 192, 255];
  const colours = channelLevels.flatMap((r) =>
    channelLevels.flatMap((g) => channelLevels.flatMap((b) => [r, g, b, 255])),
  );
  const data = Uint8ClampedArray.from(colours);
  convert({ data, width: data.length / 4, height: 1 });
  return data.every((value, index) => Math.abs(value - colours[index]!) <= identityTolerance);
}

const toSrgb: Curve = (value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

function multiplyMatrices(left: Matrix, right: Matrix): Matrix {
  const createRow = ([a, b, c]: Row): Row => {
    const multiplyColumn = (index: 0 | 1 | 2) =>
      a * right[0][index] + b * right[1][index] + c * right[2][index];
    return [multiplyColumn(0), multiplyColumn(1), multiplyColumn(2)];
  };
  return [createRow(left[0]), createRow(left[1]), createRow(left[2])];
}

const headerBytes = 128;

/** ICC.1:2010, 7 and 9.2. Null for a profile with lookup tables or another colour space, or a broken one. */
function readProfile(profile: Buffer): { curves: [Curve, Curve, Curve]; matrix: Matrix } | null {
  try {
    if (profile.toString("latin1", 16, 24) !== "RGB XYZ ") return null;
    const tags = new Map<string, Buffer>();
    for (
      let index = headerBytes + 4, remainingCount = profile.readUInt32BE(headerBytes);
      remainingCount > 0;
      remainingCount--, index += 12
    ) {
      const start = profile.readUInt32BE(index + 4);
      const end = start + profile.readUInt32BE(index + 8);
      tags.set(profile.toString("latin1", index, index + 4), profile.subarray(start, end));
    }
    if (tags.has("A2B0")) return null;
    const [red, green, blue] = [
      parseCurve(tags.get("rTRC")),
      parseCurve(tags.get("gTRC")),
      parseCurve(tags.get("bTRC")),
    ];
    const [r, g, b] = [tags.get("rXYZ"), tags.get("gXYZ"), tags.get("bXYZ")];
    if (!red || !green || !blue || !r || !g || !b) return null;
    const createRow = (offset: number): Row => [
      readFixed(r, offset),
      readFixed(g, offset),
      readFixed(b, offset),
    ];
    return { curves: [red, green, blue], matrix: [createRow(8), createRow(12), createRow(16)] };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** An s15Fixed16Number: 16 bits before and 16 after the binary point. */
const readFixed = (bytes: Buffer, offset: number): number => bytes.readInt32BE(offset) / 65536;

function parseCurve(tag: Buffer | undefined): Curve | null {
  const type = tag?.toString("latin1", 0, 4);
  if (tag && type === "curv") return parseTableCurve(tag);
  return tag && type === "para" ? parseFormulaCurve(tag) : null;
}

function parseTableCurve(tag: Buffer): Curve {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (value) => value;
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256;
    return (value) => value ** gamma;
  }
  const readSample = (index: number) => tag.readUInt16BE(12 + 2 * index) / 65535;
  return (value) => {
    const index = value * (count - 1);
    const lowerIndex = Math.min(count - 2, Math.floor(index));
    return (
      readSample(lowerIndex) + (readSample(lowerIndex + 1) - readSample(lowerIndex)) * (index - lowerIndex)
    );
  };
}

/** Parameter count of each of the five formulas. */
const parameterCounts = [1, 3, 4, 5, 7];

function parseFormulaCurve(tag: Buffer): Curve | null {
  const type = tag.readUInt16BE(8);
  const count = parameterCounts[type];
  if (count === undefined) return null;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, index) =>
    readFixed(tag, 12 + 4 * index),
  );
  const evaluatePower = (value: number) => Math.max(0, a * value + b) ** g;
  if (type === 0) return evaluatePower;
  if (type === 1) return (value) => (value >= -b / a ? evaluatePower(value) : 0);
  if (type === 2) return (value) => (value >= -b / a ? evaluatePower(value) + c : c);
  return (value) => (value >= d ? evaluatePower(value) + e : c * value + f);
}
