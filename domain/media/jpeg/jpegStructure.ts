import { type JpegStructure, JpegWalker } from "./jpegWalker.ts";
import type { Refusal } from "./photoRefusal.ts";

/** The structure of a JPEG in memory. A picture without an end marker is read exactly, to find out whether it is complete. */
export function structureOf(jpeg: Uint8Array): JpegStructure | Refusal {
  const walker = new JpegWalker();
  walker.push(jpeg);
  const structure = walker.finish();
  if (structure.ok || !walker.hasScan) return structure;
  const exactStructure = exactStructureOf(jpeg);
  return exactStructure.ok ? exactStructure : structure;
}

/** The structure of a JPEG in memory, always read exactly. */
export function exactStructureOf(jpeg: Uint8Array): JpegStructure | Refusal {
  const walker = new JpegWalker({ isExact: true });
  walker.push(jpeg);
  return walker.finish();
}
