import { BitReader, extend, type HuffmanLookup } from "./huffmanReader.ts";
import { countBlocksPerUnit, type Frame, getScanUnits, type ScanHeader } from "./jpegFrame.ts";
import { RefusedPhoto } from "./photoRefusal.ts";

/** Bytes that are enough for any unit of a scan: ten blocks of 64 coefficients of 32 bits, each byte stuffed, and a restart marker. */
const maxUnitBytes = 16 * 1024;

/**
 * Which coefficients of a progressive picture are not zero yet, by component: a bit for each. Refinement scans cannot be read without
 * them.
 */
export type CoefficientHistory = Map<number, Uint8Array>;

/** Receives the blocks of a sequential scan, or those of a progressive picture's DC coefficients. */
export interface BlockSink {
  /** Number of leading coefficients in zigzag order that the sink needs. */
  readonly coefficientCount: number;
  /**
   * @param coefficients in zigzag order, not dequantised; reused for the next block. In a progressive scan only the first is set,
   * to the value that the scan adds.
   */
  onBlock(scanIndex: number, unit: number, blockOfUnit: number, coefficients: Int32Array): void;
}

/** Number of equal trailing bytes with which no picture ends. */
const minFillBytes = 4;

/**
 * Whether the data ended in bytes that fill up a file after an interrupted copy, which may be valid codes. Encoders fill the last byte of
 * a picture with ones, so it is not zero.
 */
function isFilled(bytes: Uint8Array, end: number): boolean {
  if (bytes[end - 1] === 0 && bytes[end] === 0) return bytes[end - 2] !== 0xff;
  const lastBytes = bytes.subarray(end - minFillBytes, end);
  return (
    lastBytes.length === minFillBytes &&
    lastBytes.every((byte) => byte === lastBytes[0] && byte === (bytes[end] ?? byte))
  );
}

/**
 * Reads the entropy-coded data of a scan without transforming it, to find where it really ends: some phones write no marker after
 * it. The data may come in chunks.
 */
export class ScanReader {
  readonly #bits = new BitReader();
  readonly #scan: ScanHeader;
  readonly #readBlock: (scanIndex: number, unit: number) => boolean;
  readonly #blockCounts: number[];
  readonly #unitCount: number;
  readonly #restartInterval: number;
  readonly #tables: { dc: HuffmanLookup | undefined; ac: HuffmanLookup | undefined }[];
  readonly #predictions: Int32Array;
  readonly #coefficients = new Int32Array(64);
  readonly #history: Uint8Array | null;
  readonly #sink: BlockSink | null;
  #unit = 0;
  #endOfBandRun = 0;

  constructor(
    frame: Frame,
    scan: ScanHeader,
    options: {
      restartInterval: number;
      tables: ReadonlyMap<number, HuffmanLookup>;
      history: CoefficientHistory;
      sink: BlockSink | null;
    },
  ) {
    this.#scan = scan;
    this.#blockCounts = countBlocksPerUnit(scan);
    const { columns, rows } = getScanUnits(frame, scan);
    this.#unitCount = columns * rows;
    this.#restartInterval = options.restartInterval;
    this.#tables = scan.components.map(({ dcTable, acTable }) => ({
      dc: options.tables.get(dcTable),
      ac: options.tables.get(16 + acTable),
    }));
    this.#predictions = new Int32Array(scan.components.length);
    this.#sink = options.sink;
    this.#history = frame.progressive && scan.spectralStart > 0 ? this.#initHistory(options.history) : null;
    this.#readBlock = this.#createBlockReader(frame.progressive);
  }

  #initHistory(history: CoefficientHistory): Uint8Array {
    const { index } = this.#scan.components[0]!;
    const componentHistory = history.get(index) ?? new Uint8Array(this.#unitCount * 8);
    history.set(index, componentHistory);
    return componentHistory;
  }

  #createBlockReader(isProgressive: boolean): (scanIndex: number, unit: number) => boolean {
    const { spectralStart, successiveHigh, successiveLow } = this.#scan;
    if (!isProgressive) return (scanIndex) => this.#readSequential(scanIndex);
    if (spectralStart === 0)
      return (scanIndex) => {
        const value = successiveHigh === 0 ? this.#readDc(scanIndex) : this.#bits.readBits(1);
        this.#coefficients[0] = (value ?? 0) << successiveLow;
        return value !== null;
      };
    return successiveHigh === 0
      ? (_, unit) => this.#readAcFirst(unit)
      : (_, unit) => this.#readAcRefinement(unit);
  }

  /**
   * Reads the units that the bytes are certain to contain; all remaining ones if the bytes are the last.
   * @returns the position after the last byte read, and whether the scan is complete
   * @throws RefusedPhoto if the data ends too early or is invalid
   */
  read(bytes: Uint8Array, offset: number, isLast: boolean): { position: number; isComplete: boolean } {
    const bits = this.#bits;
    bits.attach(bytes, offset);
    while (this.#unit < this.#unitCount) {
      if (!isLast && bytes.length - bits.position < maxUnitBytes)
        return { position: bits.position, isComplete: false };
      this.#readUnit();
    }
    if (isFilled(bytes, bits.end)) throw new RefusedPhoto("photoTruncated", "filled up with equal bytes");
    return { position: bits.end, isComplete: true };
  }

  #readUnit(): void {
    const unit = this.#unit;
    if (this.#restartInterval > 0 && unit > 0 && unit % this.#restartInterval === 0) {
      if (!this.#bits.skipRestart()) throw new RefusedPhoto("photoTruncated", "a restart marker is missing");
      this.#predictions.fill(0);
      this.#endOfBandRun = 0;
    }
    for (let scanIndex = 0; scanIndex < this.#blockCounts.length; scanIndex++)
      for (let block = 0; block < this.#blockCounts[scanIndex]!; block++) {
        if (!this.#readBlock(scanIndex, unit)) throw new RefusedPhoto("photoCorrupt", "broken picture data");
        this.#sink?.onBlock(scanIndex, unit, block, this.#coefficients);
      }
    if (this.#bits.isOverrun) throw new RefusedPhoto("photoTruncated", "ends inside the picture data");
    this.#unit++;
  }

  /** The DC coefficient; null for broken data. */
  #readDc(scanIndex: number): number | null {
    const table = this.#tables[scanIndex]!.dc;
    const length = table ? this.#bits.readSymbol(table) : -1;
    if (length < 0 || length > 15) return null;
    if (length > 0) this.#predictions[scanIndex]! += extend(this.#bits.readBits(length), length);
    return this.#predictions[scanIndex]!;
  }

  #readSequential(scanIndex: number): boolean {
    const dc = this.#readDc(scanIndex);
    const { ac } = this.#tables[scanIndex]!;
    if (dc === null || !ac) return false;
    const coefficients = this.#coefficients;
    const coefficientCount = this.#sink?.coefficientCount ?? 0;
    coefficients.fill(0, 0, coefficientCount);
    coefficients[0] = dc;
    for (let k = 1; k < 64; k++) {
      const symbol = this.#bits.readSymbol(ac);
      if (symbol < 0) return false;
      const length = symbol & 15;
      if (length === 0) {
        if (symbol !== 0xf0) return true;
        k += 15;
        continue;
      }
      k += symbol >> 4;
      if (k > 63) return false;
      const value = this.#bits.readBits(length);
      if (k < coefficientCount) coefficients[k] = extend(value, length);
    }
    return true;
  }

  #readAcFirst(unit: number): boolean {
    const { ac } = this.#tables[0]!;
    if (!ac) return false;
    if (this.#endOfBandRun > 0) {
      this.#endOfBandRun--;
      return true;
    }
    for (let k = this.#scan.spectralStart; k <= this.#scan.spectralEnd; k++) {
      const symbol = this.#bits.readSymbol(ac);
      if (symbol < 0) return false;
      const [run, length] = [symbol >> 4, symbol & 15];
      if (length === 0 && run < 15) {
        this.#endOfBandRun = (1 << run) - 1 + this.#bits.readBits(run);
        return true;
      }
      k += run;
      if (length === 0) continue;
      this.#bits.readBits(length);
      if (k > 63) return false;
      this.#mark(unit, k);
    }
    return true;
  }

  /** T.81, G.1.2.3. */
  #readAcRefinement(unit: number): boolean {
    const { ac } = this.#tables[0]!;
    if (!ac) return false;
    const { spectralStart, spectralEnd } = this.#scan;
    let k = spectralStart;
    if (this.#endOfBandRun === 0)
      for (; k <= spectralEnd; k++) {
        const symbol = this.#bits.readSymbol(ac);
        if (symbol < 0) return false;
        let run = symbol >> 4;
        const isNew = (symbol & 15) > 0;
        if (isNew) this.#bits.readBits(1);
        else if (run < 15) {
          this.#endOfBandRun = (1 << run) + this.#bits.readBits(run);
          break;
        }
        for (; k <= spectralEnd; k++)
          if (this.#isMarked(unit, k)) this.#bits.readBits(1);
          else if (--run < 0) break;
        if (isNew && k <= spectralEnd) this.#mark(unit, k);
      }
    if (this.#endOfBandRun > 0) {
      for (; k <= spectralEnd; k++) if (this.#isMarked(unit, k)) this.#bits.readBits(1);
      this.#endOfBandRun--;
    }
    return true;
  }

  #mark(unit: number, k: number): void {
    this.#history![unit * 8 + (k >> 3)]! |= 1 << (k & 7);
  }

  #isMarked(unit: number, k: number): boolean {
    return (this.#history![unit * 8 + (k >> 3)]! & (1 << (k & 7))) !== 0;
  }
}
