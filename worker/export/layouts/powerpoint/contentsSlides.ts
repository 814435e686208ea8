import { truncate } from "#worker/export/documents/xml.ts";
import type { Rect } from "../columnLayout.ts";
import { fitText } from "../fitText.ts";
import { type Heading, listHeadings, PageOutline } from "../headings.ts";
import { contentsLinesPerSlide } from "../pageMetrics.ts";
import type { AnyDrawnPage, DrawnContents, RenderTreeOf } from "../renderTree.ts";
import { type Run, SlideXml, slideRect } from "./slideXml.ts";

export interface FinishedSlide {
  slide: SlideXml;
  background: string;
}

/** A heading and the slide that has it. */
interface SlideHeading extends Heading {
  slideNumber: number;
}

/* Points. */
const margin = 56;
const titleHeight = 48;
const rowHeight = 24;
const indent = 18;
const numberWidth = 60;
const sizes = { title: 28, entry: 14 } as const;
/** Characters of an entry; the heading itself is on its slide in full. */
const maxEntryLength = 140;

/** The CONTENTS of a presentation. Its slides are reserved first, and drawn once the slide numbers of all headings are known. */
export class PresentationContents {
  readonly #tree: RenderTreeOf<"POWERPOINT">;
  readonly #outline: PageOutline;
  readonly #headings: SlideHeading[] = [];
  readonly #reserved: { contents: DrawnContents; firstSlide: number; slideCount: number }[] = [];

  constructor(tree: RenderTreeOf<"POWERPOINT">) {
    this.#tree = tree;
    this.#outline = new PageOutline(tree);
  }

  /** Adds the headings of a page, which begins on a slide. Slides count from 1. */
  addHeadings(page: AnyDrawnPage, slideNumber: number): void {
    for (const heading of this.#outline.next(page)) this.#headings.push({ ...heading, slideNumber });
  }

  /** Returns the number of slides that a CONTENTS needs. */
  reserveSlides(contents: DrawnContents, firstSlide: number): number {
    let lineCount = 0;
    for (const { level } of listHeadings(this.#tree)) if (level <= contents.maxLevel) lineCount++;
    const slideCount = Math.max(Math.ceil(lineCount / contentsLinesPerSlide), 1);
    this.#reserved.push({ contents, firstSlide, slideCount });
    return slideCount;
  }

  *drawSlides(locale: string): Generator<{ number: number; slide: FinishedSlide }> {
    for (const { contents, firstSlide, slideCount } of this.#reserved) {
      const listedHeadings = this.#headings.filter(({ level }) => level <= contents.maxLevel);
      for (let index = 0; index < slideCount; index++) {
        const slide = new SlideXml(locale);
        addContents(
          slide,
          index === 0 ? contents.title : `${contents.title} (${index + 1})`,
          listedHeadings.slice(index * contentsLinesPerSlide, (index + 1) * contentsLinesPerSlide),
        );
        yield { number: firstSlide + index, slide: { slide, background: "#FFFFFF" } };
      }
    }
  }
}

const plainRun = (text: string, size: number, bold: boolean): Run => ({
  ...{ text, size, bold, italic: false, color: "#000000" },
  ...{ alignment: "LEFT", font: "HELVETICA" },
});

function addContents(slide: SlideXml, title: string, headings: readonly SlideHeading[]): void {
  const area: Rect = { x: margin, y: margin, width: slideRect.width - 2 * margin, height: titleHeight };
  const fittedTitle = fitText({ text: title, size: sizes.title, bold: true }, area);
  slide.addText(area, [plainRun(fittedTitle.text, fittedTitle.size, true)], 0, true);
  if (headings.length === 0) return;
  const titleWidth = area.width - numberWidth;
  const rows = headings.map(({ level, title, slideNumber }) => {
    const left = (level - 1) * indent;
    const text = truncate(title, maxEntryLength);
    const fittedText = fitText(
      { text, size: sizes.entry, bold: false },
      { width: titleWidth - left, height: rowHeight - 4 },
    );
    const insets = { top: 0, bottom: 0, left: 0, right: 0 };
    const cell = { colspan: 1, border: null, background: null };
    const entry = { ...plainRun(fittedText.text, fittedText.size, false), slideLink: slideNumber };
    const number = { ...entry, text: String(slideNumber), size: sizes.entry, alignment: "RIGHT" } as const;
    return {
      height: rowHeight,
      cells: [
        { ...cell, runs: [entry], insets: { ...insets, left } },
        { ...cell, runs: [number], insets },
      ],
    };
  });
  slide.addTable(
    { ...area, y: area.y + titleHeight, height: rows.length * rowHeight },
    { widths: [titleWidth, numberWidth], header: false, border: null, rows },
  );
}
