import { isFrameMarker, jpegMarker } from "../jpegMarkers.ts";
import { concatBytes } from "./concatBytes.ts";
import { descriptionHeaders } from "./descriptionHeaders.ts";
import { type HuffmanLookup, parseHuffmanTables } from "./huffmanReader.ts";
import {
  countBlocksPerUnit,
  countSamples,
  type Frame,
  getScanUnits,
  parseFrame,
  parseScanHeader,
  readUint16,
  type ScanHeader,
} from "./jpegFrame.ts";
import { createRefusal, type Refusal, RefusedPhoto } from "./photoRefusal.ts";
import { type BlockSink, type CoefficientHistory, ScanReader } from "./scanReader.ts";
import { createStandardTables } from "./standardTables.ts";

/** Bytes `start` to `end` of a file, without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The structure of a complete JPEG. `width` and `height` in pixels as stored. */
export interface JpegStructure {
  ok: true;
  width: number;
  height: number;
  progressive: boolean;
  /** 1 grey, 3 colour, 4 CMYK. */
  components: number;
  /** Component ids in frame order. */
  componentIds: number[];
  /** Samples of all components; with 4:2:0 subsampling half as many as without. */
  samples: number;
  scanCount: number;
  /** From their TIFF headers. Browsers take the orientation from the first; some programs append their changes as another. */
  exifs: Uint8Array[];
  /** The first segments of XMP and IPTC, which may have dates: APP1 and APP13 with their headers. */
  descriptions: Uint8Array[];
  /** The ICC profile, joined from its parts; empty if it is too large to be kept. */
  profile: Uint8Array | null;
  /** Adobe's transform flag: 0 for RGB or CMYK, 1 for YCbCr, 2 for YCCK. */
  adobe: number | null;
  /** Whether the JFIF segment holds a thumbnail, which would show the photo before it was edited. */
  hasJfifThumbnail: boolean;
  /** Whether the JPEG has Huffman tables; if not, it uses the standard ones. */
  hasHuffmanTables: boolean;
  /** The segments that decoders need, in order, between SOI and EOI: no metadata, stray bytes or trailers. */
  picture: ByteRange[];
  /** Bytes after the end of the picture: gain maps, motion photos, makers' trailers. */
  trailingBytes: number;
}

/** Has no length, and may follow anything. */
const temporaryMarker = 0x01;

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Markers at which decoders stop. No program writes them, so they mean damaged bytes. */
const isReserved = (marker: number) =>
  (marker >= 0x02 && marker <= 0xbf) || marker === 0xc8 || (marker >= 0xf0 && marker <= 0xfd);

/** States of the parser. */
const startState = 0;
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
const doneState = 8;

/** More separate ranges of segments than any program writes. */
const maxRanges = 2000;
/** Each scan takes work for the whole picture, however few bytes it has. */
const maxExactScans = 64;
/** The history of a progressive picture has a bit for each sample. */
const isTooLargeForExact = (frame: Frame): boolean => frame.progressive && countSamples(frame) > 200_000_000;
/** Segments of EXIF that are kept. */
const maxExifs = 3;
/** Segments of XMP and IPTC that are kept. */
const maxDescriptions = 4;
/** Larger colour profiles are not kept. */
const maxProfileBytes = 1 << 20;

/** How a JPEG is read. */
interface WalkerOptions {
  /**
   * Decodes every Huffman code, to know where each scan ends, and accepts a picture without an end marker if it is complete. It
   * takes ten times as long as jumping from marker to marker.
   */
  isExact?: boolean;
  /**
   * Receives the blocks of each scan, for `isExact`. Of a progressive picture, the sink only gets the DC coefficients; the other
   * scans are skipped, which takes no memory.
   */
  sinkOf?: (
    frame: Frame,
    scan: ScanHeader,
    quantization: ReadonlyMap<number, Uint16Array>,
  ) => BlockSink | null;
}

/** The minimum that a scan must contain. */
interface ScanMinimum {
  restartCount: number;
  bitCount: number;
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
  #state: number = startState;
  #refusal: Refusal | null = null;
  #startByteCount = 0;
  #marker = 0;
  #length = 0;
  #remainingBytes = 0;
  #payload: Uint8Array | null = null;
  /** Offsets in the file of the current segment's marker and of the current chunk. */
  #markerPosition = 0;
  #chunkPosition = 0;
  /** Bytes of the last chunk that are not enough for a unit of a scan. */
  #pendingBytes: Uint8Array = new Uint8Array(0);
  #frame: Frame | null = null;
  #restartInterval = 0;
  #scanMinimum: ScanMinimum | null = null;
  #scanBytes = 0;
  #scanRestarts = 0;
  #scanCount = 0;
  #coveredComponents = new Set<number>();
  #exifs: Uint8Array[] = [];
  #descriptions: Uint8Array[] = [];
  #profileParts: Uint8Array[] = [];
  #profileBytes = 0;
  #adobe: number | null = null;
  #hasJfifThumbnail = false;
  #hasHuffmanTables = false;
  readonly #picture: ByteRange[] = [];
  /** The starts of the ranges that hold parts of the profile. */
  readonly #profileStarts = new Set<number>();
  #trailingBytes = 0;
  readonly #options: WalkerOptions;
  readonly #tables = new Map<number, HuffmanLookup>();
  readonly #quantization = new Map<number, Uint16Array>();
  readonly #history: CoefficientHistory = new Map();
  /** The bits that are still missing of each coefficient of a progressive picture, by component; undefined for all. */
  readonly #missingBits = new Map<number, Map<number, number>>();
  #scanReader: { reader: ScanReader; header: ScanHeader } | null = null;

  constructor(options: WalkerOptions = {}) {
    this.#options = options;
  }

  /** Whether picture data began: only then can reading it exactly find more. */
  get hasScan(): boolean {
    return this.#coveredComponents.size > 0;
  }

  push(chunk: Uint8Array, isLast = false): void {
    try {
      const bytes = this.#pendingBytes.length > 0 ? concatBytes([this.#pendingBytes, chunk]) : chunk;
      const usedBytes = this.#walk(bytes, isLast);
      this.#pendingBytes = usedBytes < bytes.length ? bytes.slice(usedBytes) : new Uint8Array(0);
      this.#chunkPosition += usedBytes;
    } catch (error) {
      if (!(error instanceof RefusedPhoto)) throw error;
      this.#refusal = error.refusal;
      this.#state = doneState;
    }
  }

  /** Returns the number of bytes used. */
  #walk(chunk: Uint8Array, isLast: boolean): number {
    const end = chunk.length;
    let offset = 0;
    while (offset < end) {
      switch (this.#state) {
        case startState:
          if (chunk[offset++] !== (this.#startByteCount === 0 ? 0xff : jpegMarker.startOfImage))
            throw new RefusedPhoto("notJpeg");
          else if (++this.#startByteCount === 2) this.#state = markerState;
          break;
        case markerState: {
          const nextIndex = chunk.indexOf(0xff, offset);
          if (nextIndex === -1) return end;
          offset = nextIndex + 1;
          this.#state = codeState;
          break;
        }
        case codeState:
          this.#readMarker(chunk[offset++]!, this.#chunkPosition + offset - 2, false);
          break;
        case lengthHighState:
          this.#length = chunk[offset++]! << 8;
          this.#state = lengthLowState;
          break;
        case lengthLowState:
          this.#length |= chunk[offset++]!;
          this.#beginSegment();
          break;
        case payloadState: {
          const copiedBytes = Math.min(this.#remainingBytes, end - offset);
          this.#payload?.set(
            chunk.subarray(offset, offset + copiedBytes),
            this.#payload.length - this.#remainingBytes,
          );
          offset += copiedBytes;
          this.#remainingBytes -= copiedBytes;
          if (this.#remainingBytes === 0) this.#endSegment();
          break;
        }
        case scanState:
          if (this.#scanReader) {
            const { position, isComplete } = this.#scanReader.reader.read(chunk, offset, isLast);
            offset = position;
            if (!isComplete) return offset;
            this.#completeScan(this.#scanReader.header, this.#chunkPosition + offset);
          } else offset = this.#skipEntropy(chunk, offset);
          break;
        case scanCodeState:
          this.#readScanCode(chunk[offset++]!, this.#chunkPosition + offset - 2);
          break;
        case doneState:
          this.#trailingBytes += end - offset;
          return end;
      }
    }
    return end;
  }

  /** Returns the result, after the last chunk. */
  finish(): JpegStructure | Refusal {
    if (this.#pendingBytes.length > 0) this.push(new Uint8Array(0), true);
    if (this.#state !== doneState) return createRefusal("photoTruncated", this.#describeEnd());
    if (this.#refusal) return this.#refusal;
    const frame = this.#frame!;
    const profile = this.#joinProfile();
    // Browsers ignore the profile of another colour space, and other decoders refuse the picture for it.
    const isForeignProfile = profile !== null && !matchesColourSpace(profile, frame.components.length);
    return {
      ok: true,
      width: frame.width,
      height: frame.height,
      progressive: frame.progressive,
      components: frame.components.length,
      componentIds: frame.components.map(({ id }) => id),
      samples: countSamples(frame),
      scanCount: this.#scanCount,
      exifs: this.#exifs,
      descriptions: this.#descriptions,
      profile: isForeignProfile ? null : profile,
      adobe: this.#adobe,
      hasJfifThumbnail: this.#hasJfifThumbnail,
      hasHuffmanTables: this.#hasHuffmanTables,
      picture: this.#picture.filter(({ start }) => !isForeignProfile || !this.#profileStarts.has(start)),
      trailingBytes: this.#trailingBytes,
    };
  }

  #joinProfile(): Uint8Array | null {
    const parts = this.#profileParts;
    if (parts.length === 0) return null;
    if (this.#profileBytes > maxProfileBytes) return new Uint8Array(0);
    return concatBytes(
      parts.toSorted((a, b) => a[12]! - b[12]!).map((part) => part.subarray(iccHeaderBytes)),
    );
  }

  #describeEnd(): string {
    if (this.#state === scanState || this.#state === scanCodeState) return "ends inside the picture data";
    if (this.#state === payloadState) return `ends inside segment 0x${this.#marker.toString(16)}`;
    return "ends before the end-of-image marker";
  }

  /** The fast path: jumps from 0xFF to 0xFF until one is not followed by a stuffed zero. */
  #skipEntropy(chunk: Uint8Array, startOffset: number): number {
    let offset = startOffset;
    for (;;) {
      const nextIndex = chunk.indexOf(0xff, offset);
      if (nextIndex === -1) {
        this.#scanBytes += chunk.length - offset;
        return chunk.length;
      }
      this.#scanBytes += nextIndex - offset;
      if (nextIndex + 1 < chunk.length && chunk[nextIndex + 1] === 0) {
        this.#scanBytes++;
        offset = nextIndex + 2;
        continue;
      }
      this.#state = scanCodeState;
      return nextIndex + 1;
    }
  }

  #readScanCode(code: number, position: number): void {
    if (code === 0xff) return; // fill
    if (code === 0) {
      this.#scanBytes++;
      this.#state = scanState;
    } else if (isRestart(code)) {
      this.#scanRestarts++;
      this.#state = scanState;
    } else {
      this.#endScan(position);
      this.#readMarker(code, position, true);
    }
  }

  /** @param position where the marker's 0xFF is in the file */
  #readMarker(code: number, position: number, isInScan: boolean): void {
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
      const location = isInScan ? " inside the picture data" : "";
      throw new RefusedPhoto("photoCorrupt", `unexpected marker 0x${code.toString(16)}${location}`);
    }
    this.#marker = code;
    this.#markerPosition = position;
    this.#state = lengthHighState;
  }

  /** Begins a segment of known length. Its payload is buffered if needed, otherwise skipped. */
  #beginSegment(): void {
    if (this.#length < 2)
      throw new RefusedPhoto("photoCorrupt", `segment 0x${this.#marker.toString(16)} has no length`);
    this.#remainingBytes = this.#length - 2;
    const marker = this.#marker;
    const isNeeded =
      isFrameMarker(marker) ||
      marker === jpegMarker.startOfScan ||
      marker === jpegMarker.restartInterval ||
      (this.#scanCount === 0 && bufferedMarkers.has(marker)) ||
      (this.#options.isExact &&
        (marker === jpegMarker.huffmanTables || marker === jpegMarker.quantizationTables));
    this.#payload = isNeeded ? new Uint8Array(this.#remainingBytes) : null;
    this.#state = payloadState;
    if (this.#remainingBytes === 0) this.#endSegment();
  }

  #endSegment(): void {
    const payload = this.#payload;
    this.#payload = null;
    this.#state = markerState;
    const marker = this.#marker;
    if (!isMetadata(marker) || (payload && this.#readColours(marker, payload)))
      this.#keepRange(
        { start: this.#markerPosition, end: this.#markerPosition + 2 + this.#length },
        marker === jpegMarker.app2,
      );
    this.#hasHuffmanTables ||= marker === jpegMarker.huffmanTables;
    if (payload === null) return;
    if (marker === jpegMarker.app1 && isExif(payload)) {
      if (this.#exifs.length < maxExifs) this.#exifs.push(payload.subarray(6));
    } else if (marker === jpegMarker.app1 || marker === jpegMarker.app13) this.#addDescription(payload);
    else if (marker === jpegMarker.restartInterval)
      this.#restartInterval = payload.length >= 2 ? readUint16(payload, 0) : 0;
    else if (marker === jpegMarker.huffmanTables) parseHuffmanTables(payload, this.#tables);
    else if (marker === jpegMarker.quantizationTables) parseQuantization(payload, this.#quantization);
    else if (marker === jpegMarker.startOfScan) this.#startScan(payload);
    else if (isFrameMarker(marker)) {
      if (this.#frame && marker <= jpegMarker.progressiveFrame)
        throw new RefusedPhoto("photoCorrupt", "a second frame header");
      this.#frame = parseFrame(marker, payload);
    }
  }

  /** Reads the segments that determine colours. Returns whether a segment is one of them. */
  #readColours(marker: number, payload: Uint8Array): boolean {
    if (marker === jpegMarker.app0 && startsWith(payload, "JFIF\0")) {
      this.#hasJfifThumbnail ||= payload.length !== 14;
      return true;
    }
    if (marker === jpegMarker.app2 && startsWith(payload, "ICC_PROFILE\0")) {
      this.#profileBytes += payload.length;
      if (this.#profileBytes <= maxProfileBytes) this.#profileParts.push(payload);
      return true;
    }
    if (marker === jpegMarker.app14 && startsWith(payload, "Adobe") && payload.length >= 12) {
      this.#adobe = payload[11]!;
      return true;
    }
    return false;
  }

  #addDescription(payload: Uint8Array): void {
    if (
      this.#descriptions.length < maxDescriptions &&
      descriptionHeaders.some((header) => startsWith(payload, header))
    )
      this.#descriptions.push(payload);
  }

  #keepRange({ start, end }: ByteRange, isProfile = false): void {
    const lastRange = this.#picture.at(-1);
    if (isProfile) this.#profileStarts.add(start);
    if (lastRange?.end === start && !isProfile && !this.#profileStarts.has(lastRange.start))
      lastRange.end = end;
    else this.#picture.push({ start, end });
    if (this.#picture.length > maxRanges) throw new RefusedPhoto("photoCorrupt", "too many segments");
  }

  #startScan(payload: Uint8Array): void {
    const frame = this.#frame;
    if (!frame) throw new RefusedPhoto("photoCorrupt", "picture data before the frame header");
    const header = parseScanHeader(frame, payload);
    for (const { component } of header.components) this.#coveredComponents.add(component.id);
    const { isExact, sinkOf } = this.#options;
    if (isExact && (this.#scanCount >= maxExactScans || (!sinkOf && isTooLargeForExact(frame))))
      throw new RefusedPhoto("photoTruncated", "ends before the end-of-image marker");
    if (!this.#hasHuffmanTables) {
      // Only an exact read shows whether the standard tables fit.
      if (!isExact) throw new RefusedPhoto("photoCorrupt", "no Huffman tables");
      parseHuffmanTables(createStandardTables(), this.#tables);
    }
    if (isExact && !(sinkOf && frame.progressive && header.spectralStart > 0))
      this.#scanReader = {
        header,
        reader: new ScanReader(frame, header, {
          restartInterval: this.#restartInterval,
          tables: this.#tables,
          history: this.#history,
          sink: sinkOf?.(frame, header, this.#quantization) ?? null,
        }),
      };
    else this.#scanMinimum = computeScanMinimum(frame, header, this.#restartInterval);
    this.#scanBytes = 0;
    this.#scanRestarts = 0;
    this.#scanCount++;
    this.#state = scanState;
  }

  /** Ends a scan after its last unit. The picture is complete with the last bit of the last coefficient. */
  #completeScan(header: ScanHeader, end: number): void {
    this.#keepRange({ start: this.#picture.at(-1)!.end, end });
    this.#scanReader = null;
    this.#state = markerState;
    const { progressive, components } = this.#frame!;
    if (progressive) {
      for (const { component } of header.components) {
        const missingBits = this.#missingBits.get(component.id) ?? new Map<number, number>();
        for (let k = header.spectralStart; k <= header.spectralEnd; k++)
          missingBits.set(k, header.successiveLow);
        this.#missingBits.set(component.id, missingBits);
      }
      const isPrecise = components.every(({ id }) => {
        const missingBits = this.#missingBits.get(id);
        return missingBits?.size === 64 && [...missingBits.values()].every((bits) => bits === 0);
      });
      if (isPrecise) this.#state = doneState;
    } else if (components.every(({ id }) => this.#coveredComponents.has(id))) this.#state = doneState;
  }

  #endScan(position: number): void {
    this.#keepRange({ start: this.#picture.at(-1)!.end, end: position });
    const scanMinimum = this.#scanMinimum;
    this.#scanMinimum = null;
    if (
      scanMinimum &&
      (this.#scanRestarts < scanMinimum.restartCount || this.#scanBytes * 8 < scanMinimum.bitCount)
    ) {
      throw new RefusedPhoto("photoTruncated", "picture data is missing");
    }
  }

  #endImage(): void {
    const frame = this.#frame;
    if (!frame) throw new RefusedPhoto("photoCorrupt", "no frame header");
    if (frame.components.some(({ id }) => !this.#coveredComponents.has(id))) {
      throw new RefusedPhoto("photoTruncated", "picture data is missing");
    }
    this.#state = doneState;
  }
}

/**
 * The minimum that a scan can contain. A block takes at least two bits in a sequential scan, and one in the first pass of a
 * progressive DC scan.
 */
function computeScanMinimum(frame: Frame, header: ScanHeader, restartInterval: number): ScanMinimum {
  const { columns, rows } = getScanUnits(frame, header);
  const unitCount = columns * rows;
  const blockCount = unitCount * countBlocksPerUnit(header).reduce((sum, count) => sum + count, 0);
  const isFirstPass = header.spectralStart === 0 && header.successiveHigh === 0;
  return {
    restartCount: restartInterval > 0 ? Math.ceil(unitCount / restartInterval) - 1 : 0,
    bitCount: isFirstPass ? blockCount * (frame.progressive ? 1 : 2) : 0,
  };
}

/** Whether a profile is for pictures with this many components (ICC.1:2010, 7.2.6). */
const matchesColourSpace = (profile: Uint8Array, components: number): boolean => {
  // A profile that is too large to be kept is left to the decoder.
  if (profile.length === 0) return true;
  const space = String.fromCharCode(...profile.subarray(16, 20));
  return space === (components === 1 ? "GRAY" : components === 3 ? "RGB " : "CMYK");
};

/** "ICC_PROFILE", a zero, the part's number and their count. */
const iccHeaderBytes = 14;

const { app0, app1, app2, app13, app14, app15, comment } = jpegMarker;
/** Segments that may determine colours or say when the photo was taken. */
const bufferedMarkers = new Set<number>([app0, app1, app2, app13, app14]);

/** Whether decoders do not need a segment, unless it determines colours. */
const isMetadata = (marker: number): boolean => marker === comment || (marker >= app0 && marker <= app15);

/** Reads a DQT segment into divisors in zigzag order, by the number of the table. */
function parseQuantization(payload: Uint8Array, tables: Map<number, Uint16Array>): void {
  for (let offset = 0; offset < payload.length; ) {
    const [is16Bit, id] = [payload[offset]! >> 4 > 0, payload[offset]! & 15];
    const byteCount = is16Bit ? 128 : 64;
    if (offset + 1 + byteCount > payload.length) return;
    tables.set(
      id,
      Uint16Array.from({ length: 64 }, (_, k) =>
        is16Bit ? readUint16(payload, offset + 1 + 2 * k) : payload[offset + 1 + k]!,
      ),
    );
    offset += 1 + byteCount;
  }
}

/** APP1 has other uses too. A TIFF structure follows the header and a zero. */
const isExif = (payload: Uint8Array): boolean => payload.length > 14 && startsWith(payload, "Exif\0");

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length &&
  [...text].every((character, index) => bytes[index] === character.charCodeAt(0));
