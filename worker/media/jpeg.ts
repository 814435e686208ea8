import { isFrameMarker, jpegMarker } from "#domain/media/jpegMarkers.ts";
import { type Refusal, RefusedPhoto, refusal } from "./refusal.ts";

/** Larger pictures are refused: it is the limit of the image service, and 400 MB when decoded. */
export const maxPixels = 100_000_000;

/** The structure of a whole JPEG. `width` and `height` in pixels as stored; `exif` starts at its TIFF header. */
export interface JpegStructure {
  ok: true;
  width: number;
  height: number;
  progressive: boolean;
  /** 1 grey, 3 colour, 4 CMYK. */
  components: number;
  /** Component ids in frame order. */
  ids: number[];
  /** Samples of all components; with 4:2:0 subsampling half as many as without. */
  samples: number;
  scans: number;
  exif: Uint8Array | null;
  /** Bytes after the end of the picture: gain maps, motion photos, makers' trailers. */
  trailing: number;
}

/** Has no length, and may follow anything. */
const temporaryMarker = 0x01;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Markers at which decoders stop. No program writes them, so they mean damaged bytes. */
const isReserved = (marker: number) =>
  (marker >= 0x02 && marker <= 0xbf) || marker === 0xc8 || (marker >= 0xf0 && marker <= 0xfd);

/** States of the parser. */
const startMarker = 0;
/** Before a marker. Stray bytes, which some cameras write, are skipped as decoders do. */
const markerState = 1;
/** After 0xFF. */
const codeState = 2;
const lengthHighState = 3;
const lengthLowState = 4;
const payloadState = 5;
/** Inside entropy-coded data. */
const scanState = 6;
/** After 0xFF inside entropy-coded data. */
const scanCodeState = 7;
const done = 8;

interface Component {
  id: number;
  horizontal: number;
  vertical: number;
}

interface Frame {
  width: number;
  height: number;
  progressive: boolean;
  components: Component[];
  /** The largest sampling factors of the frame. */
  horizontal: number;
  vertical: number;
}

/** The minimum that a scan must contain. */
interface Scan {
  restarts: number;
  bits: number;
}

/**
 * Checks that a JPEG is complete, in constant memory and from chunks of any size: every segment and every scan up to the
 * end-of-image marker. Nothing is decoded. Bytes after that marker are ignored: the picture is complete there, and phones append
 * a lot.
 *
 * Two checks go beyond the markers, for files that were truncated and then closed by a program: the number of restart markers
 * must fit the frame, and a scan must hold at least the bits that a blank picture of its size needs.
 */
export class JpegWalker {
  #state: number = startMarker;
  #refusal: Refusal | null = null;
  #started = 0;
  #marker = 0;
  #length = 0;
  #remaining = 0;
  #payload: Uint8Array | null = null;
  #frame: Frame | null = null;
  #restartInterval = 0;
  #scan: Scan | null = null;
  #scanBytes = 0;
  #scanRestarts = 0;
  #scans = 0;
  #covered = new Set<number>();
  #exif: Uint8Array | null = null;
  #trailing = 0;

  push(chunk: Uint8Array): void {
    try {
      this.#walk(chunk);
    } catch (error) {
      if (!(error instanceof RefusedPhoto)) throw error;
      this.#refusal = error.refusal;
      this.#state = done;
    }
  }

  #walk(chunk: Uint8Array): void {
    const end = chunk.length;
    let offset = 0;
    while (offset < end) {
      switch (this.#state) {
        case startMarker:
          if (chunk[offset++] !== (this.#started === 0 ? 0xff : jpegMarker.startOfImage))
            throw new RefusedPhoto("notJpeg");
          else if (++this.#started === 2) this.#state = markerState;
          break;
        case markerState: {
          const next = chunk.indexOf(0xff, offset);
          if (next === -1) return;
          offset = next + 1;
          this.#state = codeState;
          break;
        }
        case codeState:
          this.#readMarker(chunk[offset++]!, false);
          break;
        case lengthHighState:
          this.#length = chunk[offset++]! << 8;
          this.#state = lengthLowState;
          break;
        case lengthLowState:
          this.#length |= chunk[offset++]!;
          this.#open();
          break;
        case payloadState: {
          const copied = Math.min(this.#remaining, end - offset);
          this.#payload?.set(chunk.subarray(offset, offset + copied), this.#payload.length - this.#remaining);
          offset += copied;
          this.#remaining -= copied;
          if (this.#remaining === 0) this.#close();
          break;
        }
        case scanState:
          offset = this.#entropy(chunk, offset);
          break;
        case scanCodeState:
          this.#scanCode(chunk[offset++]!);
          break;
        case done:
          this.#trailing += end - offset;
          return;
      }
    }
  }

  /** Returns the result, after the last chunk. */
  finish(): JpegStructure | Refusal {
    if (this.#state !== done) return refusal("photoTruncated", this.#describeEnd());
    if (this.#refusal) return this.#refusal;
    const frame = this.#frame!;
    return {
      ok: true,
      width: frame.width,
      height: frame.height,
      progressive: frame.progressive,
      components: frame.components.length,
      ids: frame.components.map(({ id }) => id),
      samples: samplesOf(frame),
      scans: this.#scans,
      exif: this.#exif,
      trailing: this.#trailing,
    };
  }

  #describeEnd(): string {
    if (this.#state === scanState || this.#state === scanCodeState) return "ends inside the picture data";
    if (this.#state === payloadState) return `ends inside segment 0x${this.#marker.toString(16)}`;
    return "ends before the end-of-image marker";
  }

  /** The fast path: jumps from 0xFF to 0xFF until one is not followed by a stuffed zero. */
  #entropy(chunk: Uint8Array, from: number): number {
    let offset = from;
    for (;;) {
      const next = chunk.indexOf(0xff, offset);
      if (next === -1) {
        this.#scanBytes += chunk.length - offset;
        return chunk.length;
      }
      this.#scanBytes += next - offset;
      if (next + 1 < chunk.length && chunk[next + 1] === 0) {
        this.#scanBytes++;
        offset = next + 2;
        continue;
      }
      this.#state = scanCodeState;
      return next + 1;
    }
  }

  #scanCode(code: number): void {
    if (code === 0xff) return; // fill
    if (code === 0) {
      this.#scanBytes++;
      this.#state = scanState;
    } else if (isRestart(code)) {
      this.#scanRestarts++;
      this.#state = scanState;
    } else {
      this.#endScan();
      this.#readMarker(code, true);
    }
  }

  #readMarker(code: number, inScan: boolean): void {
    if (code === 0xff) {
      this.#state = codeState; // fill bytes before a marker
      return;
    }
    if (code === 0 || code === temporaryMarker || isRestart(code)) {
      this.#state = markerState; // stand-alone, or a stray 0xFF
      return;
    }
    if (code === jpegMarker.endOfImage) {
      this.#endImage();
      return;
    }
    if (code === jpegMarker.startOfImage || isReserved(code)) {
      const location = inScan ? " inside the picture data" : "";
      throw new RefusedPhoto("photoCorrupt", `unexpected marker 0x${code.toString(16)}${location}`);
    }
    this.#marker = code;
    this.#state = lengthHighState;
  }

  /** Begins a segment of known length. Its payload is buffered if needed, otherwise skipped. */
  #open(): void {
    if (this.#length < 2)
      throw new RefusedPhoto("photoCorrupt", `segment 0x${this.#marker.toString(16)} has no length`);
    this.#remaining = this.#length - 2;
    const isNeeded =
      isFrameMarker(this.#marker) ||
      this.#marker === jpegMarker.startOfScan ||
      this.#marker === jpegMarker.restartInterval ||
      (this.#marker === jpegMarker.app1 && this.#exif === null);
    this.#payload = isNeeded ? new Uint8Array(this.#remaining) : null;
    this.#state = payloadState;
    if (this.#remaining === 0) this.#close();
  }

  #close(): void {
    const payload = this.#payload;
    this.#payload = null;
    this.#state = markerState;
    if (payload === null) return;
    if (this.#marker === jpegMarker.app1) this.#exif = tiffOf(payload);
    else if (this.#marker === jpegMarker.restartInterval)
      this.#restartInterval = payload.length >= 2 ? uint16(payload, 0) : 0;
    else if (this.#marker === jpegMarker.startOfScan) this.#startScan(payload);
    else this.#readFrame(payload);
  }

  #readFrame(payload: Uint8Array): void {
    // Lossless, hierarchical and arithmetic frames are valid, but neither browsers nor Office display them.
    if (this.#marker > jpegMarker.progressiveFrame)
      throw new RefusedPhoto("photoUnsupported", `frame type 0x${this.#marker.toString(16)}`);
    if (this.#frame) throw new RefusedPhoto("photoCorrupt", "a second frame header");
    const count = payload[5] ?? 0;
    if (payload.length < 6 || payload.length < 6 + count * 3) {
      throw new RefusedPhoto("photoCorrupt", "the frame header is too short");
    }
    const height = uint16(payload, 1);
    const width = uint16(payload, 3);
    // Height 0 means that a marker after the first scan sets it, which decoders do not support.
    if (width === 0 || height === 0) throw new RefusedPhoto("photoCorrupt", `${width} x ${height} pixels`);
    if (width * height > maxPixels) throw new RefusedPhoto("photoTooLarge", `${width} x ${height} pixels`);
    if (payload[0] !== 8) throw new RefusedPhoto("photoUnsupported", `${payload[0]} bits per sample`);
    if (count !== 1 && count !== 3 && count !== 4)
      throw new RefusedPhoto("photoUnsupported", `${count} components`);
    const components = Array.from({ length: count }, (_, index): Component => {
      const offset = 6 + index * 3;
      return {
        id: payload[offset]!,
        horizontal: payload[offset + 1]! >> 4,
        vertical: payload[offset + 1]! & 15,
      };
    });
    if (components.some(({ horizontal: h, vertical: v }) => h < 1 || h > 4 || v < 1 || v > 4)) {
      throw new RefusedPhoto("photoCorrupt", "impossible sampling factors");
    }
    this.#frame = {
      width,
      height,
      progressive: this.#marker === jpegMarker.progressiveFrame,
      components,
      horizontal: Math.max(...components.map((component) => component.horizontal)),
      vertical: Math.max(...components.map((component) => component.vertical)),
    };
  }

  #startScan(payload: Uint8Array): void {
    const frame = this.#frame;
    if (!frame) throw new RefusedPhoto("photoCorrupt", "picture data before the frame header");
    const count = payload[0] ?? 0;
    if (count < 1 || count > 4 || payload.length < 4 + count * 2) {
      throw new RefusedPhoto("photoCorrupt", "broken scan header");
    }
    const components: Component[] = [];
    for (let index = 0; index < count; index++) {
      const component = frame.components.find(({ id }) => id === payload[1 + index * 2]);
      if (!component)
        throw new RefusedPhoto("photoCorrupt", "a scan of a component that is not in the frame");
      components.push(component);
      this.#covered.add(component.id);
    }
    const spectralStart = payload[1 + count * 2]!;
    const successiveHigh = payload[3 + count * 2]! >> 4;
    this.#scan = expectedOf(
      frame,
      components,
      this.#restartInterval,
      spectralStart === 0 && successiveHigh === 0,
    );
    this.#scanBytes = 0;
    this.#scanRestarts = 0;
    this.#scans++;
    this.#state = scanState;
  }

  #endScan(): void {
    const scan = this.#scan;
    this.#scan = null;
    if (scan && (this.#scanRestarts < scan.restarts || this.#scanBytes * 8 < scan.bits)) {
      throw new RefusedPhoto("photoTruncated", "picture data is missing");
    }
  }

  #endImage(): void {
    const frame = this.#frame;
    if (!frame) throw new RefusedPhoto("photoCorrupt", "no frame header");
    if (frame.components.some(({ id }) => !this.#covered.has(id))) {
      throw new RefusedPhoto("photoTruncated", "picture data is missing");
    }
    this.#state = done;
  }
}

/**
 * The minimum that a scan can contain. A sequential block takes at least two bits, one in the first pass of a progressive DC
 * scan.
 */
function expectedOf(
  frame: Frame,
  components: Component[],
  restartInterval: number,
  firstPass: boolean,
): Scan {
  const [first] = components;
  let units: number;
  let blocks: number;
  if (components.length === 1 && first) {
    // A scan of one component is not interleaved: its unit is the block, without the padding of the frame.
    const columns = Math.ceil(Math.ceil((frame.width * first.horizontal) / frame.horizontal) / 8);
    const rows = Math.ceil(Math.ceil((frame.height * first.vertical) / frame.vertical) / 8);
    units = columns * rows;
    blocks = units;
  } else {
    units = Math.ceil(frame.width / (8 * frame.horizontal)) * Math.ceil(frame.height / (8 * frame.vertical));
    blocks = units * components.reduce((sum, { horizontal, vertical }) => sum + horizontal * vertical, 0);
  }
  return {
    restarts: restartInterval > 0 ? Math.ceil(units / restartInterval) - 1 : 0,
    bits: firstPass ? blocks * (frame.progressive ? 1 : 2) : 0,
  };
}

function samplesOf({ width, height, horizontal, vertical, components }: Frame): number {
  return components.reduce(
    (sum, { horizontal: h, vertical: v }) =>
      sum + Math.ceil((width * h) / horizontal) * Math.ceil((height * v) / vertical),
    0,
  );
}

/** The TIFF structure in an EXIF segment; null for other uses of APP1. */
function tiffOf(payload: Uint8Array): Uint8Array | null {
  const isExif =
    payload.length > 14 && [0x45, 0x78, 0x69, 0x66, 0].every((byte, index) => payload[index] === byte);
  return isExif ? payload.subarray(6) : null;
}

function uint16(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 8) | bytes[offset + 1]!;
}
