import { isOneOf } from "#domain/core/objects.ts";
import {
  type BundledFace,
  type FaceName,
  type StoredFace,
  storedFaceKey,
  storedFaces,
} from "./export/pdf/fontFaces.ts";
import { runtimeEnv } from "./runtimeEnv.ts";

/** A binary module (`rules` in wrangler.toml). */
type FontModule = Promise<{ default: ArrayBuffer }>;

/** The fonts that PDFs embed (free licences, see docs/operations.md). A module is evaluated only when a PDF needs it. */
const importFont: Readonly<Record<BundledFace, () => FontModule>> = {
  "Arimo-Regular": () => import("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"),
  "Arimo-Bold": () => import("@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"),
  "Arimo-Italic": () => import("@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf"),
  "Arimo-BoldItalic": () => import("@expo-google-fonts/arimo/700Bold_Italic/Arimo_700Bold_Italic.ttf"),
  "Cousine-Regular": () => import("@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf"),
  "Cousine-Bold": () => import("@expo-google-fonts/cousine/700Bold/Cousine_700Bold.ttf"),
  "Cousine-Italic": () =>
    import("@expo-google-fonts/cousine/400Regular_Italic/Cousine_400Regular_Italic.ttf"),
  "Cousine-BoldItalic": () => import("@expo-google-fonts/cousine/700Bold_Italic/Cousine_700Bold_Italic.ttf"),
  "Tinos-Regular": () => import("@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf"),
  "Tinos-Bold": () => import("@expo-google-fonts/tinos/700Bold/Tinos_700Bold.ttf"),
  "Tinos-Italic": () => import("@expo-google-fonts/tinos/400Regular_Italic/Tinos_400Regular_Italic.ttf"),
  DejaVuSans: () => import("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  "NotoSansThai-Regular": () =>
    import("@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf"),
  "NotoSansDevanagari-Regular": () =>
    import("@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf"),
  "NotoEmoji-Regular": () => import("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
  "Tinos-BoldItalic": () => import("@expo-google-fonts/tinos/700Bold_Italic/Tinos_700Bold_Italic.ttf"),
};

const fontCache = new Map<FaceName, Promise<Uint8Array | null>>();

/**
 * The bytes of a font; null for one that is not in the bucket. Every call returns the same array, because parsed fonts are cached by it
 * (layouts/fonts.ts).
 */
export function loadFont(face: BundledFace): Promise<Uint8Array>;
export function loadFont(face: FaceName): Promise<Uint8Array | null>;
export function loadFont(face: FaceName): Promise<Uint8Array | null> {
  let bytes = fontCache.get(face);
  if (!bytes) {
    bytes = isOneOf(storedFaces, face)
      ? readStoredFont(face)
      : importFont[face]().then((module) => new Uint8Array(module.default));
    fontCache.set(face, bytes);
    // Not cached, so that a later call tries again.
    bytes.then(
      (font) => font ?? fontCache.delete(face),
      () => fontCache.delete(face),
    );
  }
  return bytes;
}

async function readStoredFont(face: StoredFace): Promise<Uint8Array | null> {
  const object = await runtimeEnv.STORAGE.get(storedFaceKey(face));
  return object && new Uint8Array(await object.arrayBuffer());
}
