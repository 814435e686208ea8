import type { Segment } from "../segments";
import type { DocumentModel } from "./model";
import { SlideDeck } from "./powerpoint-deck";
import { contentsSlides, missingSlides, photoSlide, titleSlide } from "./powerpoint-slides";
import { coreProperties } from "./properties";
import { splice } from "./splice";
import { photosById } from "./stored-photos";

/** A photo documentation as slides: title, one photo a slide, what is missing, contents. */
export async function powerPoint(model: DocumentModel, modified: number): Promise<Segment[]> {
  const deck = await SlideDeck.create(model);
  titleSlide(deck, model);
  const firstSlides: number[] = [];
  for (const section of model.sections) {
    firstSlides.push(deck.slideCount + 1);
    for (const entry of section.entries) photoSlide(deck, model, entry);
  }
  missingSlides(deck, model);
  contentsSlides(deck, model, firstSlides);
  return splice({
    skeleton: await deck.write(),
    photos: photosById(model),
    modified,
    rewrite(name, text) {
      if (name === "docProps/core.xml") return coreProperties(model);
      if (/^ppt\/(slides|notesSlides|slideLayouts)\/[^/]+\.xml$/.test(name)) {
        return withLanguage(text(), model.texts.locale);
      }
      return undefined;
    },
  });
}

/** pptxgenjs takes a language for each text, but leaves American English at paragraph ends, on masters and in notes. */
function withLanguage(xml: string, locale: string): string {
  return xml.replaceAll(' lang="en-US"', ` lang="${locale}"`);
}
