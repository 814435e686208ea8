import { jpegMarker } from "../jpegMarkers.ts";
import { RefusedPhoto } from "./photoRefusal.ts";

/** More pixels are refused. The largest sensors of phones have 200 million. */
export const maxPixels = 250_000_000;

/** A component as the frame header describes it. */
export interface FrameComponent {
  id: number;
  horizontalFactor: number;
  verticalFactor: number;
  quantization: number;
}

/** A frame header: SOF0 to SOF2. */
export interface Frame {
  width: number;
  height: number;
  progressive: boolean;
  components: FrameComponent[];
  /** The largest sampling factors of the frame. */
  maxHorizontalFactor: number;
  maxVerticalFactor: number;
}

/** @throws RefusedPhoto for a frame that is broken, or that browsers and Office do not display */
export function parseFrame(marker: number, payload: Uint8Array): Frame {
  // Lossless, hierarchical and arithmetic frames are valid, but neither browsers nor Office display them.
  if (marker > jpegMarker.progressiveFrame)
    throw new RefusedPhoto("photoUnsupported", `frame type 0x${marker.toString(16)}`);
  const componentCount = payload[5] ?? 0;
  if (payload.length < 6 || payload.length < 6 + componentCount * 3) {
    throw new RefusedPhoto("photoCorrupt", "the frame header is too short");
  }
  const height = readUint16(payload, 1);
  const width = readUint16(payload, 3);
  // Height 0 means that a marker after the first scan sets it, which decoders do not support.
  if (width === 0 || height === 0) throw new RefusedPhoto("photoCorrupt", `${width} x ${height} pixels`);
  if (width * height > maxPixels) throw new RefusedPhoto("photoTooLarge", `${width} x ${height} pixels`);
  if (payload[0] !== 8) throw new RefusedPhoto("photoUnsupported", `${payload[0]} bits per sample`);
  if (componentCount !== 1 && componentCount !== 3 && componentCount !== 4)
    throw new RefusedPhoto("photoUnsupported", `${componentCount} components`);
  const components = Array.from({ length: componentCount }, (_, index): FrameComponent => {
    const offset = 6 + index * 3;
    return {
      id: payload[offset]!,
      horizontalFactor: payload[offset + 1]! >> 4,
      verticalFactor: payload[offset + 1]! & 15,
      quantization: payload[offset + 2]!,
    };
  });
  if (components.some(({ horizontalFactor: h, verticalFactor: v }) => h < 1 || h > 4 || v < 1 || v > 4)) {
    throw new RefusedPhoto("photoCorrupt", "impossible sampling factors");
  }
  return {
    width,
    height,
    progressive: marker === jpegMarker.progressiveFrame,
    components,
    maxHorizontalFactor: Math.max(...components.map((component) => component.horizontalFactor)),
    maxVerticalFactor: Math.max(...components.map((component) => component.verticalFactor)),
  };
}

/** A scan header. */
export interface ScanHeader {
  components: { component: FrameComponent; index: number; dcTable: number; acTable: number }[];
  spectralStart: number;
  spectralEnd: number;
  successiveHigh: number;
  successiveLow: number;
}

/** @throws RefusedPhoto for a broken scan header */
export function parseScanHeader(frame: Frame, payload: Uint8Array): ScanHeader {
  const componentCount = payload[0] ?? 0;
  if (componentCount < 1 || componentCount > 4 || payload.length < 4 + componentCount * 2) {
    throw new RefusedPhoto("photoCorrupt", "broken scan header");
  }
  const components = Array.from({ length: componentCount }, (_, position) => {
    const index = frame.components.findIndex(({ id }) => id === payload[1 + position * 2]);
    const component = frame.components[index];
    if (!component) throw new RefusedPhoto("photoCorrupt", "a scan of a component that is not in the frame");
    const tables = payload[2 + position * 2]!;
    return { component, index, dcTable: tables >> 4, acTable: tables & 15 };
  });
  const approximation = payload[3 + componentCount * 2]!;
  return {
    components,
    spectralStart: payload[1 + componentCount * 2]!,
    spectralEnd: payload[2 + componentCount * 2]!,
    successiveHigh: approximation >> 4,
    successiveLow: approximation & 15,
  };
}

/** The units of a scan: MCUs, or the blocks of a single component without the padding of the frame. */
export function getScanUnits(frame: Frame, { components }: ScanHeader): { columns: number; rows: number } {
  const [firstComponent] = components;
  if (components.length === 1 && firstComponent) {
    const { horizontalFactor, verticalFactor } = firstComponent.component;
    return {
      columns: Math.ceil(Math.ceil((frame.width * horizontalFactor) / frame.maxHorizontalFactor) / 8),
      rows: Math.ceil(Math.ceil((frame.height * verticalFactor) / frame.maxVerticalFactor) / 8),
    };
  }
  return {
    columns: Math.ceil(frame.width / (8 * frame.maxHorizontalFactor)),
    rows: Math.ceil(frame.height / (8 * frame.maxVerticalFactor)),
  };
}

/** Blocks of each component in a unit of the scan, in the order of the scan. */
export const countBlocksPerUnit = ({ components }: ScanHeader): number[] =>
  components.length === 1
    ? [1]
    : components.map(
        ({ component: { horizontalFactor, verticalFactor } }) => horizontalFactor * verticalFactor,
      );

/** Samples of all components; with 4:2:0 subsampling half as many as without. */
export function countSamples({
  width,
  height,
  maxHorizontalFactor,
  maxVerticalFactor,
  components,
}: Frame): number {
  return components.reduce(
    (sum, { horizontalFactor: h, verticalFactor: v }) =>
      sum + Math.ceil((width * h) / maxHorizontalFactor) * Math.ceil((height * v) / maxVerticalFactor),
    0,
  );
}

export const readUint16 = (bytes: Uint8Array, offset: number): number =>
  (bytes[offset]! << 8) | bytes[offset + 1]!;
