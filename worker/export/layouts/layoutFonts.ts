import type { FaceName } from "../pdf/fontFaces.ts";

/** Loads a TrueType face; null if it is not available. The same face must be the same array: parsed faces are cached by it. */
export type FontLoader = (face: FaceName) => Promise<Uint8Array | null>;
