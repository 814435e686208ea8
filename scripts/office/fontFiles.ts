import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FontLoader } from "#worker/export/layouts/layoutFonts.ts";

const folders: Readonly<Record<string, string>> = {
  Regular: "400Regular",
  Bold: "700Bold",
  Italic: "400Regular_Italic",
  BoldItalic: "700Bold_Italic",
};

const loadedFonts = new Map<string, Promise<Uint8Array | null>>();

/** Loads the fonts of Latin texts from their npm packages, for scripts and tests that run in Node; null for other fonts. */
export const loadFontFile: FontLoader = (face) => {
  const [family = "", style = ""] = face.split("-");
  const folder = folders[style];
  if (!["Arimo", "Cousine", "Tinos"].includes(family) || !folder) return Promise.resolve(null);
  const existing = loadedFonts.get(face);
  if (existing) return existing;
  const name = `@expo-google-fonts/${family.toLowerCase()}/${folder}/${family}_${folder}.ttf`;
  const bytes = readFile(createRequire(import.meta.url).resolve(name)).then((file) => new Uint8Array(file));
  loadedFonts.set(face, bytes);
  return bytes;
};
