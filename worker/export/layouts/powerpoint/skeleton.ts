import { themeFont } from "#worker/export/documents/theme.ts";

/** Draws a presentation of one slide with the library. The title is above the slide, out of sight. */
export async function createSkeleton(title: string, company: string): Promise<Uint8Array> {
  // Imported here because only exports need this half megabyte of code.
  const { default: Presentation } = await import("pptxgenjs");
  const presentation = new Presentation();
  presentation.layout = "LAYOUT_WIDE";
  presentation.title = title;
  presentation.company = company;
  presentation.theme = { headFontFace: themeFont, bodyFontFace: themeFont };
  const options = { name: "title", type: "title", x: 0.4, y: -0.7, w: 12.5, h: 0.5, margin: 0 } as const;
  const masterName = "Report";
  presentation.defineSlideMaster({
    title: masterName,
    background: { color: "FFFFFF" },
    // For screen readers and lists of slides.
    objects: [{ placeholder: { options: { ...options, fontSize: 20 }, text: "" } }],
  });
  presentation.addSlide({ masterName });
  // Uncompressed: parts are compressed once they are final.
  const output = await runWithoutTimers(() =>
    presentation.write({ outputType: "uint8array", compression: false }),
  );
  if (!(output instanceof Uint8Array)) throw new TypeError("pptxgenjs gave no bytes");
  return output;
}

/** The runtime's own function, saved before any export replaces it. */
const originalSetImmediate = globalThis.setImmediate;
let timerlessExports = 0;

/**
 * Runs work with setImmediate calls turned into microtasks. JSZip, which pptxgenjs uses, waits for one or two of them per part, and
 * in workerd each takes more than a millisecond. Without timers the work is a sequence of microtasks, which only other exports can
 * interrupt.
 */
async function runWithoutTimers<T>(work: () => Promise<T>): Promise<T> {
  const microtask = <A extends unknown[]>(callback: (...args: A) => void, ...args: A) =>
    queueMicrotask(() => callback(...args));
  timerlessExports++;
  // JSZip ignores the handle that setImmediate returns, but the types require one.
  Object.assign(globalThis, { setImmediate: microtask });
  try {
    return await work();
  } finally {
    timerlessExports--;
    if (timerlessExports === 0) globalThis.setImmediate = originalSetImmediate;
  }
}
