import { zlibSync } from "fflate";
import encodeQR from "qr";
import { crc32 } from "./crc32.ts";
import { concatBytes } from "./segments.ts";

/** A QR code as rows of dark (true) and light modules, with the light margin that readers need. */
export type QrModules = readonly (readonly boolean[])[];

/** Maximum bytes of a text. With more, modules would be too small to be read from paper. */
const maxQrBytes = 1000;
/** Modules, by the standard. */
const margin = 4;
/** Pixels of a module in a picture. */
const pixelsPerModule = 8;

const encoder = new TextEncoder();

export interface QrCode {
  modules: QrModules;
  /** As a black and white PNG, in base64. */
  data: string;
}

/** The code of a text; null for a text that is too long. */
export function createQrCode(text: string): QrCode | null {
  if (encoder.encode(text).length > maxQrBytes) return null;
  const modules = encodeQR(text, "raw", { ecc: "medium", border: margin });
  return { modules, data: Buffer.from(createPng(modules)).toString("base64") };
}

function createPng(modules: QrModules): Uint8Array {
  const side = modules.length * pixelsPerModule;
  const lines = modules.map((row) =>
    // A byte is eight pixels, as wide as a module; each row of pixels begins with its filter, 0.
    Uint8Array.from([0, ...row.map((isDark) => (isDark ? 0x00 : 0xff))]),
  );
  const pixels = concatBytes(lines.flatMap((line) => Array.from({ length: pixelsPerModule }, () => line)));
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, side);
  header.setUint32(4, side);
  // One bit per pixel, greyscale.
  header.setUint8(8, 1);
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    createChunk("IHDR", new Uint8Array(header.buffer)),
    createChunk("IDAT", zlibSync(pixels)),
    createChunk("IEND", new Uint8Array()),
  ]);
}

function createChunk(type: string, data: Uint8Array): Uint8Array {
  const content = concatBytes([encoder.encode(type), data]);
  const numbers = new DataView(new ArrayBuffer(8));
  numbers.setUint32(0, data.length);
  numbers.setUint32(4, crc32(content));
  const bytes = new Uint8Array(numbers.buffer);
  return concatBytes([bytes.subarray(0, 4), content, bytes.subarray(4)]);
}
