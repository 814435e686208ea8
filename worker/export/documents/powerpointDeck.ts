import type PptxGenJS from "pptxgenjs";
import type { StoredObject } from "../exportPlanTypes.ts";
import type { DocumentModel } from "./model.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { defineMasters } from "./powerpointMasters.ts";
import { themeFont } from "./theme.ts";
import { createPlaceholders, type TemplateValues } from "./xmlTemplate.ts";

/** A slide of the finished presentation: drawn by the library, or expanded from a template slide that the library drew. */
export interface DeckSlide {
  /** Number of the slide in the library's presentation, from 1. */
  drawnNumber: number;
  /** `objects` in the order in which their pictures were drawn. */
  photos?: { values: TemplateValues; objects: readonly StoredObject[] };
}

/** A slide that is expanded from the template slide of its shape. */
export interface TemplateSlide {
  master: string;
  /** Everything besides these values in which slides can differ. */
  shape: unknown;
  values: TemplateValues;
  draw(slide: PptxGenJS.Slide, lang: string, placeholders: TemplateValues): void;
  /** The photos whose captions it does not show in full. */
  cutEntries: readonly PhotoEntry[];
}

/** Builds a presentation: pptxgenjs with our masters, and the display order of slides. */
export class SlideDeck {
  readonly slides: DeckSlide[] = [];
  /** Photos whose captions are not shown in full on their slides. */
  readonly cut: PhotoEntry[] = [];
  readonly locale: string;
  readonly #presentation: PptxGenJS;
  readonly #templateSlides = new Map<string, number>();
  #drawnCount = 0;

  private constructor(presentation: PptxGenJS, locale: string) {
    this.#presentation = presentation;
    this.locale = locale;
  }

  /** `masters` are defined in addition to the default ones. */
  static create(
    model: DocumentModel,
    masters?: (presentation: PptxGenJS, model: DocumentModel) => void,
  ): Promise<SlideDeck> {
    const { title, documentation, texts } = model;
    const document = { title, company: documentation.customerName, locale: texts.locale };
    return SlideDeck.begin(document, (presentation) => {
      // Presentations with their own title master show the logo there, and the package contains it once.
      defineMasters(presentation, masters ? { ...model, logo: null } : model);
      masters?.(presentation, model);
    });
  }

  /** A deck for any document, with the masters that `define` adds. */
  static async begin(
    { title, company, locale }: { title: string; company: string; locale: string },
    define: (presentation: PptxGenJS) => void,
  ): Promise<SlideDeck> {
    // Imported here because only exports need this half megabyte of code.
    const { default: Presentation } = await import("pptxgenjs");
    const presentation = new Presentation();
    presentation.layout = "LAYOUT_WIDE";
    presentation.title = title;
    presentation.company = company;
    presentation.theme = { headFontFace: themeFont, bodyFontFace: themeFont };
    define(presentation);
    return new SlideDeck(presentation, locale);
  }

  /** Adds a slide that the library draws completely. */
  addSlide(master: string): PptxGenJS.Slide {
    const slide = this.#draw(master);
    this.slides.push({ drawnNumber: this.#drawnCount });
    return slide;
  }

  /** Moves the last `count` slides to the position after slide `precedingNumber`. */
  moveLastSlides(count: number, precedingNumber: number): void {
    this.slides.splice(precedingNumber, 0, ...this.slides.splice(this.slides.length - count));
  }

  /** Adds a slide with photos, expanded from the template slide of its shape, which is drawn on first use. */
  addPhotoSlide(
    { master, shape, values, draw, cutEntries }: TemplateSlide,
    ...objects: StoredObject[]
  ): void {
    this.cut.push(...cutEntries);
    const key = JSON.stringify([master, shape]);
    let slide = this.#templateSlides.get(key);
    if (slide === undefined) {
      draw(this.#draw(master), this.locale, createPlaceholders(values));
      slide = this.#drawnCount;
      this.#templateSlides.set(key, slide);
    }
    this.slides.push({ drawnNumber: slide, photos: { values, objects } });
  }

  #draw(masterName: string): PptxGenJS.Slide {
    this.#drawnCount++;
    return this.#presentation.addSlide({ masterName });
  }

  /** The pptx of the drawn slides, uncompressed: parts are compressed once they are final. */
  async write(): Promise<Uint8Array> {
    const output = await runWithoutTimers(() =>
      this.#presentation.write({ outputType: "uint8array", compression: false }),
    );
    if (!(output instanceof Uint8Array)) throw new TypeError("pptxgenjs gave no bytes");
    return output;
  }
}

/** The runtime's own function, saved before any export replaces it. */
const originalSetImmediate = globalThis.setImmediate;
let timerlessExports = 0;

/**
 * Runs work with setImmediate calls turned into microtasks. JSZip, which pptxgenjs uses, waits for one or two of them per part,
 * and in workerd each takes more than a millisecond: 1.3 s for 100 slides. Without timers the work is a sequence of microtasks,
 * which only other exports can interrupt.
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
