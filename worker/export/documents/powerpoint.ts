import type { Segment } from "../segments.ts";
import type { DocumentModel } from "./model.ts";
import { officePackage } from "./officePackage.ts";
import { SlideDeck } from "./powerpointDeck.ts";
import { presentationParts } from "./powerpointPackage.ts";
import { photoSlide } from "./powerpointPhoto.ts";
import { captionSlides, contentsSlides, factSlides, missingSlides, titleSlide } from "./powerpointSlides.ts";

/** A photo documentation as slides: title, contents, one photo per slide, what is missing. */
export async function powerPoint(model: DocumentModel, modified: number): Promise<Segment[]> {
  const deck = await SlideDeck.create(model);
  titleSlide(deck, model);
  const slideOf = new Map<number, number>();
  for (const entry of model.sections.flatMap(({ entries }) => entries)) {
    deck.addPhotoSlide(photoSlide(model, entry), entry.image);
    slideOf.set(entry.number, deck.slides.length);
  }
  captionSlides(deck, model);
  factSlides(deck, model);
  missingSlides(deck, model);
  contentsSlides(deck, model, slideOf);
  return officePackage(presentationParts(await deck.write(), deck.slides, model), modified);
}
