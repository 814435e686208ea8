import type PptxGenJS from "pptxgenjs";
import type { StoredObject } from "../exportPlanTypes.ts";
import type { DocumentModel } from "./model.ts";
import { defineMasters } from "./powerpointMasters.ts";
import { themeFont } from "./theme.ts";
import { placeholdersFor, type TemplateValues } from "./xmlTemplate.ts";

/** A slide of the finished presentation: as the library drew it, or cut out along one that it drew. */
export interface ShownSlide {
  /** Number of the slide in the library's presentation, from 1. */
  drawn: number;
  /** `objects` in the order in which their pictures were drawn. */
  photos?: { filling: TemplateValues; objects: readonly StoredObject[] };
}

/** A slide that is cut out along one of its shape. */
export interface TemplatedSlide {
  master: string;
  /** Everything that slides with these words and lengths differ in beside them. */
  shape: unknown;
  filling: TemplateValues;
  draw(slide: PptxGenJS.Slide, lang: string, holes: TemplateValues): void;
}

/** A presentation in the making: pptxgenjs with our masters, and the order in which slides are shown. */
export class SlideDeck {
  readonly shown: ShownSlide[] = [];
  readonly locale: string;
  readonly #presentation: PptxGenJS;
  readonly #exemplars = new Map<string, number>();
  #drawn = 0;

  private constructor(presentation: PptxGenJS, locale: string) {
    this.#presentation = presentation;
    this.locale = locale;
  }

  /** `masters` are defined beside those of every presentation. */
  static create(
    model: DocumentModel,
    masters?: (presentation: PptxGenJS, model: DocumentModel) => void,
  ): Promise<SlideDeck> {
    const { title, documentation, texts } = model;
    const document = { title, company: documentation.customerName, locale: texts.locale };
    return SlideDeck.begin(document, (presentation) => {
      // Whoever has a title of its own shows the logo there, and the package holds it once.
      defineMasters(presentation, masters ? { ...model, logo: null } : model);
      masters?.(presentation, model);
    });
  }

  /** Of any document, with the masters that `define` gives it. */
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

  /** A slide that is shown as it is drawn. */
  addSlide(master: string): PptxGenJS.Slide {
    const slide = this.#draw(master);
    this.shown.push({ drawn: this.#drawn });
    return slide;
  }

  /** Moves the last slides to where they are shown as the slide after `after`. */
  moveLast(count: number, after: number): void {
    this.shown.splice(after, 0, ...this.shown.splice(this.shown.length - count));
  }

  /** A slide with photos, cut out along the one of its shape, which is drawn when it is first needed. */
  addPhotoSlide({ master, shape, filling, draw }: TemplatedSlide, ...objects: StoredObject[]): void {
    const key = JSON.stringify([master, shape]);
    let drawn = this.#exemplars.get(key);
    if (drawn === undefined) {
      draw(this.#draw(master), this.locale, placeholdersFor(filling));
      drawn = this.#drawn;
      this.#exemplars.set(key, drawn);
    }
    this.shown.push({ drawn, photos: { filling, objects } });
  }

  #draw(masterName: string): PptxGenJS.Slide {
    this.#drawn++;
    return this.#presentation.addSlide({ masterName });
  }

  /** The pptx of the drawn slides, uncompressed: its parts are packed once they are final. */
  async write(): Promise<Uint8Array> {
    const written = await withoutTimers(() =>
      this.#presentation.write({ outputType: "uint8array", compression: false }),
    );
    if (!(written instanceof Uint8Array)) throw new TypeError("pptxgenjs gave no bytes");
    return written;
  }
}

/** The runtime's own function, saved before any export replaces it. */
const timer = globalThis.setImmediate;
let exportsWithoutTimers = 0;

/**
 * Runs work whose setImmediate calls become microtasks. JSZip, which pptxgenjs packs with, waits for one or two of
 * them per part, and in workerd each takes above a millisecond: 1.3 s for 100 slides.
 * Without timers the work is a run of microtasks, which only other exports can interrupt.
 */
async function withoutTimers<T>(work: () => Promise<T>): Promise<T> {
  const microtask = <A extends unknown[]>(callback: (...args: A) => void, ...args: A) =>
    queueMicrotask(() => callback(...args));
  exportsWithoutTimers++;
  // JSZip ignores the handle that setImmediate returns, and the types require one.
  globalThis.setImmediate = microtask as unknown as typeof setImmediate;
  try {
    return await work();
  } finally {
    exportsWithoutTimers--;
    if (exportsWithoutTimers === 0) globalThis.setImmediate = timer;
  }
}
