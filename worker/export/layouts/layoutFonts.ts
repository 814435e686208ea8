import type { FaceName } from "../pdf/faces.ts";

/** Loads a TrueType face. The same face must be the same array: parsed faces are cached by it. */
export type FontLoader = (face: FaceName) => Promise<Uint8Array>;
