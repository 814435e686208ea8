import type { TrueTypeFace } from "./truetype.ts";

/**
 * HarfBuzz, which reorders, joins and places the glyphs of scripts such as Devanagari and Thai. The package's own loader compiles code
 * at run time, which workerd does not allow, so its module is called directly.
 */

/** A glyph of a shaped text. Lengths are in thousandths of the font size. */
export interface ShapedGlyph {
  glyph: number;
  advance: number;
  xOffset: number;
  yOffset: number;
}

/** The functions of HarfBuzz that are called here; pointers are numbers. */
interface HarfBuzz {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_font_create(face: number): number;
  hb_font_set_scale(font: number, x: number, y: number): void;
  hb_buffer_create(): number;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, offset: number, itemLength: number): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_shape(font: number, buffer: number, features: number, featureCount: number): void;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
  hb_buffer_destroy(buffer: number): void;
}

/** HB_MEMORY_MODE_READONLY: the font's bytes stay in the module's memory. */
const readOnlyMode = 1;
const scale = 1000;
const glyphRecordBytes = 20;
const pageBytes = 65_536;

let harfBuzz: HarfBuzz | undefined;

/** Loads HarfBuzz, so that shaping can be synchronous. */
export async function loadShaper(): Promise<void> {
  if (harfBuzz) return;
  const { default: harfBuzzModule } = await import("harfbuzzjs/dist/harfbuzz.wasm");
  const abort = () => {
    throw new Error("HarfBuzz ended unexpectedly");
  };
  const { exports } = new WebAssembly.Instance(harfBuzzModule, {
    wasi_snapshot_preview1: { proc_exit: abort },
    env: {
      _emscripten_runtime_keepalive_clear: () => {},
      _abort_js: abort,
      _setitimer_js: () => 0,
      emscripten_resize_heap: (bytes: number) => {
        const memory = loadedMemory();
        memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / pageBytes));
        return 1;
      },
    },
  });
  // Cast: the types of a module's exports are not known.
  const loaded = exports as unknown as HarfBuzz & { __wasm_call_ctors(): void };
  const loadedMemory = () => loaded.memory;
  loaded.__wasm_call_ctors();
  harfBuzz = loaded;
}

/** HarfBuzz's font of each face, for as long as the isolate lives: a face is small and used again. */
const fontByFace = new WeakMap<TrueTypeFace, number>();

function fontOf(face: TrueTypeFace, hb: HarfBuzz): number {
  const existingFont = fontByFace.get(face);
  if (existingFont !== undefined) return existingFont;
  const { bytes } = face;
  const data = hb.malloc(bytes.length);
  new Uint8Array(hb.memory.buffer).set(bytes, data);
  const font = hb.hb_font_create(
    hb.hb_face_create(hb.hb_blob_create(data, bytes.length, readOnlyMode, 0, 0), 0),
  );
  hb.hb_font_set_scale(font, scale, scale);
  fontByFace.set(face, font);
  return font;
}

/** The glyphs of a text of one script and direction, in visual order. Needs `loadShaper`. */
export function shapeText(text: string, face: TrueTypeFace): ShapedGlyph[] {
  const hb = harfBuzz;
  if (!hb) throw new Error("the shaper was not loaded");
  const font = fontOf(face, hb);
  const units = hb.malloc(text.length * 2);
  const length = hb.malloc(4);
  const buffer = hb.hb_buffer_create();
  const unitView = new Uint16Array(hb.memory.buffer, units, text.length);
  for (let index = 0; index < text.length; index++) unitView[index] = text.charCodeAt(index);
  hb.hb_buffer_add_utf16(buffer, units, text.length, 0, text.length);
  hb.hb_buffer_guess_segment_properties(buffer);
  hb.hb_shape(font, buffer, 0, 0);
  const infos = hb.hb_buffer_get_glyph_infos(buffer, length);
  const positions = hb.hb_buffer_get_glyph_positions(buffer, length);
  // Shaping may have moved the memory.
  const view = new DataView(hb.memory.buffer);
  const glyphs = Array.from({ length: view.getUint32(length, true) }, (_, index): ShapedGlyph => {
    const position = positions + index * glyphRecordBytes;
    return {
      glyph: view.getUint32(infos + index * glyphRecordBytes, true),
      advance: view.getInt32(position, true),
      xOffset: view.getInt32(position + 8, true),
      yOffset: view.getInt32(position + 12, true),
    };
  });
  hb.hb_buffer_destroy(buffer);
  hb.free(length);
  hb.free(units);
  return glyphs;
}
