const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const firstChunk = "CgBI";

/** Whether bytes are a PNG as Xcode rewrites it for apps, which only Apple's own programs can show. */
export const isApplePng = (bytes: Uint8Array): boolean =>
  signature.every((byte, index) => bytes[index] === byte) &&
  [...firstChunk].every((letter, index) => bytes[signature.length + 4 + index] === letter.charCodeAt(0));
