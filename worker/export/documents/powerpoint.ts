import type { Segment } from "../segments.ts";
import type { DocumentModel } from "./model.ts";
import { createOfficePackage } from "./officePackage.ts";
import { SlideDeck } from "./powerpointDeck.ts";
import { presentationParts } from "./powerpointPackage.ts";
import { createPhotoSlide } from "./powerpointPhoto.ts";
import {
  addCaptionSlides,
  addContentsSlides,
  addFactSlides,
  addMissingSlides,
  addTitleSlide,
} from "./powerpointSlides.ts";

/** A photo documentation as slides: title, contents, one photo per slide, missing items. */
export async function createPowerPoint(model: DocumentModel, modified: number): Promise<Segment[]> {
  const deck = await SlideDeck.create(model);
  addTitleSlide(deck, model);
  const slideByPhoto = new Map<number, number>();
  for (const entry of model.sections.flatMap(({ entries }) => entries)) {
    deck.addPhotoSlide(createPhotoSlide(model, entry), entry.image);
    slideByPhoto.set(entry.number, deck.slides.length);
  }
  addCaptionSlides(deck, model);
  addFactSlides(deck, model);
  addMissingSlides(deck, model);
  addContentsSlides(deck, model, slideByPhoto);
  return createOfficePackage(presentationParts(await deck.write(), deck.slides, model), modified);
}
